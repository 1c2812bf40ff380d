#include "cli/engines.h"
#include "cli/console.h"
#include "engines/decided/engine.h"
#include "engines/ownership/engine.h"
#include "engines/path/engine.h"
#include "engines/summary/engine.h"
#include "llvm/ADT/StringExtras.h"

namespace custody::cli {

llvm::ArrayRef<Engine> builtInEngines() {
  // A row an engine, in the order of the default pipeline.
  static constexpr llvm::StringRef DecidedParts[] = {"summary", "path", "ownership"};
  static constexpr Engine Table[] = {
      {"decided", "what summaries and ownership propose and the path engine does not refute",
       engines::decided::checkSettings, engines::decided::runDecidedEngine, true, DecidedParts},
      {"summary", "follows objects through procedure summaries, callees first", engines::summary::checkSettings,
       engines::summary::runSummaryEngine, false},
      {"path", "decides by a solver which branches that allocate and which that free go together",
       engines::path::checkSettings, engines::path::runPathEngine, false},
      {"ownership", "infers which pointers and fields own, and finds what does not fit",
       engines::ownership::checkSettings, engines::ownership::runOwnershipEngine, false},
  };
  return Table;
}

static llvm::Error unknownEngine(llvm::ArrayRef<Engine> engines, llvm::StringRef name) {
  std::vector<llvm::StringRef> known;
  for (const Engine &engine : engines)
    known.push_back(engine.name);
  return usage("there is no engine '" + name + "'; " +
               (known.empty() ? "none is built in" : "built in: " + llvm::join(known, ", ")));
}

llvm::Expected<std::vector<Engine>> chooseEngines(llvm::ArrayRef<Engine> engines, llvm::StringRef names) {
  std::vector<Engine> chosen;
  if (names.empty()) {
    llvm::copy_if(engines, std::back_inserter(chosen), [](const Engine &engine) { return engine.isDefault; });
    return chosen;
  }
  for (llvm::StringRef name : llvm::split(names, ',')) {
    const Engine *engine = llvm::find_if(engines, [&](const Engine &candidate) { return candidate.name == name; });
    if (engine == engines.end())
      return unknownEngine(engines, name);
    chosen.push_back(*engine);
  }
  return chosen;
}

// `--set ENGINE.NAME=VALUE`, and the options that are short for one.
llvm::Expected<std::vector<std::string>> engineSettings(const CommandLine &line, const Engine &engine) {
  std::vector<std::string> settings;
  for (llvm::StringRef setting : line.values(Opt::Set)) {
    const auto [name, value] = setting.split('.');
    if (llvm::none_of(builtInEngines(), [&](const Engine &known) { return known.name == name; }))
      return usage("--set " + setting + ": write ENGINE.NAME=VALUE; there is no engine '" + name + "'");
    if (name == engine.name)
      settings.push_back(value.str());
    else if (llvm::is_contained(engine.parts, name))
      settings.push_back(setting.str());
  }
  if (line.has(Opt::ExitLeaks))
    settings.push_back("exit-leaks=on");
  if (line.has(Opt::Resources))
    settings.push_back("resources=on");
  if (llvm::Error error = engine.checkSettings(settings))
    return usage("--set: " + llvm::toString(std::move(error)));
  return settings;
}

} // namespace custody::cli
