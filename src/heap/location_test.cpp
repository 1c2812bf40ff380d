#include "heap/location.h"
#include <gtest/gtest.h>

using namespace custody;
using namespace custody::heap;

namespace {

TEST(OffsetTest, FieldsAndElements) {
  EXPECT_TRUE(Offset().isExact());
  EXPECT_EQ(Offset::at(8).plus(4), Offset::at(12));
  EXPECT_EQ(Offset::at(8).plus(-12).bytes(), -4);
  EXPECT_EQ(Offset::at(8).index(3, 16), Offset::at(56));
  EXPECT_EQ(Offset::at(8).index(3, 0), Offset::at(8));

  const Offset any = Offset::at(8).index(std::nullopt, 16);
  EXPECT_TRUE(any.isAny());
  EXPECT_EQ(any.bytes(), 8);
  EXPECT_NE(any, Offset::at(8));
  EXPECT_EQ(any.plus(4), Offset::at(12).anyElement()); // a field of some element
  EXPECT_EQ(any.index(2, 16), any);
  EXPECT_EQ(any.anyElement(), any);
}

TEST(OffsetTest, UnknownStaysUnknown) {
  const Offset unknown = Offset::unknown();
  EXPECT_TRUE(unknown.isUnknown());
  EXPECT_FALSE(unknown.isExact());
  EXPECT_FALSE(unknown.isAny());
  EXPECT_EQ(unknown.plus(4), unknown);
  EXPECT_EQ(unknown.index(1, 4), unknown);
  EXPECT_EQ(unknown.anyElement(), unknown);
}

TEST(OffsetTest, TooFarAwayIsNeverAnotherPlace) {
  EXPECT_TRUE(Offset::at(int64_t(1) << 40).isUnknown());
  EXPECT_TRUE(Offset::at(-(int64_t(1) << 40)).isUnknown());
  EXPECT_FALSE(Offset::at(8).index(int64_t(1) << 60, 8).isExact());
  EXPECT_FALSE(Offset::at(8).index(-(int64_t(1) << 60), 8).isExact());
  EXPECT_TRUE(Offset::at((1 << 28) - 1).plus(1).isUnknown());
  const Offset far = Offset::at(-(1 << 28) + 1).anyElement();
  EXPECT_TRUE(far.isAny());
  EXPECT_EQ(far.bytes(), -(1 << 28) + 1);
}

class LocTableTest : public testing::Test {
protected:
  Cell cell(LocId loc, int64_t offset = 0) { return {loc, Offset::at(offset)}; }

  LocTable locs{5};
  const ir::StmtId here{1}, there{2};
};

TEST_F(LocTableTest, TheSameQuestionHasTheSameAnswer) {
  EXPECT_EQ(locs.var(ir::VarId(3)), locs.var(ir::VarId(3)));
  EXPECT_NE(locs.var(ir::VarId(3)), locs.var(ir::VarId(4)));
  EXPECT_NE(locs.var(ir::VarId(3)), locs.global(program::ProgGlobalId(3)));
  EXPECT_NE(locs.frame(here), locs.site(here, 0, false));
  EXPECT_EQ(locs[LocTable::foreign()].kind, LocKind::Foreign);
}

TEST_F(LocTableTest, SitesHaveTheLastObjectAndTheOlderOnes) {
  const LocId last = locs.site(here, 0, false);
  const LocId older = locs.older(last);
  EXPECT_NE(last, older);
  EXPECT_FALSE(locs[last].isMany);
  EXPECT_TRUE(locs[older].isMany);
  EXPECT_EQ(locs.older(older), older);
  EXPECT_NE(locs.site(here, 1, false), last); // another object of the same call
}

TEST_F(LocTableTest, InputsAreByCell) {
  const LocId p = locs.var(ir::VarId(0));
  EXPECT_FALSE(locs.findInput(cell(p)));
  const LocId object = locs.input(cell(p), here);
  EXPECT_EQ(locs.findInput(cell(p)), object);
  EXPECT_EQ(locs.input(cell(p), there), object);
  EXPECT_EQ(locs[object].madeAt, here);
  EXPECT_NE(locs.input(cell(object, 0), here), locs.input(cell(object, 8), here));
  EXPECT_FALSE(locs[object].isMany);
  EXPECT_TRUE(locs[locs.input({object, Offset().anyElement()}, here)].isMany); // what the elements point to
}

// while (p) p = p->next;
TEST_F(LocTableTest, AChainOfOneStatementHasKNames) {
  LocId at = locs.input(cell(locs.var(ir::VarId(0))), here);
  const LocId first = at;
  std::vector<LocId> seen{at};
  for (unsigned i = 0; i < 100; ++i) {
    at = locs.input(cell(at), here);
    if (at != seen.back())
      seen.push_back(at);
  }
  EXPECT_EQ(seen.size(), 5u);
  EXPECT_TRUE(locs[seen.back()].isMany); // it stands for all that follow
  EXPECT_FALSE(locs[first].isMany);
  EXPECT_EQ(locs.input(cell(seen.back()), there), seen.back());
}

TEST_F(LocTableTest, ChainsOfManyStatementsEndToo) {
  LocId at = locs.var(ir::VarId(0));
  for (unsigned i = 0; i < 1000; ++i)
    at = locs.input(cell(at, 8 * (i % 3)), ir::StmtId(i));
  EXPECT_LT(locs.size(), 20u);
}

TEST_F(LocTableTest, FarInputsAreForeignFirst) {
  LocTable few(5, 10);
  const LocId near = few.input(cell(few.var(ir::VarId(0))), here);
  const LocId next = few.input(cell(near), here);
  for (unsigned i = 1; i <= 20; ++i)
    EXPECT_NE(few.input(cell(near, 8 * i), here), LocTable::foreign());
  EXPECT_FALSE(few.lacksInputs());
  EXPECT_EQ(few.input(cell(next), here), LocTable::foreign());
  EXPECT_TRUE(few.lacksInputs());
}

TEST_F(LocTableTest, TooManyInputsAreForeign) {
  const LocId object = locs.input(cell(locs.var(ir::VarId(0))), here);
  for (unsigned i = 0; i < 2 * LocTable::MaxInputs; ++i)
    locs.input(cell(object, 8 * i), ir::StmtId(i));
  EXPECT_LE(locs.size(), LocTable::MaxInputs + 2);
  EXPECT_EQ(locs.input(cell(object, 8 * 10000), here), LocTable::foreign());
}

TEST(LocTableDepthTest, KnowsHowFarAwayInputsAre) {
  LocTable locs(5);
  const LocId var = locs.var(ir::VarId(0)), site = locs.site(ir::StmtId(3), 0, false);
  const LocId object = locs.input({var, Offset()}, ir::StmtId(0)), part = locs.input({object, Offset()}, ir::StmtId(1)),
              detail = locs.input({part, Offset::at(8)}, ir::StmtId(2)),
              far = locs.input({detail, Offset::at(8)}, ir::StmtId(4));
  EXPECT_EQ(locs.depthOf(var), 0u);
  EXPECT_EQ(locs.depthOf(object), 1u);
  EXPECT_EQ(locs.depthOf(part), 2u);
  EXPECT_EQ(locs.depthOf(far), 4u);
  EXPECT_TRUE(locs.nearby()[detail.index]);
  EXPECT_FALSE(locs.nearby()[far.index]);
  EXPECT_TRUE(locs.nearest()[object.index]);
  EXPECT_FALSE(locs.nearest()[detail.index]);
  EXPECT_TRUE(locs.sites()[site.index]);
  EXPECT_FALSE(locs.sites()[object.index]);
}

} // namespace
