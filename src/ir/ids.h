// Strong identifiers. Everything in the heap IR is named by its index in a table of its function or module, so that
// programs are values: they copy, serialise and compare without pointers. A distinct type per table makes mixing two
// tables an error of the compiler.
#pragma once

#include "llvm/ADT/DenseMapInfo.h"
#include <compare>
#include <cstdint>

namespace custody::ir {

template <class Tag>
struct Id {
  static constexpr uint32_t None = ~0u;
  uint32_t index = None;

  constexpr Id() = default;
  constexpr explicit Id(uint32_t index) : index(index) {}
  constexpr bool valid() const { return index != None; }
  constexpr explicit operator bool() const { return valid(); }
  friend constexpr auto operator<=>(Id, Id) = default;
};

// Tables of a module.
using Sym = Id<struct SymTag>; // an interned string
using FileId = Id<struct FileTag>;
using MacroId = Id<struct MacroTag>;
using TypeId = Id<struct TypeTag>;
using RecordId = Id<struct RecordTag>;
using FuncId = Id<struct FuncTag>;
using GlobalId = Id<struct GlobalTag>;

// Tables of a function.
using VarId = Id<struct VarTag>;
using ExprId = Id<struct ExprTag>;
using StmtId = Id<struct StmtTag>; // shared by all engines, findings and queries
using BlockId = Id<struct BlockTag>;

} // namespace custody::ir

template <class Tag>
struct llvm::DenseMapInfo<custody::ir::Id<Tag>> {
  using Key = custody::ir::Id<Tag>;
  static Key getEmptyKey() { return Key(~0u); }
  static Key getTombstoneKey() { return Key(~0u - 1); }
  static unsigned getHashValue(Key key) { return DenseMapInfo<uint32_t>::getHashValue(key.index); }
  static bool isEqual(Key a, Key b) { return a == b; }
};
