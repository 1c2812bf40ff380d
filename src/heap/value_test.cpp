#include "heap/value.h"
#include <gtest/gtest.h>

using namespace custody;
using namespace custody::heap;

namespace {

struct ValueTest : testing::Test {
  LocTable locs{5};
  ValueTable values{locs};
  const LocId x = locs.var(ir::VarId(0)), y = locs.var(ir::VarId(1));

  std::vector<Target> targets(Value value) const { return values.targets(value).vec(); }
};

TEST_F(ValueTest, RenamesOnlyWhatPointsThere) {
  const LocId site = locs.site(ir::StmtId(1), 0, false), older = locs.older(site), variable = locs.var(ir::VarId(0));
  const Value value = values.make({{site, Offset::at(8)}, {variable, Offset()}}, Numbers::exactly(0));
  EXPECT_EQ(values.renamed(value, site, older),
            values.make({{older, Offset::at(8)}, {variable, Offset()}}, Numbers::exactly(0)));
  EXPECT_EQ(values.renamed(value, older, site), value);
}

TEST_F(ValueTest, EqualSetsAreOneValue) {
  const Target a{x, Offset()}, b{y, Offset::at(8)};
  EXPECT_EQ(values.make({a, b}, Numbers::none()), values.make({b, a, b}, Numbers::none()));
  EXPECT_EQ(values.make({a}, Numbers::none()), values.address(a));
  EXPECT_EQ(values.make({a, a}, Numbers::none()), values.address(a));
  EXPECT_NE(values.address(a), values.address({x, Offset::at(8)}));
  EXPECT_NE(values.address(a), values.address({x, Offset().anyElement()}));
  EXPECT_EQ(values.make({}, Numbers::exactly(0)), values.null());
  EXPECT_EQ(values.number(Numbers::all()), values.anything());
  EXPECT_TRUE(values.number(Numbers::none()).isBottom());
  EXPECT_NE(values.number(Numbers::range(0, 1)), values.number(Numbers::exactly(0).join(Numbers::exactly(5))));
}

TEST_F(ValueTest, JoinsAreTheSameWheneverTheyAreAsked) {
  const Value a = values.make({{x, Offset()}}, Numbers::exactly(0)), b = values.make({{y, Offset()}}, Numbers::none());
  const Value both = values.join(a, b);
  EXPECT_EQ(targets(both), (std::vector<Target>{{x, Offset()}, {y, Offset()}}));
  EXPECT_EQ(values.numbers(both), Numbers::exactly(0));
  EXPECT_EQ(values.join(b, a), both);
  EXPECT_EQ(values.join(a, b), both);
  EXPECT_EQ(values.join(both, a), both);
}

TEST_F(ValueTest, MovedByAFieldOrToAnyElement) {
  const Value a = values.make({{x, Offset()}, {y, Offset::at(4)}}, Numbers::exactly(0));
  EXPECT_EQ(values.moved(a, Offset()), a);
  for (int again = 0; again < 2; ++again) {
    EXPECT_EQ(targets(values.moved(a, Offset::at(8))), (std::vector<Target>{{x, Offset::at(8)}, {y, Offset::at(12)}}));
    EXPECT_EQ(targets(values.moved(a, Offset::at(8).anyElement())),
              (std::vector<Target>{{x, Offset::at(8).anyElement()}, {y, Offset::at(12).anyElement()}}));
    EXPECT_EQ(targets(values.moved(a, Offset::unknown())),
              (std::vector<Target>{{x, Offset::unknown()}, {y, Offset::unknown()}}));
  }
  EXPECT_EQ(values.numbers(values.moved(a, Offset::at(8))), Numbers::exactly(0));
}

TEST_F(ValueTest, APointerThatMovesOnComesToRest) {
  for (Offset by : {Offset::at(16), Offset::at(-16), Offset::at(8).anyElement()}) {
    Value p = values.address({x, Offset()});
    unsigned changes = 0;
    for (Value next; (next = values.join(p, values.join(values.moved(p, by), values.address({x, Offset::at(4)})))) != p;
         p = next)
      ASSERT_LT(++changes, 4 * MaxOffsets);
    EXPECT_EQ(targets(p).size(), 1u);
  }
}

TEST_F(ValueTest, SomewhereInAnObjectIsEverywhereInIt) {
  EXPECT_EQ(values.make({{x, Offset::unknown()}, {x, Offset()}, {y, Offset()}}, Numbers::none()),
            values.make({{x, Offset::unknown()}, {y, Offset()}}, Numbers::none()));
}

} // namespace
