// Counts over modules: how much there is, of which kind, and how much of it nobody understands. Counts of several
// modules add up, in any order.
#pragma once

#include "ir/module.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <map>
#include <string>

namespace custody::ir {

struct Stats {
  uint64_t functions = 0; // with a body
  uint64_t statements = 0;
  uint64_t pointerStatements = 0; // those that touch a value of pointer type, or memory through a pointer
  uint64_t unknown = 0;           // unknown statements, and others with an unknown value in them
  std::map<std::string, uint64_t> unknownByCause;
  std::array<uint64_t, std::variant_size_v<StmtOp>> byKind = {};

  Stats &operator+=(const Stats &other);
  bool operator==(const Stats &) const = default;
};

Stats statsOf(const Module &module);

void printText(llvm::raw_ostream &os, const Stats &stats);

// Keys: functions, statements, pointer_statements, unknown, unknown_by_cause, by_kind.
llvm::json::Object toJson(const Stats &stats);
void printJson(llvm::raw_ostream &os, const Stats &stats); // indented, with a newline

} // namespace custody::ir
