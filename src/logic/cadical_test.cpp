#include "logic/cadical.h"
#include <gtest/gtest.h>

using namespace custody::logic;

namespace {

// A clause that is false from the start makes CaDiCaL say so, unless it is told not to.
TEST(CadicalTest, ItWritesNothing) {
  testing::internal::CaptureStdout();
  CaDiCaL::Solver cadical;
  configure(cadical);
  for (int literal : {1, 0, -1, 0})
    cadical.add(literal);
  EXPECT_EQ(cadical.solve(), 20); // unsatisfiable
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

} // namespace
