#include "engines/ownership/engine.h"
#include "engines/ownership/classes.h"
#include "engines/ownership/constraints.h"
#include "engines/ownership/findings.h"
#include "engines/ownership/generate.h"
#include "engines/ownership/gifts.h"
#include "engines/ownership/library.h"
#include "engines/ownership/recursion.h"
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

Analysis OwnershipEngine::analyse(WalkContext &walks, bool isJudging) const {
  Analysis result;
  const ir::Function &function = walks.task.function();
  result.system = generate(walks.task);
  result.solution = solve(result.system, function, isJudging ? &fields : nullptr, isJudging && options.audit);
  Signature &signature = result.solution.signature;
  if (isJudging) {
    signature.refusedWith = refusals(walks, result.system.isKept);
    addGifts(walks, result.system, signature);
  }
  signature.result = alwaysReturned(walks.task);
  return result;
}

FunctionResult OwnershipEngine::conclude(WalkContext &walks, Analysis analysis, bool isJudging) const {
  FunctionResult result;
  if (isJudging)
    result.findings = makeFindings({walks, fields, analysis.system, analysis.solution});
  else
    result.events = fieldEvents(analysis.system, analysis.solution, walks.task.function(), walks.task.id);
  result.signature = std::move(analysis.solution.signature);
  return result;
}

void OwnershipEngine::printConstraints(llvm::raw_ostream &out, ProgFuncId id) const {
  if (!isAnalysed(id, true))
    return;
  System system = generate({input.model, options, [&](ProgFuncId callee) { return signature(callee); }, id});
  const Solution solution = solve(system, input.model.program.function(id), &fields, options.audit);
  ownership::printConstraints(out, input.model.program, id, system, solution);
}

void OwnershipEngine::solveComponent(llvm::ArrayRef<ProgFuncId> component, bool isJudging) {
  if (input.model.calls.isRecursive(input.model.calls.componentOf(component.front())))
    return solveRecursion(component, isJudging);
  auto known = [&](ProgFuncId callee) { return signature(callee); };
  WalkContext walks({input.model, options, known, component.front()});
  results.set(component.front(), conclude(walks, analyse(walks, isJudging), isJudging));
}

// Exact on recursion: from no constraints at all, until signatures stay. A function is looked at again only if the
// signature of one that it calls has changed, and what is wrong with it is said once, in the end. Rounds are bounded;
// signatures that still change then are believed as they are.
void OwnershipEngine::solveRecursion(llvm::ArrayRef<ProgFuncId> component, bool isJudging) {
  constexpr unsigned MaxRounds = 8;
  const Recursion recursion = arrange(input.model.calls, component);
  const std::vector<ProgFuncId> &functions = recursion.functions;
  auto known = [&](ProgFuncId callee) { return signature(callee); };
  std::vector<Analysis> analyses(functions.size());
  std::vector<bool> isStale(functions.size(), true);
  for (ProgFuncId id : functions)
    results.set(id, {});
  for (unsigned round = 0; round < MaxRounds && llvm::is_contained(isStale, true); ++round)
    for (uint32_t i = 0; i < functions.size(); ++i) {
      if (!isStale[i])
        continue;
      isStale[i] = false;
      WalkContext walks({input.model, options, known, functions[i]});
      analyses[i] = analyse(walks, isJudging);
      if (analyses[i].solution.signature == results.find(functions[i])->signature)
        continue;
      results.set(functions[i], {analyses[i].solution.signature, {}, {}});
      for (uint32_t caller : recursion.callers[i])
        isStale[caller] = true;
    }
  for (uint32_t i = 0; i < functions.size(); ++i) {
    WalkContext walks({input.model, options, known, functions[i]});
    results.set(functions[i], conclude(walks, std::move(analyses[i]), isJudging));
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
