// `custody dump`: the program as Custody sees it. Heap IR of everything or of chosen functions, or one of the results
// that are computed from it.
#include "cli/commands.h"
#include "cli/load.h"
#include "cli/output.h"
#include "cli/selection.h"
#include "cli/self_check.h"
#include "ir/printer.h"
#include "ir/stats.h"
#include "program/facts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"
#include <set>

namespace custody::cli {

namespace {

using Modules = llvm::ArrayRef<ir::Module>;

void printSelected(llvm::raw_ostream &out, Modules modules, Selection &selection) {
  for (const ir::Module &module : modules) {
    ir::Printer printer(module);
    for (uint32_t i = 0; i < module.functions.size(); ++i)
      if (selection.wants(module, module.functions[i])) {
        printer.function(out, ir::FuncId(i));
        out << '\n';
      }
  }
}

void printFunctionNames(llvm::raw_ostream &out, Modules modules) {
  std::set<llvm::StringRef> names;
  for (const ir::Module &module : modules)
    for (const ir::Function &function : module.functions)
      if (function.isDefined)
        names.insert(module.text(function.linkName));
  for (llvm::StringRef name : names)
    out << name << '\n';
}

void printStats(llvm::raw_ostream &out, Modules modules, llvm::StringRef format) {
  ir::Stats stats;
  for (const ir::Module &module : modules)
    stats += ir::statsOf(module);
  if (format == "json")
    ir::printJson(out, stats);
  else
    ir::printText(out, stats);
}

void printCallGraph(llvm::raw_ostream &out, std::vector<ir::Module> modules, specs::SpecStore &specs,
                    llvm::StringRef format) {
  program::Program program = program::Program::link(std::move(modules));
  program::addAttributes(specs, program);
  const program::ProgramModel model(std::move(program), specs);
  program::printCallGraph(out, model.program, model.calls,
                          format == "dot" ? program::GraphFormat::Graphviz : program::GraphFormat::Text);
}

// What to show: heap IR, or exactly one of the others.
struct View {
  std::optional<Opt> option; // none: heap IR
  llvm::StringRef format;
};

llvm::ArrayRef<llvm::StringRef> formatsOf(std::optional<Opt> view) {
  static constexpr llvm::StringRef Stats[] = {"text", "json"}, CallGraph[] = {"text", "dot"}, Others[] = {"text"};
  if (view == Opt::Stats)
    return Stats;
  if (view == Opt::CallGraph)
    return CallGraph;
  return Others;
}

llvm::Expected<View> chooseView(const CommandLine &line) {
  View view;
  llvm::StringRef chosen;
  for (const OptionSpec &option : OptionTable) {
    bool isView = option.id == Opt::Stats || option.id == Opt::Functions || option.id == Opt::CallGraph ||
                  option.id == Opt::Verify;
    if (!isView || !line.has(option.id))
      continue;
    if (view.option)
      return usage(chosen + " and " + option.spelling + " exclude each other");
    view.option = option.id;
    chosen = option.spelling;
  }
  if (view.option && (line.has(Opt::Function) || line.has(Opt::File)))
    return usage("--function and --file choose heap IR; " + chosen + " is always about everything");
  llvm::Expected<llvm::StringRef> format = chooseFormat(line, Opt::DumpFormat, formatsOf(view.option));
  if (!format)
    return format.takeError();
  view.format = *format;
  return view;
}

// The user's wishes about functions are known to be in vain only after the modules were seen.
llvm::Error show(llvm::raw_ostream &out, const View &view, LoadResult &input, Selection &selection, size_t &faults) {
  std::vector<ir::Module> &modules = input.loaded.modules;
  if (view.option == Opt::Stats)
    printStats(out, modules, view.format);
  else if (view.option == Opt::Functions)
    printFunctionNames(out, modules);
  else if (view.option == Opt::CallGraph)
    printCallGraph(out, std::move(modules), *input.specs, view.format);
  else if (view.option == Opt::Verify)
    faults = selfCheck(out, modules);
  else if (selection.isEverything())
    for (const ir::Module &module : modules)
      ir::print(out, module);
  else
    printSelected(out, modules, selection);
  return selection.unfulfilled();
}

} // namespace

ExitStatus dumpCommand(const CommandLine &line, const Console &console) {
  llvm::Expected<View> view = chooseView(line);
  if (!view)
    return console.usageError(view.takeError());
  LoadResult result = loadFrom(line, console);
  if (result.stop)
    return *result.stop;

  Selection selection(line.values(Opt::Function), line.values(Opt::File));
  size_t faults = 0;
  llvm::Error problem = llvm::Error::success();
  bool isWritten = writeResult(line, console, [&](llvm::raw_ostream &out) {
    problem = llvm::joinErrors(std::move(problem), show(out, *view, result, selection, faults));
  });
  if (problem)
    return console.usageError(std::move(problem));
  if (!isWritten || !result.loaded.isComplete())
    return ExitStatus::Incomplete;
  return faults ? ExitStatus::Findings : ExitStatus::Clean;
}

} // namespace custody::cli
