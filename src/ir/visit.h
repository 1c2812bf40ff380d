// Walking over what statements are made of, for those who care little which statement it is.
#pragma once

#include "ir/function.h"

namespace custody::ir {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

// The expressions that the statement names itself: no sub-expressions, and not those in lists. May be none.
template <class Visit>
void forEachOperand(const StmtOp &op, Visit visit) {
  std::visit(Overloaded{
                 [&](const Begin &) {},
                 [&](const End &) {},
                 [&](const Ignore &) {},
                 [&](const Assign &s) { visit(s.place), visit(s.value); },
                 [&](const Copy &s) { visit(s.dst), visit(s.src), visit(s.size); },
                 [&](const Fill &s) { visit(s.dst), visit(s.byte), visit(s.size); },
                 [&](const Alloc &s) { visit(s.dst), visit(s.size); },
                 [&](const Realloc &s) { visit(s.dst), visit(s.old), visit(s.size); },
                 [&](const Free &s) { visit(s.pointer); },
                 [&](const StackAlloc &s) { visit(s.dst), visit(s.size); },
                 [&](const Call &s) { visit(s.dst), visit(s.pointer); },
                 [&](const Throw &s) { visit(s.exception), visit(s.info); },
                 [&](const Catch &s) { visit(s.dst); },
                 [&](const VaOp &s) { visit(s.list), visit(s.dst); },
                 [&](const Unknown &s) { visit(s.dst); },
             },
             op);
}

// The list that the statement has: arguments, caught types, touched pointers. Empty for most.
inline ExprList listOf(const StmtOp &op) {
  if (const auto *call = std::get_if<Call>(&op))
    return call->args;
  if (const auto *landing = std::get_if<Catch>(&op))
    return landing->types;
  if (const auto *unknown = std::get_if<Unknown>(&op))
    return unknown->touches;
  return {};
}

// The place that the statement writes as a whole; none for those that write none or fill it in part.
inline ExprId destination(const StmtOp &op) {
  return std::visit(
      [](const auto &s) -> ExprId {
        if constexpr (requires { s.dst; })
          return s.dst;
        else if constexpr (requires { s.place; })
          return s.place;
        else
          return {};
      },
      op);
}

} // namespace custody::ir
