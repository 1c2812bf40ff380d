// Guarded values: what a cell holds, under which conditions (saturn-leaks-2005, sections 2 and 3).
//
//     if (c) p = &x; else p = malloc(4);      p: {(c, x), (not c and ok, site)}, else the number 0
//
// A value is a set of addresses, each with the condition under which it is the one (the paper's guarded location set),
// and a number for when none is. Null is the number 0; an integer is a number without addresses. Addresses carry no
// type: an object is one whatever type it is seen as, so casts change nothing (the paper's polymorphic locations, for
// which it needs AddrOf).
//
// A *weak* value is what one of several cells holds, nobody knows which: an element of an array. Its conditions do not
// exclude each other; they say what may be meant, and what is held by the cells together. Whether it is null is an
// unknown of its own, or known: `isThere`.
//
// The address of an element at an index that is not a constant remembers the index, so that who asks for the same
// element again gets the same answer (Memory::read).
#pragma once

#include "engines/path/paths.h"
#include "heap/location.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <deque>

namespace custody::engines::path {

struct Pointee {
  heap::Cell cell;
  Guard when;
  friend auto operator<=>(const Pointee &, const Pointee &) = default;
};

struct Value {
  uint32_t id = 0;
  friend bool operator==(Value, Value) = default;
};

struct ValueData {
  llvm::SmallVector<Pointee, 2> targets; // by cell, none never
  Word number;
  bool isWeak = false;
  std::optional<Guard> isThere = {}; // of a weak one: it is not null
  Word index = {};                   // of the element that it points to; 0: nobody knows
  bool hasIndex() const { return index != Word(); }
  friend bool operator==(const ValueData &, const ValueData &) = default;
};

// More targets than this are somewhere.
inline constexpr unsigned MaxTargets = 16;

// The words that a choice between words chooses from, and when. None if there are too many.
struct Choice {
  Word word;
  Guard when;
};
std::vector<Choice> choicesOf(Terms &terms, Word word);

// The values of one function, each once.
class Values {
public:
  explicit Values(Terms &terms);

  const ValueData &operator[](Value value) const { return table[value.id]; }
  Value make(ValueData data);
  Value number(Word word) { return make({{}, word, false}); }
  Value null() const { return {0}; }
  Value address(heap::Cell cell) { return make({{{cell, terms.always()}}, zero, false}); }
  // That address or null.
  Value address(heap::Cell cell, Guard when) { return make({{{cell, when}}, zero, false}); }

  Guard isNonNull(Value value);
  std::optional<Guard> askedNonNull(Value value) const; // of a weak one, if anybody asked
  Guard isAddress(Value value);                         // one of the targets
  Guard pointsInto(Value value, heap::LocId loc);
  // The number as a word of that width. Where the value is an address, anything.
  Word word(Value value, unsigned width);
  Word resize(Word word, unsigned width);

  Value ite(Guard condition, Value a, Value b);
  // One of them, nobody knows which when.
  Value weakUnion(llvm::ArrayRef<Value> values);
  Value weakened(Value value);
  Value withIndex(Value address, Word index);
  Value guarded(Guard when, Value value); // else undefined
  template <class Image>
  Value map(Value value, Image image) {
    ValueData data = table[value.id];
    for (Pointee &pointee : data.targets)
      pointee.cell = image(pointee.cell);
    return make(std::move(data));
  }

  // The result of an operation that is not modelled. Equal operands give equal results.
  Word opaque(unsigned operation, Value a, Value b, unsigned width);
  Word undefined(unsigned width);

  Terms &terms;

private:
  void normalize(ValueData &data);

  Word zero;
  std::deque<ValueData> table;
  llvm::DenseMap<uint64_t, llvm::SmallVector<uint32_t, 1>> ids; // by hash
  llvm::DenseMap<uint32_t, Guard> weakNonNull;
  llvm::DenseMap<std::pair<uint64_t, uint64_t>, Word> opaques;
  llvm::DenseMap<unsigned, Word> undefineds;
};

} // namespace custody::engines::path
