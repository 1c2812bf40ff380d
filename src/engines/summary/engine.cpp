#include "engines/summary/engine.h"
#include "engines/summary/evidence.h"
#include "engines/summary/library.h"
#include "engines/summary/summarise.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::summary {

using program::ProgFuncId;

namespace {

// How often the functions of a recursive component are looked at, on average, before the engine gives up on it.
constexpr uint64_t RoundsPerComponent = 6;

} // namespace

SummaryEngine::SummaryEngine(const EngineInput &input, const Options &options)
    : input(input), options(options), summaries(input.model.program), libraries(input.model.program.numFunctions()) {
  for (uint32_t i = 0; i < input.model.program.numFunctions(); ++i)
    if (const specs::FunctionSpec *spec = input.model.specs.find(ProgFuncId(i)))
      libraries[i] = summaryOf(input.model.program, ProgFuncId(i), *spec, options);
}

FunctionResult SummaryEngine::giveUp(ProgFuncId id) const {
  FunctionResult result;
  result.summary = heap::Summary::unknown();
  result.cutOff = "the functions that call each other in a circle did not settle";
  return result;
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
  result.findings = makeFindings(context, flow);
  return result;
}

void SummaryEngine::run() {
  const program::ProgramModel &model = input.model;
  program::runBottomUp(model.calls, input.jobs, [&](llvm::ArrayRef<ProgFuncId> component) {
    std::vector<ProgFuncId> bodies;
    for (ProgFuncId id : component)
      if (model.program.hasBody(id) && !libraries[id.index])
        bodies.push_back(id);
    if (bodies.empty())
      return;
    program::solveComponent(
        summaries, model.calls, bodies, program::Budget(RoundsPerComponent * bodies.size()),
        [](ProgFuncId) { return FunctionResult(); }, [&](ProgFuncId id, const Summaries &) { return analyse(id); },
        [&](ProgFuncId id) { return giveUp(id); });
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

EngineResult runSummaryEngine(const EngineInput &input) {
  SummaryEngine engine(input, Options());
  engine.run();
  return engine.takeFindings();
}

} // namespace custody::engines::summary
