#include "logic/propagate.h"
#include <algorithm>

namespace custody::logic {

void Domain::restrictTo(const Run &run) {
  // One that splits an interval only to take a value out of it makes the list longer; long lists are left as they are.
  constexpr size_t MaxIntervals = 64;
  if (intervals.size() >= MaxIntervals)
    return;
  uint64_t mask = maskOf(run.width);
  llvm::SmallVector<std::pair<uint64_t, uint64_t>, 2> kept;
  auto keep = [&](uint64_t first, uint64_t last) {
    for (auto [from, to] : intervals)
      if (std::max(from, first) <= std::min(to, last))
        kept.push_back({std::max(from, first), std::min(to, last)});
  };
  if (run.first <= run.last()) {
    keep(run.first, run.last());
  } else {
    keep(0, run.last());
    keep(run.first, mask);
  }
  intervals = std::move(kept);
}

std::optional<bool> Domain::decides(const Run &run) const {
  bool someIn = false, someOut = false;
  for (auto [first, last] : intervals) {
    Run values = {first, last - first, run.width};
    if (values.more == maskOf(run.width))
      return std::nullopt;
    bool isIn = values.isWithin(run), isOut = values.isDisjoint(run);
    if (!isIn && !isOut)
      return std::nullopt;
    someIn |= isIn;
    someOut |= isOut;
  }
  if (someIn == someOut)
    return std::nullopt;
  return someIn;
}

uint64_t Domain::nearest(uint64_t value) const {
  uint64_t result = intervals.front().first;
  for (auto [first, last] : intervals) {
    if (value < first)
      return result;
    result = std::min(value, last);
  }
  return result;
}

bool Propagation::run(llvm::ArrayRef<Guard> conditions) {
  known.clear();
  waiting.clear();
  domains.clear();
  queue.clear();
  contradiction = false;
  known[0] = false;
  for (Guard condition : conditions)
    require(condition);
  for (size_t next = 0; next < queue.size() && !contradiction; ++next)
    takeApart(queue[next]);
  return !contradiction;
}

void Propagation::require(Guard guard) {
  auto [entry, isNew] = known.try_emplace(guard.node(), !guard.isNegated());
  if (isNew)
    queue.push_back(guard);
  else
    contradiction |= entry->second == guard.isNegated();
}

std::optional<bool> Propagation::isKnown(Guard guard, unsigned depth) const {
  constexpr unsigned MaxDepth = 3;
  if (auto entry = known.find(guard.node()); entry != known.end())
    return entry->second != guard.isNegated();
  const Node &node = terms.node(guard.node());
  if (node.op == Op::And && depth < MaxDepth) {
    std::optional<bool> a = isKnown({node.a}, depth + 1), b = isKnown({node.b}, depth + 1);
    if (a == false || b == false)
      return guard.isNegated();
    if (a && b)
      return !guard.isNegated();
    return std::nullopt;
  }
  if (std::optional<RangeTest> test = rangeTest(terms, guard))
    if (auto domain = domains.find(test->of.node()); domain != domains.end())
      return domain->second.decides(test->run);
  return std::nullopt;
}

void Propagation::takeApart(Guard guard) {
  const Node &node = terms.node(guard.node());
  if (node.op == Op::And && guard.isNegated()) {
    takeApartSum(guard);
  } else if (node.op == Op::And) {
    require({node.a});
    require({node.b});
  } else if (std::optional<RangeTest> test = rangeTest(terms, guard)) {
    narrow(*test);
  }
  if (auto entry = waiting.find(guard); entry != waiting.end()) {
    auto sums = std::move(entry->second);
    for (uint32_t sum : sums)
      takeApartSum({sum << 1 | 1});
  }
}

void Propagation::takeApartSum(Guard sum) {
  const Node &node = terms.node(sum.node());
  Guard a = {node.a}, b = {node.b};
  std::optional<bool> isA = isKnown(a), isB = isKnown(b);
  if (isA == false || isB == false)
    return;
  if (isA)
    return require(!b);
  if (isB)
    return require(!a);
  waiting[a].push_back(sum.node());
  waiting[b].push_back(sum.node());
}

void Propagation::narrow(const RangeTest &test) {
  Domain &domain = domains.try_emplace(test.of.node(), test.run.width).first->second;
  domain.restrictTo(test.run);
  contradiction |= domain.isEmpty();
}

std::vector<uint64_t> Propagation::adjusted(std::vector<uint64_t> values) const {
  values.resize(terms.numUnknowns());
  for (auto [node, value] : known)
    if (std::optional<uint32_t> unknown = terms.unknownIndex(Guard{node << 1}))
      values[*unknown] = value;
  for (const auto &[node, domain] : domains)
    if (std::optional<uint32_t> unknown = terms.unknownIndex(Word{node}))
      values[*unknown] = domain.nearest(values[*unknown] & maskOf(terms.width(Word{node})));
  return values;
}

} // namespace custody::logic
