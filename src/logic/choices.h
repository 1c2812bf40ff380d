// Operators pushed into choices among constants.
//
// A variable that is set to 0, 1 or -1 on three paths is ite(c, 0, ite(d, 1, -1)) behind their join, and is asked about
// soon after: `if (ret == -1)`. An operator on such a choice is a choice among its results on the constants; a
// comparison becomes a guard in c and d without any word. Only small choices are treated so.
#pragma once

#include "logic/terms.h"

namespace custody::logic {

constexpr unsigned MaxLeaves = 8; // constants of a choice, or of the product of two

// `result(value)` is the operator on a constant; the recursion is at most MaxLeaves deep.
template <class Result>
auto mapChoice(Terms &terms, Word choice, Result result) -> decltype(result(uint64_t())) {
  if (std::optional<uint64_t> value = terms.constantOf(choice))
    return result(*value);
  Node node = terms.node(choice.node());
  auto a = mapChoice(terms, {node.b}, result);
  auto b = mapChoice(terms, {node.c}, result);
  return terms.ite(Guard{node.a}, a, b);
}

} // namespace custody::logic
