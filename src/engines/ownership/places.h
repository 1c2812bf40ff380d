// Which places of a function are slots, and what values come from.
//
//     %1 = this;  %1->e = elem;       `%1` is never anything but `this`: the slot is this->e
//     %2 = &this->c;  call f(%2);     f gets the address of this->c
//     get(&p);                        p stays a slot: the callee's signature says what happens to *(&p)
//     table[i] = &p;                  p is no slot: anybody may change it
#pragma once

#include "engines/ownership/system.h"
#include "program/program.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <optional>

namespace custody::engines::ownership {

// Memory that a variable leads to.
struct Address {
  ir::VarId root; // none: not followed
  bool isBehind = false;
  int64_t offset = 0;
  FieldKey field; // of the last step, even if the place is not followed

  bool isFollowed() const { return root.valid(); }
};

struct Source {
  enum class Kind : uint8_t { Slot, Null, Borrowed, Unknown };
  Kind kind = Kind::Unknown;
  SlotId slot;
  FieldKey field; // Unknown: loaded from there
};

// Of whichever kind.
bool isConstructor(const ir::Function &function);

class Places {
public:
  Places(const program::Program &program, ProgFuncId id);

  const std::vector<Slot> &slots() const { return table; }
  std::optional<SlotId> slotOf(ir::ExprId place) const; // only pointers that may own
  FieldKey fieldOf(ir::ExprId place) const { return addressOf(place).field; }
  Source sourceOf(ir::ExprId value) const;
  Address addressOf(ir::ExprId place) const;
  Address objectOf(ir::ExprId pointer) const; // what the pointer points to
  std::optional<SlotId> find(const Address &address) const;
  SlotId findOrAdd(const Address &address);
  llvm::ArrayRef<SlotId> behind(ir::VarId root) const;
  llvm::ArrayRef<SlotId> within(ir::VarId root) const;

  bool isOwnable(ir::TypeId type) const;
  // A parameter that is what it was at entry.
  bool isEntryValue(ir::VarId var) const {
    return isParam[var.index] && writes[var.index] == 0 && !isAddressTaken[var.index];
  }
  // The parameter that a variable is another name for, else the variable.
  ir::VarId canonical(ir::VarId var) const { return aliasOf[var.index] ? aliasOf[var.index] : var; }
  bool mayBeRoot(const Address &address) const;
  bool isWord(const Address &address) const; // one pointer, as far as types tell
  // Fields whose addresses are taken for anything else than to be passed to a function.
  llvm::ArrayRef<FieldKey> addressTakenFields() const { return takenFields; }
  bool isVariadicList(ir::ExprId argument) const;
  // `f(&s->path)`: the field that the argument is the address of; else none.
  FieldKey passedField(ir::ExprId argument) const;

private:
  void countWrites();
  void findAliases();
  void scanAddresses();
  void noteTaken(ir::ExprId place);
  void scanExpr(ir::ExprId id, bool mayBeAddress);
  void addSlots();
  ir::ExprId stripCasts(ir::ExprId value) const;
  ir::VarId rootOf(ir::ExprId place) const; // not behind a pointer

  const program::Program &program;
  const ProgFuncId id;
  const ir::Module &module;
  const ir::Function &function;
  std::vector<bool> isUsed; // by expression: the table has others
  std::vector<bool> isParam, isAddressTaken, isEscaped;
  std::vector<unsigned> writes;
  std::vector<ir::VarId> aliasOf;     // by variable: another name for that one
  std::vector<ir::ExprId> aliasPlace; // by variable: holds the address of that place
  std::vector<Slot> table;
  std::map<std::tuple<uint32_t, bool, int64_t>, SlotId> index;
  std::vector<std::vector<SlotId>> slotsBehind, slotsWithin; // by variable
  std::vector<FieldKey> takenFields;
};

} // namespace custody::engines::ownership
