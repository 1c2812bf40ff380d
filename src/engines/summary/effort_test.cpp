#include "engines/summary/effort.h"
#include <gtest/gtest.h>
#include <utility>

using custody::engines::summary::Effort;

namespace {

TEST(EffortTest, FewerStatesStayApartTheMoreIsSpent) {
  Effort effort(1000, 6);
  const std::pair<uint64_t, unsigned> states[] = {{300, 6}, {1, 3}, {199, 3}, {1, 2}, {199, 2}, {1, 1}, {299, 1}};
  EXPECT_EQ(effort.maxStates(), 6u);
  for (auto [steps, expected] : states) {
    effort.spend(steps);
    EXPECT_EQ(effort.maxStates(), expected) << effort.steps();
  }
  EXPECT_FALSE(effort.isOver());
}

TEST(EffortTest, AFewFunctionsAreCostly) {
  Effort effort(1000, 6);
  effort.spend(100);
  EXPECT_FALSE(effort.isCostly());
  effort.spend(1);
  EXPECT_TRUE(effort.isCostly());
}

TEST(EffortTest, TheLookEndsWhenAllIsSpent) {
  Effort effort(1000, 6);
  effort.spend(1000);
  EXPECT_FALSE(effort.isOver());
  effort.spend(1);
  EXPECT_TRUE(effort.isOver());
  EXPECT_EQ(effort.steps(), 1001u);
}

TEST(EffortTest, OneStateStaysOne) {
  Effort effort(1000, 1);
  for (unsigned i = 0; i < 5; ++i, effort.spend(190))
    EXPECT_EQ(effort.maxStates(), 1u);
}

} // namespace
