// Expressions: what they are worth in a state, and what a condition says about the state when it holds.
#pragma once

#include "engines/summary/memory.h"

namespace custody::engines::summary {

class Evaluator {
public:
  explicit Evaluator(Memory &memory)
      : memory(memory), context(memory.context), function(context.function), values(context.values) {}

  heap::Value value(ir::ExprId id) { return valueAt(id, 0); }
  heap::Value address(ir::ExprId place) { return addressAt(place, 0, true); } // of a place that is accessed
  ReadAs readAs(ir::TypeId type) const;

  // The state under the assumption that the condition is `truth`. False if it cannot be.
  bool assume(ir::ExprId condition, bool truth);
  // ... that the value is one of these numbers (a switch).
  bool assumeIn(ir::ExprId value, const heap::Numbers &numbers);

private:
  enum class Relation : uint8_t { Eq, Ne, Lt, Le, Gt, Ge, Below, BelowEq, Above, AboveEq };
  static std::optional<Relation> relationOf(ir::Op op);
  static Relation negation(Relation relation);

  heap::Value valueAt(ir::ExprId id, unsigned depth);
  heap::Value addressAt(ir::ExprId place, unsigned depth, bool isAccess);
  heap::Value derefAt(const ir::Expr &expr, unsigned depth, bool isAccess);
  heap::Value computed(heap::Value address);
  heap::Value unary(const ir::Expr &expr, unsigned depth);
  heap::Value binary(const ir::Expr &expr, unsigned depth);
  heap::Value cast(const ir::Expr &expr, unsigned depth);
  heap::Value moved(heap::Value address, int64_t bytes);
  heap::Value indexed(const ir::Expr &expr, heap::Value base, unsigned depth);
  std::optional<bool> decide(Relation relation, heap::Value a, heap::Value b);

  bool assumeRelation(Relation relation, ir::ExprId a, ir::ExprId b);
  void setCopies(ir::ExprId id, heap::Value before, heap::Value now);
  bool assumeNull(ir::ExprId id, heap::Value value, bool isNull);
  bool assumeSame(ir::ExprId a, ir::ExprId b, bool isSame);
  bool isSeparate(heap::Target p, heap::Target q) const;
  bool mayBeNumber(heap::Value v) const;
  bool keepEqual(ir::ExprId id, heap::Value v, heap::Value others);
  void noteMark(heap::Value pointer, heap::Value number);
  bool keepDifferent(ir::ExprId id, heap::Value v, heap::Value other);
  bool refine(ir::ExprId id, const heap::Numbers &numbers);
  bool isOfAnyElement(ir::ExprId id);
  std::optional<heap::Cell> cellOf(ir::ExprId id); // the one replaceable cell that the expression loads

  Memory &memory;
  Context &context;
  const ir::Function &function;
  heap::ValueTable &values;
};

} // namespace custody::engines::summary
