// Summaries for people: in words, as the paper's categories, and as a picture in the style of the paper's figures.
#pragma once

#include "heap/summary.h"
#include "program/program.h"

namespace llvm {
class raw_ostream;
}

namespace custody::engines::summary {

void printText(llvm::raw_ostream &out, const program::Program &program, program::ProgFuncId id,
               const heap::Summary &summary);

// The same as one line of JSON.
void printJson(llvm::raw_ostream &out, const program::Program &program, program::ProgFuncId id,
               const heap::Summary &summary);

// Graphviz: circles are heap, boxes are variables; `!` is allocated here, a crossed circle is freed; dotted edges were
// there before the call.
void printGraph(llvm::raw_ostream &out, const program::Program &program, program::ProgFuncId id,
                const heap::Summary &summary);

// The same as a part of a graph of several functions.
void printCluster(llvm::raw_ostream &out, const program::Program &program, program::ProgFuncId id,
                  const heap::Summary &summary);

} // namespace custody::engines::summary
