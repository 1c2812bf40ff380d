#include "engines/path/copies.h"
#include "engines/path/eval.h"

namespace custody::engines::path {

using namespace heap;
using namespace ir;

namespace {

std::optional<uint64_t> exactSize(const Context &context, Value value) {
  const ValueData &data = context.values[value];
  return data.targets.empty() ? context.terms.constantOf(data.number) : std::nullopt;
}

Offset restFrom(Offset offset) {
  return offset == Offset() ? Offset::unknown() : offset.index(std::nullopt, 1);
}

} // namespace

bool isWithin(Offset offset, Offset begin, std::optional<uint64_t> size) {
  if (!offset.isExact() || !begin.isExact())
    return true;
  const int64_t distance = int64_t(offset.bytes()) - begin.bytes();
  return distance >= 0 && (!size || uint64_t(distance) < *size);
}

void copyMemory(Memory &memory, const Copy &op) {
  Context &context = memory.context;
  Evaluator eval(memory);
  const Value from = eval.address(op.src), to = eval.address(op.dst);
  const std::optional<uint64_t> size = exactSize(context, eval.value(op.size));
  if (memory.isDead())
    return;
  const ValueData source = context.values[from], target = context.values[to];

  // Scalars that were there on entry get names when they are copied.
  if (TypeId type = context.function[op.src].type)
    for (uint32_t offset : context.model.layouts.pointers(context.model.program.resolve(context.id, type)))
      if (!size || offset < *size)
        for (const Pointee &pointee : source.targets)
          memory.read(Cell{pointee.cell.loc, pointee.cell.offset.plus(offset)}, {true, 64});

  struct Moved {
    Offset offset; // from the start
    Value value;
    Guard when;
  };
  std::vector<Moved> moved;
  for (const Pointee &pointee : source.targets)
    memory.forEachCell(pointee.cell.loc, [&](uint32_t cell, Value value) {
      const Offset at = context.cells[cell].offset;
      if (!isWithin(at, pointee.cell.offset, size))
        return;
      const Offset offset = !at.isExact()                   ? at
                            : pointee.cell.offset.isExact() ? at.plus(-pointee.cell.offset.bytes())
                                                            : Offset::unknown();
      moved.push_back({offset, value, pointee.when});
    });
  const bool isReplacing = target.targets.size() == 1 && !target.isWeak && memory.isReplaceable(target.targets[0].cell);
  const bool isExact = source.targets.size() == 1 && !source.isWeak;
  for (const Pointee &pointee : target.targets) {
    if (isReplacing)
      memory.forEachCell(pointee.cell.loc, [&](uint32_t cell, Value) {
        if (isWithin(context.cells[cell].offset, pointee.cell.offset, size))
          memory.eraseCell(cell);
      });
    if (context.locs[pointee.cell.loc].kind == LocKind::Input) // it does not hold what it held on entry
      memory.writeCell({pointee.cell.loc, restFrom(pointee.cell.offset)}, memory.unknown({false, 64}), pointee.when,
                       true);
    for (const Moved &part : moved) {
      const Offset offset = part.offset.isExact() ? pointee.cell.offset.plus(part.offset.bytes()) : part.offset;
      const Guard when = context.terms.both(isReplacing ? context.terms.always() : pointee.when,
                                            isExact ? context.terms.always() : part.when);
      memory.writeCell({pointee.cell.loc, offset}, part.value, when, target.isWeak);
    }
  }
}

void fillMemory(Memory &memory, const Fill &op) {
  Context &context = memory.context;
  Evaluator eval(memory);
  const Value to = eval.address(op.dst);
  const std::optional<uint64_t> size = exactSize(context, eval.value(op.size));
  const bool isZero = exactSize(context, eval.value(op.byte)) == 0;
  if (memory.isDead())
    return;
  const ValueData target = context.values[to];
  const bool isReplacing = target.targets.size() == 1 && !target.isWeak && memory.isReplaceable(target.targets[0].cell);
  const TypeId type = context.function[op.dst].type;
  auto filled = [&](ReadAs shape) {
    return isZero ? context.values.number(context.terms.constant(shape.isPointer ? 64 : shape.width, 0))
                  : memory.unknown({false, shape.isPointer ? 64 : shape.width});
  };
  for (const Pointee &pointee : target.targets) {
    memory.forEachCell(pointee.cell.loc, [&](uint32_t cell, Value value) {
      const Cell c = context.cells[cell];
      if (isWithin(c.offset, pointee.cell.offset, size))
        memory.writeCell(c, filled(memory.shapeOf(value)), context.terms.always(),
                         !isReplacing || !memory.isReplaceable(c));
    });
    if (!isReplacing)
      continue;
    // The whole of an object: whatever is in it.
    const bool isWhole =
        pointee.cell.offset == Offset() && isZero && type && context.locs[pointee.cell.loc].kind != LocKind::Input;
    if (isWhole)
      memory.writeCell({pointee.cell.loc, Offset::unknown()}, context.values.null(), context.terms.always(), true);
    if (!type)
      continue;
    for (uint32_t offset : context.model.layouts.pointers(context.model.program.resolve(context.id, type)))
      if (!size || offset < *size)
        memory.writeCell({pointee.cell.loc, pointee.cell.offset.plus(offset)}, filled({true, 64}),
                         context.terms.always(), false);
  }
}

} // namespace custody::engines::path
