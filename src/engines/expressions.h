// Questions about expressions that more than one engine asks.
#pragma once

#include "ir/function.h"
#include <vector>

namespace custody::engines {

// A comparison and its negation by one operator: `a != b` is the negation of `a == b`. Others are what they are.
inline ir::Op affirmative(ir::Op op) {
  using ir::Op;
  switch (op) {
  case Op::Ne:
    return Op::Eq;
  case Op::SGe:
    return Op::SLt;
  case Op::SGt:
    return Op::SLe;
  case Op::UGe:
    return Op::ULt;
  case Op::UGt:
    return Op::ULe;
  default:
    return op;
  }
}

// The expression and all that it is made of.
template <class Visit>
void forEachPart(const ir::Function &function, ir::ExprId top, Visit visit) {
  std::vector<ir::ExprId> work = {top};
  while (!work.empty()) {
    const ir::ExprId next = work.back();
    work.pop_back();
    if (!next)
      continue;
    const ir::Expr &expr = function[next];
    visit(expr);
    work.insert(work.end(), {expr.a, expr.b, expr.c});
  }
}

} // namespace custody::engines
