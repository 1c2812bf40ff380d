#include "engines/summary/options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <variant>

namespace custody::engines::summary {

namespace {

using Member = std::variant<bool Options::*, unsigned Options::*, uint64_t Options::*>;

struct Setting {
  llvm::StringLiteral name;
  Member member;
};

// docs/engines/summary.md has a line for each.
const Setting Settings[] = {
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
    {"steps-per-statement", &Options::stepsPerStatement},
    {"base-steps", &Options::baseSteps},
    {"exit-leaks", &Options::exitLeaks},
    {"allocation-throws", &Options::allocationThrows},
    {"resources", &Options::resources},
};

bool assign(Options &options, const Member &member, llvm::StringRef value) {
  if (const auto *flag = std::get_if<bool Options::*>(&member)) {
    if (value != "on" && value != "off")
      return false;
    options.**flag = value == "on";
    return true;
  }
  uint64_t number;
  if (value.getAsInteger(10, number) || number == 0 || number > (uint64_t(1) << 31))
    return false;
  if (const auto *count = std::get_if<unsigned Options::*>(&member))
    options.**count = number;
  else
    options.*std::get<uint64_t Options::*>(member) = number;
  return true;
}

} // namespace

llvm::Expected<Options> parseOptions(llvm::ArrayRef<std::string> settings) {
  Options options;
  for (llvm::StringRef setting : settings) {
    const auto [name, value] = setting.split('=');
    const auto *known = llvm::find_if(Settings, [&](const Setting &s) { return s.name == name; });
    if (known == std::end(Settings)) {
      std::string names;
      for (const Setting &s : Settings)
        names += (names.empty() ? "" : ", ") + s.name.str();
      return llvm::createStringError("the summary engine has no setting '" + name + "'; it has " + names);
    }
    if (!assign(options, known->member, value))
      return llvm::createStringError("'" + value + "' is no value for '" + name +
                                     "': a number from 1 on, or 'on' and 'off'");
  }
  return options;
}

} // namespace custody::engines::summary
