#include "program/pointer_set.h"
#include <gtest/gtest.h>
#include <random>
#include <set>

namespace custody::program {
namespace {

using Members = std::set<LocationId>;

Members membersOf(const PointerSet &set) {
  return Members(set.begin(), set.end());
}

PointerSet setOf(const Members &members) {
  PointerSet set;
  for (LocationId id : members)
    set.set(id);
  return set;
}

TEST(PointerSet, keepsWhatItIsGiven) {
  PointerSet set;
  EXPECT_TRUE(set.empty());
  EXPECT_TRUE(set.test_and_set(700));
  EXPECT_TRUE(set.test_and_set(0));
  EXPECT_TRUE(set.test_and_set(63));
  EXPECT_FALSE(set.test_and_set(700));
  EXPECT_TRUE(set.test(63));
  EXPECT_FALSE(set.test(64));
  EXPECT_FALSE(set.test(6300));
  EXPECT_EQ(set.count(), 3U);
  EXPECT_EQ(membersOf(set), (Members{0, 63, 700}));
}

TEST(PointerSet, hasNoEmptyWords) {
  PointerSet set = setOf({5, 200}), same = setOf({5});
  set &= setOf({5, 201});
  EXPECT_EQ(set, same);
  LocationBits all;
  all.set(5);
  set.remove(all);
  EXPECT_TRUE(set.empty());
}

// Against std::set, with members that are close together and far apart.
TEST(PointerSet, doesWhatSetsDo) {
  std::mt19937 random(1);
  auto draw = [&] {
    Members members;
    const uint32_t range = random() % 2 ? 100 : 3000;
    for (uint32_t n = random() % 40; n > 0; --n)
      members.insert(random() % range);
    return members;
  };
  for (int round = 0; round < 2000; ++round) {
    const Members a = draw(), b = draw();
    Members either = a, both, onlyA;
    either.insert(b.begin(), b.end());
    LocationBits bits;
    for (LocationId id : b)
      bits.set(id);
    for (LocationId id : a)
      (b.count(id) ? both : onlyA).insert(id);

    PointerSet joined = setOf(a);
    EXPECT_EQ(joined |= setOf(b), either.size() > a.size());
    EXPECT_EQ(membersOf(joined), either);
    EXPECT_EQ(joined, setOf(either));
    PointerSet met = setOf(a);
    met &= setOf(b);
    EXPECT_EQ(membersOf(met), both);
    PointerSet metBits = setOf(a), rest = setOf(a);
    metBits.intersectWith(bits);
    EXPECT_EQ(membersOf(metBits), both);
    rest.remove(bits);
    EXPECT_EQ(membersOf(rest), onlyA);
    EXPECT_EQ(membersOf(setOf(a).without(setOf(b))), onlyA);
    EXPECT_EQ(setOf(a).intersects(bits), !both.empty());
    EXPECT_EQ(setOf(a).count(), a.size());
  }
}

} // namespace
} // namespace custody::program
