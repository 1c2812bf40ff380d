#include "engines/path/transfer.h"
#include "engines/growth.h"
#include "engines/path/beyond.h"
#include "engines/unasked.h"
#include "engines/variadic.h"
#include "ir/visit.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::path {

using namespace heap;
using namespace ir;
using program::ProgFuncId;

namespace {

std::optional<uint64_t> exactSize(const Context &context, Value value) {
  const ValueData &data = context.values[value];
  return data.targets.empty() ? context.terms.constantOf(data.number) : std::nullopt;
}

Offset restFrom(Offset offset) {
  return offset == Offset() ? Offset::unknown() : offset.index(std::nullopt, 1);
}

bool isWithin(Offset offset, Offset begin, std::optional<uint64_t> size) {
  if (!offset.isExact() || !begin.isExact())
    return true;
  const int64_t distance = int64_t(offset.bytes()) - begin.bytes();
  return distance >= 0 && (!size || uint64_t(distance) < *size);
}

} // namespace

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

// The pointer that a place lies behind.
static ExprId pointerOf(const Function &function, ExprId place) {
  ExprKind kind = function[place].kind;
  for (; kind == ExprKind::Field || kind == ExprKind::Base || kind == ExprKind::Offset; kind = function[place].kind)
    place = function[place].a;
  return kind == ExprKind::Deref ? function[place].a : ExprId();
}

// Is it a place that pointers of the type of `e` are stored in, behind a pointer in what `e` points to?
bool Transfer::pointsBack(ExprId place) const {
  const Function &function = context.function;
  const ExprId back = pointerOf(function, place);
  const ExprId element =
      back && function[back].kind == ExprKind::Load ? pointerOf(function, function[back].a) : ExprId();
  const TypeId stored = function[place].type, type = element ? function[element].type : TypeId();
  return stored && type && context.module[stored].kind == TypeKind::Pointer &&
         context.module[type].kind == TypeKind::Pointer && context.module[stored].inner == context.module[type].inner;
}

// `*e->prev = e->next`, as queues take an element out: the place that the element points back to is the one that holds
// the element, under whatever name that is known here.
void Transfer::unlink(Memory &memory, Value address, Value next) {
  for (const Pointee &back : llvm::SmallVector<Pointee, 2>(context.values[address].targets)) {
    const heap::Loc &place = context.locs[back.cell.loc];
    const LocId element = place.from.loc;
    auto isOfElement = [&](const Pointee &pointee) {
      const heap::Loc &loc = context.locs[pointee.cell.loc];
      return loc.kind == LocKind::Input && loc.from.loc == element;
    };
    if (place.kind != LocKind::Input || !back.cell.offset.isExact() || context.locs[element].kind != LocKind::Input ||
        context.locs[element].isMany || llvm::none_of(context.values[next].targets, isOfElement))
      continue;
    const std::vector<Holder> holders = holdersOf(memory, element, back.cell);
    for (const Holder &holder : holders)
      memory.writeCell(holder.cell, next, context.terms.both(back.when, holder.when), holders.size() > 1);
  }
}

// The cells of the caller that hold the element, but for those of itself and of the place that it points back to.
std::vector<Transfer::Holder> Transfer::holdersOf(const Memory &memory, LocId element, Cell back) const {
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

void Transfer::copy(Memory &memory, const Copy &op) {
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

void Transfer::fill(Memory &memory, const Fill &op) {
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

// Calls.

CallSite Transfer::siteOf(Memory &memory, const Call &op) {
  Evaluator eval(memory);
  CallSite site;
  site.stmt = memory.at;
  for (ExprId arg : context.function.list(op.args)) {
    const Expr &expr = context.function[arg];
    const bool isStructure =
        expr.kind == ExprKind::Load && expr.type && context.module[expr.type].kind == TypeKind::Record;
    const bool isConst = isConstArgument(context.module, context.function, op, site.args.size());
    site.args.push_back({isStructure ? eval.address(expr.a) : eval.value(arg), isStructure, isConst});
  }
  if (op.dst) {
    site.result = eval.address(op.dst);
    site.resultType = eval.readAs(context.function[op.dst].type);
    site.replaced = replacedArguments(context.function, memory.at);
  }
  return site;
}

// Specifications tell what a library does with memory, not which numbers it fills in: any, where it may write. Null
// stays: that a pointer is replaced would be told.
void Transfer::forgetFilled(Memory &memory, const CallSite &site) {
  const program::Program &program = context.model.program;
  const Module &module = program.moduleOf(site.callee);
  const TypeId type = program.function(site.callee).type;
  const size_t count = type ? std::min(site.args.size(), size_t(module[type].params.size())) : 0;
  for (size_t i = 0; i < count; ++i) {
    const Type &param = module[module[type].params[i]];
    if (param.kind != TypeKind::Pointer || param.innerConst || !param.inner ||
        module[param.inner].kind == TypeKind::Pointer)
      continue;
    const Type &filled = module[param.inner];
    const bool isBuffer = filled.kind == TypeKind::Void || (filled.kind == TypeKind::Int && filled.bits == 8);
    const std::optional<uint64_t> size = isBuffer ? std::nullopt : std::optional(sizeOf(module, param.inner));
    for (const Pointee &pointee : llvm::SmallVector<Pointee, 2>(context.values[site.args[i].value].targets))
      memory.forEachCell(pointee.cell.loc, [&](uint32_t cell, Value value) {
        if (value != context.values.null() && isWithin(context.cells[cell].offset, pointee.cell.offset, size))
          memory.forgetNumber(context.cells[cell]);
      });
  }
}

void Transfer::supposeGiven(Memory &memory, const Call &op) {
  if (!op.dst || op.calleeKind != CalleeKind::Direct)
    return;
  const Callees callees = calleesAt(context.model, context.id, memory.at);
  if (!callees.isComplete || callees.known.size() != 1)
    return;
  for (ExprId arg : supposedOf(context.model, context.facts, context.function, memory.at, callees.known[0]).given) {
    const Guard isThere = context.values.isNonNull(Evaluator(memory).value(arg));
    State given = memory.state;
    if (Memory(context, given, memory.at).assume(isThere))
      memory.state = std::move(given);
  }
}

void Transfer::escapeSupposed(Memory &memory, const CallSite &site) {
  if (memory.isDead())
    return;
  Supposed supposed = supposedOf(context.model, context.facts, context.function, site.stmt, site.callee);
  if (const Summary *callee = summaryOf(site.callee);
      callee && isResultIgnored(context.facts, context.function, site.stmt))
    llvm::append_range(supposed.taken, callee->takenOnSuccess);
  appendKeptVariable(context.model.program, site.callee, site.args.size(), supposed.taken);
  for (unsigned arg : supposed.taken)
    if (arg < site.args.size())
      memory.escape(site.args[arg].value, context.terms.always());
}

// With these arguments the callee does not return in the iterations that were looked at.
void Transfer::callBeyond(State &state, const CallSite &site, Summary summary) {
  const bool releases = !summary.freed.empty() || !summary.escaped.empty();
  extendBeyond(summary);
  if (Memory memory(context, state, site.stmt); releases) // of how many things nobody knows
    for (const Actual &actual : site.args)
      memory.escapeParts(actual.value, context.terms.always());
  instantiate(context, state, site, summary);
}

void Transfer::callOne(State &state, CallSite &site) {
  const Summary *summary = site.callee ? summaryOf(site.callee) : nullptr;
  if (summary && !summary->isUnknown) {
    if (Memory memory(context, state, site.stmt); !context.model.program.hasBody(site.callee))
      forgetFilled(memory, site);
    State before = state;
    instantiate(context, state, site, *summary);
    if (!state.path && before.path && summary->returns != summary->terms.never()) {
      state = std::move(before);
      callBeyond(state, site, *summary);
    }
    Memory memory(context, state, site.stmt);
    return escapeSupposed(memory, site);
  }
  Memory memory(context, state, site.stmt);
  callUnknown(memory, site);
}

// What one of several callees releases, keeps or overwrites counts as kept after all of them: functions and their data
// go together, and to another function the data looks different.
void Transfer::shareFates(const State &before, const State &after, State &merged) {
  Memory memory(context, merged, {});
  PersistentMap::merge(context.arena, before.attributes, after.attributes,
                       [&](uint32_t key, const uint32_t *, const uint32_t *now) {
                         const Attribute attribute = Attribute(key % 4);
                         if (now && (attribute == Attribute::Freed || attribute == Attribute::Escaped))
                           memory.setAttribute(LocId(key / 4), Attribute::Escaped, context.terms.always());
                         return now ? std::optional<uint32_t>(*now) : std::nullopt;
                       });
  std::vector<LocId> overwritten;
  PersistentMap::merge(context.arena, before.cells, after.cells,
                       [&](uint32_t id, const uint32_t *was, const uint32_t *now) {
                         const Cell cell = context.cells[id];
                         auto note = [&](LocId loc) {
                           if (now && context.values.pointsInto(Value{*now}, loc) == context.terms.never())
                             overwritten.push_back(loc);
                         };
                         if (was && context.locs[cell.loc].kind != LocKind::Var)
                           for (const Pointee &pointee : context.values[Value{*was}].targets)
                             note(pointee.cell.loc);
                         if (const LocId input = was ? LocId() : context.locs.findInput(cell))
                           note(input);
                         return now ? std::optional<uint32_t>(*now) : std::nullopt;
                       });
  for (LocId loc : overwritten)
    memory.escape(context.values.address({loc, Offset()}), context.terms.always());
}

void Transfer::setCallee(CallSite &site, ProgFuncId callee, Value receiver) const {
  site.callee = callee;
  const auto &op = std::get<Call>(context.function[site.stmt].op);
  if (const int64_t shift = receiverShift(context.model, context.id, op, callee); !site.args.empty())
    site.args[0].value =
        context.values.map(receiver, [&](Cell cell) { return Cell{cell.loc, cell.offset.plus(shift)}; });
}

void Transfer::callSeveral(State &state, CallSite &site, llvm::ArrayRef<ProgFuncId> callees) {
  const Value receiver = site.args.empty() ? Value() : site.args[0].value;
  std::vector<State> after;
  State rest = state;
  for (ProgFuncId callee : callees) {
    State chosen = rest;
    const Guard isThis = callee == callees.back() ? context.terms.always() : context.terms.variable();
    if (Memory(context, chosen, site.stmt).assume(isThis)) {
      setCallee(site, callee, receiver);
      callOne(chosen, site);
      if (chosen.path)
        after.push_back(chosen);
    }
    Memory(context, rest, site.stmt).assume(!isThis);
    if (!rest.path)
      break;
  }
  const State before = state;
  if (after.empty()) {
    state.path = {};
    return;
  }
  state = mergeStates(context, after);
  if (!state.path)
    return;
  for (const State &one : after)
    shareFates(before, one, state);
}

// For the report: which objects are arguments of a function that is known.
void Transfer::notePassed(const Memory &memory, const CallSite &site) {
  for (uint32_t arg = 0; arg < site.args.size(); ++arg)
    for (const Pointee &pointee : context.values[site.args[arg].value].targets)
      if (context.isSite(pointee.cell.loc) && !site.args[arg].isStructure)
        context.occurrences.push_back({.kind = Occurrence::Kind::Passed,
                                       .where = memory.at.index,
                                       .what = pointee.cell.loc.index,
                                       .when = pointee.when,
                                       .path = memory.state.path,
                                       .arg = arg});
}

void Transfer::call(Memory &memory, const Call &op) {
  if (op.noReturn || context.model.noReturn(context.id, memory.at)) {
    memory.state.path = {};
    return;
  }
  supposeGiven(memory, op);
  CallSite site = siteOf(memory, op);
  if (memory.isDead())
    return;
  const Callees callees = calleesOf(memory, op, site);
  if (callees.isItself) {
    memory.state.path = {};
    return;
  }
  site.isCertain = callees.known.size() == 1;
  if (!op.mayThrow && !context.mayThrow) // nobody here catches it
    context.mayThrow = mayThrow(memory.at);
  if (context.keepsEvidence && callees.isComplete && callees.known.size() == 1)
    notePassed(memory, site);
  if (!callees.isComplete) {
    callUnknown(memory, site);
  } else if (callees.known.size() == 1) {
    setCallee(site, callees.known.front(), site.args.empty() ? Value() : site.args[0].value);
    callOne(memory.state, site);
  } else {
    callSeveral(memory.state, site, callees.known);
  }
}

Callees Transfer::calleesOf(Memory &memory, const Call &op, const CallSite &site) {
  if (op.calleeKind == CalleeKind::Virtual && !site.args.empty())
    if (std::optional<ProgFuncId> method = dispatch(memory, op, site.args[0].value))
      return {{*method}, true};
  if (op.calleeKind == CalleeKind::Indirect)
    if (const ValueData &pointer = context.values[Evaluator(memory).value(op.pointer)]; pointer.targets.empty())
      if (std::optional<uint64_t> address = context.terms.constantOf(pointer.number))
        if (std::optional<ProgFuncId> known = functionAt(*address);
            known && known->index < context.model.program.numFunctions())
          return {{*known}, true};
  return calleesAt(context.model, context.id, memory.at);
}

// An object whose class is known, because its constructor was seen: the table that it points to has the function.
std::optional<ProgFuncId> Transfer::dispatch(Memory &memory, const Call &op, Value object) {
  if (context.values[object].targets.empty() || op.slot < 0)
    return {};
  const ValueData table = context.values[memory.read(object, {true, 64})];
  if (table.targets.size() != 1 || context.locs[table.targets[0].cell.loc].kind != LocKind::Global ||
      !table.targets[0].cell.offset.isExact())
    return {};
  return methodInTable(context.model.program, program::ProgGlobalId(context.locs[table.targets[0].cell.loc].entity),
                       uint64_t(table.targets[0].cell.offset.bytes()), op.slot, context.module.pointerSize);
}

bool Transfer::mayThrow(StmtId stmt) const {
  const StmtOp &op = context.function[stmt].op;
  if (std::holds_alternative<Alloc>(op))
    return context.options.allocationThrows;
  if (!std::holds_alternative<Call>(op))
    return true;
  if (!context.model.throws)
    return false;
  const Callees callees = calleesAt(context.model, context.id, stmt);
  return !callees.isComplete || llvm::any_of(callees.known, [&](ProgFuncId callee) {
    if (context.model.program.function(callee).attrs.noThrow)
      return false;
    const Summary *summary = summaryOf(callee);
    return !summary || summary->mayThrow;
  });
}

bool Transfer::mayRelease(StmtId call, unsigned arg) const {
  return llvm::any_of(calleesAt(context.model, context.id, call).known, [&](ProgFuncId callee) {
    const Summary *summary = summaryOf(callee);
    return summary && llvm::any_of(summary->freed, [&](const GuardedFree &freed) {
             const Node &node = summary->nodes[freed.node];
             return node.kind == NodeKind::Input && summary->nodes[node.from.node].kind == NodeKind::Arg &&
                    summary->nodes[node.from.node].arg == arg;
           });
  });
}

State Transfer::thrown(State before, StmtId stmt) {
  const StmtOp &op = context.function[stmt].op;
  if (const auto *call = std::get_if<Call>(&op); call && call->role == CallRole::Plain) {
    // Nobody knows how far the callee came: it may have kept what it got.
    Memory memory(context, before, stmt);
    for (const Actual &actual : siteOf(memory, *call).args)
      memory.escape(actual.value, context.terms.always());
  }
  return before;
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
                   if (pointsBack(op.place))
                     unlink(memory, address, value);
                   // Those who are still counted hold the object.
                   if (context.model.counts.isCountedDown(context.id, stmt))
                     memory.escape(address, !context.terms.isZero(context.values[value].number));
                 },
                 [&](const Copy &op) { copy(memory, op); },
                 [&](const Fill &op) { fill(memory, op); },
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
                 [&](const Call &op) { call(memory, op); },
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
