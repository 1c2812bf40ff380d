// Conjunction, the one operator of guards, simplified as it is built.
//
// Path guards have a shape of their own. A branch conjoins a condition or its negation, a join makes the disjunction of
// both sides, so what is built over and over is
//
//     (g & c) | (g & !c)                         = g               the join of a branch
//     (g & c & !d) | (g & !c)                    = g & !(c & d)    one side left by a return
//     (g & c) & !c                               = never           the branch was decided before
//     (x != 1) & (x == 2)                        = x == 2          a switch
//
// The and-inverter literature has rules for two levels of nodes (Brummayer and Biere 2006); here the same rules work on
// cubes: a guard is taken apart into the factors of its conjunctions, newest nodes first. Two guards are taken apart
// together, and what both have is not opened further, so that for the first line above three nodes are looked at
// however large g is. The number of nodes that are opened is bounded, and with it the cost of a conjunction; the result
// of giving up is a larger formula, not a wrong one.
//
// A rule drops or shortens at least one factor, or answers at once, so rules end.
#include "logic/ranges.h"
#include "logic/terms.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/SaveAndRestore.h"
#include <algorithm>

namespace custody::logic {

namespace {

constexpr unsigned MaxOpened = 24; // nodes, in one conjunction
constexpr unsigned MaxNesting = 4; // conjunctions that a rule makes, whose rules make conjunctions ...
constexpr unsigned MaxWork = 1000; // nodes, in one conjunction and all that its rules make

// Factors of a conjunction, newest first.
using Cube = llvm::SmallVector<Guard, 16>;

void insert(Cube &cube, Guard factor) {
  auto place = std::lower_bound(cube.begin(), cube.end(), factor, std::greater<>());
  if (place == cube.end() || *place != factor)
    cube.insert(place, factor);
}

// Factors that are still to be looked at, newest last: the next one is taken from the end.
struct OpenCube {
  Cube factors;

  bool empty() const { return factors.empty(); }
  Guard next() const { return factors.back(); }
  Guard take() { return factors.pop_back_val(); }
  void insert(Guard factor) {
    auto place = factors.end(); // what a product is made of is older than itself, but newer than most
    while (place != factors.begin() && *(place - 1) > factor)
      --place;
    if (place == factors.begin() || *(place - 1) != factor)
      factors.insert(place, factor);
  }
};

bool contains(const Cube &cube, Guard factor) {
  return std::binary_search(cube.begin(), cube.end(), factor, std::greater<>());
}

Cube merged(const Cube &a, const Cube &b) {
  Cube result;
  result.resize_for_overwrite(a.size() + b.size());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), result.begin(), std::greater<>());
  return result;
}

// Two guards, taken apart together. Each newest first.
struct Factors {
  Cube common;        // of both
  Cube left, right;   // of one only
  Cube leftOpened;    // products of the left that were opened, so that they are recognised whole
  bool clash = false; // a factor of one is the negation of a factor of the other
};

} // namespace

class GuardRewriter {
public:
  explicit GuardRewriter(Terms &terms) : terms(terms) {}

  // `a` is newer than `b`, and neither constant, equal or each other's negation.
  Guard conjoin(Guard a, Guard b);

private:
  bool isAnd(Guard a) const { return terms.node(a.node()).op == Op::And; }
  bool isProduct(Guard a) const { return !a.isNegated() && isAnd(a); }

  Factors takeApart(Guard a, Guard b);
  void openInto(OpenCube &cube, Guard product);
  Guard product(llvm::ArrayRef<Guard> newestFirst);

  std::optional<Guard> conjoinFactors(Guard a, Guard b);
  std::optional<bool> isImplied(const Cube &known, Guard factor) const;
  bool shorten(const Cube &known, Guard &sum);
  bool excludesOneOf(const Cube &known, const Cube &added);

  std::optional<Guard> disjoinProducts(Guard a, Guard b);
  std::optional<Guard> absorb(const Cube &common, Guard single, const Cube &others, Guard whole);

  Terms &terms;
  unsigned opened = 0;
};

void GuardRewriter::openInto(OpenCube &cube, Guard product) {
  const Node &node = terms.node(product.node());
  ++opened;
  ++terms.work;
  cube.insert({node.a});
  cube.insert({node.b});
}

Factors GuardRewriter::takeApart(Guard a, Guard b) {
  Factors result;
  OpenCube left{{a}}, right{{b}};
  // Newest first, so a node that is in both is met on both sides at the same time.
  auto step = [&](OpenCube &open, Cube &closed) {
    const Guard factor = open.take();
    if (!isProduct(factor) || opened == MaxOpened) {
      closed.push_back(factor);
      return;
    }
    openInto(open, factor);
    if (&open == &left)
      result.leftOpened.push_back(factor);
  };
  while (!left.empty() || !right.empty()) {
    if (left.empty()) {
      step(right, result.right);
    } else if (right.empty()) {
      step(left, result.left);
    } else if (left.next().node() != right.next().node()) {
      left.next() > right.next() ? step(left, result.left) : step(right, result.right);
    } else {
      const Guard ofLeft = left.take(), ofRight = right.take();
      if (ofLeft == ofRight) {
        result.common.push_back(ofLeft);
      } else {
        result.clash = true;
        result.left.push_back(ofLeft);
        result.right.push_back(ofRight);
      }
    }
  }
  return result;
}

// Oldest first, which is how a path adds its conditions.
Guard GuardRewriter::product(llvm::ArrayRef<Guard> newestFirst) {
  Guard result = terms.always();
  for (Guard factor : llvm::reverse(newestFirst))
    result = terms.both(result, factor);
  return result;
}

// Whether a factor is true, or false, where all of `known` are.
std::optional<bool> GuardRewriter::isImplied(const Cube &known, Guard factor) const {
  if (contains(known, factor))
    return true;
  if (contains(known, !factor))
    return false;
  const Op op = terms.node(factor.node()).op;
  if (op == Op::And || op == Op::Variable) // most are
    return std::nullopt;
  std::optional<RangeTest> test = rangeTest(terms, factor);
  if (!test)
    return std::nullopt;
  for (Guard other : known)
    if (std::optional<RangeTest> given = rangeTest(terms, other); given && given->of == test->of) {
      if (given->run.isWithin(test->run))
        return true;
      if (given->run.isDisjoint(test->run))
        return false;
    }
  return std::nullopt;
}

// `sum` is the negation of a product: without the factors of this that are known. True if it has changed; it is then
// `always` if it follows from what is known, `never` if it contradicts that.
bool GuardRewriter::shorten(const Cube &known, Guard &sum) {
  OpenCube open;
  Cube left;
  openInto(open, !sum);
  bool changed = false;
  while (!open.empty()) {
    const Guard factor = open.take();
    std::optional<bool> implied = isImplied(known, factor);
    if (implied == false) {
      sum = terms.always();
      return true;
    }
    if (implied)
      changed = true;
    else if (isProduct(factor) && opened < MaxOpened)
      openInto(open, factor);
    else
      left.push_back(factor);
  }
  if (changed)
    sum = !product(left);
  return changed;
}

// Whether a factor of `known` is the negation of a product of which nothing but factors of both cubes is left.
bool GuardRewriter::excludesOneOf(const Cube &known, const Cube &added) {
  for (Guard sum : known) {
    if (!sum.isNegated() || !isAnd(sum))
      continue;
    OpenCube open;
    const Node &node = terms.node(sum.node());
    open.insert({node.a});
    open.insert({node.b});
    unsigned budget = 6;
    bool isMet = true;
    while (!open.empty()) {
      const Guard factor = open.take();
      if (contains(added, factor) || contains(known, factor))
        continue;
      isMet = isProduct(factor) && budget-- != 0;
      if (!isMet)
        break;
      const Node &inner = terms.node(factor.node());
      open.insert({inner.a});
      open.insert({inner.b});
    }
    if (isMet)
      return true;
  }
  return false;
}

// a & b, if there is something to simplify. Factors of `a` stay as they are, so that the next join finds them again.
std::optional<Guard> GuardRewriter::conjoinFactors(Guard a, Guard b) {
  Factors factors = takeApart(a, b);
  if (factors.clash)
    return terms.never();
  if (factors.right.empty())
    return a;
  if (factors.left.empty())
    return b;
  const Cube known = merged(merged(factors.common, factors.left), factors.leftOpened);
  bool changed = !factors.common.empty();
  Cube added;
  for (Guard factor : factors.right) {
    std::optional<bool> implied = isImplied(known, factor);
    if (implied == false)
      return terms.never();
    if (implied) {
      changed = true;
      continue;
    }
    if (factor.isNegated() && isAnd(factor))
      changed |= shorten(known, factor);
    added.push_back(factor);
  }
  if (changed) {
    Guard result = a;
    for (Guard factor : llvm::reverse(added))
      result = terms.both(result, factor);
    return result;
  }
  if (factors.left.size() == 1 && isImplied(factors.right, factors.left[0]) == true)
    return b;
  if (excludesOneOf(known, added))
    return terms.never();
  return std::nullopt;
}

// The sum of common & single and common & others, which is `whole` if the former has all of the latter.
// In `others`, `single` can be taken for false.
std::optional<Guard> GuardRewriter::absorb(const Cube &common, Guard single, const Cube &others, Guard whole) {
  Cube known = {!single};
  if (isProduct(!single)) {
    OpenCube open{known};
    while (!open.empty()) {
      const Guard factor = open.take();
      insert(known, factor);
      if (isProduct(factor) && opened < 2 * MaxOpened)
        openInto(open, factor);
    }
  }
  Cube left;
  for (Guard factor : others) {
    std::optional<bool> implied = isImplied(known, factor);
    if (implied == false)
      return whole;
    if (!implied)
      left.push_back(factor);
  }
  if (left.size() == others.size())
    return std::nullopt;
  return terms.both(product(common), terms.either(single, product(left)));
}

// a | b of two products, if there is something to simplify.
std::optional<Guard> GuardRewriter::disjoinProducts(Guard a, Guard b) {
  Factors factors = takeApart(a, b);
  if (factors.left.empty())
    return a;
  if (factors.right.empty())
    return b;
  if (factors.left.size() == 1)
    if (std::optional<Guard> result = absorb(factors.common, factors.left[0], factors.right, a))
      return result;
  if (factors.right.size() == 1)
    return absorb(factors.common, factors.right[0], factors.left, b);
  return std::nullopt;
}

Guard GuardRewriter::conjoin(Guard a, Guard b) {
  llvm::SaveAndRestore nesting(terms.nesting, terms.nesting + 1);
  if (terms.nesting == 1)
    terms.work = 0;
  std::optional<Guard> result;
  if (!terms.simplifyGuards || terms.nesting > MaxNesting || terms.work > MaxWork) {
    // As it is.
  } else if (isProduct(!a) && isProduct(!b)) {
    if ((result = disjoinProducts(!a, !b)))
      return !*result;
  } else if (isProduct(!a) || (isProduct(b) && !isProduct(a))) {
    result = conjoinFactors(b, a); // what is given up, or shortened, are factors of the second
  } else {
    result = conjoinFactors(a, b);
  }
  if (result)
    return *result;
  return {terms.intern({Op::And, 0, b.id, a.id}) << 1};
}

Guard Terms::both(Guard a, Guard b) {
  if (a == b || b == always())
    return a;
  if (a == always())
    return b;
  if (a == !b || a == never() || b == never())
    return never();
  if (a < b)
    std::swap(a, b);
  if (auto known = table.find({Op::And, 0, b.id, a.id}); known != table.end())
    return {known->second << 1};
  if (nesting != 0)
    return GuardRewriter(*this).conjoin(a, b);
  // Where ways meet, the same pairs of conditions meet in many cells.
  const auto pair = std::pair(a.id, b.id);
  if (auto known = conjoined.find(pair); known != conjoined.end())
    return known->second;
  const Guard result = GuardRewriter(*this).conjoin(a, b);
  conjoined[pair] = result;
  return result;
}

Guard Terms::ite(Guard condition, Guard a, Guard b) {
  if (condition.isNegated())
    return ite(!condition, b, a);
  if (condition == never())
    return b;
  if (a == b)
    return a;
  if (a == !b) {
    // Equivalence, with the sign outside, so that a == b and a != b share.
    Guard plain = {a.id & ~1u};
    Guard equal = either(both(condition, plain), both(!condition, !plain));
    return a.isNegated() ? !equal : equal;
  }
  return either(both(condition, a), both(!condition, b));
}

Guard Terms::all(llvm::ArrayRef<Guard> guards) {
  Guard result = always();
  for (Guard guard : guards)
    result = both(result, guard);
  return result;
}

Guard Terms::any(llvm::ArrayRef<Guard> guards) {
  Guard result = never();
  for (Guard guard : guards)
    result = either(result, guard);
  return result;
}

} // namespace custody::logic
