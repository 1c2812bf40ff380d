// What the parts of the engine share while they look at one function.
#pragma once

#include "engines/engine.h"
#include "engines/function_facts.h"
#include "engines/path/options.h"
#include "engines/path/state.h"
#include "engines/summary/global_arguments.h"
#include "heap/summary.h"
#include "logic/solver.h"
#include "program/given_parameters.h"
#include "program/schedule.h"
#include "llvm/ADT/DenseSet.h"

namespace custody::engines::path {

// Where the object of a site comes from, for the report and for callers.
struct SiteInfo {
  llvm::StringRef family;
  program::ProgFuncId callee;         // the function whose call made it; none: an allocation of this function itself
  program::ProgFuncId originFunction; // the allocation behind it
  ir::StmtId originStmt;
};

// Who frees an object, and how.
struct Release {
  llvm::StringRef family;
  program::ProgFuncId callee; // none: a statement of the function that is looked at
  bool withParts = false;     // a library frees it, and with it what it holds
};

// Something that happens under a condition. A model of a formula tells which of them happened: that is the evidence.
struct Occurrence {
  enum class Kind : uint8_t { Made, Held, Dropped, Freed, Passed, Branch };
  Kind kind = Kind::Made;
  uint32_t where = 0;                        // statement; block
  uint32_t what = 0;                         // location; number of the edge
  Guard when;                                // ... and the path is taken
  PathId path = {};                          // of a branch: where it leads
  std::optional<Word> left = {}, right = {}; // of a branch: the numbers that it compares, if nobody knows them
  uint32_t arg = 0;                          // of an object that is passed
};

// A free that may be wrong, if its condition can be.
struct Misuse {
  report::Kind kind = report::Kind::DoubleFree;
  heap::LocId loc;
  ir::StmtId at;
  PathId path;
  Guard when;
  Release release;
  uint32_t before = 0; // what had happened by then
};

// An unknown that stands for what a cell held on entry.
struct EntryUnknown {
  heap::Cell cell;
  bool isNonNull = false;            // is the pointer not null?
  program::ProgGlobalId global = {}; // is it the address of this one?
  bool isNumber() const { return !isNonNull && !global; }
};

// Of the solver, for one question without arithmetic.
inline constexpr uint64_t SkeletonConflicts = 500;

struct Context {
  Context(const EngineInput &input, const Options &options, const summary::GlobalArguments &globals,
          const program::GivenParameters &given, program::ProgFuncId id)
      : input(input), model(input.model), options(options), globals(globals), given(given), id(id),
        function(model.program.function(id)), module(model.program.moduleOf(id)),
        facts(scanFunction(model.program, id)), paths(terms), values(terms), locs(options.exploreBound) {}

  const EngineInput &input;
  const program::ProgramModel &model;
  const Options &options;
  const summary::GlobalArguments &globals;
  const program::GivenParameters &given;
  const program::ProgFuncId id;
  const ir::Function &function;
  const ir::Module &module;
  const FunctionFacts facts;

  PersistentMap::Arena arena;
  Terms terms;
  Paths paths;
  Values values;
  heap::LocTable locs;
  Cells cells;
  Elements elements;
  llvm::DenseMap<uint32_t, SiteInfo> sites;     // by location
  std::vector<heap::LocId> objects;             // made by the function, in order
  llvm::DenseMap<uint32_t, Release> releasedBy; // by location: the last release
  bool keepsEvidence = false;                   // somebody asks what happened: the occurrences are noted
  std::vector<Occurrence> occurrences;
  std::vector<Misuse> misuses;
  llvm::DenseSet<uint32_t> reached; // statements that some way comes to, if evidence is kept
  std::vector<uint32_t> written;    // cells, in order of the writes
  uint32_t epochs = 0;
  uint64_t steps = 0;
  bool clobbersGlobals = false; // somebody of whom nothing is known was called
  bool mayThrow = false;

  // While the function is looked at: more nodes are more than it may cost. What is computed from then on is not used.
  size_t maxNodes = SIZE_MAX;
  bool isOverBudget() const { return terms.size() > maxNodes; }

  logic::SolverOptions solverOptions() const { return {options.maxConflicts, SkeletonConflicts}; }

  bool isSite(heap::LocId loc) const { return locs[loc].kind == heap::LocKind::Site; }
  // The function that the global is a local variable of; none if it is a global like others.
  program::ProgFuncId ownerOf(const heap::Loc &global) const {
    return globals.owner(program::ProgGlobalId(global.entity));
  }

  Guard entryNonNull(heap::Cell cell);
  Guard entryIsGlobal(heap::Cell cell, program::ProgGlobalId global);
  Word entryNumber(heap::Cell cell, unsigned width);
  // By index of the unknown.
  llvm::DenseMap<uint32_t, EntryUnknown> entryUnknowns;

  // The function itself reads the pointer.
  void noteNamed(Guard nonNull);
  // The function itself asks whether the pointer is null.
  void noteTested(Guard nonNull);
  bool isTested(uint32_t unknown) const { return tested.contains(unknown); }
  // Pointers that the function is given and never tests.
  std::vector<Guard> untestedPointers() const;
  // What is taken for granted: such a pointer points to something if the function reads it. One that only callees look
  // at, as the `unit` of `info` below `add(info, node)`, may well be null.
  std::vector<Guard> grantedPointers() const;

  // Earlier parameters of the same type, and when both point to one object.
  struct Alias {
    ir::VarId other;
    Guard isSame;
  };
  std::vector<Alias> aliasesOf(ir::VarId param);

  // The number that a global without an entry of its own holds after unknown code ran.
  Word laterNumber(uint32_t cell, uint32_t epoch, unsigned width);

private:
  llvm::DenseMap<uint32_t, Guard> nonNulls;                        // by cell
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, Guard> areGlobals; // by cell and global
  llvm::DenseSet<uint32_t> named, tested;                          // unknowns
  llvm::DenseMap<std::pair<uint32_t, unsigned>, Word> numbers;
  llvm::DenseMap<std::pair<uint64_t, unsigned>, Word> laters;
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, Guard> aliases; // by variables
};

} // namespace custody::engines::path
