// Growth in place that may fail.
//
//     s = append(s, text);        append moves s into a larger block, or returns null and leaves s alone
//     *out = append(*out, text);
//     append(append(make(), "a"), "b");
//
// Problem: if memory runs out, or a length is too large to be one, null is returned and the old block is lost. Programs
// that are written so accept it at each of their hundred calls, and a hundred findings hide all others.
//
// Idea: that a callee grows its argument is seen in its summary: on some way it frees the argument, and it hands out a
// block that a function below it allocated. Where the result of such a call replaces the argument, and is null, what
// was given counts as kept. Directly around a reallocation it is a fault like `p = realloc(p, n)`, and is told.
#pragma once

#include "engines/function_facts.h"
#include "heap/summary.h"
#include "ir/function.h"

namespace custody::engines {

// The arguments that are gone after the call unless its result is one of them: the result is stored where they came
// from, or they are themselves results that nobody else has.
std::vector<uint32_t> replacedArguments(const ir::Function &function, ir::StmtId call);

// What a function allocates and frees on some way, for its caller; `nodes` are those of its summary.
struct Fates {
  std::vector<heap::NodeId> allocated, freed;
};

Fates fatesOf(const heap::Summary &summary);

bool growsArgument(const heap::Summary &nodes, const Fates &fates, program::ProgFuncId function, uint32_t arg);

} // namespace custody::engines
