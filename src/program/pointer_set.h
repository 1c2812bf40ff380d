// Sets of locations, as points-to analysis makes them: hundreds of thousands, most with a few members that lie close
// together, joined and compared all the time.
//
// A set is a sorted array of words of 64 bits, those without a bit left out: a union is one pass over two arrays, and
// nothing is allocated but the array. Sets of all locations of one kind (`LocationBits`) have every word, so that
// what a small set has in common with them costs as much as the small set.
#pragma once

#include "support/mixed.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include <cstdint>
#include <iterator>
#include <vector>

namespace custody::program {

using LocationId = uint32_t;

class LocationBits {
public:
  void set(LocationId id) {
    if (id / 64 >= words.size())
      words.resize(id / 64 + 1);
    words[id / 64] |= uint64_t(1) << id % 64;
  }
  uint64_t word(uint32_t index) const { return index < words.size() ? words[index] : 0; }

private:
  std::vector<uint64_t> words;
};

class PointerSet {
  struct Word {
    uint32_t index; // of the location's 64
    uint64_t bits;  // never 0
    bool operator==(const Word &) const = default;
  };

public:
  bool empty() const { return words.empty(); }
  size_t count() const {
    size_t result = 0;
    for (const Word &word : words)
      result += llvm::popcount(word.bits);
    return result;
  }
  bool test(LocationId id) const {
    const Word *at = find(id / 64);
    return at != words.end() && at->index == id / 64 && (at->bits >> id % 64 & 1);
  }
  // False if it was there.
  bool test_and_set(LocationId id) {
    const uint64_t bit = uint64_t(1) << id % 64;
    Word *at = words.begin() + (find(id / 64) - words.begin());
    if (at == words.end() || at->index != id / 64) {
      words.insert(at, Word{id / 64, bit});
      return true;
    }
    const bool isNew = !(at->bits & bit);
    at->bits |= bit;
    return isNew;
  }
  void set(LocationId id) { test_and_set(id); }

  // True if it grew.
  bool operator|=(const PointerSet &other) {
    size_t missing = 0; // words of the other that are not here
    bool grows = false;
    auto at = words.begin();
    for (const Word &word : other.words) {
      while (at != words.end() && at->index < word.index)
        ++at;
      if (at == words.end() || at->index != word.index) {
        ++missing;
        continue;
      }
      grows |= (word.bits & ~at->bits) != 0;
      at->bits |= word.bits;
    }
    if (missing == 0)
      return grows;
    // From the back, so that each word moves once.
    size_t from = words.size(), to = from + missing;
    words.resize_for_overwrite(to);
    for (const Word &word : llvm::reverse(other.words)) {
      while (from > 0 && words[from - 1].index > word.index)
        words[--to] = words[--from];
      if (from == 0 || words[from - 1].index != word.index)
        words[--to] = word;
    }
    return true;
  }
  void operator&=(const PointerSet &other) {
    auto in = other.words.begin();
    filter([&](Word word) {
      while (in != other.words.end() && in->index < word.index)
        ++in;
      return in != other.words.end() && in->index == word.index ? word.bits & in->bits : 0;
    });
  }
  bool intersects(const LocationBits &others) const {
    return llvm::any_of(words, [&](const Word &word) { return (word.bits & others.word(word.index)) != 0; });
  }
  void intersectWith(const LocationBits &others) {
    filter([&](Word word) { return word.bits & others.word(word.index); });
  }
  void remove(const LocationBits &others) {
    filter([&](Word word) { return word.bits & ~others.word(word.index); });
  }
  PointerSet without(const PointerSet &others) const {
    PointerSet result;
    auto out = others.words.begin();
    for (const Word &word : words) {
      while (out != others.words.end() && out->index < word.index)
        ++out;
      const bool isThere = out != others.words.end() && out->index == word.index;
      if (const uint64_t bits = isThere ? word.bits & ~out->bits : word.bits)
        result.words.push_back({word.index, bits});
    }
    return result;
  }
  bool operator==(const PointerSet &other) const { return words == other.words; }
  uint64_t hash() const { // below the marks of a hash table
    uint64_t result = 0;
    for (const Word &word : words)
      result = support::mixed(support::mixed(result, word.index), word.bits);
    return result >> 2;
  }

  // The members, ascending.
  class Iterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = LocationId;
    using difference_type = std::ptrdiff_t;
    using pointer = const LocationId *;
    using reference = LocationId;

    Iterator(const Word *word, const Word *end) : word(word), end(end), bits(word == end ? 0 : word->bits) {}
    LocationId operator*() const { return word->index * 64 + llvm::countr_zero(bits); }
    Iterator &operator++() {
      bits &= bits - 1;
      if (bits == 0 && ++word != end)
        bits = word->bits;
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const Iterator &other) const { return word == other.word && bits == other.bits; }

  private:
    const Word *word, *end;
    uint64_t bits; // of the word, from the member on
  };
  Iterator begin() const { return {words.begin(), words.end()}; }
  Iterator end() const { return {words.end(), words.end()}; }

private:
  const Word *find(uint32_t index) const {
    return llvm::partition_point(words, [&](const Word &word) { return word.index < index; });
  }
  template <class Keep>
  void filter(Keep keep) {
    auto end = words.begin();
    for (const Word &word : words)
      if (const uint64_t bits = keep(word))
        *end++ = {word.index, bits};
    words.truncate(end - words.begin());
  }

  llvm::SmallVector<Word, 1> words; // by index
};

} // namespace custody::program
