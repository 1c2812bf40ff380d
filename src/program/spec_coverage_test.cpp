#include "program/spec_coverage.h"
#include "program/test_support.h"
#include <gtest/gtest.h>

using namespace custody::program;
using namespace custody::program::test;

namespace {

TEST(SpecCoverage, CountsCallsThatConcernPointers) {
  TestUnit u("a.c");
  FuncId strlen = u.declare("strlen", {u.pointer()}, u.i32()), odd = u.declare("odd", {u.pointer()});
  FuncId odder = u.declare("odder", {}, u.pointer()), plain = u.declare("plain", {u.i32()}, u.i32());
  FuncId own = u.declare("own", {u.pointer()});
  u.define(own).finish();
  Body f = u.define("f");
  for (FuncId callee : {strlen, strlen, odd, own})
    f.call(callee, {f.null()});
  f.call(odder);
  f.call(odder);
  f.call(plain, {f.integer(1)});
  f.finish();
  Body inHeader = u.define("inline_of_a_library");
  inHeader.call(odd, {inHeader.null()});
  inHeader.finish();
  inHeader.function().isSystem = true;
  TestModel model(linkUnits(u));
  const SpecCoverage coverage = measureCoverage(model->program, model->specs);
  EXPECT_EQ(coverage.calls, 5U);
  EXPECT_EQ(coverage.modelled, 2U);
  EXPECT_EQ(coverage.functions, 3U);
  EXPECT_EQ(coverage.modelledFunctions, 1U);
  ASSERT_EQ(coverage.missing.size(), 2U);
  EXPECT_EQ(coverage.missing[0].function, "odder"); // the most called first
  EXPECT_EQ(coverage.missing[0].calls, 2U);
  EXPECT_EQ(coverage.missing[1].function, "odd");
}

} // namespace
