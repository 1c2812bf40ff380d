// A command line, parsed by the option table with LLVM's option library.
#pragma once

#include "cli/options.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>
#include <vector>

namespace custody::cli {

struct CommandLine {
  std::map<Opt, std::vector<std::string>> options; // a flag has one empty value each time it was given
  std::vector<std::string> operands;               // what is neither option nor value
  std::vector<std::string> afterDashes;            // everything after the first `--`, untouched
  bool hasDashes = false;

  bool has(Opt option) const { return options.count(option) > 0; }
  llvm::StringRef value(Opt option, llvm::StringRef otherwise = "") const; // the last one given
  std::vector<std::string> values(Opt option) const;
};

// `command` says which options are known; its name stands in the messages.
llvm::Expected<CommandLine> parseCommandLine(llvm::ArrayRef<const char *> arguments, CommandBit command,
                                             llvm::StringRef commandName);

} // namespace custody::cli
