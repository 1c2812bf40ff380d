#include "engines/summary/effort.h"
#include <gtest/gtest.h>

using custody::engines::summary::Effort;

namespace {

TEST(EffortTest, FewerStatesStayApartTheMoreIsSpent) {
  Effort effort(1000, 6);
  EXPECT_EQ(effort.maxStates(), 6u);
  effort.spend(200);
  EXPECT_EQ(effort.maxStates(), 6u);
  EXPECT_FALSE(effort.isCostly());
  effort.spend(1);
  EXPECT_EQ(effort.maxStates(), 3u);
  EXPECT_TRUE(effort.isCostly());
  effort.spend(200);
  EXPECT_EQ(effort.maxStates(), 2u);
  effort.spend(400);
  EXPECT_EQ(effort.maxStates(), 1u);
  EXPECT_FALSE(effort.isOver());
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
