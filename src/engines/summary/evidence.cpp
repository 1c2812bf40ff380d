#include "engines/summary/evidence.h"
#include "engines/chain.h"
#include "engines/makers.h"
#include "engines/unwinding.h"
#include "ir/visit.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace custody::engines::summary {

using namespace ir;
using heap::LocId;
using heap::LocKind;
using program::ProgFuncId;
using report::Event;
using report::Finding;

namespace {

class Evidence {
public:
  explicit Evidence(Context &context)
      : context(context), function(context.function), module(context.module), program(context.model.program),
        name(program.sourceName(context.id).str()) {}

  std::optional<Finding> leak(const Loss &loss);
  std::optional<Finding> misuse(const Misuse &misuse);

private:
  bool isAtProgramEnd(StmtId stmt) const;
  bool isReported(const SiteInfo &info) const;
  report::Position position(StmtId stmt) const { return positionOf(module, function, stmt); }
  report::Position placeOf(const Loss &loss) const;
  std::vector<TraceId> stepsSince(TraceId last, StmtId start) const;
  void addChain(Finding &finding, TraceId last, LocId site, StmtId start);
  void addStep(Finding &finding, const TraceStep &step, LocId site);
  void addEvent(Finding &finding, Event::Kind kind, const report::Position &at, std::string text);
  void addAllocation(Finding &finding, LocId site);
  void addLoss(Finding &finding, StmtId at);
  void rankLeak(Finding &finding, const Loss &loss, const SiteInfo &info);

  Context &context;
  const Function &function;
  const Module &module;
  const program::Program &program;
  const std::string name;
  bool isHeldByGlobal = false; // the last step of the chain
};

// The function's variables end because main returns.
bool Evidence::isAtProgramEnd(StmtId stmt) const {
  if (!context.facts.isMain || !std::holds_alternative<End>(function[stmt].op))
    return false;
  for (const Block &block : function.blocks)
    if (stmt.index >= block.firstStmt && stmt.index < block.firstStmt + block.stmtCount) {
      const auto &edges = block.term.edges;
      const bool returns = block.term.kind == TermKind::Return ||
                           (edges.size() == 1 && function[edges[0].to].term.kind == TermKind::Return);
      return returns && !context.options.exitLeaks;
    }
  return false;
}

bool Evidence::isReported(const SiteInfo &info) const {
  const specs::Family *family = context.input.specs.family(info.family);
  return context.options.resources || !family || !family->resource;
}

// What is lost while an exception is on its way is lost at the call that it came from.
report::Position Evidence::placeOf(const Loss &loss) const {
  for (TraceId id = loss.trace; id && loss.unwinding != Unwinding::No; id = context.trace[id.index].before) {
    const TraceStep &step = context.trace[id.index];
    if (step.kind != TraceStep::Kind::Edge || function.blocks[step.where].term.kind != TermKind::Invoke ||
        step.what != 1)
      continue;
    const report::Position thrown = positionOf(module, function.blocks[step.where].term.loc);
    return thrown.valid() && unwindsFrom(module, function, BlockId(step.where), loss.at) ? thrown : position(loss.at);
  }
  return position(loss.at);
}

// The steps after the object was made, oldest first.
std::vector<TraceId> Evidence::stepsSince(TraceId last, StmtId start) const {
  std::vector<TraceId> steps;
  for (TraceId id = last; id; id = context.trace[id.index].before) {
    steps.push_back(id);
    const TraceStep &step = context.trace[id.index];
    if (step.kind == TraceStep::Kind::Hold && step.where == start.index)
      break;
  }
  std::reverse(steps.begin(), steps.end());
  return steps;
}

void Evidence::addEvent(Finding &finding, Event::Kind kind, const report::Position &at, std::string text) {
  if (!text.empty() && at.valid())
    finding.chain.push_back({kind, at, name, std::move(text)});
}

void Evidence::addStep(Finding &finding, const TraceStep &step, LocId site) {
  if (step.kind == TraceStep::Kind::Hold) {
    const heap::Loc &held = context.locs[LocId(step.what)], &ours = context.locs[site];
    if (held.entity != ours.entity || held.node != ours.node)
      return;
    const StmtId stmt(step.where);
    const std::string holder = holderOf(module, function, stmt);
    const ExprId place = destination(function[stmt].op);
    isHeldByGlobal = place && function[place].kind == ExprKind::Global;
    if (stmt.index != ours.entity && !holder.empty()) {
      addEvent(finding, Event::Kind::Stored, position(stmt), "'" + holder + "' holds it");
      finding.object = holder;
    } else if (!holder.empty()) {
      finding.object = holder;
    }
    return;
  }
  if (step.kind == TraceStep::Kind::Passed) {
    const heap::Loc &passed = context.locs[LocId(step.what)], &ours = context.locs[site];
    if (passed.entity == ours.entity && passed.node == ours.node)
      addPassed(finding, program, position(StmtId(step.where)), step.callee, step.arg);
    return;
  }
  const Block &block = function.blocks[step.where];
  addEvent(finding, Event::Kind::Branch, positionOf(module, block.term.loc),
           describeEdge(module, function, block, step.what));
}

void Evidence::addAllocation(Finding &finding, LocId site) {
  const SiteInfo &info = context.siteInfo(site);
  const StmtId stmt(context.locs[site].entity);
  finding.allocation = position(stmt);
  finding.allocFunction = name;
  finding.allocator = info.callee ? program.sourceName(info.callee).str() : makerName(program, context.id, stmt);
  finding.resource = context.input.specs.resourceNoun(info.family);
  if (info.callee && info.originFunction && info.originFunction != context.id) {
    const Module &other = program.moduleOf(info.originFunction);
    const report::Position origin = positionOf(other, program.function(info.originFunction)[info.originStmt].loc);
    if (origin.valid())
      finding.chain.push_back({Event::Kind::Allocated, origin, program.sourceName(info.originFunction).str(),
                               madeHere(finding, makerName(program, info.originFunction, info.originStmt))});
    addEvent(finding, Event::Kind::Handed, finding.allocation, "'" + finding.allocator + "' hands it over");
    addInterface(finding, program, info.callee, "leaves what it allocates to its caller");
    return;
  }
  addEvent(finding, Event::Kind::Allocated, finding.allocation, madeHere(finding, finding.allocator));
}

void Evidence::addChain(Finding &finding, TraceId last, LocId site, StmtId start) {
  isHeldByGlobal = false;
  for (TraceId id : stepsSince(last, start))
    addStep(finding, context.trace[id.index], site);
}

void Evidence::addLoss(Finding &finding, StmtId at) {
  if (isHeldByGlobal && !std::holds_alternative<Assign>(function[at].op)) {
    addEvent(finding, Event::Kind::Lost, finding.loss,
             "lost here: '" + finding.object + "' is written again before anybody reads it");
    return;
  }
  finding.object = lastHolder(module, function, at, finding.object);
  addEvent(finding, Event::Kind::Lost, finding.loss, describeLoss(module, function, at, finding.object));
}

void Evidence::rankLeak(Finding &finding, const Loss &loss, const SiteInfo &info) {
  if (loss.unwinding != Unwinding::No)
    finding.reasons.push_back({-30, "only if an exception is thrown"});
  if (std::holds_alternative<Realloc>(function[loss.at].op))
    finding.reasons.push_back({-20, "only if a reallocation fails"});
  const size_t branches =
      llvm::count_if(finding.chain, [](const Event &event) { return event.kind == Event::Kind::Branch; });
  if (branches <= 2)
    finding.reasons.push_back({20, "at most two branches lie between the allocation and the loss"});
  else if (branches > 8)
    finding.reasons.push_back({-15, "many branches lie between the allocation and the loss"});
  if (!info.callee)
    finding.reasons.push_back({10, "allocated and lost in one function"});
}

std::optional<Finding> Evidence::leak(const Loss &loss) {
  const SiteInfo &info = context.siteInfo(loss.site);
  if (isAtProgramEnd(loss.at) || !isReported(info) || info.family == "exception")
    return {};
  Finding finding;
  finding.kind = report::Kind::Leak;
  finding.engine = "summary";
  finding.function = name;
  finding.loss = placeOf(loss);
  addAllocation(finding, loss.site);
  addChain(finding, loss.trace, loss.site, StmtId(context.locs[loss.site].entity));
  addLoss(finding, loss.at);
  rankLeak(finding, loss, info);
  return finding;
}

std::optional<Finding> Evidence::misuse(const Misuse &misuse) {
  Finding finding;
  finding.kind = misuse.kind;
  finding.engine = "summary";
  finding.function = name;
  finding.loss = position(misuse.at);
  const heap::Loc &loc = context.locs[misuse.loc];
  if (loc.kind == LocKind::Site) {
    addAllocation(finding, misuse.loc);
    addChain(finding, misuse.trace, misuse.loc, StmtId(loc.entity));
  } else {
    finding.allocation = finding.loss;
    finding.allocFunction = name;
  }
  // Which statement freed it first is known by object, not by way: the second one was first on another way.
  if (misuse.kind == report::Kind::DoubleFree && misuse.earlier && misuse.earlier != misuse.at) {
    addEvent(finding, Event::Kind::Freed, position(misuse.earlier), releasedWord(finding) + " here first");
    if (loc.kind != LocKind::Site)
      finding.allocation = position(misuse.earlier);
  }
  if (misuse.release.callee)
    addInterface(finding, program, misuse.release.callee, "frees what it is given");
  const std::string by = misuse.release.callee ? " by '" + program.sourceName(misuse.release.callee).str() + "'" : "";
  switch (misuse.kind) {
  case report::Kind::DoubleFree:
    addEvent(finding, Event::Kind::Freed, finding.loss, releasedWord(finding) + " again here" + by);
    finding.reasons.push_back({20, "the same object on one path"});
    break;
  case report::Kind::MismatchedFree:
    addEvent(finding, Event::Kind::Freed, finding.loss,
             releasedWord(finding) + " here as '" + misuse.release.family.str() + "'" + by);
    finding.reasons.push_back({30, "the allocation and the release are both known"});
    break;
  default:
    addEvent(finding, Event::Kind::Freed, finding.loss, "freed here" + by + ", but it is not heap memory");
    finding.reasons.push_back({30, "the address of a variable"});
    break;
  }
  return finding;
}

} // namespace

std::vector<Finding> makeFindings(Context &context, const FlowResult &flow) {
  Evidence evidence(context);
  std::vector<Finding> findings;
  std::set<std::pair<uint32_t, uint32_t>> lost; // objects of one call that are lost together are one finding
  for (const Loss &loss : flow.losses)
    if (lost.insert({context.locs[loss.site].entity, loss.at.index}).second)
      if (std::optional<Finding> finding = evidence.leak(loss))
        findings.push_back(std::move(*finding));
  std::set<std::tuple<int, uint32_t, uint32_t>> seen;
  for (const Misuse &misuse : context.misuses)
    if (seen.insert({int(misuse.kind), misuse.loc.index, misuse.at.index}).second)
      if (std::optional<Finding> finding = evidence.misuse(misuse))
        findings.push_back(std::move(*finding));
  return findings;
}

} // namespace custody::engines::summary
