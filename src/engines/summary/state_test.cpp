#include "engines/summary/object_joins.h"
#include "engines/summary/state.h"
#include "gtest/gtest.h"
#include <set>

namespace custody::engines::summary {

using heap::Cell;
using heap::ContentsId;
using heap::FieldValue;
using heap::LocId;
using heap::Offset;
using heap::Value;

namespace {

TEST(Statuses, TellsOnlyThoseThatHaveOne) {
  Statuses statuses;
  for (uint32_t loc : {3u, 20u, 21u, 400u})
    statuses.set(LocId(loc), uint8_t(loc));
  std::vector<uint32_t> found;
  for (const StatusEntry &entry : statuses) {
    EXPECT_EQ(entry.bits, uint8_t(entry.loc.index));
    found.push_back(entry.loc.index);
  }
  EXPECT_EQ(found, (std::vector<uint32_t>{3, 20, 21, 400}));
  EXPECT_EQ(statuses[LocId(4)], 0);
  EXPECT_EQ(statuses[LocId(5000)], 0);
}

TEST(Statuses, AreEqualWhateverWasThereBefore) {
  Statuses a, b;
  a.set(LocId(2), Freed);
  b.set(LocId(2), Freed);
  b.set(LocId(90), Allocated);
  EXPECT_NE(a, b);
  b.set(LocId(90), 0);
  EXPECT_EQ(a, b);
  a.set(LocId(2), 0);
  EXPECT_EQ(a, Statuses());
}

TEST(Statuses, HashOnlyTheBitsThatAreAskedFor) {
  Statuses a, b;
  a.set(LocId(3), Allocated);
  b.set(LocId(3), Allocated);
  b.set(LocId(41), Escaped);
  EXPECT_EQ(a.hashOf(Allocated | Freed), b.hashOf(Allocated | Freed));
  EXPECT_NE(a.hashOf(Allocated | Escaped), b.hashOf(Allocated | Escaped));
  b.set(LocId(3), 0);
  b.set(LocId(4), Allocated); // another object
  EXPECT_NE(a.hashOf(Allocated), b.hashOf(Allocated));
}

TEST(Statuses, HaveDifferentHashesForDifferentObjects) {
  std::set<uint64_t> hashes;
  for (uint32_t first = 1; first < 600; ++first) {
    Statuses one;
    one.set(LocId(first), Allocated);
    hashes.insert(one.hashOf(Allocated));
    one.set(LocId(first + 1), Allocated); // two beside each other, and one that is far away
    hashes.insert(one.hashOf(Allocated));
  }
  EXPECT_EQ(hashes.size(), 2 * 599u);
}

TEST(Statuses, TellWhereTheyDiffer) {
  Statuses a, b;
  for (uint32_t loc : {1u, 9u, 30u})
    a.set(LocId(loc), Freed);
  for (uint32_t loc : {1u, 10u, 30u, 77u})
    b.set(LocId(loc), Freed);
  std::vector<uint32_t> found;
  a.forEachDifference(b, [&](LocId loc) { found.push_back(loc.index); });
  EXPECT_EQ(found, (std::vector<uint32_t>{77, 10, 9}));
}

// Many differences in one word, and lengths that differ by more than one.
TEST(Statuses, TellEveryDifferenceOnce) {
  Statuses a, b;
  std::vector<uint32_t> expected;
  for (uint32_t loc = 1; loc < 60; ++loc) {
    a.set(LocId(loc), loc % 3 == 0 ? 0 : Freed | (loc % 5 ? 0 : Escaped));
    b.set(LocId(loc), loc > 40 ? 0 : Freed);
    if (a[LocId(loc)] != b[LocId(loc)])
      expected.insert(expected.begin(), loc);
  }
  std::vector<uint32_t> found;
  a.forEachDifference(b, [&](LocId loc) { found.push_back(loc.index); });
  EXPECT_EQ(found, expected);
  found.clear();
  b.forEachDifference(a, [&](LocId loc) { found.push_back(loc.index); });
  EXPECT_EQ(found, expected);
}

// Who joins changes the one side on the way.
TEST(Statuses, MayChangeWhereTheyDiffer) {
  Statuses a, b;
  for (uint32_t loc : {2u, 3u, 11u, 40u})
    a.set(LocId(loc), Allocated);
  b.set(LocId(3), Freed);
  a.forEachDifference(b, [&](LocId loc) { a.set(loc, b[loc]); });
  EXPECT_EQ(a, b);
}

TEST(Statuses, KnowWhetherAnyHasABit) {
  Statuses statuses;
  EXPECT_FALSE(statuses.hasAny(Allocated));
  statuses.set(LocId(3), Freed | Escaped);
  statuses.set(LocId(90), Allocated);
  EXPECT_TRUE(statuses.hasAny(Allocated));
  EXPECT_TRUE(statuses.hasAny(Escaped | NonNull));
  EXPECT_FALSE(statuses.hasAny(NonNull));
}

TEST(RecentObjectJoins, AnswerOnlyTheSameQuestion) {
  RecentObjectJoins recent;
  const ObjectJoin question{LocId(7), 16, 24, 1, 99};
  EXPECT_FALSE(recent.find(question));
  recent.keep(question, {32, true});
  ASSERT_TRUE(recent.find(question));
  EXPECT_EQ(recent.find(question)->both, 32u);
  EXPECT_TRUE(recent.find(question)->isWide);
  for (ObjectJoin other : {ObjectJoin{LocId(8), 16, 24, 1, 99}, ObjectJoin{LocId(7), 24, 16, 1, 99},
                           ObjectJoin{LocId(7), 16, 24, 2, 99}, ObjectJoin{LocId(7), 16, 24, 1, 98}})
    EXPECT_FALSE(recent.find(other));
}

struct StateTest : ::testing::Test {
  heap::LocTable locs{5};
  heap::ValueTable values{locs};
  heap::ContentsTable contents{values};
  State state{contents};

  Value number(int64_t n) { return values.number(heap::Numbers::exactly(n)); }
};

TEST_F(StateTest, KeepsCellsInOrder) {
  for (uint32_t i = 0; i < 40; ++i) // every cell once, in no order
    state.set({LocId(i * 7 % 40 / 4), Offset::at(int64_t(i * 7 % 4) * 8 - 8)}, number(i));
  const std::vector<CellEntry> cells = state.cells();
  EXPECT_EQ(state.numCells(), 40u);
  ASSERT_EQ(cells.size(), 40u);
  EXPECT_TRUE(std::is_sorted(cells.begin(), cells.end(),
                             [](const CellEntry &a, const CellEntry &b) { return a.cell < b.cell; }));
  for (const CellEntry &entry : cells)
    EXPECT_EQ(*state.find(entry.cell), entry.value);
  EXPECT_EQ(state.find({LocId(3), Offset::at(4)}), nullptr);
  EXPECT_EQ(state.cellsOf(LocId(5)).size(), 4u);
  state.eraseCellsOf(LocId(5));
  EXPECT_TRUE(state.cellsOf(LocId(5)).empty());
  EXPECT_EQ(state.numCells(), 36u);
}

TEST_F(StateTest, FindsAllThatIsKnownAboutAPlace) {
  const Cell place{LocId(1), Offset::at(8)};
  state.set({LocId(0), Offset::at(8)}, number(9));
  state.set({LocId(2), Offset::unknown()}, number(9));
  EXPECT_EQ(heap::entriesAt(state.cellsOf(place.loc), place.offset).anywhere, nullptr);
  EXPECT_EQ(heap::entriesAt(state.cellsOf(place.loc), place.offset).there, nullptr);
  EXPECT_TRUE(heap::entriesAt(state.cellsOf(place.loc), place.offset).elements.empty());
  state.set({LocId(1), Offset::unknown()}, number(1));
  state.set({LocId(1), Offset::at(0)}, number(2));
  state.set(place, number(3));
  state.set({LocId(1), Offset::at(16)}, number(4));
  state.set({LocId(1), Offset::at(0).anyElement()}, number(5));
  state.set({LocId(1), Offset::at(8).anyElement()}, number(6));
  const heap::PlaceEntries entries = heap::entriesAt(state.cellsOf(place.loc), place.offset);
  EXPECT_EQ(*entries.anywhere, number(1));
  EXPECT_EQ(*entries.there, number(3));
  ASSERT_EQ(entries.elements.size(), 2u);
  EXPECT_EQ(entries.elements[0].value, number(5));
  const heap::PlaceEntries missing = heap::entriesAt(state.cellsOf(LocId(1)), Offset::at(12));
  EXPECT_EQ(missing.there, nullptr);
  EXPECT_EQ(missing.elements.size(), 2u);
}

// An object with more cells than are looked at one by one.
TEST_F(StateTest, FindsPlacesInLargeObjects) {
  state.set({LocId(1), Offset::unknown()}, number(1));
  for (uint32_t i = 0; i < 100; ++i)
    state.set({LocId(1), Offset::at(int64_t(i) * 8)}, number(i + 10));
  state.set({LocId(1), Offset::at(0).anyElement()}, number(2));
  state.set({LocId(2), Offset::at(0)}, number(9));
  for (uint32_t i = 0; i < 100; ++i) {
    const heap::PlaceEntries entries = heap::entriesAt(state.cellsOf(LocId(1)), Offset::at(int64_t(i) * 8));
    EXPECT_EQ(*entries.anywhere, number(1));
    ASSERT_NE(entries.there, nullptr);
    EXPECT_EQ(*entries.there, number(i + 10));
    ASSERT_EQ(entries.elements.size(), 1u);
    EXPECT_EQ(entries.elements[0].value, number(2));
  }
  const heap::PlaceEntries behind = heap::entriesAt(state.cellsOf(LocId(1)), Offset::at(804));
  EXPECT_EQ(behind.there, nullptr);
  EXPECT_EQ(behind.elements.size(), 1u);
}

TEST_F(StateTest, IsAValue) {
  state.set({LocId(1), Offset()}, number(1));
  State copy = state;
  copy.set({LocId(1), Offset()}, number(2));
  EXPECT_EQ(*state.find({LocId(1), Offset()}), number(1));
  EXPECT_FALSE(copy.hasSameCells(state));
  copy.set({LocId(1), Offset()}, number(1));
  copy.set({LocId(90), Offset()}, number(7));
  copy.erase({LocId(90), Offset()}); // equal whatever was there before
  EXPECT_TRUE(copy.hasSameCells(state));
}

TEST_F(StateTest, MapsAndFiltersTheCellsOfAnObject) {
  for (int64_t i = 0; i < 4; ++i)
    state.set({LocId(1), Offset::at(i * 8)}, number(i));
  state.mapValues(LocId(1), [&](Value value) { return value == number(2) ? number(20) : value; });
  EXPECT_EQ(*state.find({LocId(1), Offset::at(16)}), number(20));
  state.filterFields(LocId(1), [&](const FieldValue &field) { return field.value != number(20); });
  EXPECT_EQ(state.find({LocId(1), Offset::at(16)}), nullptr);
  EXPECT_EQ(state.numCells(), 3u);
}

TEST_F(StateTest, TellsObjectsByTraits) {
  const LocId site = locs.site(ir::StmtId(1), 0, false), var = locs.var(ir::VarId(1)), other = locs.var(ir::VarId(2));
  state.set({other, Offset()}, number(3));
  state.set({var, Offset()}, values.address({site, Offset()}));
  std::vector<LocId> found;
  state.forEachObject(heap::HasSites, [&](LocId loc, ContentsId) { found.push_back(loc); });
  EXPECT_EQ(found, std::vector<LocId>{var});
  found.clear();
  state.forEachObject([&](LocId loc, ContentsId) { found.push_back(loc); });
  EXPECT_EQ(found.size(), 2u);
}

TEST_F(StateTest, CombinesWhatItDoesNotKnowLikeAnother) {
  State other(contents);
  for (uint32_t loc = 0; loc < 40; ++loc) {
    state.set({LocId(loc), Offset()}, number(loc));
    other.set({LocId(loc), Offset()}, number(loc == 7 || loc == 33 ? 100 : loc));
  }
  other.set({LocId(50), Offset()}, number(1));
  state.set({LocId(60), Offset()}, number(2));
  state.set({LocId(60), Offset::at(8)}, number(3));
  const ContentsId seven = state.contentsOf(LocId(7)), sixty = state.contentsOf(LocId(60));
  std::vector<LocId> asked;
  // 33 stays, 60 goes, the others are taken over.
  const auto changed = state.combineWith(other, [&](LocId loc, ContentsId mine, ContentsId theirs) {
    asked.push_back(loc);
    return loc == LocId(33) ? mine : theirs;
  });
  EXPECT_EQ(asked, (std::vector<LocId>{LocId(7), LocId(33), LocId(50), LocId(60)}));
  EXPECT_EQ(changed, (llvm::SmallVector<ObjectEntry, 16>{
                         {LocId(7), seven}, {LocId(50), heap::ContentsTable::Nothing}, {LocId(60), sixty}}));
  EXPECT_EQ(*state.find({LocId(7), Offset()}), number(100));
  EXPECT_EQ(*state.find({LocId(33), Offset()}), number(33));
  EXPECT_EQ(*state.find({LocId(50), Offset()}), number(1));
  EXPECT_EQ(state.find({LocId(60), Offset()}), nullptr);
  EXPECT_EQ(state.numCells(), 41u);
}

TEST_F(StateTest, NotesWhatCombiningChanges) {
  const LocId site = locs.site(ir::StmtId(1), 0, false), var = locs.var(ir::VarId(1));
  State other(contents);
  other.set({var, Offset()}, values.address({site, Offset()}));
  for (StateChange change : {ChangedMarks, MayBeDone, MayBeVague})
    state.takeChange(change);
  state.combineWith(other, [](LocId, ContentsId mine, ContentsId) { return mine; });
  EXPECT_FALSE(state.takeChange(ChangedMarks));
  state.combineWith(other, [](LocId, ContentsId, ContentsId theirs) { return theirs; });
  EXPECT_TRUE(state.takeChange(ChangedMarks));
}

TEST_F(StateTest, MayLoseTheObjectThatIsVisited) {
  for (uint32_t loc = 0; loc < 10; ++loc)
    state.set({LocId(loc), Offset()}, number(loc));
  std::vector<uint32_t> found;
  state.forEachObject([&](LocId loc, ContentsId) {
    found.push_back(loc.index);
    if (loc.index % 3 != 0)
      state.eraseCellsOf(loc);
  });
  EXPECT_EQ(found.size(), 10u);
  EXPECT_EQ(state.numCells(), 4u);
}

// Whoever goes through all of a state does so only if something happened that he cares for.
TEST_F(StateTest, NotesWhatHasChanged) {
  const LocId site = locs.site(ir::StmtId(1), 0, false), var = locs.var(ir::VarId(1));
  for (StateChange change : {ChangedMarks, MayBeDone, MayBeVague})
    EXPECT_TRUE(state.takeChange(change)); // nobody has looked yet
  state.set({var, Offset()}, number(1));
  for (StateChange change : {ChangedMarks, MayBeDone, MayBeVague})
    EXPECT_FALSE(state.takeChange(change));
  state.set({var, Offset()}, values.address({site, Offset()}));
  EXPECT_TRUE(state.takeChange(ChangedMarks));
  state.set({var, Offset()}, number(1)); // what it held may be held by nobody now
  EXPECT_TRUE(state.takeChange(MayBeDone));
  state.setStatus(site, Allocated);
  EXPECT_TRUE(state.takeChange(ChangedMarks));
  state.setStatus(site, Allocated | MayBeNull);
  EXPECT_FALSE(state.takeChange(ChangedMarks));
}

TEST(Statuses, KnowsWhetherAnyIsThere) {
  Statuses statuses;
  EXPECT_FALSE(statuses.hasAny(Allocated | Freed));
  statuses.set(LocId(70), Freed | Escaped);
  EXPECT_TRUE(statuses.hasAny(Allocated | Freed));
  EXPECT_FALSE(statuses.hasAny(Allocated));
}

TEST(Statuses, VisitsThoseThatAreMeant) {
  Statuses statuses;
  std::vector<uint8_t> among(30);
  for (uint32_t loc : {0u, 7u, 8u, 9u, 23u, 29u}) {
    statuses.set(LocId(loc), loc == 8 ? Escaped : Freed);
    among[loc] = loc == 9 ? 0 : 0xff;
  }
  std::vector<uint32_t> all, some;
  statuses.forEach(Freed, [&](StatusEntry entry) { all.push_back(entry.loc.index); });
  statuses.forEach(Freed | Escaped, among, [&](StatusEntry entry) { some.push_back(entry.loc.index); });
  EXPECT_EQ(all, (std::vector<uint32_t>{0, 7, 9, 23, 29}));
  EXPECT_EQ(some, (std::vector<uint32_t>{0, 7, 8, 23, 29}));
}

} // namespace
TEST(Statuses, AreSeenEightAtATime) {
  Statuses statuses;
  statuses.set(LocId(1), Allocated);
  statuses.set(LocId(9), Freed | NonNull);
  statuses.set(LocId(10), Escaped); // not asked for
  statuses.set(LocId(17), Freed);   // not meant
  const std::vector<uint8_t> among(16, 0xff);
  std::vector<std::pair<uint32_t, uint64_t>> seen;
  statuses.forEachEight(Allocated | Freed, among,
                        [&](uint32_t first, uint64_t eight) { seen.push_back({first, eight}); });
  EXPECT_EQ(seen, (std::vector<std::pair<uint32_t, uint64_t>>{{0, Allocated << 8}, {8, Freed << 8}}));
}

} // namespace custody::engines::summary
