// The tool's check of itself: every module keeps the heap IR's invariants, and its text and binary forms read back to
// the same module.
#pragma once

#include "ir/module.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace custody::cli {

// Writes a line for each fault and one that sums up. Returns how many modules have faults.
size_t selfCheck(llvm::raw_ostream &out, llvm::ArrayRef<ir::Module> modules);

} // namespace custody::cli
