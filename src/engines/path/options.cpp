#include "engines/path/options.h"
#include "engines/settings.h"

namespace custody::engines::path {

// docs/engines/path.md has a line for each.
static const Setting<Options> Settings[] = {
    {"unroll", &Options::unroll},
    {"unroll-inner", &Options::unrollInner},
    {"last-iterations", &Options::lastIterations},
    {"explore-bound", &Options::exploreBound},
    {"parameters-alias", &Options::mayAlias},
    {"call-depth", &Options::callDepth},
    {"recursion-rounds", &Options::recursionRounds},
    {"max-circle", &Options::maxCircle},
    {"max-writes", &Options::maxWrites},
    {"max-sites", &Options::maxSites},
    {"max-formula", &Options::maxFormula},
    {"max-projected", &Options::maxProjected},
    {"max-places", &Options::maxPlaces},
    {"steps-per-statement", &Options::stepsPerStatement},
    {"base-steps", &Options::baseSteps},
    {"max-nodes", &Options::maxNodes},
    {"max-conflicts", &Options::maxConflicts},
    {"exit-leaks", &Options::exitLeaks},
    {"allocation-throws", &Options::allocationThrows},
    {"resources", &Options::resources},
};

llvm::Expected<Options> parseOptions(llvm::ArrayRef<std::string> settings) {
  return parseSettings<Options>("path", Settings, settings);
}

} // namespace custody::engines::path
