// A state together with its context: reading, writing, what escapes, what is lost. One object serves one statement.
#pragma once

#include "engines/summary/context.h"

namespace custody::engines::summary {

// How a value is read: decides what an unknown cell is taken to hold.
enum class ReadAs : uint8_t { Number, Pointer };

// What the cells at the place hold, elements of an array together. `isComplete`: it is all that can be there.
struct Known {
  heap::Value value;
  bool isComplete = false;
};
Known lookUp(Context &context, const State &state, heap::Cell cell);
// The pointer that the cell held on entry; null if it is known to have been.
heap::Value entryPointer(Context &context, const State &state, heap::Cell cell, ir::StmtId at);

class Memory {
public:
  Memory(Context &context, State &state, ir::StmtId at) : context(context), state(state), at(at) {}

  heap::Value read(heap::Cell cell, ReadAs as);
  heap::Value read(heap::Value address, ReadAs as);
  // The pointers there, as `last` has them if that still holds.
  heap::Value readAgain(heap::Value address, InputLook &last);

  // Beside what is known to be in the block, what lay at the place on entry may be there.
  void nameEntry(heap::Cell cell);

  // Writes to the cells that `address` points to: replaces what a single known cell holds, adds to others.
  void write(heap::Value address, heap::Value value);
  void writeCell(heap::Cell cell, heap::Value value, bool isReplacing);
  // The cell holds this, as a condition or a first look tells. Forgotten if too many cells of the object are known.
  void know(heap::Cell cell, heap::Value value);
  // It may hold this, too.
  void add(heap::Cell cell, heap::Value value);
  // Forgets what the variable holds.
  void endVariable(heap::LocId var);

  // The objects that `value` points to and all that hangs on them can be reached by others now.
  void escape(heap::Value value);
  // All that hangs on the objects that `value` points to, but not they themselves.
  void escapeParts(heap::Value value);
  // Others can write there: what the cells hold is not known any more.
  void forget(heap::Value address);
  heap::Value limited(heap::Value value);
  void forgetGlobals(program::ProgFuncId callee); // those that it may write; none: all

  // Every cell that holds this number holds one of these. False if one cannot.
  bool refineCopies(uint32_t symbol, const heap::Numbers &numbers);
  // A number that the call at this statement returns, and that has no identity yet, gets one; what it returned before
  // loses it.
  heap::Value asResult(heap::Value value);

  // The condition has this outcome. False if it was decided otherwise before.
  bool decide(const Condition &condition, bool isTrue);

  // What `value` points to is released. What only it held is lost.
  void release(heap::Value value, Release how);

  // A new object of the site. An earlier one of the same site that is still around becomes one of the older.
  heap::LocId allocate(uint32_t node, bool isMany, bool mayBeNull, const SiteInfo &info);
  bool mayBeNull(heap::LocId loc) const;
  bool mayBeNull(heap::Value value) const;
  void setNonNull(heap::LocId loc);
  // There is no such object: whoever holds its address holds null.
  void setNull(heap::LocId loc);

  bool isReplaceable(heap::Cell cell) const; // a write there replaces what was there

  // Objects to be released that nobody holds any more, and that nobody else holds but them: with their parts they leave
  // the state. `collectLosses` remembers as lost at this statement those that hung on something that is gone.
  void collectLosses();
  void dropUnheld();
  // The value is gone: overwritten, at the end of its scope, in a block that is freed, or never kept by anybody.
  void noteGone(heap::Value value);

  Context &context;
  State &state;
  const ir::StmtId at;

  uint64_t changedBits = ~uint64_t(0); // of what is written (conditions.h)
  bool isDead = false;                 // memory behind a null pointer was accessed: nobody gets further
  bool mayHaveLost = false;            // something that pointed to an allocated object does not any more
  // What is overwritten or freed is known to be: not so what a callee does far from its arguments, where two names may
  // be one place and one name many.
  bool isNear = true;

private:
  bool isGone(heap::LocId loc) const;
  bool hasRoomFor(heap::Cell cell) const;
  void noteMisuse(report::Kind kind, heap::LocId loc, const Release &how);
  void releaseObject(heap::Target target, bool isOnly, const Release &how);
  bool isAsBefore(heap::Cell cell, const InputLook::Cell &last);
  heap::Value entryValue(heap::Cell cell, ReadAs as);
  heap::Value globalValue(heap::Cell cell, ReadAs as);
  heap::Value unknownValue(ReadAs as);
  void noteHold(heap::Value value);
  void forgetConditions(heap::LocId written);
  void age(heap::LocId site);
  void replaceTarget(heap::LocId from, heap::LocId to);
  MarkedLocations heldObjects() const;
  std::vector<heap::LocId> takeUnheld(); // those that hung on `gone`, and on nothing else that is lost

  llvm::SmallVector<heap::Value, 4> gone;
};

} // namespace custody::engines::summary
