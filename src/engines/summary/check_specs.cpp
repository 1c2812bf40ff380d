#include "engines/summary/check_specs.h"
#include "engines/chain.h"
#include "engines/summary/engine.h"
#include "engines/summary/library.h"
#include "engines/summary/summarise.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace custody::engines::summary {

using namespace heap;
using program::ProgFuncId;
using specs::Effect;
using specs::FunctionSpec;

namespace {

// What is said, what is seen, and where.
struct Contradiction {
  std::string claim;
  std::string seen;
  report::Position at;

  auto operator<=>(const Contradiction &) const = default;
};

// One exit of the body beside one case of the specification. Both are summaries of the same function, so their nodes
// are the same if the ways to them are.
class Comparison {
public:
  Comparison(Context &context, const FunctionSpec &spec, const Claims &claims, const Summary &claimed,
             const Summary &body, report::Position exit)
      : context(context), spec(spec), claims(claims), claimed(claimed), body(body), exit(std::move(exit)) {}

  // Could a caller that meets the case of the specification have come out of this exit?
  bool haveCommonResult(const Case &claim, const Case &seen) const;
  bool haveCommonEntry(const Case &claim, const Case &seen) const;
  std::vector<Contradiction> compare(const Case &claim, const Case &seen);

private:
  NodeId inBody(NodeId node) const;
  Numbers possibleResults(const Summary &summary, const Case &c) const;
  const NodeValue *resultOf(const Summary &summary, const Case &c) const {
    return c.result(summary.find({.kind = NodeKind::Return}));
  }

  void compareResult(const Case &claim, const Case &seen);
  void compareFreshResult(const AllocatedNode &claim, const Case &seen, const NodeValue &value);
  void compareParameter(unsigned index, const Case &claim, const Case &seen);
  void compareOut(unsigned index, const Case &claim, const Case &seen);
  bool requiresNull(const Case &seen, NodeCell cell) const;
  bool lacksAnother(unsigned index, const Case &claim, const Case &seen) const;
  bool isStored(const Case &seen, NodeId object) const;
  bool isMovedOut(const Case &seen, NodeId object) const;
  bool isReallocated(NodeId object) const;
  bool isPointerToPointer(unsigned index) const;
  bool says(unsigned index, std::initializer_list<Effect::Kind> kinds) const;
  void compareFamilies(llvm::StringRef claimed, llvm::StringRef seen, const std::string &what,
                       const report::Position &at);
  std::string parameter(unsigned index) const;
  report::Position placeOfFree(unsigned index) const;
  void add(std::string claim, std::string seen, const report::Position &at) {
    found.push_back({std::move(claim), std::move(seen), at});
  }

  Context &context;
  const FunctionSpec &spec;
  const Claims &claims;
  const Summary &claimed, &body;
  const report::Position exit;
  std::vector<Contradiction> found;
};

const AllocatedNode *allocationOf(const Case &c, NodeId node) {
  const auto at = llvm::find_if(c.allocated, [&](const AllocatedNode &a) { return a.node == node; });
  return at == c.allocated.end() ? nullptr : &*at;
}

const FreedNode *freeOf(const Case &c, NodeId node) {
  const auto at = llvm::find_if(c.freed, [&](const FreedNode &f) { return f.node == node; });
  return at == c.freed.end() ? nullptr : &*at;
}

// The allocated object that the value is sure to point to, but for null.
const AllocatedNode *freshIn(const Case &c, const NodeValue &value) {
  return value.targets.size() == 1 ? allocationOf(c, value.targets[0].node) : nullptr;
}

NodeId Comparison::inBody(NodeId node) const {
  Node wanted = claimed[node];
  if (wanted.kind == NodeKind::Input) {
    wanted.from.node = inBody(wanted.from.node);
    if (!wanted.from.node)
      return {};
  }
  return body.find(wanted);
}

// Pointers count as numbers other than 0.
Numbers Comparison::possibleResults(const Summary &summary, const Case &c) const {
  const NodeValue *value = resultOf(summary, c);
  if (!value)
    return Numbers::all();
  Numbers numbers = value->numbers;
  for (NodeCell target : value->targets) {
    const AllocatedNode *fresh = allocationOf(c, target.node);
    numbers = numbers.join(fresh && fresh->mayBeNull ? Numbers::all() : Numbers::except(0));
  }
  return numbers;
}

bool Comparison::haveCommonResult(const Case &claim, const Case &seen) const {
  return !possibleResults(claimed, claim).isDisjoint(possibleResults(body, seen));
}

bool Comparison::haveCommonEntry(const Case &claim, const Case &seen) const {
  return llvm::all_of(claim.requires_, [&](const Requirement &wanted) {
    const NodeCell cell{inBody(wanted.cell.node), wanted.cell.offset};
    return llvm::none_of(seen.requires_, [&](const Requirement &known) {
      return known.cell == cell && known.numbers.isDisjoint(wanted.numbers);
    });
  });
}

bool Comparison::requiresNull(const Case &seen, NodeCell cell) const {
  return llvm::any_of(seen.requires_, [&](const Requirement &known) {
    return known.cell == cell && !known.numbers.isNone() && known.numbers.isExactly(0);
  });
}

// Is another pointer null here, one that the specification does not ask about? The call was a mistake then.
bool Comparison::lacksAnother(unsigned index, const Case &claim, const Case &seen) const {
  const unsigned count = std::min(context.function.params.size(), spec.params.size());
  for (unsigned i = 0; i < count; ++i) {
    if (i == index || !spec.params[i].isPointer)
      continue;
    const NodeCell cell{body.find({.kind = NodeKind::Arg, .arg = i}), Offset()};
    const bool isAsked = llvm::any_of(claim.requires_, [&](const Requirement &wanted) {
      return claimed[wanted.cell.node].kind == NodeKind::Arg && claimed[wanted.cell.node].arg == i;
    });
    if (!isAsked && requiresNull(seen, cell))
      return true;
  }
  return false;
}

// Does something that lives on, other than the result, hold it now?
bool Comparison::isStored(const Case &seen, NodeId object) const {
  return llvm::any_of(seen.writes, [&](const Write &write) {
    return body[write.cell.node].kind != NodeKind::Return &&
           llvm::any_of(write.value.targets, [&](NodeCell target) { return target.node == object; });
  });
}

// Was it taken out of where the caller had it? Ownership goes with it: xmlBufferDetach empties the buffer.
bool Comparison::isMovedOut(const Case &seen, NodeId object) const {
  return llvm::any_of(seen.writes, [&](const Write &write) {
    return write.cell == body[object].from &&
           llvm::none_of(write.value.targets, [&](NodeCell target) { return target.node == object; });
  });
}

// An argument that is reallocated may come back as it was.
bool Comparison::isReallocated(NodeId object) const {
  const Node &holder = body[body[object].from.node];
  return holder.kind == NodeKind::Arg && says(holder.arg, {Effect::Kind::Reallocates});
}

bool Comparison::says(unsigned index, std::initializer_list<Effect::Kind> kinds) const {
  return llvm::any_of(spec.effects, [&](const Effect &effect) {
    const bool isAboutIt = effect.place.isParam(index) || (effect.other && effect.other->isParam(index));
    return isAboutIt && llvm::is_contained(kinds, effect.kind);
  });
}

bool Comparison::isPointerToPointer(unsigned index) const {
  const ir::Module &module = context.module;
  ir::TypeId type = context.function[context.function.params[index]].type;
  for (unsigned i = 0; i < 2; ++i) {
    if (!type || module[type].kind != ir::TypeKind::Pointer)
      return false;
    type = module[type].inner;
  }
  return true;
}

std::string Comparison::parameter(unsigned index) const {
  return "'" + context.module.text(context.function[context.function.params[index]].name).str() + "'";
}

report::Position Comparison::placeOfFree(unsigned index) const {
  const LocId object = context.locs.findInput({context.locs.var(context.function.params[index]), Offset()});
  auto release = object ? context.freedBy.find(object.index) : context.freedBy.end();
  if (release == context.freedBy.end() || !release->second.at)
    return exit;
  return positionOf(context.module, context.function, release->second.at);
}

void Comparison::compareFamilies(llvm::StringRef claimed, llvm::StringRef seen, const std::string &what,
                                 const report::Position &at) {
  const specs::SpecStore &known = context.input.specs;
  if (!claims.familiesMadeHere.contains(claimed) && !known.compatible(claimed, seen) &&
      !known.compatible(seen, claimed))
    add(what + " belongs to family '" + claimed.str() + "'", what + " belongs to family '" + seen.str() + "' here", at);
}

void Comparison::compareFreshResult(const AllocatedNode &claim, const Case &seen, const NodeValue &value) {
  const std::string fresh = "the result is fresh memory";
  for (NodeCell target : value.targets)
    if (body[target.node].kind == NodeKind::Input && (isMovedOut(seen, target.node) || isReallocated(target.node)))
      return;
    else if (body[target.node].kind == NodeKind::Input)
      return add(fresh, "the result is memory that the caller had before", exit);
    else if (body[target.node].kind == NodeKind::Global)
      return add(fresh, "the result is a global variable's address", exit);
  if (const AllocatedNode *allocated = freshIn(seen, value))
    compareFamilies(claimed[claim.node].family, body[allocated->node].family, "the result", exit);
}

void Comparison::compareResult(const Case &claim, const Case &seen) {
  const NodeValue *wanted = resultOf(claimed, claim), *value = resultOf(body, seen);
  if (!spec.returnsPointer || !wanted || !value)
    return;
  const bool mayBeNull = possibleResults(claimed, claim).contains(0);
  if (!mayBeNull && value->isExactlyNull())
    return add("the result is never null", "the result is null", exit);
  if (const AllocatedNode *fresh = freshIn(claim, *wanted))
    return compareFreshResult(*fresh, seen, *value);
  const AllocatedNode *allocated = freshIn(seen, *value);
  const bool isGiven = allocated && !isStored(seen, allocated->node) && !freeOf(seen, allocated->node);
  const bool saysOfResult = !spec.results.empty() || !spec.partial;
  if (isGiven && saysOfResult)
    add("the result is owned by others", "the result is fresh memory, which nobody else holds", exit);
}

void Comparison::compareParameter(unsigned index, const Case &claim, const Case &seen) {
  const NodeId arg = body.find({.kind = NodeKind::Arg, .arg = index});
  const NodeCell cell{arg, Offset()};
  const NodeId object = body.find({.kind = NodeKind::Input, .from = cell});
  const std::string name = parameter(index);
  const NodeId claimedObject =
      claimed.find({.kind = NodeKind::Input, .from = {claimed.find({.kind = NodeKind::Arg, .arg = index}), Offset()}});
  const FreedNode *claimedFree = claimedObject ? freeOf(claim, claimedObject) : nullptr;
  const FreedNode *seenFree = object ? freeOf(seen, object) : nullptr;
  const bool isGone = object && (seenFree || llvm::is_contained(seen.escaped, object));
  if (seenFree && claimedFree)
    return compareFamilies(claimedFree->family, seenFree->family, name, placeOfFree(index));
  const bool mayGo = says(index, {Effect::Kind::Takes, Effect::Kind::Frees, Effect::Kind::Releases,
                                  Effect::Kind::Reallocates, Effect::Kind::Moves, Effect::Kind::Inserts});
  // `up_ref(x); if (!push(list, x)) free(x);` gives back a count of its own.
  const bool isOwnCount =
      seenFree && llvm::is_contained(seen.escaped, object) && context.input.specs.isCounted(seenFree->family);
  if (seenFree && seenFree->isCertain && !isOwnCount && !mayGo && !spec.partial)
    return add(name + (says(index, {Effect::Kind::Holds}) ? " is kept and not freed" : " is only borrowed"),
               name + " is freed here", placeOfFree(index));
  const bool isTaken =
      claimedObject && llvm::is_contained(claim.escaped, claimedObject) && says(index, {Effect::Kind::Takes});
  if ((!claimedFree && !isTaken) || isGone || requiresNull(seen, cell) || lacksAnother(index, claim, seen))
    return;
  if (object && (isTaken ? isStored(seen, object) : false))
    return;
  const NodeValue *result = resultOf(body, seen);
  const bool isReturned =
      object && result && llvm::any_of(result->targets, [&](NodeCell target) { return target.node == object; });
  if (isReturned && (isTaken || isReallocated(object)))
    return;
  add(name + (claimedFree ? " is freed" : " is taken over"),
      name + (claimedFree ? " is not freed" : " is neither freed nor stored") + " when the function returns here",
      exit);
}

// What `*p` holds afterwards.
void Comparison::compareOut(unsigned index, const Case &claim, const Case &seen) {
  if (!isPointerToPointer(index))
    return;
  const auto cellIn = [&](const Summary &summary) -> NodeCell {
    const NodeId arg = summary.find({.kind = NodeKind::Arg, .arg = index});
    return {arg ? summary.find({.kind = NodeKind::Input, .from = {arg, Offset()}}) : NodeId(), Offset()};
  };
  const auto valueAt = [](const Case &c, NodeCell cell) -> const NodeValue * {
    for (const Write &write : c.writes)
      if (cell.node && write.cell == cell)
        return &write.value;
    return nullptr;
  };
  const NodeCell wantedCell = cellIn(claimed), seenCell = cellIn(body);
  const NodeValue *wanted = valueAt(claim, wantedCell), *value = valueAt(seen, seenCell);
  const AllocatedNode *wantedFresh = wanted ? freshIn(claim, *wanted) : nullptr;
  const AllocatedNode *seenFresh = value ? freshIn(seen, *value) : nullptr;
  const std::string place = "'*" + parameter(index).substr(1), fresh = place + " holds fresh memory";
  if (wantedFresh && seenFresh)
    return compareFamilies(claimed[wantedFresh->node].family, body[seenFresh->node].family, "what " + place + " holds",
                           exit);
  const NodeId arg = body.find({.kind = NodeKind::Arg, .arg = index});
  if (wantedFresh && !requiresNull(seen, {arg, Offset()}) && !lacksAnother(index, claim, seen)) {
    const bool isKept = seenCell.node && llvm::is_contained(seen.escaped, seenCell.node);
    if (!value && !isKept && !wantedFresh->mayBeNull)
      add(fresh, place + " is not set when the function returns here", exit);
    else if (value && value->isExactlyNull() && !wantedFresh->mayBeNull)
      add(fresh, place + " is null", exit);
    return;
  }
  const bool isSilent = !says(index, {Effect::Kind::Takes, Effect::Kind::Holds, Effect::Kind::Frees});
  const bool speaksOfIt = llvm::any_of(spec.effects, [&](const Effect &effect) {
    return effect.place.root == specs::Place::Root::Param && effect.place.param == index;
  });
  if (seenFresh && !wanted && isSilent && !speaksOfIt && !spec.partial)
    add("nothing is said of what " + place + " holds", fresh + " when the function returns here", exit);
}

std::vector<Contradiction> Comparison::compare(const Case &claim, const Case &seen) {
  found.clear();
  compareResult(claim, seen);
  const unsigned count = std::min(context.function.params.size(), spec.params.size());
  for (unsigned i = 0; i < count; ++i) {
    if (!spec.params[i].isPointer)
      continue;
    compareParameter(i, claim, seen);
    compareOut(i, claim, seen);
  }
  return found;
}

// The `return` that a state came to: the way on from the last branch it took.
report::Position placeOfExit(const Context &context, const State &state) {
  const ir::Function &function = context.function;
  ir::BlockId block(0);
  for (TraceId id = state.trace; id; id = context.trace[id.index].before) {
    const TraceStep &step = context.trace[id.index];
    if (step.kind != TraceStep::Kind::Edge)
      continue;
    block = function[ir::BlockId(step.where)].term.edges[step.what].to;
    break;
  }
  std::set<ir::BlockId> seen;
  while (function[block].term.kind != ir::TermKind::Return && !function[block].term.edges.empty() &&
         seen.insert(block).second)
    block = function[block].term.edges[0].to;
  const ir::Loc &loc = function[block].term.loc;
  return positionOf(context.module, loc.valid() ? loc : function.endLoc);
}

// A parameter that is put into a global, as it is.
std::vector<Contradiction> findKeptParameters(const Context &context, const FunctionSpec &spec) {
  std::vector<Contradiction> found;
  const ir::Function &function = context.function;
  auto rootIsGlobal = [&](ir::ExprId place) {
    while (ir::isPlace(function[place].kind) && function[place].kind != ir::ExprKind::Deref && function[place].a)
      place = function[place].a;
    return function[place].kind == ir::ExprKind::Global;
  };
  for (uint32_t s = 0; s < function.stmts.size(); ++s) {
    const auto *assign = std::get_if<ir::Assign>(&function.stmts[s].op);
    if (!assign || !rootIsGlobal(assign->place) || function[assign->value].kind != ir::ExprKind::Load)
      continue;
    const ir::Expr &from = function[function[assign->value].a];
    if (from.kind != ir::ExprKind::Var || !context.facts.isEntryValue[from.var().index])
      continue;
    const unsigned index = function[from.var()].index;
    const bool isClaimed = llvm::any_of(spec.effects, [&](const Effect &effect) {
      return effect.place.root == specs::Place::Root::Param && effect.place.param == index;
    });
    if (index < spec.params.size() && spec.params[index].isPointer && !isClaimed) {
      const std::string name = "'" + context.module.text(function[from.var()].name).str() + "'";
      found.push_back({name + " is only borrowed", name + " is kept in a global variable here",
                       positionOf(context.module, function, ir::StmtId(s))});
    }
  }
  return found;
}

// Counts are kept in fields that no summary knows.
bool isCounted(const specs::SpecStore &known, const FunctionSpec &spec) {
  return llvm::any_of(spec.results, [&](const specs::Result &r) { return known.isCounted(r.family); }) ||
         llvm::any_of(spec.effects, [&](const Effect &e) {
           return e.kind == Effect::Kind::Retains || e.kind == Effect::Kind::Releases || known.isCounted(e.family);
         });
}

report::Finding findingOf(const Context &context, const FunctionSpec &spec, const Contradiction &contradiction) {
  const std::string name = context.model.program.sourceName(context.id).str();
  report::Finding finding;
  finding.kind = report::Kind::SpecContradiction;
  finding.engine = "summary";
  finding.function = name;
  finding.loss = contradiction.at;
  finding.allocator = contradiction.claim;
  if (!spec.origins.empty())
    finding.allocation = {spec.origins[0].file, spec.origins[0].line, spec.origins[0].column, ""};
  finding.chain.push_back(
      {report::Event::Kind::Note, finding.allocation, "", "specified here: " + contradiction.claim});
  finding.chain.push_back({report::Event::Kind::Note, finding.loss, name, contradiction.seen});
  return finding;
}

// With the case that it fits best, of those that it can mean. A result that no case has is null where null is excluded.
std::vector<Contradiction> compareWithMeant(Comparison &comparison, const Summary &claimed, const Case &seen) {
  std::optional<std::vector<Contradiction>> best;
  for (bool byResult : {true, false}) {
    for (const Case &claim : claimed.cases) {
      if (!comparison.haveCommonEntry(claim, seen) || (byResult && !comparison.haveCommonResult(claim, seen)))
        continue;
      std::vector<Contradiction> found = comparison.compare(claim, seen);
      if (!best || found.size() < best->size())
        best = std::move(found);
    }
    if (best)
      return std::move(*best);
  }
  return {};
}

} // namespace

std::vector<report::Finding> findContradictions(Context &context, const FlowResult &flow, const FunctionSpec &spec,
                                                const Claims &claims) {
  std::set<Contradiction> all;
  if (spec.noReturn) {
    for (const State &exit : flow.exits)
      all.insert({"it does not return", "the function returns here", placeOfExit(context, exit)});
  } else if (!isCounted(context.input.specs, spec)) {
    const Summary claimed = summaryOf(context.model.program, context.id, spec, context.options);
    for (const State &exit : flow.exits) {
      const Summary body = summarise(context, {exit});
      Comparison comparison(context, spec, claims, claimed, body, placeOfExit(context, exit));
      const std::vector<Contradiction> found = compareWithMeant(comparison, claimed, body.cases[0]);
      all.insert(found.begin(), found.end());
    }
    for (Contradiction &kept : findKeptParameters(context, spec))
      all.insert(std::move(kept));
  }
  std::vector<report::Finding> findings;
  for (const Contradiction &contradiction : all)
    findings.push_back(findingOf(context, spec, contradiction));
  return findings;
}

static Claims claimsOn(const program::Program &program, const specs::SpecStore &known) {
  Claims claims;
  const program::OtherNames names(program);
  for (uint32_t i = 0; i < program.numFunctions(); ++i) {
    std::optional<FunctionSpec> claim = program::claimOnBody(program, names, known, ProgFuncId(i));
    if (!claim)
      continue;
    for (const Effect &effect : claim->effects)
      if (const specs::Family *family = known.family(effect.family))
        if (llvm::is_contained(family->freedBy, claim->name))
          claims.familiesMadeHere.insert(effect.family);
    claims.ofBodies.emplace_back(ProgFuncId(i), std::move(*claim));
  }
  return claims;
}

EngineResult checkSpecifiedBodies(const EngineInput &input) {
  SummaryEngine engine(input, {});
  engine.run();
  EngineResult result;
  const Claims claims = claimsOn(input.model.program, input.specs);
  for (const auto &[id, claim] : claims.ofBodies)
    llvm::append_range(result.findings, engine.contradictions(id, claim, claims));
  return result;
}

} // namespace custody::engines::summary
