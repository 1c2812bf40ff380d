// Summaries for people: the paper's two parts, then what happens under which condition.
#pragma once

#include "engines/path/summary.h"
#include "program/program.h"

namespace llvm {
class raw_ostream;
}

namespace custody::engines::path {

void printText(llvm::raw_ostream &out, const program::Program &program, program::ProgFuncId id, const Summary &summary);

// Does it return new memory that nothing else holds, or null, and nothing else (figure 7, IsMalloc)?
bool isAllocator(const Summary &summary);
// The objects of its parameters to which it may make a way that does not lead through the parameter itself (figure 7,
// EscapedSet): freed, kept, or stored elsewhere.
std::vector<heap::NodeId> escapees(const Summary &summary);

} // namespace custody::engines::path
