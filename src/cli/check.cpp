// `custody check`: from inputs to findings, one stage a line.
#include "cli/check.h"
#include "cli/census.h"
#include "cli/commands.h"
#include "cli/spec_files.h"
#include "engines/summary/check_specs.h"
#include "llvm/Support/MathExtras.h"
#include <map>

namespace custody::cli {

namespace {

// How the work grows with the functions: those with 1, with 2 and 3, with 4 to 7 statements, and so on.
void tellGrowth(llvm::StringRef engine, llvm::ArrayRef<engines::Effort> efforts, const Console &console) {
  struct Class {
    uint64_t functions = 0, statements = 0, steps = 0;
  };
  std::map<unsigned, Class> classes; // by the logarithm of the statements
  for (const engines::Effort &effort : efforts)
    if (effort.statements != 0) {
      Class &of = classes[llvm::Log2_32(effort.statements)];
      ++of.functions;
      of.statements += effort.statements;
      of.steps += effort.steps;
    }
  for (const auto &[size, of] : classes)
    console.note(engine + ": " + llvm::Twine(of.steps) + " steps for " + llvm::Twine(of.functions) +
                 " functions of a size, with " + llvm::Twine(of.statements) + " statements");
}

// The work that an engine did, and the functions that most of it was for. The numbers do not depend on the machine.
void tellEffort(llvm::StringRef engine, const engines::EngineResult &result, const Console &console) {
  constexpr size_t Shown = 10;
  std::vector<engines::Effort> efforts = result.efforts;
  uint64_t steps = 0, looks = 0, statements = 0;
  for (const engines::Effort &effort : efforts) {
    steps += effort.steps;
    looks += effort.looks;
    statements += effort.statements;
  }
  console.note(engine + ": " + llvm::Twine(steps) + " steps for " + llvm::Twine(efforts.size()) + " functions with " +
               llvm::Twine(statements) + " statements, looked at " + llvm::Twine(looks) + " times");
  if (!result.cutOff.empty())
    console.note(engine + ": " + llvm::Twine(result.cutOff.size()) + " functions were cut off");
  llvm::sort(efforts, [](const engines::Effort &a, const engines::Effort &b) {
    return std::pair(b.steps, llvm::StringRef(a.function)) < std::pair(a.steps, llvm::StringRef(b.function));
  });
  for (const engines::Effort &effort : llvm::ArrayRef(efforts).take_front(Shown))
    console.note(engine + ": " + llvm::Twine(effort.steps) + " steps for " + effort.function + " with " +
                 llvm::Twine(effort.statements) + " statements, looked at " + llvm::Twine(effort.looks) + " times");
  tellGrowth(engine, efforts, console);
}

engines::EngineResult runEngines(const CheckPlan &plan, const program::ProgramModel &model,
                                 const specs::SpecStore &specs, const Console &console) {
  engines::EngineResult all;
  for (size_t i = 0; i < plan.engines.size(); ++i) {
    engines::EngineResult result = plan.engines[i].run({model, specs, plan.run.jobs, plan.settings[i]});
    if (plan.tellEffort)
      tellEffort(plan.engines[i].name, result, console);
    llvm::append_range(all.findings, std::move(result.findings));
    llvm::append_range(all.cutOff, std::move(result.cutOff));
  }
  if (plan.checkSpecs)
    llvm::append_range(all.findings,
                       engines::summary::checkSpecifiedBodies({model, specs, plan.run.jobs, {}}).findings);
  return all;
}

// The report that engines and the loading of units make together.
report::Report reportOf(engines::EngineResult result, const Loaded &loaded, report::SourceFiles &sources) {
  report::Report report;
  report.results = report::makeResults(std::move(result.findings), workingDirectory(), sources);
  for (const driver::UnitFailure &failure : loaded.failures) {
    llvm::StringRef firstLine = llvm::StringRef(failure.errors).split('\n').first;
    report.notices.push_back({report::Notice::Kind::UnitFailed, failure.file, firstLine.str()});
  }
  llvm::sort(result.cutOff);
  for (const engines::CutOff &cutOff : result.cutOff)
    report.notices.push_back({report::Notice::Kind::CutOff, cutOff.function, cutOff.reason});
  return report;
}

} // namespace

llvm::Expected<CheckPlan> planCheck(const CommandLine &line) {
  auto options = runOptions(line);
  if (!options)
    return options.takeError();
  auto engines = chooseEngines(builtInEngines(), line.value(Opt::Engine));
  if (!engines)
    return engines.takeError();
  std::vector<std::vector<std::string>> settings;
  for (const Engine &engine : *engines) {
    auto ofEngine = engineSettings(line, engine);
    if (!ofEngine)
      return ofEngine.takeError();
    settings.push_back(std::move(*ofEngine));
  }
  auto report = planReport(line);
  if (!report)
    return report.takeError();
  return CheckPlan{std::move(*options), std::move(*engines),   std::move(settings),
                   std::move(*report),  line.has(Opt::Effort), line.has(Opt::CheckSpecs)};
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
  engines::EngineResult result = runEngines(plan, model, *specs, console);

  // What they found, put together. Beyond this point nothing is added, only chosen, sorted and written.
  report::SourceFiles sources;
  report::Report report = reportOf(std::move(result), loaded, sources);
  report.scope = describe(takeCensus(model.program, units));
  arrange(report, plan.report);
  if (!writeReport(report, plan.report, sources, line, console))
    return ExitStatus::Incomplete;
  return statusOf(report);
}

ExitStatus checkCommand(const CommandLine &line, const Console &console) {
  llvm::Expected<CheckPlan> plan = planCheck(line);
  if (!plan)
    return inputError(plan.takeError(), console);
  llvm::Expected<Inputs> inputs = findInputs(line);
  if (!inputs)
    return inputError(inputs.takeError(), console);
  return check(*plan, *inputs, line, console);
}

} // namespace custody::cli
