// How much of what a program calls is specified.
//
// Counted are the calls, in the program's own functions, of functions without a body that pass or return a pointer:
// there a missing specification costs findings, because arguments escape. Allocation and release by malloc, free, new
// and delete are statements of heap IR and do not count. Facts from attributes alone are no model.
#pragma once

#include "program/function_specs.h"

namespace custody::program {

struct SpecCoverage {
  struct Missing {
    std::string function; // demangled
    uint64_t calls = 0;
  };
  uint64_t calls = 0;
  uint64_t modelled = 0;
  uint64_t functions = 0; // that are called so
  uint64_t modelledFunctions = 0;
  std::vector<Missing> missing; // the most called first

  double percent() const { return calls ? 100.0 * modelled / calls : 100.0; }
};

SpecCoverage measureCoverage(const Program &program, const FunctionSpecs &specs);

} // namespace custody::program
