// What a formula is worth when its unknowns have given values.
#pragma once

#include "logic/terms.h"

namespace custody::logic {

// Remembers what it computed, so asking about many terms of one assignment costs each node once. The arena may grow
// between questions.
class Evaluator {
public:
  // By index of the unknown; those beyond the end are 0. Only the lowest bits count; a guard is true if bit 0 is.
  Evaluator(const Terms &terms, std::vector<uint64_t> values = {}) : terms(terms), values(std::move(values)) {}

  bool valueOf(Guard a) { return compute(a.node()) ^ a.isNegated(); }
  uint64_t valueOf(Word a) { return compute(a.node()); }

private:
  uint64_t compute(uint32_t root);

  const Terms &terms;
  std::vector<uint64_t> values;
  std::vector<uint64_t> results; // by node; valid where `done`
  std::vector<bool> done;
  std::vector<uint32_t> pending; // kept for its memory
};

// The value of a node: `unknown(index)` gives that of an unknown, `operand(node)` that of a node that it uses.
template <class Unknown, class Operand>
uint64_t valueOfNode(const Terms &terms, const Node &node, Unknown unknown, Operand operand);

// The result of an operator with two words as operands, both of `width`.
uint64_t applyBinary(Op op, unsigned width, uint64_t a, uint64_t b);

} // namespace custody::logic

template <class Unknown, class Operand>
uint64_t custody::logic::valueOfNode(const Terms &terms, const Node &node, Unknown unknown, Operand operand) {
  auto guard = [&](uint32_t id) { return operand(id >> 1) ^ (id & 1); };
  switch (node.op) {
  case Op::False:
    return 0;
  case Op::Variable:
    return unknown(node.a) & 1;
  case Op::And:
    return guard(node.a) & guard(node.b);
  case Op::Constant:
    return uint64_t(node.b) << 32 | node.a;
  case Op::Unknown:
    return unknown(node.a) & maskOf(node.width);
  case Op::ZeroExtend:
    return operand(node.a);
  case Op::SignExtend:
    return signedValue(operand(node.a), terms.node(node.a).width) & maskOf(node.width);
  case Op::Truncate:
    return operand(node.a) & maskOf(node.width);
  case Op::Ite:
    return guard(node.a) ? operand(node.b) : operand(node.c);
  default:
    return applyBinary(node.op, terms.node(node.a).width, operand(node.a), operand(node.b));
  }
}
