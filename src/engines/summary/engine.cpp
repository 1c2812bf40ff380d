#include "engines/summary/engine.h"
#include "engines/summary/evidence.h"
#include "engines/summary/library.h"
#include "engines/summary/summarise.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::summary {

using program::ProgFuncId;

namespace {

// How often the functions of a recursive component are looked at. What has not settled by then stays as it is: more
// rounds find the same objects once more around the circle.
constexpr unsigned MaxRounds = 3;

// Callees before callers as far as a circle allows, along the calls inside the component.
std::vector<ProgFuncId> calleesFirst(const program::CallGraph &calls, llvm::ArrayRef<ProgFuncId> component) {
  std::vector<ProgFuncId> order;
  llvm::DenseSet<ProgFuncId> seen;
  std::vector<std::pair<ProgFuncId, std::vector<ProgFuncId>>> stack; // a function and the callees left to visit
  auto enter = [&](ProgFuncId id) {
    if (!std::binary_search(component.begin(), component.end(), id) || !seen.insert(id).second)
      return;
    std::vector<ProgFuncId> callees = calls.callees(id);
    std::reverse(callees.begin(), callees.end());
    stack.push_back({id, std::move(callees)});
  };
  for (ProgFuncId root : component) {
    enter(root);
    while (!stack.empty()) {
      auto &[id, left] = stack.back();
      if (left.empty()) {
        order.push_back(id);
        stack.pop_back();
        continue;
      }
      const ProgFuncId next = left.back();
      left.pop_back();
      enter(next);
    }
  }
  return order;
}

} // namespace

SummaryEngine::SummaryEngine(const EngineInput &input, const Options &options)
    : input(input), options(options), summaries(input.model.program), libraries(input.model.program.numFunctions()) {
  for (uint32_t i = 0; i < input.model.program.numFunctions(); ++i)
    if (const specs::FunctionSpec *spec = input.model.specs.find(ProgFuncId(i)))
      libraries[i] = summaryOf(input.model.program, ProgFuncId(i), *spec, options);
}

FunctionResult SummaryEngine::analyse(ProgFuncId id) const {
  Context context(input, options, id);
  Transfer transfer(context, summaries, libraries);
  const FlowResult flow = runFlow(context, transfer);
  FunctionResult result;
  if (!flow.isComplete) {
    result.summary = heap::Summary::unknown();
    result.cutOff = "more than " + std::to_string(options.stepsPerStatement) + " steps a statement";
    return result;
  }
  result.summary = summarise(context, flow.exits);
  result.summary.mayThrow = flow.throws;
  result.findings = makeFindings(context, flow);
  return result;
}

void SummaryEngine::solve(llvm::ArrayRef<ProgFuncId> component) {
  const program::CallGraph &calls = input.model.calls;
  const bool isRecursive = calls.isRecursive(calls.componentOf(component.front()));
  if (!isRecursive) {
    summaries.set(component.front(), analyse(component.front()));
    return;
  }
  for (ProgFuncId id : component)
    summaries.set(id, FunctionResult()); // does not return: the least summary
  const std::vector<ProgFuncId> order = calleesFirst(calls, component);
  bool isChanging = true;
  for (unsigned round = 0; round < MaxRounds && isChanging; ++round) {
    isChanging = false;
    for (ProgFuncId id : order) {
      FunctionResult result = analyse(id);
      isChanging |= !(result == *summaries.find(id));
      summaries.set(id, std::move(result));
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
    const FunctionResult *result = summaries.find(ProgFuncId(i));
    if (!result || input.model.program.function(ProgFuncId(i)).isSystem)
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

EngineResult runSummaryEngine(const EngineInput &input) {
  SummaryEngine engine(input, llvm::cantFail(parseOptions(input.settings)));
  engine.run();
  return engine.takeFindings();
}

} // namespace custody::engines::summary
