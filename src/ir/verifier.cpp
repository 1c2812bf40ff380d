#include "ir/verifier.h"
#include "ir/references.h"
#include "ir/verify_parts.h"

namespace custody::ir {

void Faults::add(const llvm::Twine &message) {
  if (messages.size() == Most)
    return;
  if (current)
    messages.push_back(("function '" + module.text(current->linkName) + "': " + message).str());
  else
    messages.push_back(message.str());
}

void Faults::add(BlockId block, const llvm::Twine &message) {
  add("bb" + llvm::Twine(block.index) + ": " + message);
}

void Faults::add(BlockId block, StmtId stmt, const llvm::Twine &message) {
  const Loc &loc = (*current)[stmt].loc;
  std::string where;
  if (loc.valid())
    where =
        (" (" + module.fileName(loc.file) + ":" + llvm::Twine(loc.line) + ":" + llvm::Twine(loc.column) + ")").str();
  add(block, "statement " + llvm::Twine(stmt.index) + where + ": " + message);
}

std::string Faults::name(const Function &function, VarId var) const {
  llvm::StringRef text = module.text(function[var].name);
  return text.empty() ? "variable " + std::to_string(var.index) : ("'" + text + "'").str();
}

std::vector<std::string> verify(const Module &module) {
  if (std::optional<std::string> fault = findBrokenReference(module))
    return {*fault};
  Faults faults(module);
  verifyTables(module, faults);
  for (const Function &function : module.functions) {
    faults.enter(&function);
    size_t before = faults.count();
    verifyBody(module, function, faults);
    if (faults.count() == before)
      verifyLifetimes(module, function, faults);
  }
  return faults.take();
}

} // namespace custody::ir
