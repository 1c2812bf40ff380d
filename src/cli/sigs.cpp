// `custody sigs`: the interfaces that the engines inferred.
#include "cli/commands.h"
#include "cli/engines.h"
#include "cli/load.h"
#include "cli/output.h"
#include "cli/selection.h"
#include "engines/ownership/annotate.h"
#include "engines/ownership/words.h"
#include "engines/path/engine.h"
#include "engines/path/print.h"
#include "engines/summary/engine.h"
#include "engines/summary/print.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

namespace custody::cli {

namespace {

using engines::summary::SummaryEngine;

void printSigs(llvm::raw_ostream &out, const program::Program &program, const SummaryEngine &engine,
               Selection &selection, llvm::StringRef format) {
  for (uint32_t i = 0; i < program.numFunctions(); ++i) {
    const program::ProgFuncId id(i);
    const heap::Summary *summary = engine.summary(id);
    if (!summary || !program.hasBody(id) || !selection.wants(program.moduleOf(id), program.function(id)))
      continue;
    auto *print = format == "text"   ? engines::summary::printText
                  : format == "json" ? engines::summary::printJson
                  : format == "svg"  ? engines::summary::printCluster
                                     : engines::summary::printGraph;
    print(out, program, id, *summary);
  }
}

void printPathSigs(llvm::raw_ostream &out, const program::Program &program, const engines::path::PathEngine &engine,
                   Selection &selection) {
  for (uint32_t i = 0; i < program.numFunctions(); ++i) {
    const program::ProgFuncId id(i);
    const engines::path::Summary *summary = engine.summary(id);
    if (summary && program.hasBody(id) && selection.wants(program.moduleOf(id), program.function(id)))
      engines::path::printText(out, program, id, *summary);
  }
}

// Of the ownership engine: fields, then functions; or declarations.
void printOwnership(llvm::raw_ostream &out, const program::ProgramModel &model,
                    const engines::ownership::OwnershipEngine &engine, const engines::ownership::Options &options,
                    Selection &selection, bool asDeclarations, bool isJson) {
  namespace ownership = engines::ownership;
  const program::Program &program = model.program;
  auto isWanted = [&](program::ProgFuncId id) { return selection.wants(program.moduleOf(id), program.function(id)); };
  if (asDeclarations)
    return ownership::printDeclarations(out, model, engine, isWanted);
  if (selection.isEverything())
    (isJson ? ownership::printFieldsJson : ownership::printFields)(out, program, engine.fieldTypes());
  for (uint32_t i = 0; i < program.numFunctions(); ++i) {
    const program::ProgFuncId id(i);
    const ownership::Signature *signature = engine.signature(id);
    if (!signature || !program.hasBody(id) || program.function(id).isSystem || !isWanted(id))
      continue;
    (isJson ? ownership::printSignatureJson : ownership::printSignature)(out, program, id, *signature);
    if (options.constraints && !isJson)
      engine.printConstraints(out, id);
  }
}

// Graphviz draws: all functions in one picture, for a file holds one.
llvm::Expected<std::string> draw(llvm::StringRef functions) {
  llvm::ErrorOr<std::string> dot = llvm::sys::findProgramByName("dot");
  if (!dot)
    return llvm::createStringError("the program 'dot' is needed to draw; install graphviz, or use --format=dot");
  llvm::SmallString<128> from, to;
  if (llvm::sys::fs::createTemporaryFile("custody", "dot", from) ||
      llvm::sys::fs::createTemporaryFile("custody", "svg", to))
    return llvm::createStringError("no temporary file can be made");
  llvm::FileRemover removeFrom(from), removeTo(to);
  {
    std::error_code error;
    llvm::raw_fd_ostream file(from, error);
    file << "digraph custody {\nrankdir=LR; fontname=\"Helvetica\"; node [fontname=\"Helvetica\"];\n"
         << functions << "}\n";
  }
  if (llvm::sys::ExecuteAndWait(*dot, {*dot, "-Tsvg", "-o", to, from}) != 0)
    return llvm::createStringError("'dot' could not draw the graph");
  auto drawn = llvm::MemoryBuffer::getFile(to);
  if (!drawn)
    return llvm::createStringError("what 'dot' drew cannot be read");
  return (*drawn)->getBuffer().str();
}

llvm::Expected<std::string> sigsOf(const CommandLine &line, LoadResult &input, const Engine &chosen,
                                   llvm::StringRef format, std::vector<std::string> settings, unsigned jobs) {
  program::Program program = program::Program::link(std::move(input.loaded.modules));
  program::addAttributes(*input.specs, program);
  const program::ProgramModel model(std::move(program), *input.specs);
  const engines::EngineInput engineInput{model, *input.specs, jobs, {}};
  Selection selection(line.values(Opt::Function), line.values(Opt::File));
  std::string text;
  llvm::raw_string_ostream out(text);
  if (chosen.name == "path") {
    const engines::path::Options options = llvm::cantFail(engines::path::parseOptions(settings));
    SummaryEngine others(engineInput, engines::path::optionsOfOthers(options));
    others.run();
    engines::path::PathEngine engine(engineInput, options, others);
    engine.run();
    printPathSigs(out, model.program, engine, selection);
  } else if (chosen.name == "ownership") {
    const engines::ownership::Options options = llvm::cantFail(engines::ownership::parseOptions(settings));
    engines::ownership::OwnershipEngine engine(engineInput, options);
    engine.run();
    printOwnership(out, model, engine, options, selection, line.has(Opt::Annotate), format == "json");
  } else {
    SummaryEngine engine(engineInput, llvm::cantFail(engines::summary::parseOptions(settings)));
    engine.run();
    printSigs(out, model.program, engine, selection, format);
  }
  if (llvm::Error error = selection.unfulfilled())
    return std::move(error);
  return format == "svg" ? draw(text) : text;
}

// Pictures are of heaps, which the summary engine has.
bool canShow(llvm::StringRef engine, llvm::StringRef format) {
  return format == "text" || engine == "summary" || (engine == "ownership" && format == "json");
}

} // namespace

ExitStatus sigsCommand(const CommandLine &line, const Console &console) {
  llvm::Expected<llvm::StringRef> format = chooseFormat(line, Opt::SigsFormat, {"text", "json", "dot", "svg"});
  if (!format)
    return console.usageError(format.takeError());
  const llvm::StringRef name = line.value(Opt::SigsEngine, "summary");
  llvm::Expected<std::vector<Engine>> chosen = chooseEngines(builtInEngines(), name);
  if (!chosen)
    return console.usageError(chosen.takeError());
  if (chosen->size() != 1)
    return console.usageError(usage("sigs shows one engine at a time"));
  const llvm::StringRef engine = chosen->front().name;
  if (!canShow(engine, *format))
    return console.usageError(usage("sigs has no --format=" + format->str() + " for the " + engine.str() + " engine"));
  if (line.has(Opt::Annotate) && (engine != "ownership" || *format != "text"))
    return console.usageError(usage("--annotate needs --engine=ownership, and no --format"));
  llvm::Expected<std::vector<std::string>> settings = engineSettings(line, chosen->front());
  if (!settings)
    return console.usageError(settings.takeError());
  llvm::Expected<RunOptions> options = runOptions(line);
  if (!options)
    return console.usageError(options.takeError());
  LoadResult input = loadFrom(line, console);
  if (input.stop)
    return *input.stop;
  const bool isComplete = input.loaded.isComplete();
  llvm::Expected<std::string> text = sigsOf(line, input, chosen->front(), *format, std::move(*settings), options->jobs);
  if (!text)
    return console.usageError(text.takeError());
  const bool isWritten = writeResult(line, console, [&](llvm::raw_ostream &out) { out << *text; });
  return isWritten && isComplete ? ExitStatus::Clean : ExitStatus::Incomplete;
}

} // namespace custody::cli
