// The options as data. The table itself is options.def.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace custody::cli {

// Commands as bits: an option names all that know it.
enum CommandBit : unsigned {
  Check = 1 << 0,
  Run = 1 << 1,
  Dump = 1 << 2,
  Specs = 1 << 3,
  Help = 1 << 4,
  Report = 1 << 5,
  Diff = 1 << 6,
  Sigs = 1 << 7,
  Everywhere = Check | Run | Dump | Specs | Help | Report | Diff | Sigs,
};

enum class Opt : uint8_t {
#define FLAG(ID, SPELLING, COMMANDS, HELP) ID,
#define VALUE(ID, SPELLING, METAVAR, COMMANDS, HELP) ID,
#include "cli/options.def"
#undef FLAG
#undef VALUE
};

struct OptionSpec {
  Opt id;
  llvm::StringLiteral spelling;
  llvm::StringLiteral joined;  // the spelling with `=`
  llvm::StringLiteral metaVar; // empty for a flag
  unsigned commands;
  llvm::StringLiteral help; // empty: not shown

  bool takesValue() const { return !metaVar.empty(); }
  bool isLong() const { return spelling.starts_with("--"); }
  bool isShownBy(unsigned command) const { return (commands & command) && !help.empty(); }
};

inline constexpr OptionSpec OptionTable[] = {
#define FLAG(ID, SPELLING, COMMANDS, HELP) {Opt::ID, SPELLING, SPELLING "=", "", COMMANDS, HELP},
#define VALUE(ID, SPELLING, METAVAR, COMMANDS, HELP) {Opt::ID, SPELLING, SPELLING "=", METAVAR, COMMANDS, HELP},
#include "cli/options.def"
#undef FLAG
#undef VALUE
};

} // namespace custody::cli
