#include "engines/path/leaks.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::path {

using namespace heap;

// Longer chains of objects, and rings whose conditions grow with every round, count as held wherever something holds
// them.
static constexpr unsigned MaxRounds = 12;

Leaks::Leaks(Context &context, State &state, llvm::ArrayRef<LocId> wanted, bool keepsVariables)
    : context(context), memory(context, state, {}) {
  for (uint32_t i = 0; i < context.objects.size(); ++i)
    indexOf[context.objects[i].index] = i;
  collect(keepsVariables);
  leaveOutOthers(wanted);
  held = solve();
}

// Who holds an object decides whether it is lost; what it holds does not. So only the wanted ones stay, those that hold
// them, and so on.
void Leaks::leaveOutOthers(llvm::ArrayRef<LocId> wanted) {
  std::vector<bool> isNeeded(context.objects.size());
  std::vector<std::vector<uint32_t>> containers(context.objects.size());
  for (const Hold &hold : holds)
    if (hold.container != None)
      containers[hold.object].push_back(hold.container);
  std::vector<uint32_t> work;
  for (LocId loc : wanted)
    work.push_back(indexOf.lookup(loc.index));
  while (!work.empty()) {
    const uint32_t object = work.back();
    work.pop_back();
    if (isNeeded[object])
      continue;
    isNeeded[object] = true;
    llvm::append_range(work, containers[object]);
  }
  llvm::erase_if(holds, [&](const Hold &hold) { return !isNeeded[hold.object]; });
  for (Hold &hold : holds)
    hold.when = context.terms.both(hold.alive, hold.points);
}

void Leaks::collect(bool keepsVariables) {
  memory.state.cells.forEach([&](uint32_t cell, uint32_t value) {
    const LocId loc = context.cells[cell].loc;
    const Loc &holder = context.locs[loc];
    uint32_t container = None;
    Guard alive = !memory.attribute(loc, Attribute::Freed);
    switch (holder.kind) {
    case LocKind::Site:
      container = indexOf.lookup(loc.index);
      break;
    case LocKind::Var: {
      const ir::Var &var = context.function.vars[holder.entity];
      if (var.kind != ir::VarKind::Return && !var.byReference && !keepsVariables)
        return;
      break;
    }
    case LocKind::Frame:
      if (!keepsVariables)
        return;
      break;
    case LocKind::Global:
      if (context.ownerOf(holder) == context.id && !keepsVariables)
        return;
      break;
    default:
      break;
    }
    for (const Pointee &pointee : context.values[Value{value}].targets)
      if (context.isSite(pointee.cell.loc))
        holds.push_back({container, indexOf.lookup(pointee.cell.loc.index), alive, pointee.when});
  });
}

std::vector<Guard> Leaks::solve() {
  Terms &terms = context.terms;
  std::vector<Guard> base, now;
  for (LocId loc : context.objects)
    base.push_back(memory.attribute(loc, Attribute::Escaped));
  std::vector<Hold> inner;
  for (const Hold &hold : holds) {
    if (hold.container == None)
      base[hold.object] = terms.either(base[hold.object], hold.when);
    else if (hold.container != hold.object)
      inner.push_back(hold);
  }
  now = base;
  for (unsigned round = 0;; ++round) {
    std::vector<Guard> next = base;
    for (const Hold &hold : inner)
      next[hold.object] = terms.either(next[hold.object], terms.both(hold.when, now[hold.container]));
    if (next == now)
      return now;
    if (round == MaxRounds) {
      for (const Hold &hold : inner)
        if (next[hold.object] != now[hold.object])
          base[hold.object] = terms.either(base[hold.object], hold.when);
      for (size_t i = 0; i < now.size(); ++i)
        if (next[i] != now[i])
          now[i] = base[i];
      return now;
    }
    now = std::move(next);
  }
}

Guard Leaks::isHeld(LocId loc) const {
  return held[indexOf.lookup(loc.index)];
}

Guard Leaks::isAlone(uint32_t object) {
  const LocId loc = context.objects[object];
  const Guard isHere =
      context.terms.both(memory.attribute(loc, Attribute::Valid), !memory.attribute(loc, Attribute::Freed));
  return context.terms.both(isHere, !held[object]);
}

bool Leaks::leadsTo(uint32_t from, uint32_t to) const {
  std::vector<bool> isSeen(held.size());
  std::vector<uint32_t> work{from};
  while (!work.empty()) {
    const uint32_t object = work.back();
    work.pop_back();
    if (object == to)
      return true;
    if (isSeen[object])
      continue;
    isSeen[object] = true;
    for (const Hold &hold : holds)
      if (hold.container == object)
        work.push_back(hold.object);
  }
  return false;
}

Guard Leaks::isLost(LocId loc) {
  const uint32_t object = indexOf.lookup(loc.index);
  Guard lost = isAlone(object);
  for (const Hold &hold : holds) {
    if (lost == context.terms.never())
      break;
    if (hold.object != object || hold.container == None || hold.container == object)
      continue;
    if (leadsTo(object, hold.container) && object < hold.container) // of a ring the first stands for all
      continue;
    lost = context.terms.both(lost, !context.terms.both(hold.when, isAlone(hold.container)));
  }
  return lost;
}

} // namespace custody::engines::path
