// Cases of the summary engine as formulas: who holds the new objects, and when.
#include "engines/path/from_cases.h"
#include "program/test_support.h"
#include "llvm/ADT/STLExtras.h"
#include <gtest/gtest.h>

using namespace custody;
using namespace custody::engines;
using namespace custody::heap;

namespace {

// list *make(): the list is new, and so is its element, which hangs on it.
class Parts : public testing::Test {
protected:
  Parts() : unit("a"), program(link()) {
    result = cases.add({.kind = NodeKind::Return});
    list = cases.add({.kind = NodeKind::Site, .ordinal = 1});
    element = cases.add({.kind = NodeKind::Site, .ordinal = 2});
    made.allocated = {{list}, {element}};
    made.writes.push_back({{result, Offset()}, {{{list, Offset()}}, Numbers::none()}});
  }

  program::Program link() {
    unit.define("make").finish();
    return program::test::linkUnits(unit);
  }

  // What the first argument points to.
  NodeId given() {
    return cases.add({.kind = NodeKind::Input, .from = {cases.add({.kind = NodeKind::Arg}), Offset()}});
  }

  // When the cell points to the target, after the conversion.
  logic::Guard when(NodeCell cell, NodeId target, path::Summary &converted) {
    cases.cases = {made};
    converted = path::fromCases(program, program::test::only(program, "make"), cases);
    const auto write = llvm::find_if(converted.writes, [&](const path::GuardedWrite &w) { return w.cell == cell; });
    const auto found =
        llvm::find_if(write->targets, [&](const path::GuardedTarget &t) { return t.cell.node == target; });
    return found->when;
  }

  program::test::TestUnit unit;
  program::Program program;
  heap::Summary cases;
  NodeId result, list, element;
  Case made;
};

TEST_F(Parts, OfNewObjectsAreHeldWhereTheyWereMade) {
  const NodeCell head{list, Offset::at(8)};
  made.writes.push_back({head, {{{element, Offset()}}, Numbers::exactly(0)}});
  path::Summary converted;
  const logic::Guard held = when(head, element, converted);
  EXPECT_EQ(held, converted.terms.always());
}

TEST_F(Parts, OfListsMayBeTheLast) {
  const NodeCell next{element, Offset()};
  made.writes.push_back({next, {{{element, Offset()}}, Numbers::exactly(0)}});
  path::Summary converted;
  const logic::Guard held = when(next, element, converted);
  EXPECT_NE(held, converted.terms.always());
}

TEST_F(Parts, OfTheCallersMemoryAreHeldThere) {
  const NodeCell field{given(), Offset()};
  made.writes.push_back({field, {{{element, Offset()}}, Numbers::exactly(0)}});
  path::Summary converted;
  const logic::Guard held = when(field, element, converted);
  EXPECT_EQ(held, converted.terms.always());
}

TEST_F(Parts, MayBeElsewhereWhereWhatWasThereMayStay) {
  const NodeCell field{given(), Offset()};
  const NodeId before = cases.add({.kind = NodeKind::Input, .from = field});
  made.writes.push_back({field, {{{element, Offset()}, {before, Offset()}}, Numbers::exactly(0)}});
  path::Summary converted;
  const logic::Guard held = when(field, element, converted);
  EXPECT_NE(held, converted.terms.always());
}

TEST_F(Parts, MayNotBeReturned) {
  made.writes = {{{result, Offset()}, {{{list, Offset()}}, Numbers::exactly(0)}}};
  path::Summary converted;
  const logic::Guard held = when({result, Offset()}, list, converted);
  EXPECT_NE(held, converted.terms.always());
}

} // namespace
