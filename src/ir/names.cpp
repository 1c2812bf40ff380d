#include "ir/names.h"
#include "ir/words.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

namespace custody::ir {
namespace {

bool isWordStart(char c) {
  return llvm::isAlpha(c) || c == '_' || c == '$';
}

bool isWord(llvm::StringRef text) {
  return !text.empty() && isWordStart(text.front()) &&
         llvm::all_of(text, [](char c) { return isWordStart(c) || llvm::isDigit(c); });
}

// The numbers of equal names, in the order of their calls.
class Ordinals {
public:
  uint32_t next(Sym name) { return name ? ++counts[name] : ++unnamed; }

private:
  llvm::DenseMap<Sym, uint32_t> counts;
  uint32_t unnamed = 0;
};

llvm::StringSet<> makeReserved() {
  llvm::StringSet<> set;
  for (llvm::StringRef text :
       {"begin",   "copy",    "fill",        "alloc",  "realloc", "free",   "stack",   "call",     "ignore",
        "throw",   "catch",   "unknown",     "if",     "else",    "goto",   "switch",  "then",     "unwind",
        "return",  "resume",  "unreachable", "local",  "temp",    "let",    "param",   "end",      "as",
        "load",    "offset",  "null",        "undef",  "by",      "type",   "unit",    "each",     "void",
        "float",   "double",  "struct",      "class",  "union",   "enum",   "opaque",  "const",    "none",
        "any",     "touches", "may",         "zeroed", "on",      "throws", "returns", "noreturn", "construct",
        "destroy", "cleanup", "fbits",       "place"})
    set.insert(text);
  for (llvm::StringRef text : words<Op>())
    set.insert(text);
  for (llvm::StringRef text : words<VaKind>())
    set.insert(text);
  return set;
}

} // namespace

bool isIdentifier(llvm::StringRef text) {
  while (true) {
    auto [head, tail] = text.split("::");
    if (!isWord(head))
      return false;
    if (head.size() == text.size())
      return true;
    text = tail;
  }
}

bool isIntegerWord(llvm::StringRef text, uint32_t &bits, bool &isSigned) {
  isSigned = !text.consume_front("u");
  if (text == "bool") {
    bits = 1;
    isSigned = !isSigned; // `bool` is unsigned, and there is no `ubool`
    return !isSigned;
  }
  bits =
      llvm::StringSwitch<uint32_t>(text).Case("char", 8).Case("short", 16).Case("int", 32).Case("long", 64).Default(0);
  if (bits)
    return true;
  // Of any other width: `int128`, `uint24`. Only the canonical spelling, so that a type has one.
  return text.consume_front("int") && !text.starts_with("0") && !text.getAsInteger(10, bits);
}

bool isReserved(llvm::StringRef text) {
  static const llvm::StringSet<> Words = makeReserved();
  uint32_t bits;
  bool isSigned;
  return Words.contains(text) || isIntegerWord(text, bits, isSigned) ||
         (text.starts_with("float") && llvm::all_of(text.drop_front(5), llvm::isDigit));
}

void writeQuoted(llvm::raw_ostream &os, llvm::StringRef text) {
  os << '"';
  for (unsigned char c : text) {
    if (c == '"' || c == '\\')
      os << '\\' << c;
    else if (c == '\n')
      os << "\\n";
    else if (c == '\t')
      os << "\\t";
    else if (c < ' ' || c == 0x7f)
      os << "\\x" << llvm::hexdigit(c >> 4, true) << llvm::hexdigit(c & 15, true);
    else
      os << c;
  }
  os << '"';
}

void writeName(llvm::raw_ostream &os, llvm::StringRef text) {
  if (isIdentifier(text))
    os << text;
  else
    writeQuoted(os, text);
}

void writeHandle(llvm::raw_ostream &os, const Module &module, Handle handle) {
  if (!handle.name) {
    os << '%' << handle.ordinal;
    return;
  }
  writeName(os, module.text(handle.name));
  if (handle.ordinal > 1)
    os << '.' << handle.ordinal;
}

ModuleNames::ModuleNames(const Module &module) : module(module) {
  Ordinals ofRecords, ofSymbols;
  for (const Record &record : module.records)
    records.push_back(ofRecords.next(record.name));
  for (const Global &global : module.globals)
    globals.push_back(ofSymbols.next(global.linkName));
  for (const Function &function : module.functions)
    functions.push_back(ofSymbols.next(function.linkName));
}

std::vector<VarId> declarationOrder(const Function &function) {
  std::vector<VarId> order;
  std::vector<bool> seen(function.vars.size());
  auto add = [&](VarId var) {
    if (var.index < seen.size() && !seen[var.index]) {
      seen[var.index] = true;
      order.push_back(var);
    }
  };
  for (VarId param : function.params)
    add(param);
  add(function.returnVar);
  for (uint32_t i = 0; i != function.vars.size(); ++i)
    add(VarId(i));
  return order;
}

VarNames::VarNames(const Function &function) : function(function), ordinals(function.vars.size()) {
  Ordinals numbers;
  for (VarId var : declarationOrder(function))
    ordinals[var.index] = numbers.next(function[var].name);
}

} // namespace custody::ir
