// Abstract values: the numbers and the addresses that a cell may hold.
//
// A value is two small ids. The sets behind them are interned in the ValueTable of the function that is looked at, so
// that copying a memory of a thousand cells is a memcpy and comparing it a memcmp.
#pragma once

#include "heap/interned.h"
#include "heap/location.h"
#include "heap/numbers.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include <array>
#include <map>

namespace custody::heap {

// An address: somewhere in an object.
using Target = Cell;

struct Value {
  uint32_t targets = 0; // the empty set
  uint32_t numbers = 0; // no number
  uint32_t symbol = 0;  // a number, whatever it is, that a cell held on entry or a call returned: equal symbols are
                        // equal numbers; 0: none

  bool isBottom() const { return targets == 0 && numbers == 0; }
  bool operator==(const Value &) const = default;
};

// Answers that were given lately, by question, in front of the table of all of them: the same few questions are asked
// again and again, and this one fits into the processor's cache.
class Recent {
public:
  const uint32_t *find(uint64_t question) const {
    const Slot &slot = slots[indexOf(question)];
    return slot.question == question ? &slot.answer : nullptr;
  }
  uint32_t keep(uint64_t question, uint32_t answer) {
    slots[indexOf(question)] = {question, answer};
    return answer;
  }

private:
  static constexpr unsigned Bits = 10;
  struct Slot {
    uint64_t question = ~uint64_t(0); // nobody asks that
    uint32_t answer = 0;
  };
  static size_t indexOf(uint64_t question) { return question * 0x9E3779B97F4A7C15 >> (64 - Bits); }
  std::array<Slot, 1 << Bits> slots;
};

class ValueTable {
public:
  explicit ValueTable(const LocTable &locs);

  llvm::ArrayRef<Target> targets(Value value) const { return targetSets[value.targets]; }
  bool isSite(LocId loc) const { return locs.kindOf(loc) == LocKind::Site; }
  bool hasSites(Value value) const { return traits[value.targets] & HasSites; } // among the targets
  bool isWide(Value value) const { return traits[value.targets] & IsWide; }     // more than MaxTargets
  // May be one of several things, or anything: nobody follows it in memory that others can reach.
  bool isVague(Value value) const { return traits[value.targets] & IsVague; }
  const Numbers &numbers(Value value) const { return *numberSets[value.numbers]; }

  Value make(llvm::ArrayRef<Target> targets, const Numbers &numbers);
  Value number(const Numbers &numbers) { return {0, intern(numbers), 0}; }
  Value null() const { return {0, Zero, 0}; }
  Value anything() const { return {0, All, 0}; } // no address that we know of
  Value foreignOrNull() const { return {Elsewhere, Zero, 0}; }
  // The number in the cell on entry.
  Value entryNumber(Cell cell) { return {0, All, symbolOf(cell)}; }
  uint32_t symbolOf(Cell cell);
  // The number that the statement returned the last time it ran.
  uint32_t symbolOf(ir::StmtId call) { return symbolOf(Cell{LocId(), Offset::at(call.index)}); }
  // No location: not a number of the entry.
  Cell cellOf(uint32_t symbol) const { return symbolCells[symbol - 1]; }
  Value address(Target target) { return {intern(target), None, 0}; }

  Value join(Value a, Value b) {
    if (a == b || b.isBottom())
      return a;
    return a.isBottom() ? b : joinBoth(a, b);
  }
  Value widen(Value before, Value now);
  Value withNumbers(Value value, const Numbers &numbers) { return {value.targets, intern(numbers), value.symbol}; }
  // The targets for which `keep` holds.
  template <class Keep>
  Value filter(Value value, Keep keep) {
    llvm::SmallVector<Target, 8> kept;
    for (Target target : targets(value))
      if (keep(target))
        kept.push_back(target);
    return kept.size() == targets(value).size() ? value : Value{intern(kept), value.numbers, value.symbol};
  }
  // Every target by its image. Images may coincide.
  template <class Image>
  Value map(Value value, Image image) {
    llvm::SmallVector<Target, 8> images;
    for (Target target : targets(value))
      images.push_back(image(target));
    return {intern(images), value.numbers, value.symbol};
  }
  // With another location in place of `from`, if it points there at all.
  Value renamed(Value value, LocId from, LocId to) {
    if (llvm::none_of(targets(value), [&](Target target) { return target.loc == from; }))
      return value;
    return map(value, [&](Target target) { return target.loc == from ? Target{to, target.offset} : target; });
  }
  // Every target so far away.
  Value moved(Value address, Offset by);

private:
  static constexpr uint32_t None = 0, All = 1, Zero = 2; // numbers that are asked for most
  static constexpr uint32_t Elsewhere = 1;               // the set of what is foreign
  enum Trait : uint8_t { HasSites = 1, IsWide = 2, IsVague = 4 };

  uint32_t intern(Target target);
  uint32_t intern(llvm::ArrayRef<Target> targets);
  uint32_t internSorted(llvm::ArrayRef<Target> targets);
  uint32_t intern(const Numbers &numbers);
  Value joinBoth(Value a, Value b);
  uint32_t joinTargets(uint32_t a, uint32_t b);
  uint32_t joinNumbers(uint32_t a, uint32_t b);

  void collapseInputs(llvm::SmallVectorImpl<Target> &targets) const;

  const LocTable &locs;
  llvm::BumpPtrAllocator storage;                 // of all sets: they stay where they are
  std::vector<llvm::ArrayRef<Target>> targetSets; // sorted
  std::vector<uint8_t> traits;                    // by target set
  std::vector<const Numbers *> numberSets;
  InternedIds targetIds, numberIds;
  llvm::DenseMap<uint64_t, uint32_t> singles; // the sets of one target
  // What was computed before.
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> targetJoins, numberJoins, moves;
  Recent recentSingles, recentJoins, recentNumberJoins, recentMoves;
  std::vector<Cell> symbolCells;
  std::map<Cell, uint32_t> symbols;
};

// A pointer that points to so many places of one object points to any of its elements.
inline constexpr unsigned MaxOffsets = 6;
// A pointer that may point to so much of the caller's memory points to anything of it.
inline constexpr unsigned MaxTargets = 12;
// A pointer to more than so many objects is not followed where others can reach it.
inline constexpr unsigned MaxFollowed = 4;

} // namespace custody::heap
