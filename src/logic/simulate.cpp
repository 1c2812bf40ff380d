#include "logic/simulate.h"
#include "logic/cone.h"
#include "logic/evaluate.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

namespace custody::logic {

// Well-mixed bits of a number (splitmix64).
static uint64_t mix(uint64_t value) {
  value += 0x9e3779b97f4a7c15;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

// What programs compare with: zero, small numbers, -1, and now and then anything.
uint64_t Simulation::unknownValue(uint32_t index, unsigned pattern) const {
  if (index < kept[pattern].size())
    return kept[pattern][index];
  switch (pattern) {
  case 0:
    return 0;
  case 1:
    return ~uint64_t(0);
  case 2:
    return 1;
  default:
    break;
  }
  uint64_t random = mix(uint64_t(index) * Patterns + pattern);
  switch (random >> 61) {
  case 0:
  case 1:
    return random & 1;
  case 2:
    return ~uint64_t(0);
  case 3:
  case 4:
    return random & 15;
  case 5:
    return random & 1023;
  default:
    return random;
  }
}

uint64_t Simulation::valueOf(uint32_t node, unsigned pattern) const {
  return isGuard(terms.node(node).op) ? slots[node] >> pattern & 1 : columns[slots[node]][pattern];
}

void Simulation::recompute(uint32_t index, unsigned pattern) {
  const Node &node = terms.node(index);
  uint64_t value = valueOfNode(
      terms, node, [&](uint32_t unknown) { return unknownValue(unknown, pattern); },
      [&](uint32_t operand) { return valueOf(operand, pattern); });
  if (isGuard(node.op))
    slots[index] = (slots[index] & ~(uint64_t(1) << pattern)) | value << pattern;
  else
    columns[slots[index]][pattern] = value;
}

void Simulation::compute(uint32_t index) {
  done[index] = true;
  order.push_back(index);
  const Node &node = terms.node(index);
  if (node.op == Op::And) {
    auto values = [&](uint32_t id) { return id & 1 ? ~slots[id >> 1] : slots[id >> 1]; };
    slots[index] = values(node.a) & values(node.b);
    return;
  }
  if (!isGuard(node.op)) {
    slots[index] = columns.size();
    columns.emplace_back();
  }
  for (unsigned pattern = 0; pattern < Patterns; ++pattern)
    recompute(index, pattern);
}

uint64_t Simulation::simulate(Guard condition) {
  if (done.size() < terms.size()) {
    done.resize(terms.size());
    slots.resize(terms.size());
  }
  visitCone(
      terms, condition.node(), pending, [&](uint32_t index) { return done[index]; },
      [&](uint32_t index) { compute(index); });
  uint64_t values = slots[condition.node()];
  return condition.isNegated() ? ~values : values;
}

std::optional<unsigned> Simulation::satisfying(llvm::ArrayRef<Guard> conditions) {
  uint64_t satisfied = ~uint64_t(0);
  for (Guard condition : conditions)
    if (!(satisfied &= simulate(condition)))
      return std::nullopt;
  return llvm::countr_zero(satisfied);
}

unsigned Simulation::closest(llvm::ArrayRef<Guard> conditions) {
  std::array<unsigned, Patterns> failed{};
  for (Guard condition : conditions)
    for (uint64_t values = ~simulate(condition); values; values &= values - 1)
      ++failed[llvm::countr_zero(values)];
  return std::min_element(failed.begin(), failed.end()) - failed.begin();
}

std::vector<uint64_t> Simulation::assignment(unsigned pattern) const {
  std::vector<uint64_t> values(terms.numUnknowns());
  for (uint32_t unknown = 0; unknown < values.size(); ++unknown)
    values[unknown] = unknownValue(unknown, pattern);
  return values;
}

void Simulation::keep(std::vector<uint64_t> values) {
  unsigned pattern = nextKept;
  nextKept = nextKept + 1 < Patterns ? nextKept + 1 : FirstKept;
  kept[pattern] = std::move(values);
  for (uint32_t node : order)
    recompute(node, pattern);
}

} // namespace custody::logic
