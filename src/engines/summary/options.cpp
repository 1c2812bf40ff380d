#include "engines/summary/options.h"
#include "engines/settings.h"

namespace custody::engines::summary {

// docs/engines/summary.md has a line for each.
static const Setting<Options> Settings[] = {
    {"explore-bound", &Options::exploreBound},
    {"merge-globals", &Options::mergeGlobals},
    {"escape-on-any-path", &Options::escapeOnAnyPath},
    {"free-on-any-path", &Options::freeOnAnyPath},
    {"prefer-allocating-paths", &Options::preferAllocatingPaths},
    {"loops-run-once", &Options::loopsRunOnce},
    {"site-names", &Options::siteNames},
    {"global-arguments", &Options::globalArguments},
    {"max-states", &Options::maxStates},
    {"max-cases", &Options::maxCases},
    {"max-writes", &Options::maxWrites},
    {"max-sites", &Options::maxSites},
    {"max-frees", &Options::maxFrees},
    {"steps-per-statement", &Options::stepsPerStatement},
    {"base-steps", &Options::baseSteps},
    {"exit-leaks", &Options::exitLeaks},
    {"allocation-throws", &Options::allocationThrows},
    {"resources", &Options::resources},
};

llvm::Expected<Options> parseOptions(llvm::ArrayRef<std::string> settings) {
  return parseSettings<Options>("summary", Settings, settings);
}

} // namespace custody::engines::summary
