// Types of the whole program. A module's type ids mean nothing elsewhere; here equal types of all modules have one id.
//
// What the program cannot tell apart at run time is one type: signedness, const, reference or pointer, enumeration or
// integer. That is what calls through pointers and type-based aliasing need. `struct node *` of two files is one type
// if the two records were found to be one (records.cpp).
//
// Two ways to compare function types: equal ids, or equal *shapes*. A shape keeps of each parameter only how it is
// passed: C programs call `int (*)(void *)` and define `int f(struct node *)`.
#pragma once

#include "ir/module.h"
#include "program/ids.h"
#include "llvm/ADT/StringMap.h"

namespace custody::program {

struct ProgType {
  ir::TypeKind kind = ir::TypeKind::Void;
  bool isVariadic = false;
  uint32_t bits = 0;
  uint64_t count = 0;
  ProgTypeId inner;
  ProgRecordId record;
  llvm::SmallVector<ProgTypeId, 4> params;
  uint64_t size = 0; // bytes
};

class TypeTable {
public:
  const ProgType &operator[](ProgTypeId id) const { return types[id.index]; }
  uint32_t size() const { return types.size(); }

  // How a call of this function type passes its arguments: "PPI:I". Equal for compatible functions.
  std::string shape(ProgTypeId functionType) const;

  ProgTypeId intern(const ProgType &type, llvm::StringRef name);

private:
  std::vector<ProgType> types;
  llvm::StringMap<uint32_t> index; // by the type's parts, written out
};

// The program types of a module's types. `records` maps its records.
std::vector<ProgTypeId> internTypes(TypeTable &table, const ir::Module &module,
                                    const std::vector<ProgRecordId> &records);

} // namespace custody::program
