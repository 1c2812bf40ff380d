#include "engines/summary/transfer.h"
#include "engines/growth.h"
#include "engines/unasked.h"
#include "engines/variadic.h"
#include "ir/visit.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::summary {

using namespace heap;
using namespace ir;

namespace {

std::optional<uint64_t> exactSize(const Context &context, Value value) {
  const Numbers &numbers = context.values.numbers(value);
  return numbers.isOne() && numbers.min() >= 0 ? std::optional<uint64_t>(numbers.min()) : std::nullopt;
}

bool isWithin(Offset offset, Offset begin, std::optional<uint64_t> size) {
  if (!offset.isExact() || !begin.isExact())
    return true;
  const int64_t distance = int64_t(offset.bytes()) - begin.bytes();
  return distance >= 0 && (!size || uint64_t(distance) < *size);
}

// What it is, if it is anything: a count that is known to be negative stays.
Value notNegative(Context &context, Value count) {
  const Numbers meant = context.values.numbers(count).meet(Numbers::range(0, Numbers::Max));
  return meant.isNone() || count.targets != 0 ? count : context.values.number(meant);
}

} // namespace

void Transfer::assign(Memory &memory, const Assign &op) {
  Evaluator eval(memory);
  Value value = eval.value(op.value);
  if (context.returnsCount[memory.at.index])
    value = notNegative(context, value);
  const Value address = eval.address(op.place);
  memory.changedBits = changedBits(context.function, op.place, op.value);
  memory.write(address, value);
  // Those who are still counted hold the object.
  if (context.model.counts.isCountedDown(context.id, memory.at) && !context.values.numbers(value).isExactly(0))
    memory.escape(address);
  memory.collectLosses();
}

// `ok = p != NULL` where `p` is the result of an allocation that may have failed: two states, so that `ok` says later
// which it was. So does `status = p != NULL ? 0 : ERROR`. False if there is nothing to tell apart.
bool Transfer::assignTruth(const State &state, StmtId stmt, const Assign &op, std::vector<State> &out) {
  ExprId condition = op.value;
  while (context.function[condition].kind == ExprKind::Cast)
    condition = context.function[condition].a;
  const bool isChoice = context.function[condition].kind == ExprKind::Select;
  const Expr choice = context.function[condition];
  if (isChoice)
    condition = choice.a;
  const Expr &expr = context.function[condition];
  if (expr.kind != ExprKind::Binary || (expr.op != Op::Eq && expr.op != Op::Ne))
    return false;
  std::vector<State> states;
  for (bool truth : {true, false}) {
    State taken = state;
    Memory memory(context, taken, stmt);
    Evaluator eval(memory);
    const bool hasSites = context.values.hasSites(eval.value(expr.a)) || context.values.hasSites(eval.value(expr.b));
    if (!hasSites || !eval.assume(condition, truth) || memory.isDead)
      return false;
    const Value value =
        isChoice ? eval.value(truth ? choice.b : choice.c) : context.values.number(Numbers::exactly(truth));
    memory.write(eval.address(op.place), value);
    memory.collectLosses();
    states.push_back(std::move(taken));
  }
  if (states[0].partition(true) == states[1].partition(true))
    return false;
  llvm::append_range(out, states);
  return true;
}

void Transfer::allocate(Memory &memory, const Alloc &op) {
  Evaluator eval(memory);
  LocId site = memory.allocate(0, false, op.mayFail, {context.module.text(op.family), {}, context.id, memory.at});
  memory.noteGone(context.values.address({site, Offset()})); // nobody keeps it yet
  if (op.zeroed)
    memory.state.set({site, Offset::unknown()}, context.values.null());
  if (op.dst) // the place is looked up now: it may be in an object that this site made before
    memory.write(eval.address(op.dst), context.values.address({site, Offset()}));
  memory.collectLosses();
}

// What blocks of the caller hold gets names, as far as their type says that they hold pointers. Bytes, and a structure
// without pointers, may be the beginning of whatever: an allocator's own header, say.
void Transfer::nameContents(Memory &memory, TypeId element, Value blocks) {
  const TypeKind kind = element ? context.module[element].kind : TypeKind::Void;
  std::vector<Offset> offsets;
  const bool isBytes = kind == TypeKind::Void || (kind == TypeKind::Int && context.module[element].bits == 8);
  if (!isBytes)
    for (uint32_t offset : context.model.layouts.pointers(context.model.program.resolve(context.id, element)))
      offsets.push_back(Offset::at(offset).anyElement());
  if (isBytes || (kind == TypeKind::Record && offsets.empty()))
    offsets.push_back(Offset::unknown());
  for (Offset offset : offsets)
    for (Target target : context.values.targets(blocks))
      if (context.locs[target.loc].kind == LocKind::Input)
        memory.nameEntry({target.loc, offset});
}

// All that the blocks hold.
std::vector<FieldValue> Transfer::contentsOf(Memory &memory, ExprId pointer, Value blocks) {
  const TypeId type = context.function[pointer].type;
  nameContents(memory, type && context.module[type].kind == TypeKind::Pointer ? context.module[type].inner : TypeId(),
               blocks);
  std::vector<FieldValue> contents;
  for (Target target : context.values.targets(blocks))
    llvm::append_range(contents, memory.state.cellsOf(target.loc));
  return contents;
}

// `b->buf = realloc(b->buf, n)` with the caller's buffer: that failure loses it is this function's fault, not one of
// each caller.
bool Transfer::isOfCallerInPlace(Evaluator &eval, const Realloc &op, Value old) {
  const Expr &expr = context.function[op.old];
  const bool isOfCaller =
      llvm::any_of(context.values.targets(old), [&](Target t) { return context.locs[t.loc].kind == LocKind::Input; });
  return isOfCaller && expr.kind == ExprKind::Load && eval.address(expr.a) == eval.address(op.dst);
}

// Failure leaves the old block, success moves its contents. Null for no bytes is no failure: the old block is gone.
void Transfer::reallocate(State state, StmtId stmt, const Realloc &op, std::vector<State> &out) {
  const llvm::StringRef family = context.module.text(op.family);
  Memory memory(context, state, stmt);
  Evaluator eval(memory);
  const Value old = eval.value(op.old), size = op.size ? eval.value(op.size) : context.values.anything();
  const bool isEmpty = size.targets == 0 && context.values.numbers(size).isExactly(0);
  if (op.dst && old.targets != 0 && !isEmpty && !isOfCallerInPlace(eval, op, old)) {
    State failed = state;
    Memory onFailure(context, failed, stmt);
    if (size.symbol != 0 && size.targets == 0)
      onFailure.refineCopies(size.symbol, context.values.numbers(size).without(0));
    onFailure.write(eval.address(op.dst), context.values.null());
    onFailure.collectLosses();
    out.push_back(std::move(failed));
  }
  const std::vector<FieldValue> contents = contentsOf(memory, op.old, old);
  memory.release(old, {family, {}, false, {}});
  LocId site = memory.allocate(0, false, old.targets == 0, {family, {}, context.id, stmt});
  memory.noteGone(context.values.address({site, Offset()})); // nobody keeps it yet
  for (const FieldValue &field : contents)
    memory.add({site, field.offset}, field.value);
  if (op.dst)
    memory.write(eval.address(op.dst), context.values.address({site, Offset()}));
  memory.collectLosses();
  out.push_back(std::move(state));
}

void Transfer::copy(Memory &memory, const Copy &op) {
  Evaluator eval(memory);
  const Value from = eval.address(op.src), to = eval.address(op.dst);
  const std::optional<uint64_t> size = exactSize(context, eval.value(op.size));
  State &state = memory.state;

  // Pointers that were there on entry get names when they are copied.
  const TypeId type = context.function[op.src].type;
  if (!type || context.module[type].kind == TypeKind::Void)
    nameContents(memory, type, from);
  else
    for (uint32_t offset : context.model.layouts.pointers(context.model.program.resolve(context.id, type)))
      if (!size || offset < *size)
        for (Target target : context.values.targets(from))
          memory.read(Target{target.loc, target.offset.plus(offset)}, ReadAs::Pointer);

  std::vector<FieldValue> moved; // offsets from the start
  for (Target target : context.values.targets(from)) {
    for (const FieldValue &field : state.cellsOf(target.loc))
      if (isWithin(field.offset, target.offset, size)) {
        const Offset offset = !field.offset.isExact()   ? field.offset
                              : target.offset.isExact() ? field.offset.plus(-target.offset.bytes())
                                                        : Offset::unknown();
        moved.push_back({offset, field.value});
      }
  }
  const auto targets = context.values.targets(to);
  const bool isReplacing = targets.size() == 1 && memory.isReplaceable(targets[0]);
  for (Target target : targets) {
    if (isReplacing)
      for (const FieldValue &field : state.cellsOf(target.loc))
        if (isWithin(field.offset, target.offset, size)) {
          memory.writeCell({target.loc, field.offset}, context.values.anything(), true);
          state.erase({target.loc, field.offset});
        }
    for (const FieldValue &field : moved) {
      const Offset offset = field.offset.isExact() ? target.offset.plus(field.offset.bytes()) : field.offset;
      memory.writeCell({target.loc, offset}, field.value, isReplacing && field.offset.isExact());
    }
  }
  memory.collectLosses();
}

void Transfer::fill(Memory &memory, const Fill &op) {
  Evaluator eval(memory);
  const Value to = eval.address(op.dst);
  const std::optional<uint64_t> size = exactSize(context, eval.value(op.size));
  const bool isZero = context.values.numbers(eval.value(op.byte)).isExactly(0);
  const Value value = isZero ? context.values.null() : context.values.anything();
  const auto targets = context.values.targets(to);
  const bool isReplacing = targets.size() == 1 && memory.isReplaceable(targets[0]);
  const TypeId type = context.function[op.dst].type;
  for (Target target : targets) {
    for (const FieldValue &field : memory.state.cellsOf(target.loc))
      if (isWithin(field.offset, target.offset, size))
        memory.writeCell({target.loc, field.offset}, value, isReplacing && field.offset.isExact());
    if (!type || !isReplacing)
      continue;
    for (uint32_t offset : context.model.layouts.pointers(context.model.program.resolve(context.id, type)))
      if (!size || offset < *size)
        memory.writeCell({target.loc, target.offset.plus(offset)}, value, true);
  }
  memory.collectLosses();
}

// Calls.

ReadAs Transfer::resultType(const Call &op) const {
  if (!op.dst)
    return ReadAs::Number;
  const TypeId type = context.function[op.dst].type;
  return type && context.module[type].kind == TypeKind::Pointer ? ReadAs::Pointer : ReadAs::Number;
}

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
    site.replaced = replacedArguments(context.function, memory.at);
  }
  return site;
}

bool Transfer::isOfCircle(program::ProgFuncId callee) const {
  return circleOf[context.id.index] != ~0u && circleOf[callee.index] == circleOf[context.id.index];
}

const Summary *Transfer::summaryOf(program::ProgFuncId callee) const {
  if (const std::optional<Summary> &library = libraries[callee.index])
    return &*library;
  if (isOfCircle(callee))
    context.circleReads.insert(callee);
  const FunctionResult *result = context.model.program.hasBody(callee) ? summaries.find(callee) : nullptr;
  return result && !result->summary.isUnknown ? &result->summary : nullptr;
}

void Transfer::callOne(State state, CallSite &site, ReadAs result, std::vector<State> &out) {
  const Summary *summary = site.callee ? summaryOf(site.callee) : nullptr;
  if (!summary) {
    Memory memory(context, state, site.stmt);
    callUnknown(memory, site, result);
    out.push_back(std::move(state));
    return;
  }
  site.isRecursive = isOfCircle(site.callee);
  site.isResultIgnored = isResultIgnored(context.facts, context.function, site.stmt);
  const size_t first = out.size();
  instantiate(context, std::move(state), site, *summary, out);
  Supposed supposed = supposedOf(context.model, context.facts, context.function, site.stmt, site.callee);
  if (site.isResultIgnored)
    llvm::append_range(supposed.taken, summary->takenOnSuccess);
  appendKeptVariable(context.model.program, site.callee, site.args.size(), supposed.taken);
  for (State &after : llvm::MutableArrayRef(out).drop_front(first)) {
    Memory memory(context, after, site.stmt);
    for (unsigned arg : supposed.taken)
      if (arg < site.args.size())
        memory.escape(site.args[arg].value);
  }
}

// What one of several callees releases or keeps counts as kept after all of them.
static void shareFates(std::vector<State> &states, size_t first) {
  for (size_t i = first; i < states.size(); ++i)
    for (const StatusEntry &entry : states[i].statuses())
      if (entry.bits & (Freed | Escaped))
        for (size_t j = first; j < states.size(); ++j)
          if (uint8_t bits = states[j].statusOf(entry.loc); (bits & Allocated) && i != j)
            states[j].setStatus(entry.loc, bits | Escaped);
}

void Transfer::supposeGiven(State &state, StmtId stmt, const Callees &callees) {
  if (!callees.isComplete || callees.known.size() != 1)
    return;
  for (ExprId arg : supposedOf(context.model, context.facts, context.function, stmt, callees.known[0]).given) {
    State given = state;
    Memory memory(context, given, stmt);
    if (Evaluator(memory).assume(arg, true) && !memory.isDead)
      state = std::move(given);
  }
}

void Transfer::call(State state, StmtId stmt, const Call &op, std::vector<State> &out) {
  if (op.noReturn || context.model.noReturn(context.id, stmt))
    return;
  Callees callees = calleesAt(context.model, context.id, stmt);
  if (callees.isItself)
    return;
  supposeGiven(state, stmt, callees);
  Memory memory(context, state, stmt);
  CallSite site = siteOf(memory, op);
  if (memory.isDead)
    return;
  const ReadAs result = resultType(op);
  if (op.calleeKind == CalleeKind::Virtual && !site.args.empty())
    if (std::optional<program::ProgFuncId> method = dispatch(memory, op, site.args[0].value))
      callees = {{*method}, true};
  site.isCertain = callees.known.size() == 1;
  if (!callees.isComplete) {
    callOne(std::move(state), site, result, out);
    return;
  }
  const size_t first = out.size();
  const Value receiver = site.args.empty() ? Value() : site.args[0].value;
  for (size_t i = 0; i < callees.known.size(); ++i) {
    site.callee = callees.known[i];
    if (!site.args.empty())
      site.args[0].value =
          context.values.moved(receiver, Offset::at(receiverShift(context.model, context.id, op, site.callee)));
    const bool isLast = i + 1 == callees.known.size();
    callOne(isLast ? std::move(state) : state, site, result, out);
  }
  if (callees.known.size() > 1 && context.options.freeOnAnyPath)
    shareFates(out, first);
}

// An object whose class is known, because its constructor was seen: the table that it points to has the function.
std::optional<program::ProgFuncId> Transfer::dispatch(Memory &memory, const Call &op, Value object) const {
  if (object.targets == 0 || op.slot < 0)
    return {};
  const Value table = memory.read(object, ReadAs::Pointer);
  const auto targets = context.values.targets(table);
  if (targets.size() != 1 || context.locs[targets[0].loc].kind != LocKind::Global || !targets[0].offset.isExact())
    return {};
  return methodInTable(context.model.program, program::ProgGlobalId(context.locs[targets[0].loc].entity),
                       uint64_t(targets[0].offset.bytes()), op.slot, context.module.pointerSize);
}

static bool isSameExpr(const Function &function, ExprId a, ExprId b) {
  if (a == b)
    return true;
  if (!a || !b)
    return false;
  const Expr &x = function[a], &y = function[b];
  return x.kind == y.kind && x.op == y.op && x.imm == y.imm && x.entity == y.entity && x.record == y.record &&
         isSameExpr(function, x.a, y.a) && isSameExpr(function, x.b, y.b) && isSameExpr(function, x.c, y.c);
}

// A function that frees its argument whatever happens, and does nothing else: `xfree`.
static bool isRelease(const Summary &summary, uint32_t arg) {
  const NodeId argument = summary.find({.kind = NodeKind::Arg, .arg = arg});
  const NodeId object = argument ? summary.find({.kind = NodeKind::Input, .from = {argument, Offset()}}) : NodeId();
  return object && !summary.cases.empty() && llvm::all_of(summary.cases, [&](const Case &c) {
           return c.freed.size() == 1 && c.freed[0].node == object && c.allocated.empty() && c.writes.empty() &&
                  c.escaped.empty();
         });
}

bool Transfer::releases(StmtId stmt, ExprId pointer) const {
  const Function &function = context.function;
  if (const auto *op = std::get_if<Free>(&function[stmt].op))
    return isSameExpr(function, op->pointer, pointer);
  const auto *op = std::get_if<Call>(&function[stmt].op);
  const auto args = op ? function.list(op->args) : llvm::ArrayRef<ExprId>();
  if (args.size() != 1 || op->dst || !isSameExpr(function, args[0], pointer))
    return false;
  const Callees callees = calleesAt(context.model, context.id, stmt);
  const Summary *summary = callees.isComplete && callees.known.size() == 1 ? summaryOf(callees.known[0]) : nullptr;
  return summary && isRelease(*summary, 0);
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
  return !callees.isComplete || llvm::any_of(callees.known, [&](program::ProgFuncId callee) {
    if (context.model.program.function(callee).attrs.noThrow)
      return false;
    const Summary *summary = summaryOf(callee);
    return !summary || summary->mayThrow;
  });
}

State Transfer::thrown(State before, StmtId stmt) {
  const StmtOp &op = context.function[stmt].op;
  const bool isAllocation = std::holds_alternative<Alloc>(op);
  if (before.unwinding == Unwinding::No)
    before.unwinding = isAllocation ? Unwinding::ByAllocation : Unwinding::ByCall;
  if (const auto *call = std::get_if<Call>(&op); call && call->role == CallRole::Plain) {
    // Nobody knows how far the callee came: it may have kept what it got.
    Memory memory(context, before, stmt);
    for (const Actual &actual : siteOf(memory, *call).args)
      memory.escape(actual.value);
  }
  return before;
}

void Transfer::run(State state, StmtId stmt, std::vector<State> &out) {
  const Stmt &s = context.function[stmt];
  if (const auto *op = std::get_if<Call>(&s.op))
    return call(std::move(state), stmt, *op, out);
  if (const auto *op = std::get_if<Realloc>(&s.op))
    return reallocate(std::move(state), stmt, *op, out);
  if (const auto *op = std::get_if<Assign>(&s.op))
    if (assignTruth(state, stmt, *op, out))
      return;

  Memory memory(context, state, stmt);
  Evaluator eval(memory);
  ValueTable &values = context.values;
  auto writeUnknown = [&](ExprId place) {
    if (!place)
      return;
    const Value foreign = values.make({{LocTable::foreign(), Offset::unknown()}}, Numbers::all());
    memory.write(eval.address(place), foreign);
    memory.collectLosses();
  };
  std::visit(Overloaded{
                 [&](const Begin &op) {
                   if (context.function[op.var].kind != VarKind::Param)
                     memory.endVariable(context.varLoc(op.var));
                 },
                 [&](const End &op) {
                   if (!context.facts.isEntryValue[op.var.index])
                     memory.endVariable(context.varLoc(op.var));
                   memory.collectLosses();
                 },
                 [&](const Assign &op) { assign(memory, op); },
                 [&](const Copy &op) { copy(memory, op); },
                 [&](const Fill &op) { fill(memory, op); },
                 [&](const Alloc &op) { allocate(memory, op); },
                 [&](const Realloc &) {},
                 [&](const Free &op) {
                   Value object = eval.value(op.pointer);
                   if (freesWholeObject(context.facts, op))
                     object = values.map(object, [](Target target) { return Target{target.loc, Offset()}; });
                   memory.release(object, {context.module.text(op.family), {}, false, {}});
                   memory.collectLosses();
                 },
                 [&](const StackAlloc &op) {
                   if (op.dst)
                     memory.write(eval.address(op.dst), values.address({context.locs.frame(stmt), Offset()}));
                 },
                 [&](const Call &) {},
                 [&](const Ignore &) {},
                 [&](const Throw &op) {
                   if (op.exception)
                     memory.escape(eval.value(op.exception));
                 },
                 [&](const Catch &op) { writeUnknown(op.dst); },
                 [&](const VaOp &op) {
                   if (op.kind == VaKind::Arg)
                     writeUnknown(op.dst);
                 },
                 [&](const Unknown &op) {
                   for (ExprId touched : context.function.list(op.touches)) {
                     const Value value = eval.value(touched);
                     memory.escape(value);
                     memory.forget(value);
                   }
                   writeUnknown(op.dst);
                 },
             },
             s.op);
  if (!memory.isDead)
    out.push_back(std::move(state));
}

} // namespace custody::engines::summary
