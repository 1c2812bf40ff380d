// `custody check`: from inputs to findings, one stage a line.
#include "cli/check.h"
#include "cli/census.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/spec_files.h"
#include "report/text.h"

namespace custody::cli {

namespace {

engines::EngineResult runEngines(const std::vector<Engine> &engines, const engines::EngineInput &input) {
  engines::EngineResult all;
  for (const Engine &engine : engines) {
    engines::EngineResult result = engine.run(input);
    llvm::append_range(all.findings, std::move(result.findings));
    llvm::append_range(all.cutOff, std::move(result.cutOff));
  }
  return all;
}

bool report(const program::Program &program, const Census &census, const engines::EngineResult &result,
            const CheckPlan &plan, const CommandLine &line, const Console &console) {
  return writeResult(line, console, [&](llvm::raw_ostream &out) {
    for (const report::Finding &finding : result.findings)
      report::printHead(out, finding);
    printCensus(out, program, census);
    for (const engines::CutOff &cutOff : result.cutOff)
      out << cutOff.function << " was not analysed to its end: " << cutOff.reason << '\n';
    if (plan.engines.empty())
      out << "no engine is built in: nothing was searched for leaks or double frees\n";
  });
}

ExitStatus exitStatus(bool isComplete, size_t findings) {
  if (!isComplete)
    return ExitStatus::Incomplete;
  return findings > 0 ? ExitStatus::Findings : ExitStatus::Clean;
}

} // namespace

llvm::Expected<CheckPlan> planCheck(const CommandLine &line) {
  auto options = runOptions(line);
  if (!options)
    return options.takeError();
  auto engines = chooseEngines(builtInEngines(), line.value(Opt::Engine));
  if (!engines)
    return engines.takeError();
  auto format = chooseFormat(line, Opt::Format, {"text"});
  if (!format)
    return format.takeError();
  return CheckPlan{std::move(*options), std::move(*engines)};
}

ExitStatus check(const CheckPlan &plan, const Inputs &inputs, const CommandLine &line, const Console &console) {
  // What is known about functions without a body. A mistake in a user's file ends the run here.
  const std::unique_ptr<specs::SpecStore> specs = loadSpecs(line, sourceDirectories(inputs), console);
  if (!specs)
    return ExitStatus::Usage;

  // Every unit to heap IR, parsed or from the cache. Beyond this point there is neither AST nor LLVM IR, the modules
  // are sound, and their order is that of the inputs.
  Loaded loaded = load(inputs, plan.run, console);
  if (loaded.modules.empty())
    return ExitStatus::Incomplete;

  const size_t units = loaded.modules.size();

  // One program. Its attributes are the last that the specifications lack.
  program::Program program = program::Program::link(std::move(loaded.modules));
  program::addAttributes(*specs, program);

  // What engines ask about it: classes, points-to, call graph, facts. Beyond this point every name of a module means an
  // entity of the program, every call knows what it may run, and all of it is constant.
  const program::ProgramModel model(std::move(program), *specs);

  // Each engine reads the model and adds findings; none sees another's.
  const engines::EngineResult result = runEngines(plan.engines, {model, *specs, plan.run.jobs});

  if (!report(model.program, takeCensus(model.program, units), result, plan, line, console))
    return ExitStatus::Incomplete;
  return exitStatus(loaded.isComplete, result.findings.size());
}

ExitStatus checkCommand(const CommandLine &line, const Console &console) {
  llvm::Expected<CheckPlan> plan = planCheck(line);
  if (!plan)
    return console.usageError(plan.takeError());
  llvm::Expected<Inputs> inputs = findInputs(line);
  if (!inputs)
    return inputError(inputs.takeError(), console);
  return check(*plan, *inputs, line, console);
}

} // namespace custody::cli
