#include "engines/path/engine.h"
#include "engines/path/evidence.h"
#include "engines/path/from_cases.h"
#include "engines/path/summarise.h"
#include "logic/import.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::path {

using program::ProgFuncId;

static summary::Options optionsOfOther(const Options &options) {
  summary::Options other;
  other.exitLeaks = options.exitLeaks;
  other.allocationThrows = options.allocationThrows;
  other.resources = options.resources;
  return other;
}

PathEngine::PathEngine(const EngineInput &input, const Options &options)
    : input(input), options(options), others(input, optionsOfOther(options)), results(input.model.program),
      libraries(input.model.program.numFunctions()) {
  // Before it runs, it knows what specifications say instead of bodies.
  const program::Program &program = input.model.program;
  for (uint32_t i = 0; i < program.numFunctions(); ++i)
    if (const heap::Summary *library = others.summary(ProgFuncId(i)))
      libraries[i] = fromCases(program, ProgFuncId(i), *library);
}

const Summary *PathEngine::summary(ProgFuncId id) const {
  if (libraries[id.index])
    return &*libraries[id.index];
  const FunctionResult *result = input.model.program.hasBody(id) ? results.find(id) : nullptr;
  return result ? &result->summary : nullptr;
}

std::optional<FunctionResult> PathEngine::analyse(ProgFuncId id, const Options &chosen, std::string &why,
                                                  uint64_t &steps) const {
  Context context(input, chosen, others.globals(), id);
  auto lookup = [&](ProgFuncId callee) { return summary(callee); };
  Transfer transfer(context, lookup);
  const Execution execution = execute(context, transfer);
  steps += context.terms.size();
  if (!execution.overBudget.empty()) {
    why = execution.overBudget;
    return {};
  }
  FunctionResult result;
  result.findings = makeFindings(context, execution);
  std::vector<State> exits;
  for (const Exit &exit : execution.returns)
    exits.push_back(exit.state);
  const State merged = mergeStates(context, std::move(exits));
  if (!merged.path) {
    result.summary = Summary::neverReturns();
    result.summary.mayThrow = context.mayThrow;
    return result;
  }
  std::optional<Summary> summary = summarise(context, merged);
  if (!summary)
    if (const summary::FunctionResult *found = others.result(id))
      summary = fromCases(input.model.program, id, found->summary);
  result.summary = summary ? std::move(*summary) : Summary::unknown();
  return result;
}

FunctionResult PathEngine::analyse(ProgFuncId id) const {
  std::string why;
  uint64_t steps = 0;
  std::optional<FunctionResult> result = analyse(id, options, why, steps);
  if (!result) {
    Options fewer = options; // iterations
    fewer.unroll = fewer.unrollInner = 1;
    result = analyse(id, fewer, why, steps);
  }
  if (!result) {
    const summary::FunctionResult *found = others.result(id);
    result.emplace();
    result->cutOff = why;
    result->summary = found ? fromCases(input.model.program, id, found->summary) : Summary::unknown();
    if (found)
      result->findings = found->findings;
  }
  result->steps = steps;
  return std::move(*result);
}

// The rounds saw only few levels of calls. Where the numbers that are passed need more, it is as with others that need
// fewer, nobody knows which.
static void extendBeyondRounds(Summary &summary) {
  Terms &terms = summary.terms;
  logic::Importer others(terms, terms);
  for (const Entry &entry : summary.entries)
    if (!entry.isNonNull)
      others.replace(entry.word, terms.unknown(terms.width(entry.word)));
  const Guard isSeen = summary.returns;
  auto extend = [&](Guard &guard) { guard = terms.ite(isSeen, guard, others.import(guard)); };
  for (GuardedWrite &write : summary.writes) {
    for (GuardedTarget &target : write.targets)
      extend(target.when);
    write.number = terms.ite(isSeen, write.number, others.import(write.number));
  }
  for (GuardedNode &node : summary.allocated)
    extend(node.when);
  for (GuardedNode &node : summary.escaped)
    extend(node.when);
  for (GuardedFree &freed : summary.freed)
    extend(freed.when);
  summary.returns = terms.either(isSeen, others.import(isSeen));
}

// Functions that call each other start with callees that do not return, so that the first round sees the ways without
// recursion; each further round adds one level of calls.
void PathEngine::solve(const summary::Circle &circle) {
  if (circle.isRecursive)
    for (ProgFuncId id : circle.members)
      results.set(id, {.summary = Summary::neverReturns(), .findings = {}, .cutOff = {}});
  const unsigned rounds = circle.isRecursive ? 1 + options.recursionRounds : 1;
  for (unsigned round = 0; round < rounds; ++round)
    for (ProgFuncId id : circle.members) {
      const FunctionResult *before = results.find(id);
      FunctionResult result = analyse(id);
      result.steps += before ? before->steps : 0;
      result.looks = round + 1;
      if (circle.isRecursive && round + 1 == rounds)
        extendBeyondRounds(result.summary);
      results.set(id, std::move(result));
    }
}

void PathEngine::run() {
  others.run();
  const program::ProgramModel &model = input.model;
  program::runBottomUp(model.calls, input.jobs, [&](llvm::ArrayRef<ProgFuncId> component) {
    std::vector<ProgFuncId> bodies;
    for (ProgFuncId id : component)
      if (model.program.hasBody(id) && !libraries[id.index])
        bodies.push_back(id);
    for (const summary::Circle &circle : others.circlesOf(bodies))
      solve(circle);
  });
}

EngineResult PathEngine::takeFindings() const {
  EngineResult all;
  for (uint32_t i = 0; i < input.model.program.numFunctions(); ++i) {
    const FunctionResult *result = results.find(ProgFuncId(i));
    if (!result)
      continue;
    all.efforts.push_back({input.model.program.sourceName(ProgFuncId(i)).str(), result->steps, result->looks,
                           uint32_t(input.model.program.function(ProgFuncId(i)).stmts.size())});
    if (input.model.program.function(ProgFuncId(i)).isSystem)
      continue;
    llvm::append_range(all.findings, result->findings);
    if (!result->cutOff.empty())
      all.cutOff.push_back({input.model.program.sourceName(ProgFuncId(i)).str(), result->cutOff});
  }
  return all;
}

llvm::Error checkSettings(llvm::ArrayRef<std::string> settings) {
  return parseOptions(settings).takeError();
}

EngineResult runPathEngine(const EngineInput &input) {
  PathEngine engine(input, llvm::cantFail(parseOptions(input.settings)));
  engine.run();
  return engine.takeFindings();
}

} // namespace custody::engines::path
