#include "engines/path/unlink.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::path {

using namespace heap;
using namespace ir;

namespace {

struct Holder {
  Cell cell;
  Guard when;
};

// The pointer that a place lies behind.
ExprId pointerOf(const Function &function, ExprId place) {
  ExprKind kind = function[place].kind;
  for (; kind == ExprKind::Field || kind == ExprKind::Base || kind == ExprKind::Offset; kind = function[place].kind)
    place = function[place].a;
  return kind == ExprKind::Deref ? function[place].a : ExprId();
}

// Is it a place that pointers of the type of `e` are stored in, behind a pointer in what `e` points to?
bool pointsBack(const Context &context, ExprId place) {
  const Function &function = context.function;
  const ExprId back = pointerOf(function, place);
  const ExprId element =
      back && function[back].kind == ExprKind::Load ? pointerOf(function, function[back].a) : ExprId();
  const TypeId stored = function[place].type, type = element ? function[element].type : TypeId();
  return stored && type && context.module[stored].kind == TypeKind::Pointer &&
         context.module[type].kind == TypeKind::Pointer && context.module[stored].inner == context.module[type].inner;
}

// The cells of the caller that hold the element, but for those of itself and of the place that it points back to.
std::vector<Holder> holdersOf(const Memory &memory, LocId element, Cell back) {
  const Context &context = memory.context;
  std::vector<Holder> holders;
  memory.state.cells.forEach([&](uint32_t id, uint32_t held) {
    const Cell cell = context.cells[id];
    const LocKind kind = context.locs[cell.loc].kind;
    const bool isOfCaller = kind == LocKind::Input || kind == LocKind::Global;
    const bool isPlace = back.offset == Offset() || cell.offset == back.offset;
    if (!isOfCaller || !isPlace || cell.loc == element || cell.loc == back.loc)
      return;
    for (const Pointee &pointee : context.values[Value{held}].targets)
      if (pointee.cell == Cell{element, Offset()})
        holders.push_back({cell, pointee.when});
  });
  return holders;
}

} // namespace

void unlink(Memory &memory, ExprId place, Value address, Value next) {
  Context &context = memory.context;
  if (!pointsBack(context, place))
    return;
  for (const Pointee &back : llvm::SmallVector<Pointee, 2>(context.values[address].targets)) {
    const heap::Loc &held = context.locs[back.cell.loc];
    const LocId element = held.from.loc;
    auto isOfElement = [&](const Pointee &pointee) {
      const heap::Loc &loc = context.locs[pointee.cell.loc];
      return loc.kind == LocKind::Input && loc.from.loc == element;
    };
    if (held.kind != LocKind::Input || !back.cell.offset.isExact() || context.locs[element].kind != LocKind::Input ||
        context.locs[element].isMany || llvm::none_of(context.values[next].targets, isOfElement))
      continue;
    const std::vector<Holder> holders = holdersOf(memory, element, back.cell);
    for (const Holder &holder : holders)
      memory.writeCell(holder.cell, next, context.terms.both(back.when, holder.when), holders.size() > 1);
  }
}

} // namespace custody::engines::path
