// Bodies against what is specified of them (`--check-specs`).
//
// Problem: a specification is believed at calls and silences the body. If it is wrong, every caller is judged by it.
//
//     char *label(struct thing *t);                                     thing.own:3    the result is borrowed
//     char *label(struct thing *t) { return strdup(t->name); }          thing.c:7      it is fresh memory: callers leak
//
// Idea: the specification is a summary (library.h), and so is each exit of the body. An exit contradicts it if it does
// not fit any case that could be meant by its result and by what it takes for granted. What the analysis does not know
// for sure (an argument given to an unknown function, a result of one) contradicts nothing.
//
// What is compared: whether the result is fresh, an argument or null; whether arguments are freed, taken over, kept or
// left alone; whether `T **` arguments hold fresh memory afterwards; families; whether it returns at all. Fields behind
// arguments are not: a specification need not speak of all that a function does inside its own structures. Nor is what
// a function leaves undone because another argument is null: specifications speak of calls that make sense.
#pragma once

#include "engines/summary/flow.h"
#include <set>

namespace custody::engines::summary {

// What all bodies of the program that something is specified of are held against.
struct Claims {
  std::vector<std::pair<program::ProgFuncId, specs::FunctionSpec>> ofBodies;
  // Families that the program itself makes: the body of a function that frees them is there. Inside, they are made of
  // something else (a curl_slist is malloc's), which is no contradiction.
  std::set<std::string, std::less<>> familiesMadeHere;
};

std::vector<report::Finding> findContradictions(Context &context, const FlowResult &flow,
                                                const specs::FunctionSpec &spec, const Claims &claims);

// For `--check-specs`: all bodies of the program that something is specified of.
EngineResult checkSpecifiedBodies(const EngineInput &input);

} // namespace custody::engines::summary
