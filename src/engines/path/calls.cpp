#include "engines/path/calls.h"
#include "engines/growth.h"
#include "engines/path/beyond.h"
#include "engines/path/copies.h"
#include "engines/path/eval.h"
#include "engines/unasked.h"
#include "engines/variadic.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::path {

using namespace heap;
using namespace ir;
using program::ProgFuncId;

CallSite Calls::siteOf(Memory &memory, const Call &op) {
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
void Calls::forgetFilled(Memory &memory, const CallSite &site) {
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

void Calls::supposeGiven(Memory &memory, const Call &op) {
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

void Calls::escapeSupposed(Memory &memory, const CallSite &site) {
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
void Calls::callBeyond(State &state, const CallSite &site, Summary summary) {
  const bool releases = !summary.freed.empty() || !summary.escaped.empty();
  extendBeyond(summary);
  if (Memory memory(context, state, site.stmt); releases) // of how many things nobody knows
    for (const Actual &actual : site.args)
      memory.escapeParts(actual.value, context.terms.always());
  instantiate(context, state, site, summary);
}

void Calls::callOne(State &state, CallSite &site) {
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
void Calls::shareFates(const State &before, const State &after, State &merged) {
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

void Calls::setCallee(CallSite &site, ProgFuncId callee, Value receiver) const {
  site.callee = callee;
  const auto &op = std::get<Call>(context.function[site.stmt].op);
  if (const int64_t shift = receiverShift(context.model, context.id, op, callee); !site.args.empty())
    site.args[0].value =
        context.values.map(receiver, [&](Cell cell) { return Cell{cell.loc, cell.offset.plus(shift)}; });
}

void Calls::callSeveral(State &state, CallSite &site, llvm::ArrayRef<ProgFuncId> callees) {
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

// `act *f = n ? drop : look; f(p);`: which function it is goes with the branches, and so does what it does.
std::vector<Calls::Chosen> Calls::chosenAt(Memory &memory, const Call &op) {
  constexpr size_t MaxChosen = 8;
  if (op.calleeKind != CalleeKind::Indirect)
    return {};
  const ValueData pointer = context.values[Evaluator(memory).value(op.pointer)];
  if (!pointer.targets.empty())
    return {};
  std::vector<Chosen> chosen;
  for (const Choice &choice : choicesOf(context.terms, pointer.number)) {
    const std::optional<uint64_t> address = context.terms.constantOf(choice.word);
    if (address == 0) // nobody calls that
      continue;
    const std::optional<ProgFuncId> callee = address ? functionAt(*address) : std::nullopt;
    if (!callee || callee->index >= context.model.program.numFunctions() || chosen.size() == MaxChosen)
      return {};
    chosen.push_back({*callee, choice.when});
  }
  return chosen;
}

void Calls::callChosen(State &state, CallSite &site, llvm::ArrayRef<Chosen> chosen) {
  const Value receiver = site.args.empty() ? Value() : site.args[0].value;
  std::vector<State> after;
  for (const Chosen &one : chosen) {
    State taken = state;
    if (!Memory(context, taken, site.stmt).assume(one.when))
      continue;
    setCallee(site, one.callee, receiver);
    callOne(taken, site);
    if (taken.path)
      after.push_back(std::move(taken));
  }
  state = mergeStates(context, std::move(after));
}

// For the report: which objects are arguments of a function that is known.
void Calls::notePassed(const Memory &memory, const CallSite &site) {
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

void Calls::noteThrow(const Memory &memory, const Call &op) {
  if (!op.mayThrow && !context.mayThrow) // nobody here catches it
    context.mayThrow = mayThrow(memory.at);
}

void Calls::run(Memory &memory, const Call &op) {
  if (op.noReturn || context.model.noReturn(context.id, memory.at)) {
    memory.state.path = {};
    return;
  }
  supposeGiven(memory, op);
  CallSite site = siteOf(memory, op);
  if (memory.isDead())
    return;
  if (const std::vector<Chosen> chosen = chosenAt(memory, op); !chosen.empty()) {
    noteThrow(memory, op);
    return callChosen(memory.state, site, chosen);
  }
  const Callees callees = calleesOf(memory, op, site);
  if (callees.isItself) {
    memory.state.path = {};
    return;
  }
  site.isCertain = callees.known.size() == 1;
  noteThrow(memory, op);
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

Callees Calls::calleesOf(Memory &memory, const Call &op, const CallSite &site) {
  if (op.calleeKind == CalleeKind::Virtual && !site.args.empty())
    if (std::optional<ProgFuncId> method = dispatch(memory, op, site.args[0].value))
      return {{*method}, true};
  return calleesAt(context.model, context.id, memory.at);
}

// An object whose class is known, because its constructor was seen: the table that it points to has the function.
std::optional<ProgFuncId> Calls::dispatch(Memory &memory, const Call &op, Value object) {
  if (context.values[object].targets.empty() || op.slot < 0)
    return {};
  const ValueData table = context.values[memory.read(object, {true, 64})];
  if (table.targets.size() != 1 || context.locs[table.targets[0].cell.loc].kind != LocKind::Global ||
      !table.targets[0].cell.offset.isExact())
    return {};
  return methodInTable(context.model.program, program::ProgGlobalId(context.locs[table.targets[0].cell.loc].entity),
                       uint64_t(table.targets[0].cell.offset.bytes()), op.slot, context.module.pointerSize);
}

bool Calls::mayThrow(StmtId stmt) const {
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

bool Calls::mayRelease(StmtId call, unsigned arg) const {
  return llvm::any_of(calleesAt(context.model, context.id, call).known, [&](ProgFuncId callee) {
    const Summary *summary = summaryOf(callee);
    return summary && llvm::any_of(summary->freed, [&](const GuardedFree &freed) {
             const Node &node = summary->nodes[freed.node];
             return node.kind == NodeKind::Input && summary->nodes[node.from.node].kind == NodeKind::Arg &&
                    summary->nodes[node.from.node].arg == arg;
           });
  });
}

State Calls::thrown(State before, StmtId stmt) {
  const StmtOp &op = context.function[stmt].op;
  if (const auto *call = std::get_if<Call>(&op); call && call->role == CallRole::Plain) {
    // Nobody knows how far the callee came: it may have kept what it got.
    Memory memory(context, before, stmt);
    for (const Actual &actual : siteOf(memory, *call).args)
      memory.escape(actual.value, context.terms.always());
  }
  return before;
}

} // namespace custody::engines::path
