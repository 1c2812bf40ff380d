// What became of each object, in one state: a byte a location.
//
// Statuses are asked for at nearly every step (may it be null? is it to be released?), so they are an array by
// location: a question is a load, a copy a memcpy, a comparison a memcmp. A function has a few hundred locations.
#pragma once

#include "heap/location.h"
#include "support/mixed.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cstring>
#include <iterator>
#include <vector>

namespace custody::engines::summary {

enum Status : uint8_t {
  Allocated = 1, // by this function or for it, and to be released
  Freed = 2,
  Escaped = 4,   // somebody else can reach it
  MayBeNull = 8, // of a site: whoever holds its address may hold null instead; the allocation then failed
  IsMark = 8,    // of an input: the pointer to it was a number, as (void *)-1 is: there is no such object
  NonNull = 16,  // of an input: the pointer to it was not null
  Unsure = 64,   // beside Freed: on some paths only
  IsNull = 32,   // of an input: the pointer to it was null, there is no such object
  Blurred = 128, // beside Escaped: what it holds, but for the cells that are told, is not followed any more
};

// By location. A byte each: they are set more often than they are copied.
using MarkedLocations = llvm::SmallVector<uint8_t, 512>;

struct StatusEntry {
  heap::LocId loc;
  uint8_t bits = 0;
};

class Statuses {
public:
  static constexpr uint64_t OneEach = 0x0101010101010101u; // one in each of eight bytes

  uint8_t operator[](heap::LocId loc) const { return loc.index < bytes.size() ? bytes[loc.index] : 0; }
  void set(heap::LocId loc, uint8_t bits) {
    if (loc.index >= bytes.size()) {
      if (bits == 0)
        return;
      bytes.resize(loc.index + 1);
    }
    bytes[loc.index] = bits;
    while (!bytes.empty() && bytes.back() == 0) // equal statuses have equal arrays
      bytes.pop_back();
  }
  bool hasAny(uint8_t mask) const {
    uint64_t any = 0;
    for (uint32_t first = 0; first < bytes.size() && any == 0; first += 8)
      any = eightFrom(bytes, first) & (mask * OneEach);
    return any != 0;
  }
  // Those that have one of these bits, in order.
  template <class Visit>
  void forEach(uint8_t mask, Visit visit) const {
    forEachOfEights(mask, [](uint32_t) { return ~uint64_t(0); }, visit);
  }
  // The same, of the locations that have a byte of ones (LocTable::sites).
  template <class Visit>
  void forEach(uint8_t mask, llvm::ArrayRef<uint8_t> among, Visit visit) const {
    forEachOfEights(mask, [&](uint32_t first) { return eightFrom(among, first); }, visit);
  }
  // The same, eight locations at once: the first of them, and these bits of all.
  template <class Visit>
  void forEachEight(uint8_t mask, llvm::ArrayRef<uint8_t> among, Visit visit) const {
    forEachEightBy(mask, [&](uint32_t first) { return eightFrom(among, first); }, visit);
  }
  // The bytes of eight locations; beyond the end there are zeros.
  static uint64_t eightFrom(llvm::ArrayRef<uint8_t> bytes, uint32_t first) {
    uint64_t eight = 0;
    if (first + 8 <= bytes.size())
      std::memcpy(&eight, bytes.data() + first, 8);
    else if (first < bytes.size())
      std::memcpy(&eight, bytes.data() + first, bytes.size() - first);
    return eight;
  }
  bool operator==(const Statuses &) const = default;
  // Of these bits of all locations.
  uint64_t hashOf(uint8_t mask) const {
    uint64_t key = 0;
    const uint64_t masks = mask * OneEach;
    auto add = [&](uint32_t index, uint64_t eight) {
      if ((eight & masks) == 0)
        return;
      key = support::mixed(support::mixed(key, index), eight & masks); // one by one: both have bits in the same places
    };
    uint64_t eight;
    uint32_t index = 0;
    for (; index + 8 <= bytes.size(); index += 8) {
      std::memcpy(&eight, bytes.data() + index, 8);
      add(index, eight);
    }
    eight = 0;
    if (index < bytes.size())
      std::memcpy(&eight, bytes.data() + index, bytes.size() - index);
    add(index, eight);
    return key;
  }
  // Where this and the other differ, in reverse order.
  template <class Visit>
  void forEachDifference(const Statuses &other, Visit visit) const {
    for (uint32_t end = (std::max(bytes.size(), other.bytes.size()) + 7) / 8 * 8; end > 0; end -= 8) {
      const uint32_t first = end - 8;
      uint64_t differing = eightFrom(bytes, first) ^ eightFrom(other.bytes, first);
      while (differing != 0) { // most are alike
        const uint32_t place = 7 - llvm::countl_zero(differing) / 8;
        visit(heap::LocId(first + place));
        differing &= ~(uint64_t(0xff) << (8 * place));
      }
    }
  }

  // The locations that have one, in order.
  class Iterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = StatusEntry;
    using difference_type = std::ptrdiff_t;
    using pointer = const StatusEntry *;
    using reference = StatusEntry;

    Iterator(const std::vector<uint8_t> &bytes, uint32_t index) : bytes(&bytes), index(index) { skip(); }
    StatusEntry operator*() const { return {heap::LocId(index), (*bytes)[index]}; }
    Iterator &operator++() {
      ++index;
      skip();
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const Iterator &other) const { return index == other.index; }

  private:
    void skip() {
      const uint32_t size = bytes->size();
      for (uint64_t eight; index + 8 <= size; index += 8) {
        std::memcpy(&eight, bytes->data() + index, 8);
        if (eight != 0)
          break;
      }
      while (index < size && (*bytes)[index] == 0)
        ++index;
    }

    const std::vector<uint8_t> *bytes;
    uint32_t index;
  };
  Iterator begin() const { return {bytes, 0}; }
  Iterator end() const { return {bytes, uint32_t(bytes.size())}; }

private:
  // Most have none of the bits.
  template <class AmongAt, class Visit>
  void forEachEightBy(uint8_t mask, AmongAt amongAt, Visit visit) const {
    for (uint32_t first = 0; first < bytes.size(); first += 8) {
      uint64_t eight = eightFrom(bytes, first) & (mask * OneEach);
      if (eight != 0 && (eight &= amongAt(first)) != 0)
        visit(first, eight);
    }
  }
  template <class AmongAt, class Visit>
  void forEachOfEights(uint8_t mask, AmongAt amongAt, Visit visit) const {
    forEachEightBy(mask, amongAt, [&](uint32_t first, uint64_t eight) {
      for (; eight != 0;) {
        const uint32_t place = llvm::countr_zero(eight) / 8;
        visit(StatusEntry{heap::LocId(first + place), bytes[first + place]});
        eight &= ~(uint64_t(0xff) << (8 * place));
      }
    });
  }

  std::vector<uint8_t> bytes; // by location; the last is not 0
};

} // namespace custody::engines::summary
