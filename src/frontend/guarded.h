// Runs code that may crash, or recurse without end, without losing the process.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"

namespace custody::frontend {

// Runs `body` on a thread of its own with a large stack, and waits for it. False if it crashed: what it had allocated
// is then lost, and what it wrote through captured references is unspecified.
bool runGuarded(llvm::function_ref<void()> body);

} // namespace custody::frontend
