// Names in the text form. Source names are kept, but a function may have two variables of one name and a module two
// local structures of one name, and some names are no identifiers:
//
//     p   p.2   "operator new"   "p.2"   %1
//
// The second and later bearers of a name carry their number after a dot; what is not an identifier is quoted; what has
// no name at all is `%` and a number. A name and its number together are called a handle, and are unique in their
// table: variables of a function, records of a module, symbols (globals, then functions) of a module.
#pragma once

#include "ir/module.h"
#include "llvm/Support/raw_ostream.h"

namespace custody::ir {

// `a`, `a::b`; letters, digits, `_` and `$`.
bool isIdentifier(llvm::StringRef text);
// Words with a meaning where a variable may stand. Variables of these names are quoted.
bool isReserved(llvm::StringRef text);
// `int`, `uint`, `long`, ... or none of them. Sets bits and signedness.
bool isIntegerWord(llvm::StringRef text, uint32_t &bits, bool &isSigned);

void writeQuoted(llvm::raw_ostream &os, llvm::StringRef text);
void writeName(llvm::raw_ostream &os, llvm::StringRef text); // quoted if it is no identifier

struct Handle {
  Sym name;
  uint32_t ordinal = 1;
};

void writeHandle(llvm::raw_ostream &os, const Module &module, Handle handle);

// The handles of what a module names.
class ModuleNames {
public:
  explicit ModuleNames(const Module &module);
  Handle of(RecordId id) const { return {module[id].name, records[id.index]}; }
  Handle of(GlobalId id) const { return {module[id].linkName, globals[id.index]}; }
  Handle of(FuncId id) const { return {module[id].linkName, functions[id.index]}; }

private:
  const Module &module;
  std::vector<uint32_t> records, globals, functions; // ordinals
};

// Parameters, then the return variable, then the others: the order in which the text form declares them, and in which
// the verifier wants them.
std::vector<VarId> declarationOrder(const Function &function);

class VarNames {
public:
  explicit VarNames(const Function &function);
  Handle of(VarId id) const { return {function[id].name, ordinals[id.index]}; }

private:
  const Function &function;
  std::vector<uint32_t> ordinals;
};

} // namespace custody::ir
