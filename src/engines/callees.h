// What a call runs, as far as engines follow calls.
//
// Libraries let their users replace what allocates, logs and so on, and analysed alone they do not show by what:
//
//     static void *(*the_malloc)(size_t) = malloc;
//     int lib_init(void *(*m)(size_t)) { if (m) the_malloc = m; return 0; }
//     char *p = the_malloc(10);
//
// A replacement does as the original does, or the library would not work. So a call through a pointer that stands in a
// global, or that only ever was a function of the heap, runs what is known to be there, and of this the functions of
// the heap if there are some: a debugging allocator does as malloc does. Other pointers that may also be something
// foreign, such as those of objects that users make, are not followed.
//
//     void *lib_malloc(size_t n) { return the_malloc != lib_malloc ? the_malloc(n) : malloc(n); }
//
// A function that stands in the pointer itself, and calls it only where it does not, is replaced by something that does
// what the function does on its other ways: there is nothing to follow.
#pragma once

#include "program/facts.h"

namespace custody::engines {

// Calls through a pointer to more functions than this are not followed.
inline constexpr size_t MaxCallees = 8;

struct Callees {
  std::vector<program::ProgFuncId> known;
  bool isComplete = true; // it is one of them
  bool isItself = false;  // it replaces the caller, and does what that does on its other ways
};

Callees calleesOf(const program::ProgramModel &model, program::ProgFuncId caller, const program::CallTargets &call);
Callees calleesAt(const program::ProgramModel &model, program::ProgFuncId caller, ir::StmtId stmt);

// Is the parameter, as the call sees it, a pointer to const? What it points to is only read. Not told of methods.
bool isConstArgument(const ir::Module &module, const ir::Function &caller, const ir::Call &call, size_t number);

// The method in a slot of a class's table, if `start` is where the table of an object begins in the global.
std::optional<program::ProgFuncId> methodInTable(const program::Program &program, program::ProgGlobalId table,
                                                 uint64_t start, int32_t slot, uint32_t pointerSize);

// How far a virtual call moves its receiver: from the base that the caller sees to the object whose method runs.
int64_t receiverShift(const program::ProgramModel &model, program::ProgFuncId caller, const ir::Call &call,
                      program::ProgFuncId callee);

} // namespace custody::engines
