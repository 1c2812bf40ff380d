#include "engines/path/transfer.h"
#include "engines/path/copies.h"
#include "engines/path/eval.h"
#include "engines/path/unlink.h"
#include "ir/visit.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::path {

using namespace heap;
using namespace ir;

void Transfer::allocate(Memory &memory, const Alloc &op) {
  Evaluator eval(memory);
  const Guard ok = op.mayFail ? context.terms.variable() : context.terms.always();
  const std::optional<Value> place = op.dst ? std::optional(eval.address(op.dst)) : std::nullopt;
  if (memory.isDead())
    return;
  const LocId site = memory.allocate(ok, {context.module.text(op.family), {}, context.id, memory.at});
  if (op.zeroed)
    memory.writeCell({site, Offset::unknown()}, context.values.null(), context.terms.always(), true);
  if (place)
    memory.write(*place, context.values.address({site, Offset()}, ok));
}

// `b->buf = realloc(b->buf, n)` with the caller's buffer: that failure loses it is this function's fault, not one of
// each caller.
bool Transfer::isOfCallerInPlace(Evaluator &eval, const Realloc &op, Value old) {
  const Expr &expr = context.function[op.old];
  const bool isOfCaller = llvm::any_of(
      context.values[old].targets, [&](const Pointee &p) { return context.locs[p.cell.loc].kind == LocKind::Input; });
  return isOfCaller && expr.kind == ExprKind::Load && op.dst && eval.address(expr.a) == eval.address(op.dst);
}

void Transfer::moveContents(Memory &memory, Value from, LocId to) {
  for (const Pointee &pointee : llvm::SmallVector<Pointee, 2>(context.values[from].targets)) {
    if (context.locs[pointee.cell.loc].kind == LocKind::Input)
      memory.writeCell({to, Offset::unknown()}, memory.read(Cell{pointee.cell.loc, Offset::unknown()}, {true, 64}),
                       pointee.when, true);
    memory.forEachCell(pointee.cell.loc, [&](uint32_t cell, Value value) {
      const Cell moved{to, context.cells[cell].offset};
      memory.writeCell(moved, value, pointee.when, !memory.isReplaceable(moved));
    });
  }
}

// Failure leaves the old block, success moves its contents. A block of no bytes may be none at all: then the old one is
// gone and null is no failure.
void Transfer::reallocate(Memory &memory, const Realloc &op) {
  Evaluator eval(memory);
  Values &values = context.values;
  const llvm::StringRef family = context.module.text(op.family);
  const Value old = eval.value(op.old);
  const Guard ok = isOfCallerInPlace(eval, op, old) ? context.terms.always() : context.terms.variable();
  const Guard isEmpty = op.size ? context.terms.isZero(values.word(eval.value(op.size), 64)) : context.terms.never();
  const std::optional<Value> place = op.dst ? std::optional(eval.address(op.dst)) : std::nullopt;
  if (memory.isDead())
    return;
  const LocId site = memory.allocate(ok, {family, {}, context.id, memory.at});
  moveContents(memory, old, site);
  memory.release(old, ok, true, {family, {}, false});
  if (const Guard isGone = context.terms.both(isEmpty, !ok); isGone != context.terms.never())
    memory.release(old, isGone, false, {family, {}, false});
  if (place)
    memory.write(*place, values.address({site, Offset()}, ok));
}

void Transfer::run(State &state, StmtId stmt) {
  ++context.steps;
  Memory memory(context, state, stmt);
  Evaluator eval(memory);
  auto writeUnknown = [&](ExprId place) {
    if (!place)
      return;
    const Value address = eval.address(place);
    if (!memory.isDead())
      memory.write(address, memory.unknown(eval.readAs(context.function[place].type)));
  };
  std::visit(Overloaded{
                 [&](const Begin &op) {
                   if (context.function[op.var].kind != VarKind::Param)
                     memory.endVariable(context.locs.var(op.var));
                 },
                 [&](const End &op) {
                   if (!context.facts.isEntryValue[op.var.index])
                     memory.endVariable(context.locs.var(op.var));
                 },
                 [&](const Assign &op) {
                   const Value value = eval.value(op.value), address = eval.address(op.place);
                   if (memory.isDead())
                     return;
                   if (eval.readAs(context.function[op.place].type).isPointer)
                     memory.notePointer(address);
                   memory.write(address, value);
                   unlink(memory, op.place, address, value);
                   // Those who are still counted hold the object.
                   if (context.model.counts.isCountedDown(context.id, stmt))
                     memory.escape(address, !context.terms.isZero(context.values[value].number));
                 },
                 [&](const Copy &op) { copyMemory(memory, op); },
                 [&](const Fill &op) { fillMemory(memory, op); },
                 [&](const Alloc &op) { allocate(memory, op); },
                 [&](const Realloc &op) { reallocate(memory, op); },
                 [&](const Free &op) {
                   Value pointer = eval.value(op.pointer);
                   if (freesWholeObject(context.facts, op))
                     pointer = context.values.map(pointer, [](Cell cell) { return Cell{cell.loc, Offset()}; });
                   if (!memory.isDead())
                     memory.release(pointer, context.terms.always(), true, {context.module.text(op.family), {}, false});
                 },
                 [&](const StackAlloc &op) {
                   const Value block = context.values.address({context.locs.frame(stmt), Offset()});
                   if (const Value place = op.dst ? eval.address(op.dst) : block; op.dst && !memory.isDead())
                     memory.write(place, block);
                 },
                 [&](const Call &op) { calls.run(memory, op); },
                 [&](const Ignore &) {},
                 [&](const Throw &op) {
                   if (op.exception)
                     memory.escape(eval.value(op.exception), context.terms.always());
                 },
                 [&](const Catch &op) { writeUnknown(op.dst); },
                 [&](const VaOp &op) {
                   if (op.kind == VaKind::Arg)
                     writeUnknown(op.dst);
                 },
                 [&](const Unknown &op) {
                   for (ExprId touched : context.function.list(op.touches)) {
                     const Value value = eval.value(touched);
                     if (memory.isDead())
                       return;
                     memory.escape(value, context.terms.always());
                     memory.forget(value);
                   }
                   writeUnknown(op.dst);
                 },
             },
             context.function[stmt].op);
}

} // namespace custody::engines::path
