#include "cli/self_check.h"
#include "ir/binary.h"
#include "ir/parser.h"
#include "ir/printer.h"
#include "ir/verifier.h"
#include <string>
#include <vector>

namespace custody::cli {

namespace {

// The first line in which two texts differ, for people to start at.
std::string firstDifference(llvm::StringRef before, llvm::StringRef after) {
  for (size_t line = 1; !before.empty() || !after.empty(); ++line) {
    auto [left, beforeRest] = before.split('\n');
    auto [right, afterRest] = after.split('\n');
    if (left != right)
      return ("line " + llvm::Twine(line) + ": '" + left + "' became '" + right + "'").str();
    before = beforeRest;
    after = afterRest;
  }
  return "no line differs";
}

void checkText(const ir::Module &module, std::vector<std::string> &faults) {
  const std::string text = ir::toText(module);
  llvm::Expected<ir::Module> parsed = ir::parse(text, module.name);
  if (!parsed) {
    faults.push_back("its text does not parse: " + llvm::toString(parsed.takeError()));
    return;
  }
  const std::string again = ir::toText(*parsed);
  if (again != text)
    faults.push_back("its text changes when read back: " + firstDifference(text, again));
}

void checkBinary(const ir::Module &module, std::vector<std::string> &faults) {
  llvm::Expected<ir::Module> read = ir::deserialize(ir::serialize(module));
  if (!read)
    faults.push_back("its binary form does not read back: " + llvm::toString(read.takeError()));
  else if (!(*read == module))
    faults.push_back("its binary form reads back to another module");
}

} // namespace

size_t selfCheck(llvm::raw_ostream &out, llvm::ArrayRef<ir::Module> modules) {
  size_t bad = 0;
  for (const ir::Module &module : modules) {
    std::vector<std::string> faults = ir::verify(module);
    checkText(module, faults);
    checkBinary(module, faults);
    for (const std::string &fault : faults)
      out << module.name << ": " << fault << '\n';
    bad += !faults.empty();
  }
  out << modules.size() << (modules.size() == 1 ? " module" : " modules") << " verified, " << bad << " with errors\n";
  return bad;
}

} // namespace custody::cli
