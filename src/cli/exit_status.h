// How the program ends. Scripts depend on these numbers.
#pragma once

namespace custody::cli {

enum class ExitStatus {
  Clean = 0,      // nothing found
  Findings = 1,   // something found
  Usage = 2,      // the command line makes no sense
  Incomplete = 3, // some inputs could not be analysed; their errors were shown, the rest was analysed and reported
};

} // namespace custody::cli
