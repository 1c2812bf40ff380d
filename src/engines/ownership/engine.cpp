#include "engines/ownership/engine.h"
#include "engines/ownership/classes.h"
#include "engines/ownership/constraints.h"
#include "engines/ownership/findings.h"
#include "engines/ownership/generate.h"
#include "engines/ownership/gifts.h"
#include "engines/ownership/library.h"
#include "engines/ownership/paths.h"
#include "engines/ownership/results.h"
#include "engines/ownership/solve.h"

namespace custody::engines::ownership {

OwnershipEngine::OwnershipEngine(const EngineInput &input, const Options &options)
    : input(input), options(options), results(input.model.program), libraries(input.model.program.numFunctions()) {
  for (uint32_t i = 0; i < input.model.program.numFunctions(); ++i)
    if (const specs::FunctionSpec *spec = input.model.specs.find(ProgFuncId(i)))
      libraries[i] = signatureOf(input.model.program, ProgFuncId(i), *spec, input.specs, options);
}

const Signature *OwnershipEngine::signature(ProgFuncId id) const {
  if (libraries[id.index])
    return &*libraries[id.index];
  const FunctionResult *result = results.find(id);
  return result ? &result->signature : nullptr;
}

FunctionResult OwnershipEngine::analyse(ProgFuncId id, bool isJudging) const {
  const ir::Function &function = input.model.program.function(id);
  auto known = [&](ProgFuncId callee) { return signature(callee); };
  System system = generate(input.model, options, known, id);
  Solution solution = solve(system, function, isJudging ? &fields : nullptr, isJudging && options.audit);
  FunctionResult result;
  if (isJudging) {
    result.findings = makeFindings({input.model, options, fields, id, system, solution, known});
    solution.signature.refusedWith = refusals(input.model, options, known, id, system.isKept);
    addGifts(input.model, options, known, id, system, solution.signature);
  } else
    result.events = fieldEvents(system, solution, function, id);
  result.signature = std::move(solution.signature);
  result.signature.result = alwaysReturned(input.model, known, id);
  return result;
}

void OwnershipEngine::printConstraints(llvm::raw_ostream &out, ProgFuncId id) const {
  if (!isAnalysed(id, true))
    return;
  System system = generate(input.model, options, [&](ProgFuncId callee) { return signature(callee); }, id);
  const Solution solution = solve(system, input.model.program.function(id), &fields, options.audit);
  ownership::printConstraints(out, input.model.program, id, system, solution);
}

// Exact on recursion: from no constraints at all, until signatures stay. Rounds are bounded; a signature that still
// changes then says nothing.
void OwnershipEngine::solveComponent(llvm::ArrayRef<ProgFuncId> component, bool isJudging) {
  constexpr unsigned MaxRounds = 8;
  if (!input.model.calls.isRecursive(input.model.calls.componentOf(component.front()))) {
    results.set(component.front(), analyse(component.front(), isJudging));
    return;
  }
  for (ProgFuncId id : component)
    results.set(id, {});
  bool isChanging = true;
  for (unsigned round = 0; isChanging && round < MaxRounds; ++round) {
    isChanging = false;
    for (ProgFuncId id : component) {
      FunctionResult result = analyse(id, isJudging);
      isChanging |= result.signature != results.find(id)->signature;
      results.set(id, std::move(result));
    }
  }
}

// Specifications that replace bodies say what calls do. What becomes of fields is learnt from the bodies all the same:
// else a field that only such a function frees would be one that nobody frees.
bool OwnershipEngine::isAnalysed(ProgFuncId id, bool isJudging) const {
  const program::Program &program = input.model.program;
  return program.hasBody(id) && (!libraries[id.index] || (!isJudging && !program.function(id).isSystem));
}

void OwnershipEngine::runPhase(bool isJudging) {
  program::runBottomUp(input.model.calls, input.jobs, [&](llvm::ArrayRef<ProgFuncId> component) {
    std::vector<ProgFuncId> bodies;
    for (ProgFuncId id : component)
      if (isAnalysed(id, isJudging))
        bodies.push_back(id);
    if (!bodies.empty())
      solveComponent(bodies, isJudging);
  });
}

void OwnershipEngine::run() {
  runPhase(false);
  for (FieldKey field : specifiedOwners(input.model.program, input.specs))
    fields.specify(field);
  for (uint32_t i = 0; i < input.model.program.numFunctions(); ++i)
    if (const specs::FunctionSpec *spec = input.model.specs.find(ProgFuncId(i)))
      for (const FieldEvent &event : fieldEventsOf(input.model.program, ProgFuncId(i), *spec, input.specs))
        fields.add(event);
  for (uint32_t i = 0; i < input.model.program.numFunctions(); ++i)
    if (const FunctionResult *result = results.find(ProgFuncId(i)))
      for (const FieldEvent &event : result->events)
        fields.add(event);
  classFindings = leakingFields(input.model, fields);
  runPhase(true);
}

EngineResult OwnershipEngine::takeFindings() const {
  EngineResult all;
  for (uint32_t i = 0; i < input.model.program.numFunctions(); ++i) {
    const FunctionResult *result = results.find(ProgFuncId(i));
    if (result && !input.model.program.function(ProgFuncId(i)).isSystem)
      llvm::append_range(all.findings, result->findings);
  }
  llvm::append_range(all.findings, classFindings);
  llvm::append_range(all.findings, copyHazards(input.model, fields, options.neverCopied));
  return all;
}

llvm::Error checkSettings(llvm::ArrayRef<std::string> settings) {
  return parseOptions(settings).takeError();
}

EngineResult runOwnershipEngine(const EngineInput &input) {
  OwnershipEngine engine(input, llvm::cantFail(parseOptions(input.settings)));
  engine.run();
  return engine.takeFindings();
}

} // namespace custody::engines::ownership
