// What there is to analyse in a program: how much of it takes memory from the heap and gives it back.
#pragma once

#include "program/program.h"
#include <string>

namespace custody::cli {

struct Census {
  size_t units = 0;
  size_t functions = 0;   // with a body
  size_t allocations = 0; // a realloc is one
  size_t frees = 0;
  size_t unknowns = 0; // statements that the heap IR does not model
};

// Units that came out alike may be one module of the program; `units` is how many there were.
Census takeCensus(const program::Program &program, size_t units);

// "3 units, 24 functions, …"
std::string describe(const Census &census);

} // namespace custody::cli
