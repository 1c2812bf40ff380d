// Summaries for other programs: one JSON object a line and function.
#include "engines/summary/print.h"
#include "engines/summary/words.h"
#include "heap/categories.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace custody::engines::summary {

using namespace heap;
using program::ProgFuncId;
using program::Program;

namespace {

class JsonPrinter {
public:
  JsonPrinter(llvm::raw_ostream &out, const Program &program, ProgFuncId id, const Summary &summary)
      : json(out), program(program), id(id), summary(summary), words(program, id, summary) {}

  void print();

private:
  void printPlace();
  void printCategories();
  void printCase(const Case &c);
  void printAllocated(const AllocatedNode &node);
  template <class Range>
  void list(llvm::StringRef name, const Range &range,
            llvm::function_ref<void(const typename Range::value_type &)> print);

  llvm::json::OStream json;
  const Program &program;
  const ProgFuncId id;
  const Summary &summary;
  const Words words;
};

template <class Range>
void JsonPrinter::list(llvm::StringRef name, const Range &range,
                       llvm::function_ref<void(const typename Range::value_type &)> print) {
  json.attributeArray(name, [&] {
    for (const auto &element : range)
      print(element);
  });
}

void JsonPrinter::printPlace() {
  const ir::Module &module = program.moduleOf(id);
  const ir::Loc &loc = program.function(id).loc;
  if (!loc.valid())
    return;
  json.attribute("file", llvm::json::fixUTF8(module.fileName(loc.file)));
  json.attribute("line", int64_t(loc.line));
}

void JsonPrinter::printCategories() {
  json.attributeObject("categories", [&] {
    for (const auto &[category, entries] : categoriesOf(program, id, summary))
      list(name(category), entries, [&](const CategoryEntry &entry) {
        if (entry.now.empty())
          json.value(entry.anchor);
        else
          json.object([&] {
            json.attribute("was", entry.anchor);
            json.attribute("is", entry.now);
          });
      });
  });
}

void JsonPrinter::printAllocated(const AllocatedNode &node) {
  json.object([&] {
    json.attribute("object", words.nodeName(node.node));
    json.attribute("family", summary[node.node].family);
    json.attribute("mayBeNull", node.mayBeNull);
    json.attribute("several", summary[node.node].isMany);
  });
}

void JsonPrinter::printCase(const Case &c) {
  json.object([&] {
    list("when", c.requires_, [&](const Requirement &r) { json.value(words.requirement(r)); });
    list("allocates", c.allocated, [&](const AllocatedNode &node) { printAllocated(node); });
    list("frees", c.freed, [&](const FreedNode &freed) {
      json.object([&] {
        json.attribute("object", words.nodeName(freed.node));
        json.attribute("family", freed.family);
        json.attribute("certain", freed.isCertain);
        json.attribute("withParts", freed.withParts);
      });
    });
    list("keeps", c.escaped, [&](const NodeId &node) { json.value(words.nodeName(node)); });
    list("writes", c.writes, [&](const Write &write) {
      json.object([&] {
        json.attribute("place", words.cellName(write.cell));
        json.attribute("value", words.valueName(write.value));
      });
    });
  });
}

void JsonPrinter::print() {
  json.object([&] {
    json.attribute("function", llvm::json::fixUTF8(program.sourceName(id)));
    printPlace();
    json.attribute("known", !summary.isUnknown);
    json.attribute("returns", summary.isUnknown || !summary.cases.empty());
    json.attribute("mayThrow", summary.mayThrow);
    printCategories();
    list("cases", summary.cases, [&](const Case &c) { printCase(c); });
  });
}

} // namespace

void printJson(llvm::raw_ostream &out, const Program &program, ProgFuncId id, const Summary &summary) {
  JsonPrinter(out, program, id, summary).print();
  out << '\n';
}

} // namespace custody::engines::summary
