#include "engines/summary/memory.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::summary {

using namespace heap;
using program::ProgGlobalId;

namespace {

uint8_t olderStatus(uint8_t older, uint8_t aged) {
  if (older == 0)
    return aged;
  uint8_t both = older | aged;
  return (older & aged & Freed) ? both : both & ~Freed;
}

} // namespace

// Reading.

Value Memory::unknownValue(ReadAs as) {
  return as == ReadAs::Number ? context.values.anything() : context.values.foreignOrNull();
}

Value entryPointer(Context &context, const State &state, Cell cell, ir::StmtId at) {
  const LocId input = context.locs.input(cell, at);
  return state.is(input, IsNull) ? context.values.null() : context.values.address({input, Offset()});
}

Known lookUp(Context &context, const State &state, Cell cell) {
  ValueTable &values = context.values;
  Value result;
  const llvm::ArrayRef<FieldValue> cells = state.cellsOf(cell.loc);
  if (cells.empty())
    return {};
  if (!cell.offset.isExact()) { // one of several elements: nobody knows which
    for (const FieldValue &field : cells)
      result = values.join(result, field.value);
    return {values.withNumbers(result, Numbers::all()), true};
  }
  const PlaceEntries entries = entriesAt(cells, cell.offset);
  if (entries.anywhere && *entries.anywhere != values.null())
    result = *entries.anywhere; // null: calloc
  if (entries.there)
    result = values.join(result, *entries.there);
  for (const FieldValue &element : entries.elements)
    result = values.join(result, element.value);
  return {result, entries.there != nullptr};
}

Value Memory::entryValue(Cell cell, ReadAs as) {
  if (as == ReadAs::Number)
    return cell.offset.isExact() && !context.locs[cell.loc].isMany ? context.values.entryNumber(cell)
                                                                   : context.values.anything();
  const Value value = entryPointer(context, state, cell, at);
  if (value.targets != 0 && state.is(cell.loc, Escaped))
    escape(value);
  return value;
}

Value Memory::globalValue(Cell cell, ReadAs as) {
  if (!cell.offset.isExact() || context.isOwnGlobal(context.locs[cell.loc]))
    return unknownValue(as);
  if (context.isGlobalArgument(context.locs[cell.loc])) {
    const Value entry = entryValue(cell, as);
    know(cell, entry);
    return entry;
  }
  ProgGlobalId global(context.locs[cell.loc].entity);
  const uint32_t size = as == ReadAs::Pointer ? context.module.pointerSize : 0;
  for (uint32_t bytes : {size, 8u, 4u, 2u, 1u}) {
    if (bytes == 0)
      continue;
    std::optional<ir::InitValue> init = context.model.globals.constantAt(global, cell.offset.bytes(), bytes);
    if (init && init->kind == ir::InitKind::Int)
      return context.values.number(Numbers::exactly(init->value));
    if (init)
      break;
  }
  if (as == ReadAs::Number && !state.globalsChanged) {
    const Value entry = context.values.entryNumber(cell);
    know(cell, entry); // later reads agree
    return entry;
  }
  return unknownValue(as);
}

static bool isFormal(const Context &context, const Loc &loc) {
  return loc.kind == LocKind::Var && context.function.vars[loc.entity].kind == ir::VarKind::Param;
}

Value Memory::read(Cell cell, ReadAs as) {
  const LocKind kind = context.locs.kindOf(cell.loc);
  if (kind == LocKind::Foreign)
    return unknownValue(as);
  if (kind == LocKind::Global) {
    const Value *known = cell.offset.isExact() ? state.find(cell) : nullptr;
    return known ? *known : globalValue(cell, as);
  }

  const auto [result, isComplete] = lookUp(context, state, cell);
  if (state.is(cell.loc, Blurred) && (!isComplete || !cell.offset.isExact()))
    return context.values.join(result, unknownValue(as));
  if (isComplete)
    return result;
  if (kind == LocKind::Input || isFormal(context, context.locs[cell.loc])) {
    const Value entry = context.values.join(result, entryValue(cell, as));
    know(cell, entry); // later reads agree
    return entry;
  }
  if (const Value *everywhere = state.find({cell.loc, Offset::unknown()}))
    return context.values.join(result, *everywhere);
  // Written as an element at an unknown index, if at all.
  return result.isBottom() ? context.values.anything() : context.values.withNumbers(result, Numbers::all());
}

Value Memory::read(Value address, ReadAs as) {
  const llvm::ArrayRef<Target> targets = context.values.targets(address);
  if (targets.empty())
    return unknownValue(as);
  Value result = read(targets[0], as);
  for (Target target : targets.drop_front())
    result = context.values.join(result, read(target, as));
  return result;
}

// Does reading the cell find what it found the last time? If so, it leaves behind what it left then. Others can reach
// what hangs on what they can reach, once somebody has looked.
bool Memory::isAsBefore(Cell cell, const InputLook::Cell &last) {
  const uint8_t status = state.statusOf(cell.loc);
  if (state.contentsOf(cell.loc) != last.before || status != last.status)
    return false;
  if (last.entry &&
      (state.is(last.entry, IsNull) != last.isEntryNull || ((status & Escaped) && !state.is(last.entry, Escaped))))
    return false;
  state.setContents(cell.loc, last.after);
  return true;
}

Value Memory::readAgain(Value address, InputLook &last) {
  const llvm::ArrayRef<Target> targets = context.values.targets(address);
  if (last.targets == address.targets && llvm::all_of(llvm::zip_equal(targets, last.cells), [&](const auto &pair) {
        return isAsBefore(std::get<0>(pair), std::get<1>(pair));
      }))
    return last.found;
  last.targets = address.targets;
  last.cells.clear();
  last.found = {};
  for (Target cell : targets) {
    const ContentsId before = state.contentsOf(cell.loc);
    const uint8_t status = state.statusOf(cell.loc);
    last.found = context.values.join(last.found, read(cell, ReadAs::Pointer));
    if (context.locs.kindOf(cell.loc) == LocKind::Global)
      last.targets = 0; // depends on more than that
    const LocId entry = context.locs.findInput(cell);
    last.cells.push_back({before, state.contentsOf(cell.loc), status, entry, entry && state.is(entry, IsNull)});
  }
  return last.found;
}

void Memory::nameEntry(Cell cell) {
  if (!state.find(cell))
    add(cell, entryValue(cell, ReadAs::Pointer));
}

// Writing.

// A table that is filled element by element has a list of cells at every statement: what lies beyond the first few
// hundred lies somewhere in it.
bool Memory::hasRoomFor(Cell cell) const {
  constexpr size_t MaxCells = 256;
  return !cell.offset.isExact() || state.cellsOf(cell.loc).size() < MaxCells || state.find(cell);
}

void Memory::know(Cell cell, Value value) {
  if (hasRoomFor(cell))
    state.set(cell, value);
}

void Memory::add(Cell cell, Value value) {
  if (!hasRoomFor(cell))
    cell.offset = Offset::unknown();
  const Value *before = state.find(cell);
  state.set(cell, before ? context.values.join(*before, value) : value);
}

bool Memory::isReplaceable(Cell cell) const {
  const Loc &loc = context.locs[cell.loc];
  return cell.offset.isExact() && !loc.isMany && loc.kind != LocKind::Foreign;
}

void Memory::noteHold(Value value) {
  if (!context.values.hasSites(value))
    return;
  for (Target target : context.values.targets(value))
    if (context.isSite(target.loc) && state.is(target.loc, Allocated)) {
      const TraceStep step{TraceStep::Kind::Hold, state.trace, at.index, target.loc.index};
      if (state.trace && context.trace[state.trace.index].kind == TraceStep::Kind::Hold &&
          context.trace[state.trace.index].where == at.index)
        return;
      state.trace = context.addStep(step);
    }
}

// Numbers.

bool Memory::refineCopies(uint32_t symbol, const Numbers &numbers) {
  bool isPossible = true;
  auto refined = [&](Value value) {
    if (!isPossible || value.symbol != symbol)
      return value;
    const Numbers both = context.values.numbers(value).meet(numbers);
    isPossible = !both.isNone();
    return isPossible ? context.values.withNumbers(value, both) : value;
  };
  state.forEachObject(HasSymbols, [&](LocId loc, ContentsId) { state.mapValues(loc, refined); });
  return isPossible;
}

Value Memory::asResult(Value value) {
  if (value.targets != 0 || value.symbol != 0 || context.values.numbers(value).isOne())
    return value;
  const uint32_t symbol = context.values.symbolOf(at);
  auto released = [&](Value held) {
    held.symbol = held.symbol == symbol ? 0 : held.symbol;
    return held;
  };
  state.forEachObject(HasSymbols, [&](LocId loc, ContentsId) { state.mapValues(loc, released); });
  value.symbol = symbol;
  return value;
}

bool Memory::decide(const Condition &condition, bool isTrue) {
  const Decided decided{condition.key, isTrue != condition.isNegated};
  auto at = llvm::lower_bound(state.decided, Decided{condition.key, false});
  if (at != state.decided.end() && at->key == condition.key)
    return at->isTrue == decided.isTrue;
  state.decided.insert(at, decided);
  return true;
}

void Memory::forgetConditions(LocId written) {
  if (state.decided.empty())
    return;
  const Loc &loc = context.locs[written];
  llvm::erase_if(state.decided, [&](const Decided &decided) {
    const Condition &condition = context.conditions.byKey(decided.key);
    if ((condition.bits & changedBits) == 0)
      return false;
    if (loc.kind == LocKind::Var) {
      const bool mayBeRead = condition.readsMemory && context.facts.isAddressTaken[loc.entity];
      return mayBeRead || llvm::is_contained(condition.vars, ir::VarId(loc.entity));
    }
    return condition.readsMemory || (loc.kind == LocKind::Global && !condition.globals.empty());
  });
}

void Memory::writeCell(Cell cell, Value value, bool isReplacing) {
  if (!hasRoomFor(cell)) {
    cell.offset = Offset::unknown();
    isReplacing = false;
  }
  forgetConditions(cell.loc);
  const LocKind kind = context.locs.kindOf(cell.loc);
  const bool isGlobal = kind == LocKind::Global && !context.isOwnGlobal(context.locs[cell.loc]) &&
                        !context.isGlobalArgument(context.locs[cell.loc]);
  if (value.targets != 0) {
    const bool isVisible = kind == LocKind::Foreign || state.is(cell.loc, Escaped) ||
                           (isGlobal && (context.options.mergeGlobals || !cell.offset.isExact()));
    if (isVisible)
      escape(value);
  }
  if (kind == LocKind::Foreign || (kind == LocKind::Global && !cell.offset.isExact()))
    return;
  if (value.targets != 0)
    noteHold(value);
  if (const Value *before = state.find(cell)) {
    if (isReplacing)
      noteGone(*before);
    else
      value = context.values.join(*before, value);
  } else if (!isReplacing &&
             (kind == LocKind::Input || kind == LocKind::Global || isFormal(context, context.locs[cell.loc]))) {
    value = context.values.join(read(cell, value.targets ? ReadAs::Pointer : ReadAs::Number), value);
  }
  state.set(cell, limited(value));
}

// What may be one of very many objects is left to others: nobody could follow it, and it costs most of the time.
Value Memory::limited(Value value) {
  if (!context.values.isWide(value))
    return value;
  escape(value);
  return context.values.make({{LocTable::foreign(), Offset::unknown()}}, Numbers::all());
}

void Memory::write(Value address, Value value) {
  const llvm::ArrayRef<Target> targets = context.values.targets(address);
  if (targets.empty()) { // somewhere
    if (context.values.numbers(address).without(0).isNone())
      return;
    escape(value);
    return;
  }
  const bool isReplacing = targets.size() == 1 && isReplaceable(targets[0]);
  for (Target target : targets)
    writeCell(target, value, isReplacing);
}

void Memory::noteGone(Value value) {
  if (!context.values.hasSites(value))
    return;
  mayHaveLost = true;
  if (isNear)
    gone.push_back(value);
}

void Memory::endVariable(LocId var) {
  for (const FieldValue &field : state.cellsOf(var))
    noteGone(field.value);
  state.eraseCellsOf(var);
  state.setStatus(var, 0);
  forgetConditions(var);
}

// What others can see.

void Memory::escape(Value value) {
  llvm::SmallVector<LocId, 16> work;
  auto mark = [&](Value v) {
    for (Target target : context.values.targets(v)) {
      const LocKind kind = context.locs.kindOf(target.loc);
      if (kind == LocKind::Foreign || kind == LocKind::Global)
        continue;
      const uint8_t bits = state.statusOf(target.loc);
      if (bits & Escaped)
        continue;
      state.setStatus(target.loc, bits | Escaped);
      work.push_back(target.loc);
    }
  };
  mark(value);
  while (!work.empty()) {
    for (const FieldValue &field : state.cellsOf(work.pop_back_val()))
      mark(field.value);
  }
}

void Memory::escapeParts(Value value) {
  for (Target target : context.values.targets(value))
    for (const FieldValue &field : state.cellsOf(target.loc))
      escape(field.value);
}

void Memory::forget(Value address) {
  const Value unknown = context.values.make({{LocTable::foreign(), Offset::unknown()}}, Numbers::all());
  for (Target target : context.values.targets(address))
    if (context.locs[target.loc].kind != LocKind::Foreign)
      state.mapValues(target.loc, [&](Value) { return unknown; });
}

static bool mayWrite(Context &context, program::ProgFuncId callee, ProgGlobalId global) {
  if (!callee)
    return true;
  auto [known, isNew] = context.globalWrites.try_emplace({callee.index, global.index});
  if (isNew)
    known->second = llvm::any_of(context.model.pointsTo.regionsOfGlobal(global),
                                 [&](program::RegionId region) { return context.model.mods.mayWrite(callee, region); });
  return known->second;
}

void Memory::forgetGlobals(program::ProgFuncId callee) {
  state.globalsChanged = true;
  auto isForgotten = [&](LocId id) {
    if (context.locs.kindOf(id) != LocKind::Global)
      return false;
    const Loc &loc = context.locs[id];
    return !context.isOwnGlobal(loc) && !context.isGlobalArgument(loc) &&
           mayWrite(context, callee, ProgGlobalId(loc.entity));
  };
  if (!context.options.mergeGlobals) // whoever changes a global may keep or free what it held
    for (const CellEntry &entry : state.cells())
      if (isForgotten(entry.cell.loc))
        escape(entry.value);
  llvm::erase_if(state.decided, [&](const Decided &decided) {
    const Condition &condition = context.conditions.byKey(decided.key);
    return condition.readsMemory || llvm::any_of(condition.globals, [&](ir::GlobalId local) {
             return llvm::any_of(context.model.program.resolve(context.id, local),
                                 [&](ProgGlobalId global) { return mayWrite(context, callee, global); });
           });
  });
  state.forEachObject([&](LocId loc, ContentsId) {
    if (isForgotten(loc))
      state.eraseCellsOf(loc);
  });
}

// Releasing.

// Does the flow come back to the statement?
static bool isInLoop(const ir::Function &function, ir::StmtId stmt) {
  std::vector<bool> isSeen(function.blocks.size());
  std::vector<uint32_t> work;
  auto isThere = [&](const ir::Block &block) {
    return stmt.index >= block.firstStmt && stmt.index < block.firstStmt + block.stmtCount;
  };
  auto follow = [&](const ir::Block &block) {
    for (const ir::Edge &edge : block.term.edges)
      if (!isSeen[edge.to.index]) {
        isSeen[edge.to.index] = true;
        work.push_back(edge.to.index);
      }
  };
  for (const ir::Block &block : function.blocks)
    if (isThere(block))
      follow(block);
  while (!work.empty()) {
    const ir::Block &block = function.blocks[work.back()];
    work.pop_back();
    if (isThere(block))
      return true;
    follow(block);
  }
  return false;
}

void Memory::noteMisuse(report::Kind kind, LocId loc, const Release &how) {
  const auto earlier = context.freedBy.find(loc.index);
  // One statement that frees an object twice is in a loop that got another one meanwhile: the list has changed by a
  // way that has another name here (`*element->previous = element->next`), or a callee has replaced it.
  const bool isLoop = earlier != context.freedBy.end() && earlier->second.at == at && isInLoop(context.function, at);
  if (!how.isCertain || isLoop)
    return;
  context.misuses.push_back(
      {kind, loc, at, state.trace, how, earlier == context.freedBy.end() ? ir::StmtId() : earlier->second.at});
}

// Freed on every way here.
bool Memory::isGone(LocId loc) const {
  return !context.locs[loc].isMany && (state.statusOf(loc) & (Freed | Allocated | Escaped | Unsure)) == Freed;
}

void Memory::releaseObject(Target target, bool isOnly, const Release &how) {
  const Loc loc = context.locs[target.loc];
  const uint8_t bits = state.statusOf(target.loc);
  auto misuse = [&](report::Kind kind) { noteMisuse(kind, target.loc, how); };
  const bool isInside = loc.kind == LocKind::Site && target.offset.isExact() && target.offset != Offset();
  if (isOnly && !how.callee && isInside)
    misuse(report::Kind::FreeOfNonHeap);
  if (isOnly && isGone(target.loc))
    misuse(report::Kind::DoubleFree);
  if (loc.kind == LocKind::Site && (bits & Allocated) && isOnly &&
      !context.input.specs.compatible(context.siteInfo(target.loc).family, how.family))
    misuse(report::Kind::MismatchedFree);
  Release &release = context.freedBy[target.loc.index];
  release = how;
  release.withParts |= (bits & Blurred) != 0; // which of them it freed itself nobody followed
  for (const FieldValue &field : state.cellsOf(target.loc)) {
    if (how.withParts) // it knows what it stored there, or was made to store
      escape(field.value);
    noteGone(field.value);
  }
  state.eraseCellsOf(target.loc);
  state.setStatus(target.loc, (bits & ~(Allocated | MayBeNull)) | Freed | (how.isCertain ? 0 : Unsure));
}

void Memory::release(Value value, Release how) {
  how.at = at;
  const llvm::ArrayRef<Target> targets = context.values.targets(value);
  const heap::Numbers &numbers = context.values.numbers(value);
  const bool isOne = targets.size() == 1, isOnly = isOne && numbers.isNone();
  // Whichever of them it is, it was freed before.
  if (targets.size() > 1 && numbers.isNone() && llvm::all_of(targets, [&](Target t) { return isGone(t.loc); })) {
    const auto elsewhere =
        llvm::find_if(targets, [&](Target t) { return context.freedBy.lookup(t.loc.index).at != at; });
    noteMisuse(report::Kind::DoubleFree, (elsewhere == targets.end() ? targets[0] : *elsewhere).loc, how);
  }
  for (Target target : targets) {
    const LocKind kind = context.locs[target.loc].kind;
    if (kind == LocKind::Site || kind == LocKind::Input)
      releaseObject(target, isOnly, how);
    else if (kind != LocKind::Foreign && isOne && (isOnly || numbers.isExactly(0))) // free does nothing for null
      noteMisuse(report::Kind::FreeOfNonHeap, target.loc, how);
  }
}

// Objects.

void Memory::replaceTarget(LocId from, LocId to) {
  ValueTable &values = context.values;
  auto image = [&](Value value) {
    if (to)
      return values.renamed(value, from, to);
    if (llvm::none_of(values.targets(value), [&](Target target) { return target.loc == from; }))
      return value;
    const Numbers numbers = values.numbers(value).join(Numbers::exactly(0));
    return values.withNumbers(values.filter(value, [&](Target target) { return target.loc != from; }), numbers);
  };
  state.forEachObject(context.isSite(from) ? uint32_t(HasSites) : ~0u, [&](LocId loc, ContentsId contents) {
    if (context.contents.mayPointTo(contents, ContentsTable::bitOf(from)))
      state.mapValues(loc, image);
  });
}

void Memory::age(LocId site) {
  const LocId older = context.locs.older(site);
  replaceTarget(site, older);
  for (Value &value : gone)
    value = context.values.renamed(value, site, older);
  const llvm::ArrayRef<FieldValue> fields = state.cellsOf(site);
  state.eraseCellsOf(site);
  for (const FieldValue &field : fields)
    add({older, field.offset}, field.value);
  state.setStatus(older, olderStatus(state.statusOf(older), state.statusOf(site)));
  state.setStatus(site, 0);
}

LocId Memory::allocate(uint32_t node, bool isMany, bool mayBeNull, const SiteInfo &info) {
  LocId loc = context.locs.site(at, node, isMany);
  context.sites.try_emplace({at.index, node}, info);
  mayHaveLost = true; // nobody holds it yet
  if (!isMany && state.statusOf(loc) != 0)
    age(loc);
  const uint8_t before = isMany ? state.statusOf(loc) & Escaped : 0;
  state.setStatus(loc, before | Allocated | (mayBeNull ? MayBeNull : 0));
  return loc;
}

bool Memory::mayBeNull(LocId loc) const {
  switch (context.locs[loc].kind) {
  case LocKind::Foreign:
    return true;
  case LocKind::Input:
    return !state.is(loc, NonNull);
  case LocKind::Site:
    return state.is(loc, MayBeNull);
  case LocKind::Var:
  case LocKind::Global:
  case LocKind::Frame:
    return false;
  }
  return true;
}

bool Memory::mayBeNull(Value value) const {
  return context.values.numbers(value).contains(0) ||
         llvm::any_of(context.values.targets(value), [&](Target target) { return mayBeNull(target.loc); });
}

void Memory::setNonNull(LocId loc) {
  const uint8_t bits = state.statusOf(loc);
  if (context.locs[loc].kind == LocKind::Input)
    state.setStatus(loc, bits | NonNull);
  else if (bits & MayBeNull)
    state.setStatus(loc, bits & ~MayBeNull);
}

void Memory::setNull(LocId loc) {
  replaceTarget(loc, LocId());
  state.eraseCellsOf(loc);
  state.setStatus(loc, context.locs[loc].kind == LocKind::Input ? IsNull : 0);
  dropUnheld(); // its parts were not made either
}

// Who holds what.

// Held: by anything that is no allocated object, or by a held object.
MarkedLocations Memory::heldObjects() const {
  MarkedLocations held(context.locs.size());
  llvm::SmallVector<LocId, 16> work;
  auto holdPartsOf = [&](ContentsId contents) {
    for (LocId site : context.contents.sites(contents))
      if (!held[site.index]) {
        held[site.index] = true;
        work.push_back(site);
      }
  };
  state.forEachObject(HasSites, [&](LocId loc, ContentsId contents) {
    if (!context.isSite(loc) || state.is(loc, Escaped))
      holdPartsOf(contents);
  });
  while (!work.empty())
    holdPartsOf(state.contentsOf(work.pop_back_val()));
  return held;
}

std::vector<LocId> Memory::takeUnheld() {
  if (!state.statuses().hasAny(Allocated))
    return {};
  const MarkedLocations held = heldObjects();
  std::vector<LocId> unheld;
  state.statuses().forEach(Allocated, context.locs.sites(), [&](StatusEntry entry) {
    if (!(entry.bits & Escaped) && !held[entry.loc.index])
      unheld.push_back(entry.loc);
  });
  if (unheld.empty())
    return {};

  // Lost: what is gone pointed there. Its parts are lost with it.
  MarkedLocations isUnheld(context.locs.size()), isLost(context.locs.size()), isPart(context.locs.size());
  for (LocId loc : unheld)
    isUnheld[loc.index] = true;
  std::vector<LocId> lost;
  auto lose = [&](Value value, LocId holder) {
    for (Target target : context.values.targets(value)) {
      if (target.loc.index >= isUnheld.size() || !isUnheld[target.loc.index])
        continue;
      if (holder && target.loc != holder && target.loc != context.locs.older(holder))
        isPart[target.loc.index] = true;
      if (!isLost[target.loc.index])
        lost.push_back(target.loc);
      isLost[target.loc.index] = true;
    }
  };
  for (Value value : gone)
    lose(value, LocId());
  for (size_t i = 0; i < lost.size(); ++i)
    for (const FieldValue &field : state.cellsOf(lost[i]))
      lose(field.value, lost[i]);

  llvm::sort(lost);
  std::vector<LocId> outermost;
  llvm::copy_if(lost, std::back_inserter(outermost), [&](LocId loc) { return !isPart[loc.index]; });
  if (outermost.empty() && !lost.empty()) // a ring
    outermost.push_back(lost.front());
  for (LocId loc : unheld) {
    state.eraseCellsOf(loc);
    state.setStatus(loc, 0);
  }
  return outermost;
}

void Memory::collectLosses() {
  if (!mayHaveLost)
    return;
  mayHaveLost = false;
  for (LocId loc : takeUnheld())
    state.addLoss({loc, at, state.trace, state.unwinding});
  gone.clear();
}

void Memory::dropUnheld() {
  takeUnheld();
}

} // namespace custody::engines::summary
