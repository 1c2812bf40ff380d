// A state together with its context: reading, writing, what escapes, what is freed. One object serves one statement.
#pragma once

#include "engines/path/context.h"

namespace custody::engines::path {

// How a value is read: decides what an unknown cell is taken to hold.
struct ReadAs {
  bool isPointer = false;
  unsigned width = 64;
};

// A function's address, as a number.
inline uint64_t codeAddress(program::ProgFuncId id) {
  return (uint64_t(1) << 47) + 16 * uint64_t(id.index);
}
inline std::optional<program::ProgFuncId> functionAt(uint64_t address) {
  const uint64_t base = uint64_t(1) << 47;
  if (address < base || address % 16 != 0 || (address - base) / 16 >= UINT32_MAX)
    return {};
  return program::ProgFuncId((address - base) / 16);
}

class Memory {
public:
  Memory(Context &context, State &state, ir::StmtId at) : context(context), state(state), at(at) {}

  Value read(heap::Cell cell, ReadAs as);
  Value read(Value address, ReadAs as);
  // The element at that index of the array that the cell is any element of.
  Value readElement(heap::Cell cell, Word index, ReadAs as);
  void setElement(heap::Cell cell, Word index, Value value);
  // What the cell holds if it has no entry.
  Value absent(heap::Cell cell, ReadAs as);

  // `when` anything is written at all.
  void write(Value address, Value value, Guard when);
  void write(Value address, Value value) { write(address, value, context.terms.always()); }
  void notePointer(Value address); // what is written there is one
  // `when` it is this cell that is written; else it keeps what it holds.
  void writeCell(heap::Cell cell, Value value, Guard when, bool isWeak);
  void writeElement(heap::Cell cell, Word index, Value value, Guard isHere, Guard when);
  void eraseCell(uint32_t cell);
  void endVariable(heap::LocId var);

  // The objects that the value points to and all that hangs on them can be reached by others now.
  void escape(Value value, Guard when);
  void escapeIfAddress(Value value);           // nothing escapes where it is null
  void escapeParts(Value address, Guard when); // what the objects hold, not they themselves
  // Others can write there.
  void forget(Value address);
  // Nobody knows the number that it holds any more, if anybody did.
  void forgetNumber(heap::Cell cell, Guard when);
  void forgetNumber(heap::Cell cell) { forgetNumber(cell, context.terms.always()); }
  void forgetGlobals();

  void release(Value value, Guard when, bool isCertain, const Release &how);
  // The caller stores the address before anybody looks.
  heap::LocId allocate(Guard valid, const SiteInfo &info);

  Guard attribute(heap::LocId loc, Attribute attribute) const;
  void setAttribute(heap::LocId loc, Attribute attribute, Guard value);

  // False: nobody gets further.
  bool assume(Guard guard);
  bool isDead() const { return !state.path; }
  bool isReplaceable(heap::Cell cell) const; // a write there replaces what was there
  Value unknown(ReadAs as);
  ReadAs shapeOf(Value value) const;
  ReadAs shapeOf(uint32_t cell, Value value) const;

  // The cells of an object that have an entry.
  template <class Visit>
  void forEachCell(heap::LocId loc, Visit visit) const {
    const std::vector<uint32_t> cells = context.cells.of(loc).vec();
    for (uint32_t cell : cells)
      if (const uint32_t *value = state.cells.find(cell))
        visit(cell, Value{*value});
  }

  Context &context;
  State &state;
  const ir::StmtId at;

private:
  void escape(Value value, Guard when, Guard whateverTheWay); // the last of what is reached by several ways
  Value entryValue(heap::Cell cell, ReadAs as);
  Value globalValue(heap::Cell cell, ReadAs as);
  Value firstRead(heap::Cell cell, ReadAs as);
  Value withFewerPlaces(Value value);
  void forgetNumbers(heap::Cell elements, Guard when);
  Value unlessOverwritten(heap::Cell cell, Word rest, ReadAs as);
  Value readElements(heap::Cell cell, ReadAs as);
  std::optional<Value> strayWrites(heap::Cell cell) const;
  void setCell(uint32_t cell, Value value);
  const uint32_t *knownElement(heap::Cell cell, Word index) const;
  void dropElements(heap::Cell written);
  void note(Occurrence::Kind kind, heap::LocId loc, Guard when);
  void releaseObject(const Pointee &pointee, Guard when, bool isCertain, const Release &how);
  void noteMisuse(report::Kind kind, const Pointee &pointee, Guard when, const Release &how);
};

// The states meet: one for all of them. Dead if nobody gets there.
State mergeStates(Context &context, std::vector<State> states);

} // namespace custody::engines::path
