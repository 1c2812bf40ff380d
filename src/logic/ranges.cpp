#include "logic/ranges.h"

namespace custody::logic {

Run Run::complement() const {
  uint64_t mask = maskOf(width);
  return {(first + more + 1) & mask, mask - more - 1, width};
}

bool Run::isWithin(const Run &other) const {
  uint64_t offset = (first - other.first) & maskOf(width);
  return offset <= other.more && more <= other.more - offset;
}

// Of a comparison that is not negated, with `k`.
static Run runOf(Op op, unsigned width, uint64_t k) {
  uint64_t lowest = op == Op::LessSigned ? uint64_t(1) << (width - 1) : 0;
  if (op == Op::Equal)
    return {k, 0, width};
  return {lowest, ((k - lowest) & maskOf(width)) - 1, width};
}

std::optional<RangeTest> rangeTest(const Terms &terms, Guard guard) {
  const Node &node = terms.node(guard.node());
  if (node.op != Op::Equal && node.op != Op::LessUnsigned && node.op != Op::LessSigned)
    return std::nullopt;
  std::optional<uint64_t> k = terms.constantOf({node.b});
  if (!k)
    return std::nullopt;
  RangeTest test = {{node.a}, runOf(node.op, terms.width({node.a}), *k)};
  const Node &word = terms.node(node.a);
  if (word.op == Op::Add)
    if (std::optional<uint64_t> offset = terms.constantOf({word.b})) {
      test.of = {word.a};
      test.run.first = (test.run.first - *offset) & maskOf(word.width);
    }
  if (guard.isNegated())
    test.run = test.run.complement();
  return test;
}

} // namespace custody::logic
