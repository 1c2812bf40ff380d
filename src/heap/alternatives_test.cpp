// The functions that stand behind the cases are in the comments.
#include "heap/alternatives.h"
#include <gmock/gmock.h>

using namespace custody;
using namespace custody::heap;
using testing::SizeIs;

namespace {

class AlternativesTest : public testing::Test {
protected:
  NodeId newObject(llvm::StringRef family = "malloc") {
    const uint32_t ordinal = summary.numNodes();
    return summary.add({.kind = NodeKind::Site, .family = family, .ordinal = ordinal});
  }
  void hold(NodeCell place, std::vector<NodeCell> targets) {
    c.writes.push_back({place, {std::move(targets), Numbers::none()}});
  }
  void make(std::vector<NodeId> objects) {
    for (NodeId object : objects)
      c.allocated.push_back({object});
  }

  Summary summary;
  const NodeId ret = summary.add({.kind = NodeKind::Return});
  const NodeId arg = summary.add({.kind = NodeKind::Arg, .arg = 0});
  const NodeId buffer = summary.add({.kind = NodeKind::Input, .from = {arg, Offset()}});
  const NodeId a = newObject(), b = newObject();
  Case c;
};

// b->data = n ? malloc(n) : strdup("");
TEST_F(AlternativesTest, OneOfSeveralInOnePlaceIsOne) {
  make({a, b});
  c.allocated[1].mayBeNull = true;
  hold({buffer, Offset()}, {{a, Offset()}, {b, Offset()}});
  uniteAlternatives(summary, c);
  ASSERT_THAT(c.allocated, SizeIs(1));
  EXPECT_EQ(c.allocated[0].node, a);
  EXPECT_TRUE(c.allocated[0].mayBeNull);
  EXPECT_THAT(c.writes[0].value.targets, testing::ElementsAre(NodeCell{a, Offset()}));
}

// b->data = b->start = n ? malloc(n) : strdup("");
TEST_F(AlternativesTest, ThePlacesMayBeSeveralIfTheyAreTheSame) {
  make({a, b});
  hold({buffer, Offset()}, {{a, Offset()}, {b, Offset()}});
  hold({buffer, Offset::at(8)}, {{a, Offset()}, {b, Offset()}});
  uniteAlternatives(summary, c);
  EXPECT_THAT(c.allocated, SizeIs(1));
}

// b->data = malloc(1); b->start = malloc(1);
TEST_F(AlternativesTest, TwoPlacesHoldTwo) {
  make({a, b});
  hold({buffer, Offset()}, {{a, Offset()}});
  hold({buffer, Offset::at(8)}, {{b, Offset()}});
  const Case before = c;
  uniteAlternatives(summary, c);
  EXPECT_EQ(c, before);
}

// p = malloc(1); q = malloc(1); b->data = n ? p : q; return q;
TEST_F(AlternativesTest, WhoIsHeldElsewhereTooIsAnother) {
  make({a, b});
  hold({ret, Offset()}, {{b, Offset()}});
  hold({buffer, Offset()}, {{a, Offset()}, {b, Offset()}});
  uniteAlternatives(summary, c);
  EXPECT_THAT(c.allocated, SizeIs(2));
}

// for (i = 0; i < n; ++i) b->table[i] = i ? malloc(i) : strdup("");
TEST_F(AlternativesTest, ManyPlacesHoldMany) {
  make({a, b});
  hold({buffer, Offset().anyElement()}, {{a, Offset()}, {b, Offset()}});
  uniteAlternatives(summary, c);
  EXPECT_THAT(c.allocated, SizeIs(2));
}

// return n ? new char : malloc(1);
TEST_F(AlternativesTest, FamiliesStayApart) {
  const NodeId other = newObject("new");
  make({a, other});
  hold({ret, Offset()}, {{a, Offset()}, {other, Offset()}});
  uniteAlternatives(summary, c);
  EXPECT_THAT(c.allocated, SizeIs(2));
}

// r = n ? node() : node(); r->name = n ? strdup(x) : strdup(y); return r;
TEST_F(AlternativesTest, PartsFollow) {
  const NodeId first = newObject(), second = newObject();
  make({a, b, first, second});
  hold({ret, Offset()}, {{a, Offset()}, {b, Offset()}});
  hold({a, Offset::at(8)}, {{first, Offset()}});
  hold({b, Offset::at(8)}, {{second, Offset()}});
  uniteAlternatives(summary, c);
  ASSERT_THAT(c.allocated, SizeIs(2));
  EXPECT_EQ(c.allocated[1].node, first);
  ASSERT_THAT(c.writes, SizeIs(2));
  EXPECT_THAT(c.writes[1].value.targets, testing::ElementsAre(NodeCell{first, Offset()}));
}

} // namespace
