#include "engines/path/memory.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::path {

using namespace heap;

// Reading.

Value Memory::unknown(ReadAs as) {
  if (!as.isPointer)
    return context.values.number(context.terms.unknown(as.width));
  return context.values.address({LocTable::foreign(), Offset::unknown()}, context.terms.variable());
}

ReadAs Memory::shapeOf(Value value) const {
  const ValueData &data = context.values[value];
  return {!data.targets.empty(), context.terms.width(data.number)};
}

// What a cell held before, seen as what it holds now.
ReadAs Memory::shapeOf(uint32_t cell, Value value) const {
  return value == context.values.null() && context.cells.holdsPointer(cell) ? ReadAs{true, 64} : shapeOf(value);
}

Value Memory::entryValue(Cell cell, ReadAs as) {
  if (!as.isPointer)
    return context.values.number(context.entryNumber(cell, as.width));
  // Of several cells together nobody can say whether they are null.
  const Guard nonNull = cell.offset.isExact() ? context.entryNonNull(cell) : context.terms.always();
  const LocId input = context.locs.input(cell, at);
  if (const Guard escaped = attribute(cell.loc, Attribute::Escaped); escaped != context.terms.never())
    setAttribute(input, Attribute::Escaped, escaped);
  Value value = context.values.address({input, Offset()}, nonNull);
  if (context.options.mayAlias && context.locs[cell.loc].kind == LocKind::Var && cell.offset == Offset())
    for (const auto &[other, isSame] : context.aliasesOf(ir::VarId(context.locs[cell.loc].entity)))
      value = context.values.ite(context.terms.both(nonNull, isSame),
                                 entryValue({context.locs.var(other), Offset()}, as), value);
  return value;
}

Value Memory::globalValue(Cell cell, ReadAs as) {
  const program::ProgGlobalId global(context.locs[cell.loc].entity);
  if (cell.offset.isExact()) {
    const uint32_t size = as.isPointer ? context.module.pointerSize : (as.width + 7) / 8;
    const std::optional<ir::InitValue> init = context.model.globals.constantAt(global, cell.offset.bytes(), size);
    if (init && init->kind == ir::InitKind::Int)
      return context.values.number(context.terms.constant(as.isPointer ? 64 : as.width, uint64_t(init->value)));
    if (state.epoch == 0)
      return entryValue(cell, as);
  }
  if (!as.isPointer && cell.offset.isExact())
    return context.values.number(context.laterNumber(context.cells.idOf(cell), state.epoch, as.width));
  return unknown(as);
}

static bool isOfCaller(const Context &context, const Loc &loc) {
  return loc.kind == LocKind::Input ||
         (loc.kind == LocKind::Var && context.function.vars[loc.entity].kind == ir::VarKind::Param);
}

Value Memory::absent(Cell cell, ReadAs as) {
  const Loc loc = context.locs[cell.loc];
  if (loc.kind == LocKind::Foreign)
    return unknown(as);
  if (!cell.offset.isUnknown() && context.cells.isKnown({cell.loc, Offset::unknown()}))
    if (const uint32_t *everywhere = state.cells.find(context.cells.idOf({cell.loc, Offset::unknown()}))) {
      const ValueData &data = context.values[Value{*everywhere}];
      if (!data.targets.empty() || context.terms.constantOf(data.number) == 0)
        return data.targets.empty() && !as.isPointer ? context.values.number(context.terms.constant(as.width, 0))
                                                     : Value{*everywhere};
      return unlessOverwritten(cell, data.number, as);
    }
  if (loc.kind == LocKind::Global)
    return globalValue(cell, as);
  if (isOfCaller(context, loc))
    return entryValue(cell, as);
  return context.values.number(context.values.undefined(as.isPointer ? 64 : as.width));
}

// On some ways others wrote into the object, nobody knows where. On the ways on which all its cells together hold what
// they held, this one does.
Value Memory::unlessOverwritten(Cell cell, Word rest, ReadAs as) {
  if (!isOfCaller(context, context.locs[cell.loc]))
    return unknown(as);
  const Word before = context.entryNumber({cell.loc, Offset::unknown()}, context.terms.width(rest));
  Guard isUntouched = context.terms.never();
  for (const Choice &choice : choicesOf(context.terms, rest))
    if (choice.word == before)
      isUntouched = context.terms.either(isUntouched, choice.when);
  return isUntouched == context.terms.never() ? unknown(as)
                                              : context.values.ite(isUntouched, entryValue(cell, as), unknown(as));
}

// One of several elements: nobody knows which.
Value Memory::readElements(Cell cell, ReadAs as) {
  if (!as.isPointer) // numbers of elements are not followed
    return unknown(as);
  llvm::SmallVector<Value, 8> all;
  forEachCell(cell.loc, [&](uint32_t, Value value) { all.push_back(value); });
  const Loc loc = context.locs[cell.loc];
  if (all.empty() || isOfCaller(context, loc) || loc.kind == LocKind::Global)
    all.push_back(absent(cell, as));
  return context.values.weakUnion(all);
}

// What was written to elements nobody knows which of, this one perhaps.
std::optional<Value> Memory::strayWrites(Cell cell) const {
  llvm::SmallVector<Value, 4> all;
  forEachCell(cell.loc, [&](uint32_t id, Value value) {
    const Offset offset = context.cells[id].offset;
    const bool mayBeHere = offset.isUnknown() || (offset.isAny() && offset.bytes() <= cell.offset.bytes());
    if (mayBeHere && !context.values[value].targets.empty())
      all.push_back(value);
  });
  if (all.size() <= 1)
    return all.empty() ? std::nullopt : std::optional(all[0]);
  return context.values.weakUnion(all);
}

// Where nothing was written that is followed, somebody wrote that is not: bytes that a library filled in. Each cell has
// its own.
Value Memory::firstRead(Cell cell, ReadAs as) {
  const LocKind kind = context.locs[cell.loc].kind;
  const Value value = absent(cell, as);
  const bool isUndefined = value == context.values.number(context.values.undefined(as.isPointer ? 64 : as.width));
  return isUndefined && (kind == LocKind::Var || kind == LocKind::Site)
             ? context.values.number(context.terms.unknown(as.isPointer ? 64 : as.width))
             : value;
}

Value Memory::read(Cell cell, ReadAs as) {
  if (context.locs[cell.loc].kind == LocKind::Foreign)
    return unknown(as);
  if (!cell.offset.isExact())
    return readElements(cell, as);
  const uint32_t id = context.cells.idOf(cell);
  if (as.isPointer)
    context.cells.notePointer(id);
  const uint32_t *known = state.cells.find(id);
  const Value value = known ? Value{*known} : firstRead(cell, as);
  if (as.isPointer)
    if (const std::optional<Value> stray = strayWrites(cell); stray && *stray != value)
      return context.values.weakUnion({value, *stray});
  if (!known && (context.locs[cell.loc].kind != LocKind::Global || state.epoch != 0))
    state.cells = state.cells.with(context.arena, id, value.id); // later reads agree
  return value;
}

// Its value.
const uint32_t *Memory::knownElement(Cell cell, Word index) const {
  if (state.elements.isEmpty() || !cell.offset.isAny() || !context.cells.isKnown(cell))
    return nullptr;
  return state.elements.find(context.elements.idOf({context.cells.idOf(cell), index}));
}

void Memory::setElement(Cell cell, Word index, Value value) {
  constexpr unsigned MaxKnown = 4;
  const Loc &loc = context.locs[cell.loc];
  if (!cell.offset.isAny() || loc.isMany || loc.kind == LocKind::Foreign)
    return;
  const uint32_t array = context.cells.idOf(cell), element = context.elements.idOf({array, index});
  const llvm::ArrayRef<uint32_t> known = context.elements.of(array);
  if (known.size() <= MaxKnown ||
      llvm::count_if(known, [&](uint32_t other) { return state.elements.find(other); }) < MaxKnown)
    state.elements = state.elements.with(context.arena, element, value.id);
}

// Something is written there: to an element that is known, perhaps. Fields of elements are apart.
void Memory::dropElements(Cell written) {
  if (state.elements.isEmpty())
    return;
  for (uint32_t id : context.cells.of(written.loc)) {
    const Offset offset = context.cells[id].offset;
    const bool mayBeHere = written.offset.isUnknown() || written.offset == offset ||
                           (written.offset.isExact() && offset.bytes() <= written.offset.bytes());
    if (offset.isAny() && mayBeHere)
      for (uint32_t element : context.elements.of(id))
        state.elements = state.elements.without(context.arena, element);
  }
}

Value Memory::readElement(Cell cell, Word index, ReadAs as) {
  if (!as.isPointer || !cell.offset.isAny() || index == Word())
    return read(cell, as);
  if (const uint32_t *known = knownElement(cell, index); known && shapeOf(Value{*known}).width == 64)
    return Value{*known};
  const Value value = read(cell, as);
  context.values.isNonNull(value); // asked: where elements meet, the answers do
  setElement(cell, index, value);
  return value;
}

Value Memory::read(Value address, ReadAs as) {
  const ValueData data = context.values[address];
  if (data.targets.empty())
    return unknown(as);
  if (data.isWeak) {
    llvm::SmallVector<Value, 8> all;
    for (const Pointee &pointee : llvm::reverse(data.targets))
      all.push_back(read(pointee.cell, as));
    return context.values.weakUnion(all);
  }
  Value result = readElement(data.targets.back().cell, data.index, as);
  for (const Pointee &pointee : llvm::reverse(llvm::ArrayRef(data.targets).drop_back()))
    result = context.values.ite(pointee.when, readElement(pointee.cell, data.index, as), result);
  return result;
}

// Writing.

void Memory::note(Occurrence::Kind kind, LocId loc, Guard when) {
  if (!isDead() && context.keepsEvidence && when != context.terms.never())
    context.occurrences.push_back({kind, at.index, loc.index, when, state.path});
}

// Remembers who holds what from here on, and who does not any more.
void Memory::setCell(uint32_t cell, Value value) {
  dropElements(context.cells[cell]);
  const uint32_t *before = state.cells.find(cell);
  if (before && *before == value.id)
    return;
  if (before && context.keepsEvidence)
    for (const Pointee &old : context.values[Value{*before}].targets)
      if (context.isSite(old.cell.loc) && context.values.pointsInto(value, old.cell.loc) != old.when)
        note(Occurrence::Kind::Dropped, old.cell.loc, old.when);
  for (const Pointee &held : context.values[value].targets)
    if (context.isSite(held.cell.loc))
      note(Occurrence::Kind::Held, held.cell.loc, held.when);
  context.written.push_back(cell);
  state.cells = state.cells.with(context.arena, cell, value.id);
}

void Memory::eraseCell(uint32_t cell) {
  if (const uint32_t *before = state.cells.find(cell))
    for (const Pointee &old : context.values[Value{*before}].targets)
      if (context.isSite(old.cell.loc))
        note(Occurrence::Kind::Dropped, old.cell.loc, old.when);
  dropElements(context.cells[cell]);
  state.cells = state.cells.without(context.arena, cell);
}

bool Memory::isReplaceable(Cell cell) const {
  const Loc &loc = context.locs[cell.loc];
  return cell.offset.isExact() && !loc.isMany && loc.kind != LocKind::Foreign;
}

// Places of one object as one place somewhere in it: `p = *t == '/' ? t + 1 : t` has no more objects than `t`.
Value Memory::withFewerPlaces(Value value) {
  llvm::DenseMap<uint32_t, unsigned> places;
  for (const Pointee &pointee : context.values[value].targets)
    ++places[pointee.cell.loc.index];
  return context.values.map(
      value, [&](Cell cell) { return places.lookup(cell.loc.index) > 1 ? Cell{cell.loc, Offset::unknown()} : cell; });
}

void Memory::writeCell(Cell cell, Value value, Guard when, bool isWeak) {
  const Loc loc = context.locs[cell.loc];
  if (context.values[value].targets.size() > MaxTargets)
    value = withFewerPlaces(value);
  if (context.values[value].targets.size() > MaxTargets) { // nobody could follow it
    escape(value, when);
    value = unknown({true, 64});
  }
  const Guard visible = loc.kind == LocKind::Foreign ? context.terms.always() : attribute(cell.loc, Attribute::Escaped);
  if (visible != context.terms.never())
    escape(value, context.terms.both(when, visible));
  if (loc.kind == LocKind::Foreign)
    return;
  const uint32_t id = context.cells.idOf(cell);
  if (!cell.offset.isExact() && context.values[value].targets.empty())
    forgetNumbers(cell, when);
  if (isWeak || !isReplaceable(cell)) {
    const uint32_t *before = state.cells.find(id);
    const Value added = context.values.guarded(when, value);
    setCell(id, before ? context.values.weakUnion({Value{*before}, added}) : context.values.weakened(added));
    return;
  }
  if (when == context.terms.always()) {
    setCell(id, value);
    return;
  }
  const uint32_t *before = state.cells.find(id);
  const Value old = before ? Value{*before} : absent(cell, shapeOf(id, value));
  setCell(id, context.values.ite(when, value, old));
}

// One of the elements has a new number: of none is it known which.
void Memory::forgetNumbers(Cell elements, Guard when) {
  forEachCell(elements.loc, [&](uint32_t id, Value) {
    const Offset offset = context.cells[id].offset;
    if (offset.isExact() && (elements.offset.isUnknown() || elements.offset.bytes() <= offset.bytes()))
      forgetNumber(context.cells[id], when);
  });
}

void Memory::forgetNumber(Cell cell, Guard when) {
  if (!context.cells.isKnown(cell))
    return;
  const uint32_t id = context.cells.idOf(cell);
  if (const uint32_t *before = state.cells.find(id); before && context.values[Value{*before}].targets.empty())
    setCell(id, context.values.ite(when, unknown(shapeOf(Value{*before})), Value{*before}));
}

void Memory::notePointer(Value address) {
  for (const Pointee &pointee : context.values[address].targets)
    if (pointee.cell.offset.isExact())
      context.cells.notePointer(context.cells.idOf(pointee.cell));
}

void Memory::write(Value address, Value value, Guard when) {
  const ValueData data = context.values[address];
  if (data.targets.empty()) { // somewhere
    escape(value, when);
    return;
  }
  const bool isOnly = data.targets.size() == 1 && !data.isWeak; // whoever writes there does not write to null
  if (!isOnly && !data.isWeak)
    escape(value, context.terms.both(when, !context.values.isAddress(address)));
  for (const Pointee &pointee : data.targets) {
    const Guard isHere = isOnly ? when : context.terms.both(when, pointee.when);
    if (data.hasIndex() && !data.isWeak && pointee.cell.offset.isAny())
      writeElement(pointee.cell, data.index, value, isHere, when);
    else
      writeCell(pointee.cell, value, isHere, data.isWeak);
  }
}

// Whoever asks for the element again has the pointer that led here, so it is known unless nothing is written at all.
void Memory::writeElement(Cell cell, Word index, Value value, Guard isHere, Guard when) {
  const uint32_t *known = knownElement(cell, index);
  const std::optional<Value> before = known ? std::optional(Value{*known}) : std::nullopt;
  writeCell(cell, value, isHere, false);
  if (before || when == context.terms.always())
    setElement(cell, index, before ? context.values.ite(isHere, value, *before) : value);
}

void Memory::endVariable(LocId var) {
  forEachCell(var, [&](uint32_t cell, Value) { eraseCell(cell); });
}

// What others can see.

Guard Memory::attribute(LocId loc, Attribute which) const {
  const uint32_t *known = state.attributes.find(loc.index * 4 + uint32_t(which));
  return known ? Guard{*known} : context.terms.never();
}

void Memory::setAttribute(LocId loc, Attribute which, Guard value) {
  state.attributes = state.attributes.with(context.arena, loc.index * 4 + uint32_t(which), value.id);
}

void Memory::escape(Value value, Guard when) {
  escape(value, when, context.terms.always());
}

void Memory::escapeIfAddress(Value value) {
  escape(value, context.terms.always(), context.values.isAddress(value));
}

void Memory::escape(Value value, Guard when, Guard whateverTheWay) {
  llvm::SmallVector<std::pair<Value, Guard>, 8> work{{value, when}};
  llvm::SmallDenseMap<uint32_t, unsigned, 8> visits;
  while (!work.empty()) {
    const auto [v, condition] = work.pop_back_val();
    for (const Pointee &pointee : llvm::SmallVector<Pointee, 2>(context.values[v].targets)) {
      const LocKind kind = context.locs[pointee.cell.loc].kind;
      if (kind == LocKind::Foreign || kind == LocKind::Global)
        continue;
      const Guard before = attribute(pointee.cell.loc, Attribute::Escaped);
      unsigned &visited = visits[pointee.cell.loc.index];
      if (before == context.terms.always() || visited == 2)
        continue;
      Guard now = context.terms.either(before, context.terms.both(condition, pointee.when));
      if (now == before)
        continue;
      // What is reached again, in a ring or by many ways, escapes whatever the way: conditions would grow and grow.
      if (++visited == 2)
        now = context.terms.either(before, whateverTheWay);
      setAttribute(pointee.cell.loc, Attribute::Escaped, now);
      forEachCell(pointee.cell.loc, [&](uint32_t, Value content) {
        if (!context.values[content].targets.empty())
          work.push_back({content, now});
      });
    }
  }
}

void Memory::escapeParts(Value address, Guard when) {
  for (const Pointee &pointee : llvm::SmallVector<Pointee, 2>(context.values[address].targets)) {
    llvm::SmallVector<Value, 4> contents;
    forEachCell(pointee.cell.loc, [&](uint32_t, Value content) { contents.push_back(content); });
    for (Value content : contents)
      escape(content, context.terms.both(when, pointee.when));
  }
}

void Memory::forget(Value address) {
  for (const Pointee &pointee : llvm::SmallVector<Pointee, 2>(context.values[address].targets)) {
    const Loc loc = context.locs[pointee.cell.loc];
    if (loc.kind == LocKind::Foreign)
      continue;
    forEachCell(pointee.cell.loc, [&](uint32_t cell, Value value) { setCell(cell, unknown(shapeOf(value))); });
    const uint32_t rest = context.cells.idOf({pointee.cell.loc, Offset::unknown()});
    setCell(rest, context.values.number(context.terms.unknown(64)));
  }
}

void Memory::forgetGlobals() {
  context.clobbersGlobals = true;
  state.epoch = ++context.epochs;
  std::vector<std::pair<uint32_t, Value>> held;
  state.cells.forEach([&](uint32_t cell, uint32_t value) {
    if (context.locs[context.cells[cell].loc].kind == LocKind::Global)
      held.push_back({cell, Value{value}});
  });
  for (auto [cell, value] : held) { // whoever changes a global may keep or free what it held
    escape(value, context.terms.always());
    state.cells = state.cells.without(context.arena, cell);
  }
  const PersistentMap elements = state.elements;
  elements.forEach([&](uint32_t element, uint32_t) {
    if (context.locs[context.cells[context.elements[element].cell].loc].kind == LocKind::Global)
      state.elements = state.elements.without(context.arena, element);
  });
}

// Objects.

LocId Memory::allocate(Guard valid, const SiteInfo &info) {
  const LocId loc = context.locs.site(at, context.objects.size(), false);
  context.objects.push_back(loc);
  context.sites[loc.index] = info;
  setAttribute(loc, Attribute::Valid, valid);
  note(Occurrence::Kind::Made, loc, valid);
  return loc;
}

void Memory::noteMisuse(report::Kind kind, const Pointee &pointee, Guard when, const Release &how) {
  if (context.terms.both(context.paths.condition(state.path), when) != context.terms.never())
    context.misuses.push_back(
        {kind, pointee.cell.loc, at, state.path, when, how, uint32_t(context.occurrences.size())});
}

void Memory::releaseObject(const Pointee &pointee, Guard when, bool isCertain, const Release &how) {
  Terms &terms = context.terms;
  const LocId id = pointee.cell.loc;
  const Loc loc = context.locs[id];
  if (loc.kind != LocKind::Site && loc.kind != LocKind::Input) {
    if (isCertain && loc.kind != LocKind::Foreign)
      noteMisuse(report::Kind::FreeOfNonHeap, pointee, when, how);
    return;
  }
  const bool isInside = pointee.cell.offset.isExact() && pointee.cell.offset != Offset();
  if (loc.kind == LocKind::Site && isInside && !how.callee) { // callees may know how to get back to the start
    if (isCertain) {
      noteMisuse(report::Kind::FreeOfNonHeap, pointee, when, how);
      setAttribute(id, Attribute::Freed, terms.either(attribute(id, Attribute::Freed), when)); // not lost as well
    }
    return;
  }
  if (isCertain && !loc.isMany) {
    if (const Guard again = terms.both(when, attribute(id, Attribute::SurelyFreed)); again != terms.never())
      noteMisuse(report::Kind::DoubleFree, pointee, again, how);
    if (loc.kind == LocKind::Site && !context.input.specs.compatible(context.sites[id.index].family, how.family))
      noteMisuse(report::Kind::MismatchedFree, pointee, when, how);
    // Where somebody else has been counted, this was not the last count.
    const Guard isLast =
        context.input.specs.isCounted(how.family) ? !attribute(id, Attribute::Escaped) : terms.always();
    setAttribute(id, Attribute::SurelyFreed,
                 terms.either(attribute(id, Attribute::SurelyFreed), terms.both(when, isLast)));
  }
  context.releasedBy[id.index] = how;
  note(Occurrence::Kind::Freed, id, when);
  setAttribute(id, Attribute::Freed, terms.either(attribute(id, Attribute::Freed), when));
  forEachCell(id, [&](uint32_t, Value content) {
    if (how.withParts) // it knows what it stored there, or was made to store
      escape(content, when);
    if (!context.keepsEvidence)
      return;
    for (const Pointee &part : context.values[content].targets)
      if (context.isSite(part.cell.loc))
        note(Occurrence::Kind::Dropped, part.cell.loc, terms.both(when, part.when));
  });
}

void Memory::release(Value value, Guard when, bool isCertain, const Release &how) {
  const ValueData data = context.values[value];
  for (const Pointee &pointee : data.targets)
    releaseObject(pointee, context.terms.both(when, pointee.when), isCertain && !data.isWeak, how);
}

bool Memory::assume(Guard guard) {
  if (state.path)
    state.path = context.paths.assume(state.path, guard);
  return bool(state.path);
}

// Meeting.

namespace {

class Merge {
public:
  Merge(Context &context, const State &a, const State &b)
      : context(context), a(a), b(b), start(context.paths.common(a.path, b.path)),
        isA(context.paths.since(a.path, start)) {}

  State run() {
    State result;
    result.path = context.paths.assume(start, context.terms.either(isA, context.paths.since(b.path, start)));
    result.epoch = a.epoch == b.epoch ? a.epoch : ++context.epochs;
    result.attributes = PersistentMap::merge(
        context.arena, a.attributes, b.attributes, [&](uint32_t, const uint32_t *x, const uint32_t *y) {
          const Guard never = context.terms.never();
          return std::optional(context.terms.ite(isA, x ? Guard{*x} : never, y ? Guard{*y} : never).id);
        });
    result.cells =
        PersistentMap::merge(context.arena, a.cells, b.cells, [&](uint32_t cell, const uint32_t *x, const uint32_t *y) {
          if (context.isOverBudget())
            return std::optional(x ? *x : *y);
          const Value v = x ? Value{*x} : absent(a, cell, Value{*y}), w = y ? Value{*y} : absent(b, cell, Value{*x});
          return std::optional(context.values.ite(isA, v, w).id);
        });
    result.elements = PersistentMap::merge(
        context.arena, a.elements, b.elements, [&](uint32_t element, const uint32_t *x, const uint32_t *y) {
          const Value v = x ? Value{*x} : unasked(a, element), w = y ? Value{*y} : unasked(b, element);
          return std::optional(context.values.ite(isA, v, w).id);
        });
    return result;
  }

private:
  // What the element holds where nobody looked at it yet.
  Value unasked(const State &side, uint32_t element) {
    State copy = side;
    const Value value = Memory(context, copy, {}).read(context.cells[context.elements[element].cell], {true, 64});
    context.values.isNonNull(value);
    return value;
  }

  Value absent(const State &side, uint32_t cell, Value other) {
    State copy = side;
    Memory memory(context, copy, {});
    return memory.absent(context.cells[cell], memory.shapeOf(cell, other));
  }

  Context &context;
  const State &a, &b;
  const PathId start;
  const Guard isA;
};

} // namespace

// Those that parted last meet first, so that what they assumed cancels out.
State mergeStates(Context &context, std::vector<State> states) {
  constexpr size_t MaxSearched = 24;
  while (states.size() > 1) {
    size_t first = states.size() - 2, second = states.size() - 1;
    if (states.size() <= MaxSearched) {
      int deepest = -1;
      for (size_t i = 0; i < states.size(); ++i)
        for (size_t j = i + 1; j < states.size(); ++j)
          if (int depth = context.paths.depth(context.paths.common(states[i].path, states[j].path)); depth > deepest) {
            deepest = depth;
            first = i, second = j;
          }
    }
    states[first] = Merge(context, states[first], states[second]).run();
    states.erase(states.begin() + second);
    if (!states[first].path) // now that they meet it is plain that nobody gets there
      states.erase(states.begin() + first);
  }
  if (!states.empty())
    return states.front();
  State dead;
  dead.path = {};
  return dead;
}

} // namespace custody::engines::path
