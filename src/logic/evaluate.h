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

// The result of an operator on values; `operands` of words are in [0, 2^width). `widths` as in the node's operands.
uint64_t apply(Op op, unsigned width, unsigned operandWidth, uint64_t a, uint64_t b, uint64_t c);

} // namespace custody::logic
