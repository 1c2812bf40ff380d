#include "engines/summary/engine.h"
#include "engines/summary/check_specs.h"
#include "engines/summary/evidence.h"
#include "engines/summary/library.h"
#include "engines/summary/summarise.h"
#include "program/scc.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <map>
#include <set>

namespace custody::engines::summary {

using program::ProgFuncId;

namespace {

// How often a function is looked at again after it was first seen to return. More rounds find the same objects once
// more around the circle; two show that a tree is freed, three that its branches are.
constexpr unsigned MaxRounds = 3;
constexpr unsigned MaxCostlyRounds = 2;

bool isBundled(const specs::FunctionSpec &spec) {
  return !spec.origins.empty() && spec.origins.front().authority == specs::Authority::Bundled;
}

std::string classOf(const specs::FunctionSpec &spec) {
  return spec.isMember ? spec.name.substr(0, spec.name.rfind("::")) : "";
}

// Smart pointers: classes of which every function that the program uses has a body, and whose specifications say less
// than those.
std::set<std::string> classesKnownByBodies(const program::ProgramModel &model) {
  std::set<std::string> wanted, lacking{""};
  for (uint32_t i = 0; i < model.program.numFunctions(); ++i) {
    const specs::FunctionSpec *spec = model.specs.find(ProgFuncId(i));
    if (!spec || !isBundled(*spec))
      continue;
    if (!model.program.hasBody(ProgFuncId(i)))
      lacking.insert(classOf(*spec));
    else if (namesMissingField(model.program, ProgFuncId(i), *spec))
      wanted.insert(classOf(*spec));
  }
  for (const std::string &name : lacking)
    wanted.erase(name);
  return wanted;
}

} // namespace

SummaryEngine::SummaryEngine(const EngineInput &input, const Options &options)
    : input(input), options(options), summaries(input.model.program), counts(input.model.program.numFunctions()),
      libraries(input.model.program.numFunctions()), circleOf(input.model.program.numFunctions(), ~0u),
      globalArguments(options.globalArguments ? GlobalArguments(input.model) : GlobalArguments()) {
  const std::set<std::string> readable = classesKnownByBodies(input.model);
  for (uint32_t i = 0; i < input.model.program.numFunctions(); ++i)
    if (const specs::FunctionSpec *spec = input.model.specs.find(ProgFuncId(i)))
      if (!isBundled(*spec) || !readable.count(classOf(*spec)))
        libraries[i] = summaryOf(input.model.program, ProgFuncId(i), *spec, options);
}

// Does the function release what an argument points to, whatever happens, and some of its parts on some way?
static bool isDestructor(const Context &context, llvm::ArrayRef<State> exits) {
  auto isReleasedOrNull = [&](heap::LocId loc) {
    return llvm::all_of(exits, [&](const State &exit) { return exit.statusOf(loc) & (Freed | IsNull); });
  };
  bool isObject = false, isPart = false;
  for (const State &exit : exits)
    exit.statuses().forEach(Freed, [&](StatusEntry entry) {
      const unsigned depth = context.locs.depthOf(entry.loc);
      isPart |= depth == 2;
      isObject = isObject || (depth == 1 && isReleasedOrNull(entry.loc));
    });
  return isObject && isPart;
}

SummaryEngine::Look SummaryEngine::look(ProgFuncId id, bool tellsPartsApart) {
  Context context(input, options, globalArguments, id, tellsPartsApart);
  Transfer transfer(context, summaries, libraries, circleOf);
  const FlowResult flow = runFlow(context, transfer);
  counts[id.index].steps += context.effort.steps();
  counts[id.index].isCostly |= context.effort.isCostly();
  FunctionResult result;
  if (!flow.isComplete) {
    result.summary = heap::Summary::unknown();
    result.cutOff = "more than " + std::to_string(options.stepsPerStatement) + " steps a statement";
    return {std::move(result), false};
  }
  result.summary = summarise(context, flow.exits);
  result.summary.mayThrow = flow.throws;
  result.findings = makeFindings(context, flow);
  result.circleReads.assign(context.circleReads.begin(), context.circleReads.end());
  return {std::move(result), !context.tellsPartsApart && isDestructor(context, flow.exits)};
}

// Whoever releases a structure is asked once more which of its parts go together.
FunctionResult SummaryEngine::analyse(ProgFuncId id) {
  ++counts[id.index].looks;
  Look first = look(id, false);
  return first.isDestructor ? look(id, true).result : std::move(first.result);
}

// The calls that a summary depends on. What a function that never returns does reaches nobody, and neither does what
// runs behind a pointer that is not followed; without those edges large circles fall apart.
std::vector<ProgFuncId> SummaryEngine::followedCalls(ProgFuncId caller) const {
  const program::ProgramModel &model = input.model;
  std::vector<ProgFuncId> callees;
  for (const program::CallTargets &call : model.calls.calls(caller)) {
    if (!call.isOwnCall() || model.noReturn(caller, call.stmt))
      continue;
    const Callees targets = calleesOf(model, caller, call);
    if (!targets.isComplete)
      continue;
    for (ProgFuncId target : targets.known)
      if (model.program.hasBody(target) && !libraries[target.index])
        callees.push_back(target);
  }
  return callees;
}

std::vector<Circle> SummaryEngine::circlesOf(llvm::ArrayRef<ProgFuncId> component) const {
  auto indexOf = [&](ProgFuncId id) -> std::optional<uint32_t> {
    auto at = llvm::lower_bound(component, id);
    return at != component.end() && *at == id ? std::optional<uint32_t>(at - component.begin()) : std::nullopt;
  };
  std::vector<std::pair<uint32_t, uint32_t>> edges;
  for (uint32_t i = 0; i < component.size(); ++i)
    for (ProgFuncId callee : followedCalls(component[i]))
      if (std::optional<uint32_t> j = indexOf(callee))
        edges.push_back({i, *j});
  const program::FlatGraph graph(component.size(), edges);
  const program::Components found = program::findComponents(component.size(), llvm::seq<uint32_t>(0, component.size()),
                                                            [&](uint32_t node) { return graph[node]; });
  std::vector<Circle> circles;
  for (uint32_t c = 0; c < found.size(); ++c) {
    Circle circle;
    for (uint32_t index : found[c])
      circle.members.push_back(component[index]);
    circle.isRecursive = found[c].size() > 1 || llvm::is_contained(graph[found[c].front()], found[c].front());
    circles.push_back(std::move(circle));
  }
  return circles;
}

void SummaryEngine::solve(llvm::ArrayRef<ProgFuncId> component) {
  for (ProgFuncId id : component)
    circleOf[id.index] = ~0u; // not in the circle of those that are solved before it
  for (const Circle &circle : circlesOf(component)) {
    for (ProgFuncId id : circle.members)
      circleOf[id.index] = circle.members.front().index;
    solveCircle(circle.members, circle.isRecursive);
  }
}

void SummaryEngine::solveCircle(llvm::ArrayRef<ProgFuncId> members, bool isRecursive) {
  if (!isRecursive) {
    summaries.set(members.front(), analyse(members.front()));
    return;
  }
  for (ProgFuncId id : members) {
    circleOf[id.index] = members.front().index;
    summaries.set(id, FunctionResult()); // does not return: the least summary
  }
  // Looked at again is who used a summary that changed.
  std::map<ProgFuncId, std::set<size_t>> readers;
  std::vector<bool> isDue(members.size(), true);
  std::vector<unsigned> rounds(members.size());
  for (bool isChanging = true; isChanging;) {
    isChanging = false;
    for (size_t i = 0; i < members.size(); ++i) {
      if (!isDue[i] || rounds[i] >= (counts[members[i].index].isCostly ? MaxCostlyRounds : MaxRounds))
        continue;
      isDue[i] = false;
      FunctionResult result = analyse(members[i]);
      if (!result.summary.cases.empty())
        ++rounds[i];
      if (result.summary.isUnknown) // it will not cost less
        rounds[i] = MaxRounds;
      for (ProgFuncId callee : result.circleReads)
        readers[callee].insert(i);
      const bool isNews = !(result == *summaries.find(members[i]));
      summaries.set(members[i], std::move(result));
      if (!isNews)
        continue;
      isChanging = true;
      for (size_t reader : readers[members[i]])
        isDue[reader] = true;
    }
  }
}

void SummaryEngine::run() {
  const program::ProgramModel &model = input.model;
  program::runBottomUp(model.calls, input.jobs, [&](llvm::ArrayRef<ProgFuncId> component) {
    std::vector<ProgFuncId> bodies;
    for (ProgFuncId id : component)
      if (model.program.hasBody(id) && !libraries[id.index])
        bodies.push_back(id);
    if (!bodies.empty())
      solve(bodies);
  });
}

const heap::Summary *SummaryEngine::summary(ProgFuncId id) const {
  if (libraries[id.index])
    return &*libraries[id.index];
  const FunctionResult *result = summaries.find(id);
  return result ? &result->summary : nullptr;
}

EngineResult SummaryEngine::takeFindings() const {
  EngineResult all;
  for (uint32_t i = 0; i < input.model.program.numFunctions(); ++i) {
    if (counts[i].looks)
      all.efforts.push_back({ProgFuncId(i), input.model.program.sourceName(ProgFuncId(i)).str(), counts[i].steps,
                             counts[i].looks, uint32_t(input.model.program.function(ProgFuncId(i)).stmts.size())});
    const FunctionResult *result = summaries.find(ProgFuncId(i));
    if (!result || input.model.program.function(ProgFuncId(i)).isSystem)
      continue;
    llvm::append_range(all.findings, result->findings);
    if (!result->cutOff.empty())
      all.cutOff.push_back({input.model.program.sourceName(ProgFuncId(i)).str(), result->cutOff});
  }
  return all;
}

std::vector<report::Finding> SummaryEngine::contradictions(ProgFuncId id, const specs::FunctionSpec &claim,
                                                           const Claims &claims) {
  Context context(input, options, globalArguments, id, true);
  Transfer transfer(context, summaries, libraries, circleOf);
  const FlowResult flow = runFlow(context, transfer);
  return flow.isComplete ? findContradictions(context, flow, claim, claims) : std::vector<report::Finding>();
}

llvm::Error checkSettings(llvm::ArrayRef<std::string> settings) {
  return parseOptions(settings).takeError();
}

EngineResult runSummaryEngine(const EngineInput &input) {
  SummaryEngine engine(input, llvm::cantFail(parseOptions(input.settings)));
  engine.run();
  return engine.takeFindings();
}

} // namespace custody::engines::summary
