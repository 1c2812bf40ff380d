// What a call runs, as far as engines follow calls.
#pragma once

#include "program/facts.h"

namespace custody::engines {

// Calls through a pointer to more functions than this are not followed.
inline constexpr size_t MaxCallees = 8;

struct Callees {
  std::vector<program::ProgFuncId> known;
  bool isComplete = true; // it is one of them
};

Callees calleesAt(const program::ProgramModel &model, program::ProgFuncId caller, ir::StmtId stmt);

// The method in a slot of a class's table, if `start` is where the table of an object begins in the global.
std::optional<program::ProgFuncId> methodInTable(const program::Program &program, program::ProgGlobalId table,
                                                 uint64_t start, int32_t slot, uint32_t pointerSize);

} // namespace custody::engines
