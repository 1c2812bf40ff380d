#include "heap/contents.h"
#include "gtest/gtest.h"

namespace custody::heap {
namespace {

struct Contents : ::testing::Test {
  LocTable locs{5};
  ValueTable values{locs};
  ContentsTable table{values};

  Value number(int64_t n) { return values.number(Numbers::exactly(n)); }
};

TEST_F(Contents, AreOneNumberHoweverTheyWereMade) {
  const ContentsId a =
      table.with(table.with(ContentsTable::Nothing, Offset::at(0), number(1)), Offset::at(8), number(2));
  const ContentsId b =
      table.with(table.with(ContentsTable::Nothing, Offset::at(8), number(2)), Offset::at(0), number(1));
  EXPECT_EQ(a, b);
  EXPECT_EQ(table.with(a, Offset::at(8), number(2)), a);
  EXPECT_NE(table.with(a, Offset::at(8), number(3)), a);
  EXPECT_EQ(table.without(table.with(a, Offset::at(16), number(9)), Offset::at(16)), a);
  EXPECT_EQ(table.without(table.without(a, Offset::at(0)), Offset::at(8)), ContentsTable::Nothing);
}

TEST_F(Contents, KnowTheNewObjectsThatTheyPointTo) {
  const LocId first = locs.site(ir::StmtId(1), 0, false), second = locs.site(ir::StmtId(2), 0, false),
              variable = locs.var(ir::VarId(0));
  const Value both = values.make({{second, Offset()}, {first, Offset::at(8)}, {variable, Offset()}}, Numbers::none());
  const ContentsId a = table.with(ContentsTable::Nothing, Offset::at(0), both),
                   b = table.with(a, Offset::at(8), values.address({first, Offset()}));
  EXPECT_EQ(table.sites(b), llvm::ArrayRef({first, second}));
  EXPECT_TRUE(table.sites(table.with(ContentsTable::Nothing, Offset(), number(1))).empty());
  EXPECT_TRUE(table.sites(ContentsTable::Nothing).empty());
}

TEST_F(Contents, NeverChange) {
  const ContentsId a = table.with(ContentsTable::Nothing, Offset::at(0), number(1));
  const llvm::ArrayRef<FieldValue> fields = table[a];
  ContentsId b = a;
  for (int64_t i = 1; i < 300; ++i)
    b = table.with(b, Offset::at(i * 8), number(i));
  EXPECT_EQ(table[b].size(), 300u);
  ASSERT_EQ(fields.size(), 1u);
  EXPECT_EQ(fields[0].value, number(1));
  for (int64_t i = 1; i < 300; ++i)
    EXPECT_EQ(*table.find(b, Offset::at(i * 8)), number(i));
  EXPECT_EQ(table.find(b, Offset::at(4)), nullptr);
}

// The same write again is answered from memory; one that differs in anything is not.
TEST_F(Contents, RememberWritesExactly) {
  const ContentsId a = table.with(ContentsTable::Nothing, Offset::at(0), number(1));
  for (int64_t i = 0; i < 2000; ++i) {
    const ContentsId b = table.with(a, Offset::at(8 + i % 50), number(i));
    EXPECT_EQ(*table.find(b, Offset::at(8 + i % 50)), number(i));
    EXPECT_EQ(table.with(a, Offset::at(8 + i % 50), number(i)), b);
  }
}

TEST_F(Contents, TellTheirTraits) {
  const LocId site = locs.site(ir::StmtId(1), 0, false), var = locs.var(ir::VarId(1));
  const Value newObject = values.address({site, Offset()});
  const Value foreign = values.address({LocTable::foreign(), Offset::unknown()});
  auto holding = [&](Value value) { return table.with(ContentsTable::Nothing, Offset(), value); };
  EXPECT_EQ(holding(number(1)) & (HasSites | IsVague | HasSymbols), 0u);
  EXPECT_TRUE(holding(newObject) & HasSites);
  EXPECT_TRUE(holding(foreign) & IsVague);
  EXPECT_TRUE(holding(values.entryNumber({var, Offset()})) & HasSymbols);
  EXPECT_TRUE(table.mayPointTo(holding(newObject), ContentsTable::bitOf(site)));
  EXPECT_FALSE(table.mayPointTo(holding(number(1)), ContentsTable::bitOf(site)));
}

} // namespace
} // namespace custody::heap
