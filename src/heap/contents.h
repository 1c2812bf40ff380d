// What an object holds, as far as it is known, as one small number.
//
// Problem: a large function has states of a thousand cells, of which a statement changes one or two. Copying, comparing
// and joining all of them at every branch is most of what such a function costs.
//
// Idea: the cells of one object are a list that never changes. Lists are interned: a state has an id for each object,
// equal ids are equal contents, and a write makes a new list of the one object that is written. What is asked of all
// cells again and again (does any point to a new object?) is answered once a list.
//
// Cost: a write copies the list of one object, and lists are kept as long as the function is looked at. Whoever writes
// sees to it that no object has very many cells.
#pragma once

#include "heap/interned.h"
#include "heap/value.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Allocator.h"
#include <array>

namespace custody::heap {

// The number of a list, with what is asked of all objects of a state in its lowest bits, so that nobody has to look.
using ContentsId = uint32_t;
enum ContentsTrait : uint32_t {
  HasSites = 1,   // some cell points to a new object
  IsVague = 2,    // some cell may hold one of several things
  HasSymbols = 4, // some cell holds a number that has an identity
};

// A cell of an object, seen from the object.
struct FieldValue {
  Offset offset;
  Value value;
  bool operator==(const FieldValue &) const = default;
};

// Hashed as bytes: there are no others in it than those of the numbers.
static_assert(std::has_unique_object_representations_v<FieldValue>);

// The first field that is not before the offset.
inline size_t lowerBound(llvm::ArrayRef<FieldValue> fields, Offset offset) {
  constexpr size_t Few = 8;
  if (fields.size() > Few)
    return llvm::partition_point(fields, [&](const FieldValue &field) { return field.offset < offset; }) -
           fields.begin();
  size_t at = 0;
  while (at < fields.size() && fields[at].offset < offset)
    ++at;
  return at;
}

// What may be known about a place in an object: what lies anywhere in it, at this very place, at elements of arrays.
struct PlaceEntries {
  const Value *anywhere = nullptr;
  const Value *there = nullptr;
  llvm::ArrayRef<FieldValue> elements;
};

// At an exact offset.
inline PlaceEntries entriesAt(llvm::ArrayRef<FieldValue> fields, Offset offset) {
  PlaceEntries found;
  if (fields.empty())
    return found;
  if (fields[0].offset.isUnknown()) // the least of all offsets
    found.anywhere = &fields[0].value;
  const size_t at = lowerBound(fields, offset);
  if (at < fields.size() && fields[at].offset == offset)
    found.there = &fields[at].value;
  if (fields.back().offset.isAny())
    found.elements = fields.drop_front(lowerBound(fields, Offset::firstElement()));
  return found;
}

class ContentsTable {
public:
  static constexpr ContentsId Nothing = 0; // no cell is known

  explicit ContentsTable(const ValueTable &values) : values(values) { intern({}); }

  // In the order of offsets; stays where it is.
  llvm::ArrayRef<FieldValue> operator[](ContentsId id) const { return lists[id >> TraitBits].fields; }
  // May some cell point to one of these objects? No is certain. Each has a bit, which others may share.
  bool mayPointTo(ContentsId id, uint64_t bits) const { return lists[id >> TraitBits].targets & bits; }
  static uint64_t bitOf(LocId loc) { return uint64_t(1) << (loc.index % 64); }

  // The new objects that its cells may point to, in order.
  llvm::ArrayRef<LocId> sites(ContentsId id) const { return lists[id >> TraitBits].sites; }

  const Value *find(ContentsId id, Offset offset) const {
    const llvm::ArrayRef<FieldValue> fields = (*this)[id];
    const size_t at = lowerBound(fields, offset);
    return at < fields.size() && fields[at].offset == offset ? &fields[at].value : nullptr;
  }
  ContentsId with(ContentsId id, Offset offset, Value value);
  ContentsId without(ContentsId id, Offset offset);
  ContentsId intern(llvm::ArrayRef<FieldValue> fields); // in order

private:
  static constexpr unsigned TraitBits = 3;
  struct List {
    llvm::ArrayRef<FieldValue> fields;
    llvm::ArrayRef<LocId> sites;
    uint64_t targets = 0; // their bits
    uint32_t traits = 0;
  };
  // A write that was made lately, and what came of it: the states of a function make the same ones.
  struct RecentWrite {
    ContentsId before = Nothing;
    Offset offset;
    Value value;
    ContentsId after = Nothing; // nothing: no write
  };
  RecentWrite &recentWrite(ContentsId id, Offset offset, Value value);
  List describe(llvm::ArrayRef<FieldValue> fields);

  const ValueTable &values;
  std::vector<List> lists; // by id
  InternedIds ids;
  llvm::BumpPtrAllocator storage;
  std::array<RecentWrite, 256> recentWrites;
};

} // namespace custody::heap
