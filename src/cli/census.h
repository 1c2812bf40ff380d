// What there is to analyse in a program: which functions take memory from the heap and which give it back.
#pragma once

#include "program/program.h"
#include "llvm/Support/raw_ostream.h"
#include <vector>

namespace custody::cli {

struct Counts {
  size_t allocations = 0; // a realloc is one
  size_t frees = 0;
  size_t unknowns = 0; // statements that the heap IR does not model

  Counts &operator+=(const Counts &other);
};

struct Census {
  struct Row {
    program::ProgFuncId function;
    Counts counts;
  };

  size_t units = 0;
  size_t functions = 0; // with a body
  Counts total;
  std::vector<Row> holders; // functions of the program's own, not of system headers, that allocate or free
};

// Units that came out alike may be one module of the program; `units` is how many there were.
Census takeCensus(const program::Program &program, size_t units);
void printCensus(llvm::raw_ostream &out, const program::Program &program, const Census &census);

} // namespace custody::cli
