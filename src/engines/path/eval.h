// Expressions: what they are worth in a state, and when a condition holds (saturn-leaks-2005, sections 2 and 3.3).
#pragma once

#include "engines/path/memory.h"

namespace custody::engines::path {

class Evaluator {
public:
  explicit Evaluator(Memory &memory)
      : memory(memory), context(memory.context), function(context.function), values(context.values),
        terms(context.terms) {}

  Value value(ir::ExprId id) { return valueAt(id, 0); }
  // Of a place that is accessed: on the way on, the pointers on the way to it are not null.
  Value address(ir::ExprId place) { return addressAt(place, 0, true); }
  Guard condition(ir::ExprId id) { return conditionAt(id, 0); }
  ReadAs readAs(ir::TypeId type) const;

private:
  Value valueAt(ir::ExprId id, unsigned depth);
  Value addressAt(ir::ExprId place, unsigned depth, bool isAccess);
  Guard conditionAt(ir::ExprId id, unsigned depth);
  Value derefAt(const ir::Expr &expr, unsigned depth, bool isAccess);
  Value indexed(const ir::Expr &expr, Value base, unsigned depth);
  Word indexOf(const ValueData &index);
  Value computed(ir::Op op, Value a, Value b, unsigned width);
  std::optional<Value> lowBits(ir::Op op, Value address, Value other, unsigned width);
  Value halfOf(Value address, unsigned from, unsigned width);
  Value unary(const ir::Expr &expr, unsigned depth);
  Value binary(const ir::Expr &expr, unsigned depth);
  Value cast(const ir::Expr &expr, unsigned depth);
  Word product(const ir::Expr &expr, Word a, Word b);
  Word difference(Value a, Value b, unsigned width);
  std::optional<Guard> compareWithNull(ir::Op op, Value a, Value b);
  Guard compareAddresses(ir::Op op, Value a, Value b);
  Guard compare(const ir::Expr &expr, unsigned depth);
  Guard isSame(Value a, Value b);
  bool isOneObject(const heap::Cell &x, const heap::Cell &y) const;
  Guard isAtNumber(const Pointee &p, Value pointer, Value number);
  Guard isSameCell(const Pointee &p, const Pointee &q, Value a, Value b);
  Value moved(Value address, int64_t bytes);
  void noteNamed(Value value);
  void noteTested(Value value);

  Memory &memory;
  Context &context;
  const ir::Function &function;
  Values &values;
  Terms &terms;
};

} // namespace custody::engines::path
