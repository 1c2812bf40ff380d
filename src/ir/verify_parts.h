// The verifier's parts. Each expects what the parts before it have found in order.
#pragma once

#include "ir/module.h"
#include "llvm/ADT/Twine.h"
#include <string>
#include <vector>

namespace custody::ir {

// Collects faults, with where they are.
class Faults {
public:
  static constexpr size_t Most = 100;

  explicit Faults(const Module &module) : module(module) {}

  void enter(const Function *function) { current = function; }
  void add(const llvm::Twine &message);
  void add(BlockId block, const llvm::Twine &message);
  void add(BlockId block, StmtId stmt, const llvm::Twine &message);
  size_t count() const { return messages.size(); }
  std::vector<std::string> take() { return std::move(messages); }

  std::string name(const Function &function, VarId var) const;

private:
  const Module &module;
  const Function *current = nullptr;
  std::vector<std::string> messages;
};

void verifyTables(const Module &module, Faults &faults);
void verifyBody(const Module &module, const Function &function, Faults &faults);
void verifyLifetimes(const Module &module, const Function &function, Faults &faults);

} // namespace custody::ir
