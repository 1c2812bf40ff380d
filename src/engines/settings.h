// `--set ENGINE.NAME=VALUE`: the settings of an engine are members of its Options, named in a table.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <variant>

namespace custody::engines {

template <class Options>
struct Setting {
  llvm::StringLiteral name;
  std::variant<bool Options::*, unsigned Options::*, uint64_t Options::*> member;
};

// False: no value for that member.
template <class Options>
bool assignSetting(Options &options, const Setting<Options> &setting, llvm::StringRef value) {
  if (const auto *flag = std::get_if<bool Options::*>(&setting.member)) {
    if (value != "on" && value != "off")
      return false;
    options.**flag = value == "on";
    return true;
  }
  uint64_t number;
  if (value.getAsInteger(10, number) || number == 0 || number > (uint64_t(1) << 31))
    return false;
  if (const auto *count = std::get_if<unsigned Options::*>(&setting.member))
    options.**count = number;
  else
    options.*std::get<uint64_t Options::*>(setting.member) = number;
  return true;
}

template <class Options>
llvm::Expected<Options> parseSettings(llvm::StringRef engine, llvm::ArrayRef<Setting<Options>> known,
                                      llvm::ArrayRef<std::string> settings) {
  Options options;
  for (llvm::StringRef text : settings) {
    const auto [name, value] = text.split('=');
    const auto *setting = llvm::find_if(known, [&](const Setting<Options> &s) { return s.name == name; });
    if (setting == known.end()) {
      std::string names;
      for (const Setting<Options> &s : known)
        names += (names.empty() ? "" : ", ") + s.name.str();
      return llvm::createStringError("the " + engine + " engine has no setting '" + name + "'; it has " + names);
    }
    if (!assignSetting(options, *setting, value))
      return llvm::createStringError("'" + value + "' is no value for '" + name +
                                     "': a number from 1 on, or 'on' and 'off'");
  }
  return options;
}

} // namespace custody::engines
