#include "cli/engines.h"
#include "cli/console.h"
#include "engines/summary/engine.h"
#include "llvm/ADT/StringExtras.h"

namespace custody::cli {

llvm::ArrayRef<Engine> builtInEngines() {
  // A row an engine, in the order of the default pipeline.
  static constexpr Engine Table[] = {
      {"summary", "follows objects through procedure summaries, callees first", engines::summary::runSummaryEngine},
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
  if (names.empty())
    return engines.vec();
  std::vector<Engine> chosen;
  for (llvm::StringRef name : llvm::split(names, ',')) {
    const Engine *engine = llvm::find_if(engines, [&](const Engine &candidate) { return candidate.name == name; });
    if (engine == engines.end())
      return unknownEngine(engines, name);
    chosen.push_back(*engine);
  }
  return chosen;
}

} // namespace custody::cli
