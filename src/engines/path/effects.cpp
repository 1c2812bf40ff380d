#include "engines/path/effects.h"
#include "logic/cone.h"
#include "logic/skeleton.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::path {

using namespace heap;

namespace {

bool isStorage(const Context &context, const Loc &loc) {
  if (loc.kind != LocKind::Var)
    return false;
  const ir::Var &var = context.function.vars[loc.entity];
  return var.kind == ir::VarKind::Return || (var.kind == ir::VarKind::Param && var.byReference);
}

// Does it hold what it held on entry?
bool isUnchanged(Context &context, Cell cell, Value value) {
  const ValueData &data = context.values[value];
  if (context.locs[cell.loc].kind == LocKind::Site || isStorage(context, context.locs[cell.loc]))
    return false;
  if (data.targets.empty()) {
    const std::optional<uint32_t> unknown = context.terms.unknownIndex(data.number);
    if (!unknown)
      return false;
    const auto entry = context.entryUnknowns.find(*unknown);
    return entry != context.entryUnknowns.end() && entry->second.cell == cell && entry->second.isNumber();
  }
  const LocId input = context.locs.findInput(cell);
  return data.targets.size() == 1 && input && data.targets[0].cell == Cell{input, Offset()} &&
         data.targets[0].when == context.entryNonNull(cell);
}

// A global, an argument, the result, or what hung on one of these on entry.
bool isOfCaller(const Context &context, LocId id) {
  while (context.locs[id].kind == LocKind::Input)
    id = context.locs[id].from.loc;
  const Loc &loc = context.locs[id];
  return loc.kind == LocKind::Global || isStorage(context, loc) ||
         (loc.kind == LocKind::Var && context.function.vars[loc.entity].kind == ir::VarKind::Param);
}

} // namespace

bool areEffectsTooLarge(Context &context, const State &state) {
  std::vector<Guard> guards{context.paths.condition(state.path)};
  size_t writes = 0;
  state.cells.forEach([&](uint32_t id, uint32_t v) {
    const Cell cell = context.cells[id];
    const ValueData &data = context.values[Value{v}];
    const LocKind kind = context.locs[cell.loc].kind;
    const bool isVisible =
        kind == LocKind::Input || kind == LocKind::Global || isStorage(context, context.locs[cell.loc]);
    if (data.targets.empty() || !isVisible || !isOfCaller(context, cell.loc) || isUnchanged(context, cell, Value{v}) ||
        ++writes > context.options.maxWrites)
      return;
    for (const Pointee &pointee : data.targets)
      guards.push_back(pointee.when);
  });
  if (writes > context.options.maxWrites) // not all of them are told
    guards.resize(1);
  return logic::countNodes(context.terms, guards, {}, context.options.maxProjected) > context.options.maxProjected;
}

NodeId Effects::nodeOf(LocId id) {
  const Loc &loc = context.locs[id];
  switch (loc.kind) {
  case LocKind::Foreign:
    return heap::Summary::foreign();
  case LocKind::Global:
    return summary.nodes.add({.kind = NodeKind::Global, .global = program::ProgGlobalId(loc.entity)});
  case LocKind::Var: {
    const ir::Var &var = context.function.vars[loc.entity];
    if (var.kind == ir::VarKind::Return)
      return summary.nodes.add({.kind = NodeKind::Return});
    if (var.kind == ir::VarKind::Param)
      return summary.nodes.add({.kind = NodeKind::Arg, .arg = var.index});
    return {};
  }
  case LocKind::Input: {
    const std::optional<NodeCell> from = nodeCell(loc.from);
    if (!from || from->node == heap::Summary::foreign())
      return heap::Summary::foreign();
    return summary.nodes.add({.kind = NodeKind::Input, .isMany = loc.isMany, .from = *from});
  }
  case LocKind::Site: {
    if (!llvm::is_contained(reachable, id))
      return heap::Summary::foreign();
    const LocId first = standsFor.lookup(id.index);
    const SiteInfo &info = context.sites[first.index];
    return summary.nodes.add({.kind = NodeKind::Site,
                              .function = info.originFunction,
                              .stmt = info.originStmt,
                              .family = info.family,
                              .ordinal = context.locs[first].node});
  }
  case LocKind::Frame:
    return {};
  }
  return {};
}

std::optional<NodeCell> Effects::nodeCell(Cell cell) {
  const NodeId node = nodeOf(cell.loc);
  return node ? std::optional(NodeCell{node, cell.offset}) : std::nullopt;
}

bool Effects::isVisible(LocId id) const {
  const Loc &loc = context.locs[id];
  return loc.kind == LocKind::Input || loc.kind == LocKind::Global || isStorage(context, loc) ||
         (loc.kind == LocKind::Site && llvm::is_contained(reachable, id));
}

// A global that everybody sees, or what hung on one on entry.
bool Effects::isOfGlobal(LocId id) const {
  while (context.locs[id].kind == LocKind::Input)
    id = context.locs[id].from.loc;
  return context.locs[id].kind == LocKind::Global && !context.ownerOf(context.locs[id]);
}

// The new objects that hang on arguments or on the result. Those beyond the limit are left to others, and so is what
// hangs on globals: it is not the caller's to release.
void Effects::findReachable() {
  auto visit = [&](Value value) {
    for (const Pointee &pointee : context.values[value].targets) {
      const LocId loc = pointee.cell.loc;
      if (context.isSite(loc) && memory.attribute(loc, Attribute::Escaped) != terms.always() &&
          !llvm::is_contained(reachable, loc) && reachable.size() < context.options.maxSites)
        reachable.push_back(loc);
    }
  };
  auto noteHeld = [&](uint32_t cell, Value value) {
    for (const Pointee &pointee : context.values[value].targets)
      if (context.isSite(pointee.cell.loc))
        heldIn[pointee.cell.loc].push_back(cell);
  };
  std::vector<std::pair<LocId, Value>> ofGlobals;
  memory.state.cells.forEach([&](uint32_t cell, uint32_t value) {
    const LocId loc = context.cells[cell].loc;
    if (context.isSite(loc) || !isVisible(loc))
      return;
    if (isOfGlobal(loc)) {
      ofGlobals.push_back({loc, Value{value}});
    } else {
      visit(Value{value});
      noteHeld(cell, Value{value});
    }
  });
  for (size_t i = 0; i < reachable.size(); ++i)
    memory.forEachCell(reachable[i], [&](uint32_t, Value value) { visit(value); });
  for (const auto &[loc, value] : ofGlobals)
    memory.escape(value, !memory.attribute(loc, Attribute::Freed));
  llvm::sort(reachable);
  mergeAlternatives();
}

// What is lost in this function is no matter of its caller.
Guard Effects::handedOver(LocId loc) {
  if (!leaks)
    leaks.emplace(context, memory.state, reachable, false);
  return terms.both(memory.attribute(loc, Attribute::Valid), leaks->isHeld(loc));
}

// Objects of one allocation of which at most one is there when the function returns, as after reallocations in a loop,
// are one to the caller. Those that different cells hold are not: a key that is returned and a comment that an argument
// gets would become one where the conditions are not told exactly. Neither are those that are handed out where they are
// freed: the caller may free them again.
void Effects::mergeAlternatives() {
  std::vector<LocId> firsts;
  logic::Skeleton skeleton(terms, SkeletonConflicts, context.paths.conjuncts(memory.state.path));
  for (LocId loc : reachable) {
    const SiteInfo &info = context.sites[loc.index];
    const Guard isLive = terms.both(handedOver(loc), !memory.attribute(loc, Attribute::Freed));
    const Guard dangles = terms.both(handedOver(loc), memory.attribute(loc, Attribute::SurelyFreed));
    if (dangles != terms.never() && skeleton.check({dangles}) != logic::Verdict::Unsatisfiable) {
      standsFor[loc.index] = loc;
      live[loc.index] = isLive;
      continue;
    }
    LocId same;
    for (LocId first : firsts) {
      const SiteInfo &other = context.sites[first.index];
      if (other.originFunction != info.originFunction || other.originStmt != info.originStmt ||
          other.family != info.family || heldIn[first] != heldIn[loc])
        continue;
      if (skeleton.check({isLive, live.lookup(first.index)}) == logic::Verdict::Unsatisfiable) {
        same = first;
        break;
      }
    }
    if (!same) {
      firsts.push_back(loc);
      same = loc;
      live[loc.index] = terms.never();
    }
    standsFor[loc.index] = same;
    live[same.index] = terms.either(live[same.index], isLive);
  }
}

unsigned Effects::depthOf(NodeId node) const {
  unsigned depth = 0;
  while (summary.nodes[node].kind == NodeKind::Input && depth < 32) {
    node = summary.nodes[node].from.node;
    ++depth;
  }
  return depth;
}

// Numbers deep in the caller's structures are left out: hardly any caller decides by them, and they are most of what
// functions write.
bool Effects::isWorthTelling(NodeCell cell, Value value) const {
  const ValueData &data = context.values[value];
  if (!data.targets.empty())
    return true;
  const bool isConstant = terms.constantOf(data.number).has_value();
  const bool isText = terms.width(data.number) == 8; // nobody decides by single characters
  if (isText && !isConstant && summary.nodes[cell.node].kind == NodeKind::Site)
    return false;
  return depthOf(cell.node) <= (isConstant ? 2u : 1u);
}

// What one of several objects holds that are one to the caller.
void Effects::addWrite(LocId loc, const Kept &kept) {
  const auto same = llvm::find_if(writes, [&](const Kept &other) { return other.cell == kept.cell; });
  if (!context.isSite(loc) || same == writes.end()) {
    writes.push_back(kept);
    return;
  }
  const Guard isThis = terms.both(memory.attribute(loc, Attribute::Valid), !memory.attribute(loc, Attribute::Freed));
  same->value = context.values.ite(isThis, kept.value, same->value);
}

void Effects::collectWrites() {
  memory.state.cells.forEach([&](uint32_t id, uint32_t v) {
    const Cell cell = context.cells[id];
    const Value value{v};
    if (!isVisible(cell.loc) || isUnchanged(context, cell, value))
      return;
    const std::optional<NodeCell> node = nodeCell(cell);
    if (!node || node->node == heap::Summary::foreign())
      return;
    if (isWorthTelling(*node, value))
      addWrite(cell.loc, {*node, value, context.cells.holdsPointer(id)});
    else if (!context.isSite(cell.loc))
      summary.changed.push_back(*node);
  });
  limitWrites();
  llvm::sort(writes, [](const Kept &a, const Kept &b) { return a.cell < b.cell; });
}

// Of too many writes the important ones stay: the result, what holds new objects, what lies near the arguments.
void Effects::limitWrites() {
  if (writes.size() <= context.options.maxWrites)
    return;
  auto rank = [&](const Kept &kept) -> unsigned {
    const NodeKind kind = summary.nodes[kept.cell.node].kind;
    const bool hasSite =
        llvm::any_of(context.values[kept.value].targets, [&](const Pointee &p) { return context.isSite(p.cell.loc); });
    if (kind == NodeKind::Return || hasSite)
      return 0;
    return 1 + depthOf(kept.cell.node) + (kind == NodeKind::Global ? 1 : 0);
  };
  llvm::sort(writes,
             [&](const Kept &a, const Kept &b) { return std::pair(rank(a), a.cell) < std::pair(rank(b), b.cell); });
  for (size_t i = context.options.maxWrites; i < writes.size(); ++i) {
    summary.changed.push_back(writes[i].cell);
    for (const Pointee &pointee : context.values[writes[i].value].targets)
      if (const NodeId node = nodeOf(pointee.cell.loc); node && !summary.nodes.isPublic(node))
        lostFromSight.push_back(node);
  }
  writes.resize(context.options.maxWrites);
}

// What became of the caller's objects and of those it gets.
void Effects::collectFates() {
  memory.state.attributes.forEach([&](uint32_t key, uint32_t guard) {
    const LocId loc(key / 4);
    const Attribute attribute = Attribute(key % 4);
    const LocKind kind = context.locs[loc].kind;
    const bool isTold = kind == LocKind::Input || (kind == LocKind::Site && llvm::is_contained(reachable, loc));
    if (!isTold || Guard{guard} == terms.never() || attribute == Attribute::SurelyFreed ||
        (attribute == Attribute::Valid && kind == LocKind::Input))
      return;
    const NodeId node = nodeOf(loc);
    if (!node || summary.nodes.isPublic(node) || (attribute == Attribute::Escaped && isOfGlobal(loc)))
      return;
    const bool standsAlone =
        llvm::count_if(reachable, [&](LocId other) { return standsFor.lookup(other.index) == loc; }) == 1;
    if (attribute == Attribute::Valid) {
      if (standsAlone) // handed out even where it is freed: the caller may free it again
        fates.push_back({loc, node, attribute, handedOver(loc)});
      else if (standsFor.lookup(loc.index) == loc)
        fates.push_back({loc, node, attribute, live.lookup(loc.index)});
    } else if (kind == LocKind::Input || attribute == Attribute::Escaped || standsAlone) {
      fates.push_back({loc, node, attribute, Guard{guard}});
    }
  });
}

bool Effects::isHeldNearby(LocId loc) {
  return llvm::any_of(heldIn[loc], [&](uint32_t cell) {
    const std::optional<NodeCell> holder = nodeCell(context.cells[cell]);
    return holder && holder->offset.isExact() && depthOf(holder->node) <= 1;
  });
}

} // namespace custody::engines::path
