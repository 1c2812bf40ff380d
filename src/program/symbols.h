// Resolution of symbols, for functions and for variables alike. link.cpp feeds it and reads the result.
#pragma once

#include "ir/function.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace custody::program {

// One name in one module.
struct LocalSymbol {
  static constexpr uint32_t NoAlias = ~0u;

  llvm::StringRef name;
  ir::Linkage linkage = ir::Linkage::External;
  bool isDefined = false;
  uint32_t aliasOf = NoAlias; // local index
  uint64_t origin = 0;        // hash of where the source defines it; 0: not known
};

// One entity of the program: the definition that was kept, or the first mention of what nobody defines.
struct Entity {
  uint32_t module = 0, local = 0;
  bool isDefined = false;
  bool isReplaceable = false;
};

struct Slice {
  uint32_t first = 0, count = 0;
};

struct Resolution {
  std::vector<Entity> entities;
  std::vector<std::vector<Slice>> targets; // by module, by local index: slices of the pool
  std::vector<uint32_t> pool;              // entities, sorted in each slice
};

// `directories` are the modules' directories, component by component. With several programs in the database a weak
// definition and the strong one that replaces it elsewhere are both kept.
Resolution resolveSymbols(const std::vector<std::vector<LocalSymbol>> &modules,
                          const std::vector<std::vector<llvm::StringRef>> &directories, bool severalPrograms);

} // namespace custody::program
