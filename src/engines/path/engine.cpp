#include "engines/path/engine.h"
#include "engines/callees.h"
#include "engines/path/beyond.h"
#include "engines/path/evidence.h"
#include "engines/path/from_cases.h"
#include "engines/path/summarise.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::path {

using program::ProgFuncId;

constexpr unsigned RoomOfLaterLooks = 4; // times the nodes of the first

summary::Options optionsOfOthers(const Options &options) {
  summary::Options other;
  other.exitLeaks = options.exitLeaks;
  other.allocationThrows = options.allocationThrows;
  other.resources = options.resources;
  return other;
}

PathEngine::PathEngine(const EngineInput &input, const Options &options, const summary::SummaryEngine &others)
    : input(input), options(options), others(others),
      given(input.model.program, input.model.pointsTo, input.model.calls), results(input.model.program),
      known(input.model.program.numFunctions()) {
  const program::Program &program = input.model.program;
  for (uint32_t i = 0; i < program.numFunctions(); ++i)
    if (const heap::Summary *library = others.library(ProgFuncId(i)))
      known[i] = fromCases(program, ProgFuncId(i), *library);
}

const Summary *PathEngine::summary(ProgFuncId id) const {
  if (known[id.index])
    return &*known[id.index];
  const FunctionResult *result = input.model.program.hasBody(id) ? results.find(id) : nullptr;
  return result ? &result->summary : nullptr;
}

Summary PathEngine::summaryOf(Context &context, const Execution &execution) const {
  std::vector<State> exits;
  for (const Exit &exit : execution.returns)
    exits.push_back(exit.state);
  const State merged = mergeStates(context, std::move(exits));
  if (!merged.path) {
    Summary summary = Summary::neverReturns();
    summary.mayThrow = context.mayThrow;
    return summary;
  }
  if (std::optional<Summary> summary = summarise(context, merged))
    return std::move(*summary);
  const summary::FunctionResult *found = others.result(context.id);
  return found ? fromCases(input.model.program, context.id, found->summary) : Summary::unknown();
}

std::optional<FunctionResult> PathEngine::analyse(ProgFuncId id, const Options &chosen, Asked asked,
                                                  Attempt &attempt) const {
  Context context(input, chosen, others.globals(), given, id);
  auto lookup = [&](ProgFuncId callee) { return summary(callee); };
  Transfer transfer(context, lookup);
  context.keepsEvidence = asked.has_value();
  const Execution execution = execute(context, transfer);
  attempt.steps += context.terms.size();
  attempt.overBudget = execution.overBudget;
  attempt.cameFar = RoomOfLaterLooks * context.reached.size() >= context.function.stmts.size();
  if (!execution.overBudget.empty())
    return {};
  FunctionResult result;
  if (asked) {
    Answers answers = makeFindings(context, execution, *asked);
    result.findings = std::move(answers.findings);
    result.open = std::move(answers.open);
  }
  if (isCalled.empty() || isCalled[id.index])
    result.summary = summaryOf(context, execution);
  return result;
}

// A function that is asked about and costs too much is looked at again, with fewer iterations of loops and more room.
// Few functions need it, and what nobody decides is told as it was proposed. Two iterations show what the second one
// takes from the first. One that did not come a quarter of the way will not come to the end with four times the room.
FunctionResult PathEngine::analyse(ProgFuncId id, Wanted wanted) const {
  const Asked asked = wanted == Wanted::All ? askedOf(id) : std::nullopt;
  Attempt attempt;
  Options chosen = options;
  std::optional<FunctionResult> result = analyse(id, chosen, asked, attempt);
  chosen.maxNodes *= RoomOfLaterLooks;
  chosen.unrollInner = 1;
  for (chosen.unroll = 2; !result && asked && attempt.cameFar && chosen.unroll != 0; --chosen.unroll)
    result = analyse(id, chosen, asked, attempt);
  if (!result) {
    result = asOthersSee(id);
    result->cutOff = attempt.overBudget;
  }
  if (const summary::FunctionResult *found = others.result(id))
    result->summary.takenOnSuccess = found->summary.takenOnSuccess;
  result->steps = attempt.steps;
  return std::move(*result);
}

FunctionResult PathEngine::asOthersSee(ProgFuncId id) const {
  FunctionResult result;
  const summary::FunctionResult *found = others.result(id);
  result.summary = found ? fromCases(input.model.program, id, found->summary) : Summary::unknown();
  if (found)
    result.findings = found->findings;
  return result;
}

PathEngine::Asked PathEngine::askedOf(ProgFuncId id) const {
  if (!questions)
    return nullptr;
  const auto asked = questions->find(id);
  return asked == questions->end() ? std::nullopt : std::optional(&asked->second);
}

// Functions that call each other start with callees that do not return, so that the first round sees the ways without
// recursion; each further round adds one level of calls. Those of a large circle are looked at once each: a round costs
// as much as the rest of the program, and what they know of each other is what the summary engine found.
void PathEngine::solve(const summary::Circle &circle) {
  const bool isLarge = circle.members.size() > options.maxCircle;
  FunctionResult doesNotReturn;
  doesNotReturn.summary = Summary::neverReturns();
  if (circle.isRecursive)
    for (ProgFuncId id : circle.members)
      results.set(id, isLarge ? asOthersSee(id) : doesNotReturn);
  const unsigned rounds = circle.isRecursive && !isLarge ? 1 + options.recursionRounds : 1;
  for (unsigned round = 0; round < rounds; ++round)
    for (ProgFuncId id : circle.members) {
      const FunctionResult *before = results.find(id);
      if (round != 0 && !before->cutOff.empty()) // with more levels of calls it will not cost less
        continue;
      // What the last round sees is what is told.
      FunctionResult result = analyse(id, round + 1 == rounds ? Wanted::All : Wanted::Summary);
      result.steps += before ? before->steps : 0;
      result.looks = round + 1;
      if (circle.isRecursive && !isLarge && round + 1 == rounds)
        extendBeyond(result.summary);
      results.set(id, std::move(result));
    }
}

void PathEngine::runFor(llvm::function_ref<bool(ProgFuncId)> isNeeded) {
  const program::ProgramModel &model = input.model;
  program::runBottomUp(model.calls, input.jobs, [&](llvm::ArrayRef<ProgFuncId> component) {
    std::vector<ProgFuncId> bodies;
    for (ProgFuncId id : component)
      if (model.program.hasBody(id) && !known[id.index] && isNeeded(id))
        bodies.push_back(id);
    for (const summary::Circle &circle : others.circlesOf(bodies))
      solve(circle);
  });
}

void PathEngine::run() {
  runFor([](ProgFuncId) { return true; });
}

// The functions that are asked about, and what they call, a few levels deep. Conditions that are decided further below
// hardly ever matter to the answer; there the summary engine's cases serve.
void PathEngine::answer(const Questions &asked) {
  questions = &asked;
  const program::ProgramModel &model = input.model;
  std::vector<bool> isNeeded(model.program.numFunctions());
  isCalled.assign(model.program.numFunctions(), false);
  std::vector<ProgFuncId> level, next;
  auto need = [&](ProgFuncId id) {
    if (isNeeded[id.index] || !model.program.hasBody(id) || known[id.index])
      return;
    isNeeded[id.index] = true;
    next.push_back(id);
  };
  for (const auto &[id, list] : asked)
    need(id);
  for (unsigned depth = 0; !next.empty(); ++depth) {
    level = std::exchange(next, {});
    for (ProgFuncId caller : level)
      for (const program::CallTargets &call : model.calls.calls(caller))
        if (call.isOwnCall())
          for (ProgFuncId callee : calleesAt(model, caller, call.stmt).known) {
            isCalled[callee.index] = true;
            if (depth < options.callDepth)
              need(callee);
          }
  }
  for (uint32_t i = 0; i < isCalled.size(); ++i)
    if (const summary::FunctionResult *found = others.result(ProgFuncId(i)); isCalled[i] && !isNeeded[i] && found)
      known[i] = fromCases(model.program, ProgFuncId(i), found->summary);
  runFor([&](ProgFuncId id) { return isNeeded[id.index]; });
}

EngineResult PathEngine::takeFindings() const {
  EngineResult all;
  for (uint32_t i = 0; i < input.model.program.numFunctions(); ++i) {
    const FunctionResult *result = results.find(ProgFuncId(i));
    if (!result)
      continue;
    all.efforts.push_back({ProgFuncId(i), input.model.program.sourceName(ProgFuncId(i)).str(), result->steps,
                           result->looks, uint32_t(input.model.program.function(ProgFuncId(i)).stmts.size())});
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
  const Options options = llvm::cantFail(parseOptions(input.settings));
  summary::SummaryEngine others(input, optionsOfOthers(options));
  others.run();
  PathEngine engine(input, options, others);
  engine.run();
  return engine.takeFindings();
}

} // namespace custody::engines::path
