#include "engines/summary/state.h"
#include "gtest/gtest.h"

namespace custody::engines::summary {

using heap::Cell;
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

Value number(uint32_t n) {
  return {0, n, 0};
}

TEST(State, KeepsCellsInOrder) {
  State state;
  for (uint32_t i = 0; i < 40; ++i) // every cell once, in no order
    state.set({LocId(i * 7 % 40 / 4), Offset::at(int64_t(i * 7 % 4) * 8 - 8)}, number(i));
  EXPECT_EQ(state.cells.size(), 40u);
  EXPECT_TRUE(std::is_sorted(state.cells.begin(), state.cells.end(),
                             [](const CellEntry &a, const CellEntry &b) { return a.cell < b.cell; }));
  for (const CellEntry &entry : state.cells)
    EXPECT_EQ(state.find(entry.cell), &entry.value);
  EXPECT_EQ(state.find({LocId(3), Offset::at(4)}), nullptr);
  EXPECT_EQ(state.cellsOf(LocId(5)).size(), 4u);
  state.eraseCellsOf(LocId(5));
  EXPECT_TRUE(state.cellsOf(LocId(5)).empty());
  EXPECT_EQ(state.cells.size(), 36u);
}

TEST(State, FindsAllThatIsKnownAboutAPlace) {
  const Cell place{LocId(1), Offset::at(8)};
  State state;
  state.set({LocId(0), Offset::at(8)}, number(9));
  state.set({LocId(2), Offset::unknown()}, number(9));
  EXPECT_EQ(state.entriesAt(place).anywhere, nullptr);
  EXPECT_EQ(state.entriesAt(place).there, nullptr);
  EXPECT_TRUE(state.entriesAt(place).elements.empty());
  state.set({LocId(1), Offset::unknown()}, number(1));
  state.set({LocId(1), Offset::at(0)}, number(2));
  state.set(place, number(3));
  state.set({LocId(1), Offset::at(16)}, number(4));
  state.set({LocId(1), Offset::at(0).anyElement()}, number(5));
  state.set({LocId(1), Offset::at(8).anyElement()}, number(6));
  const PlaceEntries entries = state.entriesAt(place);
  EXPECT_EQ(*entries.anywhere, number(1));
  EXPECT_EQ(*entries.there, number(3));
  ASSERT_EQ(entries.elements.size(), 2u);
  EXPECT_EQ(entries.elements[0].value, number(5));
  const PlaceEntries missing = state.entriesAt({LocId(1), Offset::at(12)});
  EXPECT_EQ(missing.there, nullptr);
  EXPECT_EQ(missing.elements.size(), 2u);
}

// An object with more cells than are looked at one by one.
TEST(State, FindsPlacesInLargeObjects) {
  State state;
  state.set({LocId(1), Offset::unknown()}, number(1));
  for (uint32_t i = 0; i < 100; ++i)
    state.set({LocId(1), Offset::at(int64_t(i) * 8)}, number(i + 10));
  state.set({LocId(1), Offset::at(0).anyElement()}, number(2));
  state.set({LocId(2), Offset::at(0)}, number(9));
  for (uint32_t i = 0; i < 100; ++i) {
    const PlaceEntries entries = state.entriesAt({LocId(1), Offset::at(int64_t(i) * 8)});
    EXPECT_EQ(*entries.anywhere, number(1));
    ASSERT_NE(entries.there, nullptr);
    EXPECT_EQ(*entries.there, number(i + 10));
    ASSERT_EQ(entries.elements.size(), 1u);
    EXPECT_EQ(entries.elements[0].value, number(2));
  }
  const PlaceEntries behind = state.entriesAt({LocId(1), Offset::at(804)});
  EXPECT_EQ(behind.there, nullptr);
  EXPECT_EQ(behind.elements.size(), 1u);
}

TEST(State, ChangesWhatACellHolds) {
  State state;
  state.set({LocId(1), Offset()}, number(1));
  *state.find({LocId(1), Offset()}) = number(2);
  EXPECT_EQ(*std::as_const(state).find({LocId(1), Offset()}), number(2));
  EXPECT_EQ(state.find({LocId(2), Offset()}), nullptr);
}

TEST(Statuses, KnowsWhetherAnyIsThere) {
  Statuses statuses;
  EXPECT_FALSE(statuses.hasAny(Allocated | Freed));
  statuses.set(LocId(70), Freed | Escaped);
  EXPECT_TRUE(statuses.hasAny(Allocated | Freed));
  EXPECT_FALSE(statuses.hasAny(Allocated));
}

} // namespace
} // namespace custody::engines::summary
