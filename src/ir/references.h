// Whether every id of a module leads somewhere. This is what memory safety rests on: after it, all of the module can be
// walked without further checks, recursion over types and expressions ends (children come before parents), and slices
// lie inside their pools. A cached file is believed only after it; the verifier starts with it. It is one linear pass.
#pragma once

#include "ir/module.h"
#include <optional>
#include <string>

namespace custody::ir {

// The first fault found, in words.
std::optional<std::string> findBrokenReference(const Module &module);

// How many of a, b, c an expression of this kind has.
unsigned operandCount(ExprKind kind);

} // namespace custody::ir
