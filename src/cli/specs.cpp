// `custody specs check FILES`, `custody specs show NAMES`, `custody specs coverage`: a look at the specifications of
// libraries.
#include "cli/commands.h"
#include "cli/load.h"
#include "cli/output.h"
#include "cli/spec_files.h"
#include "engines/summary/describe.h"
#include "engines/summary/engine.h"
#include "program/spec_coverage.h"
#include "specs/commands.h"
#include "specs/describe.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

namespace custody::cli {

static ExitStatus checkFiles(const std::vector<std::string> &files, const specs::SpecStore &store,
                             const Console &console, std::optional<llvm::StringSet<>> program = std::nullopt) {
  specs::CheckOutcome outcome = specs::checkSpecFiles(files, store, std::move(program));
  console.out << outcome.text;
  return outcome.errors ? ExitStatus::Findings : ExitStatus::Clean;
}

// The keys of all functions that the program has or calls.
static llvm::StringSet<> functionsOf(const program::Program &program) {
  llvm::StringSet<> keys;
  for (uint32_t i = 0; i < program.numFunctions(); ++i) {
    const program::ProgFuncId id(i);
    keys.insert(specs::nameKey(program.sourceName(id)));
    keys.insert(specs::nameKey(specs::FunctionQuery::fromDemangled(llvm::demangle(program.linkName(id).str())).name));
  }
  return keys;
}

static ExitStatus checkWithProgram(CommandLine line, const Console &console) {
  const std::vector<std::string> files(line.operands.begin() + 1, line.operands.end());
  line.operands.clear(); // what follows -p chooses units; here all are wanted
  LoadResult input = loadFrom(line, console);
  if (input.stop)
    return *input.stop;
  const program::Program program = program::Program::link(std::move(input.loaded.modules));
  return checkFiles(files, *input.specs, console, functionsOf(program));
}

static ExitStatus show(llvm::ArrayRef<std::string> names, const specs::SpecStore &store, const Console &console) {
  bool foundAll = true;
  for (const std::string &name : names) {
    if (&name != names.begin())
      console.out << "\n";
    specs::ShowOutcome outcome = specs::showFunction(store, name);
    (outcome.found ? console.out : console.err) << outcome.text;
    foundAll &= outcome.found;
  }
  return foundAll ? ExitStatus::Clean : ExitStatus::Findings;
}

// What is believed of a program's function: its specification, or what its body tells.
static std::string describeIn(const program::ProgramModel &model, const engines::summary::SummaryEngine &engine,
                              program::ProgFuncId id) {
  if (const specs::FunctionSpec *spec = model.specs.find(id))
    return specs::describe(*spec, &model.specs.store());
  const heap::Summary *summary = model.program.hasBody(id) ? engine.summary(id) : nullptr;
  if (!summary)
    return "";
  const ir::Loc &loc = model.program.function(id).loc;
  return engines::summary::describe(model.program, model.specs.store(), id, *summary) + "  from     " +
         model.program.moduleOf(id).fileName(loc.file).str() + ":" + std::to_string(loc.line) + ":" +
         std::to_string(loc.column) + ", inferred from the body\n";
}

// With a program at hand its attributes and bodies are known too.
static ExitStatus showInProgram(CommandLine line, const Console &console) {
  const std::vector<std::string> names(line.operands.begin() + 1, line.operands.end());
  line.operands.clear(); // what follows -p chooses units; here all are wanted
  llvm::Expected<RunOptions> options = runOptions(line);
  if (!options)
    return console.usageError(options.takeError());
  LoadResult input = loadFrom(line, console);
  if (input.stop)
    return *input.stop;
  program::Program program = program::Program::link(std::move(input.loaded.modules));
  program::addAttributes(*input.specs, program);
  const program::ProgramModel model(std::move(program), *input.specs);
  const engines::EngineInput engineInput{model, *input.specs, options->jobs, {}};
  engines::summary::SummaryEngine engine(engineInput, {});
  engine.run();
  bool foundAll = true;
  for (const std::string &name : names) {
    if (&name != &names.front())
      console.out << "\n";
    std::string text;
    for (uint32_t i = 0; i < model.program.numFunctions(); ++i)
      if (const program::ProgFuncId id(i); model.program.sourceName(id) == name || model.program.linkName(id) == name)
        text += describeIn(model, engine, id);
    console.out << text;
    if (text.empty())
      foundAll &= show(name, *input.specs, console) == ExitStatus::Clean;
  }
  return foundAll ? ExitStatus::Clean : ExitStatus::Findings;
}

static void printJson(llvm::raw_ostream &out, const program::SpecCoverage &coverage) {
  llvm::json::OStream json(out, 2);
  json.object([&] {
    json.attribute("calls", int64_t(coverage.calls));
    json.attribute("modelled", int64_t(coverage.modelled));
    json.attribute("functions", int64_t(coverage.functions));
    json.attribute("modelledFunctions", int64_t(coverage.modelledFunctions));
    json.attributeArray("missing", [&] {
      for (const program::SpecCoverage::Missing &missing : coverage.missing)
        json.object([&] {
          json.attribute("function", missing.function);
          json.attribute("calls", int64_t(missing.calls));
        });
    });
  });
  out << '\n';
}

static void printText(llvm::raw_ostream &out, const program::SpecCoverage &coverage) {
  out << coverage.modelled << " of " << coverage.calls << " calls that pass or return pointers ("
      << llvm::format("%.1f", coverage.percent()) << " %) and " << coverage.modelledFunctions << " of "
      << coverage.functions << " functions without a body are specified\n";
  for (const program::SpecCoverage::Missing &missing : coverage.missing)
    out << llvm::format("%7llu  ", static_cast<unsigned long long>(missing.calls)) << missing.function << '\n';
}

static ExitStatus coverage(CommandLine line, const Console &console) {
  line.operands.erase(line.operands.begin()); // the word `coverage`; inputs remain
  llvm::Expected<llvm::StringRef> format = chooseFormat(line, Opt::SpecsFormat, {"text", "json"});
  if (!format)
    return console.usageError(format.takeError());
  LoadResult input = loadFrom(line, console);
  if (input.stop)
    return *input.stop;
  const program::Program program = program::Program::link(std::move(input.loaded.modules));
  program::addAttributes(*input.specs, program);
  const program::SpecCoverage result = program::measureCoverage(program, program::FunctionSpecs(program, *input.specs));
  const bool isWritten = writeResult(line, console, [&](llvm::raw_ostream &out) {
    *format == "json" ? printJson(out, result) : printText(out, result);
  });
  return isWritten && input.loaded.isComplete() ? ExitStatus::Clean : ExitStatus::Incomplete;
}

ExitStatus specsCommand(const CommandLine &line, const Console &console) {
  llvm::ArrayRef<std::string> operands = line.operands;
  if (!operands.empty() && operands[0] == "coverage")
    return coverage(line, console);
  if (operands.size() < 2 || (operands[0] != "check" && operands[0] != "show"))
    return console.usageError(
        usage("say 'custody specs check FILES…', 'custody specs show NAMES…' or 'custody specs coverage -p DIR'"));
  if (line.has(Opt::BuildDir))
    return operands[0] == "show" ? showInProgram(line, console) : checkWithProgram(line, console);
  auto store = loadSpecs(line, {"."}, console);
  if (!store)
    return ExitStatus::Usage;
  if (operands[0] == "check")
    return checkFiles(operands.drop_front().vec(), *store, console);
  return show(operands.drop_front(), *store, console);
}

} // namespace custody::cli
