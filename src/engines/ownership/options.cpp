#include "engines/ownership/options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace custody::engines::ownership {

namespace {

struct Setting {
  llvm::StringLiteral name;
  bool Options::*member;
};

// docs/engines/ownership.md has a line for each.
const Setting Settings[] = {
    {"audit", &Options::audit},
    {"unconfirmed", &Options::unconfirmed},
    {"receiver-fields", &Options::receiverFields},
    {"abort-leaks", &Options::abortLeaks},
    {"exceptions", &Options::exceptions},
    {"constraints", &Options::constraints},
    {"never-copied", &Options::neverCopied},
    {"exit-leaks", &Options::exitLeaks},
    {"resources", &Options::resources},
};

} // namespace

llvm::Expected<Options> parseOptions(llvm::ArrayRef<std::string> settings) {
  Options options;
  for (llvm::StringRef setting : settings) {
    const auto [name, value] = setting.split('=');
    const auto *known = llvm::find_if(Settings, [&](const Setting &s) { return s.name == name; });
    if (known == std::end(Settings))
      return llvm::createStringError(
          "the ownership engine has no setting '" + name + "'; it has " +
          llvm::join(llvm::map_range(Settings, [](const Setting &s) { return s.name.str(); }), ", "));
    if (value != "on" && value != "off")
      return llvm::createStringError("'" + value + "' is no value for '" + name + "': 'on' or 'off'");
    options.*known->member = value == "on";
  }
  return options;
}

} // namespace custody::engines::ownership
