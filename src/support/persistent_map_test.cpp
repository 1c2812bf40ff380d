#include "support/persistent_map.h"
#include <gtest/gtest.h>
#include <map>
#include <random>

namespace custody::support {
namespace {

using Model = std::map<uint32_t, uint32_t>;

Model contents(PersistentMap map) {
  Model all;
  map.forEach([&](uint32_t key, uint32_t value) { all[key] = value; });
  return all;
}

TEST(PersistentMapTest, OldVersionsStay) {
  PersistentMap::Arena arena;
  const PersistentMap one = PersistentMap().with(arena, 5, 50);
  const PersistentMap two = one.with(arena, 5, 51).with(arena, 1u << 31, 7);
  EXPECT_EQ(*one.find(5), 50u);
  EXPECT_EQ(*two.find(5), 51u);
  EXPECT_EQ(*two.find(1u << 31), 7u);
  EXPECT_EQ(one.find(6), nullptr);
  EXPECT_TRUE(two.with(arena, 5, 51) == two);
}

TEST(PersistentMapTest, BehavesLikeAMap) {
  PersistentMap::Arena arena;
  std::mt19937 random(7);
  PersistentMap map;
  Model model;
  for (int i = 0; i < 20000; ++i) {
    const uint32_t key = random() % 3 == 0 ? random() : random() % 500, value = random();
    if (random() % 4 == 0) {
      map = map.without(arena, key);
      model.erase(key);
    } else {
      map = map.with(arena, key, value);
      model[key] = value;
    }
  }
  EXPECT_EQ(contents(map), model);
  for (uint32_t key = 0; key < 500; ++key)
    EXPECT_EQ(map.find(key) != nullptr, model.count(key) == 1);
}

TEST(PersistentMapTest, MergesAndSkipsWhatIsShared) {
  PersistentMap::Arena arena;
  std::mt19937 random(11);
  for (int round = 0; round < 300; ++round) {
    PersistentMap base;
    for (unsigned i = random() % 60; i > 0; --i)
      base = base.with(arena, random() % 100, random() % 5);
    PersistentMap a = base, b = base;
    for (unsigned i = random() % 10; i > 0; --i)
      (random() % 2 ? a : b) = (random() % 2 ? a : b).with(arena, random() % 100, random() % 5);
    unsigned asked = 0;
    auto join = [&](uint32_t, const uint32_t *x, const uint32_t *y) -> std::optional<uint32_t> {
      ++asked;
      if (!x || !y)
        return x ? *x : *y == 0 ? std::optional<uint32_t>() : *y; // drops a value of the right side
      return *x + *y;
    };
    const Model merged = contents(PersistentMap::merge(arena, a, b, join));
    const Model left = contents(a), right = contents(b);
    Model expected;
    unsigned different = 0;
    for (uint32_t key = 0; key < 100; ++key) {
      const bool inA = left.count(key), inB = right.count(key);
      if (!inA && !inB)
        continue;
      different += !(inA && inB && left.at(key) == right.at(key));
      if (inA && inB) // shared parts keep their value; equal values elsewhere are joined
        EXPECT_TRUE(merged.at(key) == left.at(key) + right.at(key) || merged.at(key) == left.at(key));
      else if (inA)
        EXPECT_EQ(merged.at(key), left.at(key));
      else
        EXPECT_EQ(merged.count(key), right.at(key) != 0);
    }
    EXPECT_GE(asked, different);
    if (a == b)
      EXPECT_EQ(asked, 0u);
  }
}

} // namespace
} // namespace custody::support
