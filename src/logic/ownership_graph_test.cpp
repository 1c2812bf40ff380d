#include "logic/ownership_graph.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "gtest/gtest.h"
#include <ctime>
#include <random>
#include <set>

namespace custody::logic {
namespace {

using Kind = OwnConstraint::Kind;
using Constraints = std::vector<OwnConstraint>;

bool holds(const OwnConstraint &c, uint32_t values) {
  const unsigned source = values >> c.source & 1;
  unsigned sum = 0;
  for (OwnVar target : c.targets)
    sum += values >> target & 1;
  switch (c.kind) {
  case Kind::Zero:
    return source == 0;
  case Kind::One:
    return source == 1;
  case Kind::Equal:
    return source == sum;
  case Kind::AtLeast:
    return source >= sum;
  }
  return false;
}

std::set<uint32_t> solutions(const Constraints &constraints, unsigned variables) {
  std::set<uint32_t> result;
  for (uint32_t values = 0; values < 1u << variables; ++values)
    if (llvm::all_of(constraints, [&](const OwnConstraint &c) { return holds(c, values); }))
      result.insert(values);
  return result;
}

bool isSatisfiable(const Constraints &constraints, unsigned variables) {
  for (uint32_t values = 0; values < 1u << variables; ++values)
    if (llvm::all_of(constraints, [&](const OwnConstraint &c) { return holds(c, values); }))
      return true;
  return false;
}

OwnConstraint randomConstraint(std::mt19937 &random, unsigned variables) {
  auto any = [&] { return static_cast<OwnVar>(random() % variables); };
  const unsigned kind = random() % 10;
  if (kind < 3)
    return {kind == 0 ? Kind::Zero : Kind::One, any(), {}};
  OwnConstraint c{kind < 8 ? Kind::Equal : Kind::AtLeast, any(), {}};
  for (unsigned n = random() % 3 + 1 + (random() % 8 == 0); n > 0; --n)
    c.targets.push_back(any());
  return c;
}

// What the graph says, as constraints over all its variables.
Constraints contents(const OwnershipGraph &graph) {
  Constraints result = graph.flows();
  for (OwnVar v = 0; v < graph.numVariables(); ++v) {
    if (std::optional<bool> label = graph.label(v))
      result.push_back({*label ? Kind::One : Kind::Zero, v, {}});
    else
      result.push_back({Kind::Equal, v, {graph.partition(v)}});
  }
  return result;
}

TEST(OwnershipGraph, AgreesWithEnumeration) {
  std::mt19937 random(2003);
  unsigned refused = 0, accepted = 0;
  for (unsigned round = 0; round < 10000; ++round) {
    const unsigned variables = 3 + random() % 6;
    OwnershipGraph graph;
    for (unsigned i = 0; i < variables; ++i)
      graph.newVariable();
    Constraints kept;
    for (unsigned i = 0, n = 3 + random() % 12; i < n; ++i) {
      const OwnConstraint c = randomConstraint(random, variables);
      kept.push_back(c);
      const bool isConsistent = isSatisfiable(kept, variables);
      ASSERT_EQ(graph.add(c), isConsistent) << "round " << round << ", constraint " << i;
      ++(isConsistent ? accepted : refused);
      if (!isConsistent)
        kept.pop_back();
    }
    ASSERT_TRUE(graph.isExact());
    uint32_t witness = 0;
    for (OwnVar v = 0; v < variables; ++v)
      witness |= uint32_t(graph.witness(v)) << v;
    const std::set<uint32_t> expected = solutions(kept, variables);
    ASSERT_TRUE(expected.contains(witness)) << "round " << round;
    ASSERT_EQ(solutions(contents(graph), variables), expected) << "round " << round;
    graph.canonicalise();
    ASSERT_EQ(solutions(contents(graph), variables), expected) << "canonical, round " << round;
  }
  EXPECT_GT(accepted, 20000u);
  EXPECT_GT(refused, 5000u);
}

// Solutions restricted to the first variables.
std::set<uint32_t> restricted(const std::set<uint32_t> &all, unsigned visible) {
  std::set<uint32_t> result;
  for (uint32_t values : all)
    result.insert(values & ((1u << visible) - 1));
  return result;
}

std::set<uint32_t> projectedSolutions(OwnershipGraph &graph, unsigned visible) {
  std::vector<OwnVar> formals;
  for (OwnVar v = 0; v < visible; ++v)
    formals.push_back(v);
  graph.canonicalise();
  const Constraints projected = graph.project(formals);
  unsigned variables = visible;
  for (const OwnConstraint &c : projected)
    variables = std::max(variables, c.source + 1);
  return restricted(solutions(projected, variables), visible);
}

TEST(OwnershipGraph, ProjectionAllowsWhatTheConstraintsAllow) {
  std::mt19937 random(2006);
  unsigned exact = 0, all = 0;
  for (unsigned round = 0; round < 3000; ++round) {
    const unsigned variables = 4 + random() % 5, visible = 2 + random() % 3;
    OwnershipGraph graph;
    for (unsigned i = 0; i < variables; ++i)
      graph.newVariable();
    Constraints kept;
    for (unsigned i = 0; i < 8; ++i) {
      const OwnConstraint c = randomConstraint(random, variables);
      if (graph.add(c))
        kept.push_back(c);
    }
    const std::set<uint32_t> truth = restricted(solutions(kept, variables), visible);
    const std::set<uint32_t> projected = projectedSolutions(graph, visible);
    ASSERT_TRUE(llvm::all_of(truth, [&](uint32_t s) { return projected.contains(s); })) << "round " << round;
    exact += projected == truth;
    ++all;
  }
  EXPECT_GT(exact * 100, all * 90);
}

// As programs make them: every variable has one source and is the source of one flow node.
TEST(OwnershipGraph, ProjectionIsExactOnTrees) {
  std::mt19937 random(7);
  for (unsigned round = 0; round < 3000; ++round) {
    OwnershipGraph graph;
    const unsigned visible = 5;
    for (unsigned i = 0; i < visible; ++i)
      graph.newVariable();
    Constraints kept;
    std::vector<OwnVar> leaves = {0, 1};
    auto add = [&](OwnConstraint c) {
      if (graph.add(c))
        kept.push_back(std::move(c));
    };
    for (unsigned i = 0; i < 3; ++i) {
      const size_t at = random() % leaves.size();
      const OwnVar source = leaves[at], a = graph.newVariable(), b = graph.newVariable();
      leaves[at] = a;
      leaves.push_back(b);
      add({Kind::Equal, source, {a, b}});
    }
    for (OwnVar out = 2; out < visible && !leaves.empty(); ++out) {
      const size_t at = random() % leaves.size();
      add({Kind::Equal, leaves[at], {out}});
      leaves.erase(leaves.begin() + at);
    }
    for (OwnVar leaf : leaves)
      if (random() % 3)
        add({random() % 4 ? Kind::Zero : Kind::One, leaf, {}});
    const std::set<uint32_t> truth = restricted(solutions(kept, graph.numVariables()), visible);
    ASSERT_EQ(projectedSolutions(graph, visible), truth) << "round " << round;
  }
}

std::string text(const Constraints &constraints, llvm::ArrayRef<std::string> names) {
  std::string result;
  llvm::raw_string_ostream out(result);
  for (const OwnConstraint &c : constraints) {
    print(out, c, [&](OwnVar v) { return v < names.size() ? names[v] : "fresh" + std::to_string(v); });
    out << "\n";
  }
  return result;
}

// Names for variables, as the paper writes its constraints.
struct Named {
  OwnershipGraph graph;
  std::vector<std::string> names;
  Constraints added;

  OwnVar operator[](llvm::StringRef name) {
    for (OwnVar v = 0; v < names.size(); ++v)
      if (names[v] == name)
        return v;
    names.push_back(name.str());
    return graph.newVariable();
  }
  bool add(OwnConstraint c) {
    added.push_back(c);
    return graph.add(c);
  }
  bool set(llvm::StringRef name, bool value) { return add({value ? Kind::One : Kind::Zero, (*this)[name], {}}); }
  bool equal(llvm::StringRef source, llvm::ArrayRef<llvm::StringRef> targets) {
    OwnConstraint c{Kind::Equal, (*this)[source], {}};
    for (llvm::StringRef target : targets)
      c.targets.push_back((*this)[target]);
    return add(c);
  }
  // The graph before any rule, as figure 2 draws it: variables with their labels, `=` for flow nodes.
  std::string picture(const std::set<std::string> &visible) {
    std::string result;
    llvm::raw_string_ostream out(result);
    auto node = [&](OwnVar v) {
      const bool isSquare = llvm::is_contained(visible, names[v]);
      std::string text = (isSquare ? "[" : "(") + names[v] + (isSquare ? "]" : ")");
      for (const OwnConstraint &c : added)
        if (c.source == v && c.targets.empty())
          text += c.kind == Kind::One ? "1" : "0";
      return text;
    };
    for (const OwnConstraint &c : added) {
      if (c.targets.empty())
        continue;
      out << node(c.source) << " -> = ->";
      for (OwnVar target : c.targets)
        out << " " << node(target);
      out << "\n";
    }
    return result;
  }
  std::string print() {
    std::string result;
    llvm::raw_string_ostream out(result);
    printGraph(out, graph, names);
    return result;
  }
};

// Figure 1(b): the constraints of method m, without those of the calls' instances. That the engine generates these from
// figure 1(a) is what tests/lit/ownership/paper_example5.cpp checks.
void addMethodM(Named &m) {
  EXPECT_TRUE(m.set("u1", true) && m.set("v2", true) && m.set("x5", true) && m.set("w3", true));
  for (const char *none : {"u3", "v3", "w4", "x7", "y7", "z7"})
    EXPECT_TRUE(m.set(none, false));
  EXPECT_TRUE(m.equal("af", {"f1"}) && m.equal("f'1", {"f3"}) && m.equal("r1", {"w3"}));
  EXPECT_TRUE(m.equal("f3", {"f2"}) && m.equal("f'2", {"f7"}) && m.equal("r2", {"z7"}) && m.equal("f7", {"af'"}));
  EXPECT_TRUE(m.equal("u1", {"u3", "s1"}) && m.equal("v2", {"v3", "t1"}));
  EXPECT_TRUE(m.equal("x5", {"x6", "y6"}) && m.equal("x6", {"x7", "s2"}) && m.equal("y6", {"y7", "t2"}));
}

void addInstanceOfN(Named &m, llvm::StringRef number) {
  auto name = [&](llvm::StringRef formal) { return (llvm::Twine(formal) + number).str(); };
  EXPECT_TRUE(m.set(name("t"), true) && m.set(name("f"), false));
  EXPECT_TRUE(m.equal(name("s"), {name("r"), name("f'")}));
}

// Figure 3(a): all that is left of m before the calls are looked at are its formals and what goes to and from n: one
// flow node, from x5 to what both arguments of the second call get.
TEST(OwnershipGraph, Figure3a) {
  Named m;
  addMethodM(m);
  m.graph.canonicalise();
  EXPECT_EQ(m.print(), "(u1 s1) = 1\n(v2 t1) = 1\n(x5) = 1\n(w3 r1) = 1\n(u3) = 0\n(v3) = 0\n(w4) = 0\n(x7) = 0\n"
                       "(y7) = 0\n(z7 r2) = 0\n(af f1)\n(f'1 f3 f2)\n(f'2 f7 af')\n(x6 s2)\n(y6 t2)\nx5 = x6 + y6\n");
  std::vector<OwnVar> visible;
  std::vector<std::string> names;
  for (const char *name : {"af", "af'", "s1", "t1", "f1", "f'1", "r1", "s2", "t2", "f2", "f'2", "r2"}) {
    visible.push_back(m[name]);
    names.push_back(name);
  }
  EXPECT_EQ(text(m.graph.project(visible), names), "s1 = 1\nt1 = 1\naf = f1\nr1 = 1\nf'1 = f2\naf' = f'2\nr2 = 0\n"
                                                   "fresh12 = 1\nfresh12 = s2 + t2\n");
}

// Figure 2: the graph of m with both calls of n, before the solver looks at it. The squares are what callers see.
TEST(OwnershipGraph, Figure2) {
  Named m;
  addMethodM(m);
  addInstanceOfN(m, "1");
  addInstanceOfN(m, "2");
  EXPECT_EQ(m.picture({"af", "af'"}), "[af] -> = -> (f1)0\n(f'1) -> = -> (f3)\n(r1) -> = -> (w3)1\n(f3) -> = -> (f2)0\n"
                                      "(f'2) -> = -> (f7)\n(r2) -> = -> (z7)0\n(f7) -> = -> [af']\n"
                                      "(u1)1 -> = -> (u3)0 (s1)\n(v2)1 -> = -> (v3)0 (t1)1\n"
                                      "(x5)1 -> = -> (x6) (y6)\n(x6) -> = -> (x7)0 (s2)\n(y6) -> = -> (y7)0 (t2)1\n"
                                      "(s1) -> = -> (r1) (f'1)\n(s2) -> = -> (r2) (f'2)\n");
}

// Figure 3(b): with both calls of n, everything is known.
TEST(OwnershipGraph, Figure3b) {
  Named m;
  addMethodM(m);
  addInstanceOfN(m, "1");
  addInstanceOfN(m, "2");
  m.graph.canonicalise();
  EXPECT_EQ(m.print(),
            "(u1 s1) = 1\n(v2 t1) = 1\n(x5) = 1\n(w3 r1) = 1\n(u3) = 0\n(v3) = 0\n(w4) = 0\n(x7) = 0\n"
            "(y7) = 0\n(z7 r2) = 0\n(af f1) = 0\n(f'1 f3 f2) = 0\n(f'2 f7 af') = 0\n(x6 s2) = 0\n(y6 t2) = 1\n");
  EXPECT_EQ(text(m.graph.project({m["af"], m["af'"]}), {"af", "af'"}), "af = 0\naf' = 0\n");
}

// Example 1, and that its leak is the constraint that does not fit.
TEST(OwnershipGraph, Example1) {
  Named p;
  EXPECT_TRUE(p.set("u1", true) && p.equal("u1", {"u2", "z2"}) && p.set("z2", true) && p.set("u2", false));
  Named leak;
  EXPECT_TRUE(leak.set("u1", true) && leak.equal("u1", {"u2", "z2"}) && leak.set("z2", false));
  EXPECT_FALSE(leak.set("u2", false));
  EXPECT_EQ(leak.graph.label(leak["u2"]), true);
}

// The rules of section 4.1.2, one by one.

// EDGEREMOVAL: a flow node between labelled partitions says nothing more.
TEST(OwnershipGraph, EdgeRemoval) {
  Named g;
  EXPECT_TRUE(g.equal("a", {"b", "c"}));
  EXPECT_EQ(g.print(), "(a)\n(b)\n(c)\na = b + c\n");
  EXPECT_TRUE(g.set("a", true) && g.set("b", true));
  EXPECT_EQ(g.print(), "(a) = 1\n(b) = 1\n(c) = 0\n");
  EXPECT_TRUE(g.graph.flows().empty());
}

// SINGLENODE: one predecessor and one successor are one partition; of `>=` they are not.
TEST(OwnershipGraph, SingleNode) {
  Named g;
  EXPECT_TRUE(g.equal("a", {"b"}));
  EXPECT_EQ(g.print(), "(a b)\n");
  EXPECT_TRUE(g.add({Kind::AtLeast, g["c"], {g["d"]}}));
  EXPECT_NE(g.graph.partition(g["c"]), g.graph.partition(g["d"]));
}

// ZEROIN: what is reached from 0 is 0, over any number of flow nodes.
TEST(OwnershipGraph, ZeroIn) {
  Named g;
  EXPECT_TRUE(g.equal("a", {"b", "c"}) && g.equal("b", {"d", "e"}));
  EXPECT_TRUE(g.set("a", false));
  EXPECT_EQ(g.print(), "(a) = 0\n(b) = 0\n(c) = 0\n(d) = 0\n(e) = 0\n");
  EXPECT_FALSE(g.set("e", true));
}

// ZEROOUT: a target that is 0 is passed over; of two the other is left, and unified.
TEST(OwnershipGraph, ZeroOut) {
  Named g;
  EXPECT_TRUE(g.equal("a", {"b", "c", "d"}) && g.set("c", false));
  EXPECT_EQ(g.print(), "(a)\n(b)\n(c) = 0\n(d)\na = b + d\n");
  EXPECT_TRUE(g.set("d", false));
  EXPECT_EQ(g.print(), "(a b)\n(c) = 0\n(d) = 0\n");
}

// ONEOUT: what reaches 1 is 1, and nothing flows beside it.
TEST(OwnershipGraph, OneOut) {
  Named g;
  EXPECT_TRUE(g.equal("a", {"b", "c"}) && g.equal("b", {"d", "e"}));
  EXPECT_TRUE(g.set("e", true));
  EXPECT_EQ(g.print(), "(a) = 1\n(b) = 1\n(c) = 0\n(d) = 0\n(e) = 1\n");
  EXPECT_FALSE(g.set("c", true));
}

// CYCLEELIMINATION
TEST(OwnershipGraph, CyclesKeepAllOrNothing) {
  Named g;
  EXPECT_TRUE(g.equal("a", {"b", "x"}) && g.equal("b", {"c", "y"}) && g.equal("c", {"a", "z"}) &&
              g.equal("x", {"p", "q"}));
  g.graph.canonicalise();
  EXPECT_EQ(g.print(), "(a b c)\n(x) = 0\n(y) = 0\n(z) = 0\n(p) = 0\n(q) = 0\n");
}

// MULTIPATH
TEST(OwnershipGraph, TwoPathsCarryNothing) {
  Named g;
  EXPECT_TRUE(g.equal("r", {"a", "b"}) && g.equal("a", {"c", "d"}) && g.equal("b", {"c", "e"}));
  g.graph.canonicalise();
  EXPECT_EQ(g.print(), "(r)\n(a d)\n(b e)\n(c) = 0\nr = a + b\n");
}

// No rule sees this: the components are searched.
TEST(OwnershipGraph, OddCircleOfChoices) {
  Named g;
  EXPECT_TRUE(g.set("x", true) && g.set("y", true) && g.set("z", true));
  EXPECT_TRUE(g.equal("x", {"a", "b"}) && g.equal("y", {"b", "c"}));
  EXPECT_FALSE(g.equal("z", {"a", "c"}));
  EXPECT_TRUE(g.equal("z", {"a", "d"}));
}

// A program of assignments: variables among which ownership is passed on, allocations and deletions between.
double secondsFor(uint32_t variables) {
  std::mt19937 random(1);
  OwnershipGraph graph;
  const std::clock_t start = std::clock(); // of this process: others may be at work
  std::vector<OwnVar> current;
  for (unsigned i = 0; i < 64; ++i)
    current.push_back(graph.newVariable());
  while (graph.numVariables() < variables) {
    OwnVar &from = current[random() % 64], &to = current[random() % 64];
    if (&from == &to)
      continue;
    const OwnVar kept = graph.newVariable(), given = graph.newVariable();
    switch (random() % 8) {
    case 0:
      graph.add({Kind::One, kept, {}});
      graph.add({Kind::Zero, from, {}});
      from = kept;
      break;
    case 1:
      graph.add({Kind::One, from, {}});
      graph.add({Kind::Zero, kept, {}});
      from = kept;
      break;
    case 2: // a join
      graph.add({Kind::Equal, kept, {from}});
      graph.add({Kind::Equal, kept, {to}});
      from = to = kept;
      break;
    default:
      graph.add({Kind::Equal, from, {kept, given}});
      if (random() % 2)
        graph.add({Kind::Zero, to, {}});
      from = kept;
      to = given;
    }
  }
  graph.canonicalise();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

TEST(OwnershipGraph, TimeGrowsWithSize) {
  const double small = secondsFor(20000), large = secondsFor(160000);
  EXPECT_LT(large, 8 * small * 4 + 0.2) << small << " and " << large;
}

TEST(OwnershipGraph, DISABLED_Plot) {
  for (uint32_t n = 1000; n <= 1024000; n *= 2)
    llvm::outs() << n << " " << secondsFor(n) << "\n";
}

} // namespace
} // namespace custody::logic
