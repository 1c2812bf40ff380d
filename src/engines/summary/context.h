// What the parts of the engine share while they look at one function: the program, the tables of locations and values,
// and the trace of how each state came to be.
#pragma once

#include "engines/engine.h"
#include "engines/error_codes.h"
#include "engines/function_facts.h"
#include "engines/summary/conditions.h"
#include "engines/summary/effort.h"
#include "engines/summary/global_arguments.h"
#include "engines/summary/object_joins.h"
#include "engines/summary/options.h"
#include "engines/summary/state.h"
#include "heap/summary.h"
#include "program/schedule.h"
#include <map>
#include <set>

namespace custody::engines::summary {

// One step on the way of a state. Steps form a tree; a state knows the last.
struct TraceStep {
  enum class Kind : uint8_t {
    Edge,   // went from a block to its nth successor
    Hold,   // a pointer to an object was kept
    Passed, // an object was handed to a function that neither freed nor kept it
  };
  Kind kind = Kind::Edge;
  TraceId before;
  uint32_t where = 0;              // BlockId or StmtId
  uint32_t what = 0;               // number of the edge; LocId
  program::ProgFuncId callee = {}; // Passed
  uint32_t arg = 0;                // Passed
};

struct FunctionResult; // result.h

using Summaries = program::SummaryTable<FunctionResult>;

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
  ir::StmtId at = {};
  bool isCertain = true; // no question that this function is called
};

// A double free, a free of what is no heap memory, or a free of the wrong kind: known when it happens, like a loss.
struct Misuse {
  report::Kind kind = report::Kind::DoubleFree;
  heap::LocId loc;
  ir::StmtId at;
  TraceId trace;
  Release release;
  ir::StmtId earlier; // DoubleFree: the first free
};

// What reading the pointers at an address came to the last time, and what that depended on.
struct InputLook {
  struct Cell {
    heap::ContentsId before = 0, after = 0; // of the object
    uint8_t status = 0;
    heap::LocId entry; // what the cell held on entry, if that has a name
    bool isEntryNull = false;
  };
  uint32_t targets = 0; // of the address; 0: nobody looked
  llvm::SmallVector<Cell, 1> cells;
  heap::Value found;
};

// A value that a case writes, as the images of its targets made it the last time.
struct WriteLook {
  llvm::SmallVector<heap::Value, 2> images; // none: nobody looked
  heap::Value found;
};

// What a call found the last time.
struct CallLook {
  std::vector<InputLook> inputs;              // by node of the summary
  std::vector<std::vector<WriteLook>> writes; // by case and write
};

struct Context {
  Context(const EngineInput &input, const Options &options, const GlobalArguments &globalArguments,
          program::ProgFuncId id, bool tellsPartsApart)
      : input(input), model(input.model), options(options), globalArguments(globalArguments), id(id),
        function(model.program.function(id)), module(model.program.moduleOf(id)),
        tellsPartsApart(tellsPartsApart || function.kind != ir::FunctionKind::Free),
        facts(scanFunction(model.program, id)), returnsCount(countsReturned(facts, module, function)),
        locs(options.exploreBound, maxFarInputs(function)), values(locs), contents(values), conditions(function),
        effort(options.baseSteps + options.stepsPerStatement * function.stmts.size(), options.maxStates) {}

  const EngineInput &input;
  const program::ProgramModel &model;
  const Options &options;
  const GlobalArguments &globalArguments;
  const program::ProgFuncId id;
  const ir::Function &function;
  const ir::Module &module;
  // States in which other parts of an argument are released are not joined: in functions that release their argument,
  // and in methods, whose object is one pointer more away.
  const bool tellsPartsApart;
  const FunctionFacts facts;
  const std::vector<bool> returnsCount; // by statement

  heap::LocTable locs;
  heap::ValueTable values;
  heap::ContentsTable contents;
  Conditions conditions;
  Effort effort;
  std::vector<TraceStep> trace;
  std::map<std::pair<uint32_t, uint32_t>, SiteInfo> sites; // by statement and node
  llvm::DenseMap<uint32_t, Release> freedBy;               // by location: the last free
  std::vector<Misuse> misuses;
  std::set<program::ProgFuncId> circleReads; // functions that may call this one and whose summaries were used
  // Callees' summaries with some of their cases only, by the numbers of these cases, or with cases merged because
  // nobody looks at the result: what calls met before.
  std::map<std::pair<const heap::Summary *, std::vector<uint32_t>>, heap::Summary> narrowed;

  // By call and what is instantiated there.
  std::map<std::pair<uint32_t, const heap::Summary *>, CallLook> looks;

  RecentObjectJoins objectJoins;

  // Whether a callee may write a global, as far as somebody asked: each state before a call does.
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, bool> globalWrites;

  TraceId addStep(TraceStep step) {
    trace.push_back(step);
    return TraceId(trace.size() - 1);
  }
  heap::LocId varLoc(ir::VarId id) { return locs.var(id); }
  const SiteInfo &siteInfo(heap::LocId loc) const { return sites.at({locs[loc].entity, locs[loc].node}); }
  // A global that is a variable of this function, or an argument of it.
  bool isOwnGlobal(const heap::Loc &loc) const { return loc.kind == heap::LocKind::Global && ownerOf(loc) == id; }
  bool isGlobalArgument(const heap::Loc &loc) const {
    return loc.kind == heap::LocKind::Global && ownerOf(loc) && ownerOf(loc) != id;
  }
  bool isSite(heap::LocId loc) const { return locs.kindOf(loc) == heap::LocKind::Site; }

private:
  // What callees do to far parts needs more names than all else: a small function above the parser of a large format
  // would speak of all that the format has.
  static unsigned maxFarInputs(const ir::Function &function) {
    return std::min<size_t>(128 + function.stmts.size() / 4, heap::LocTable::MaxInputs);
  }
  program::ProgFuncId ownerOf(const heap::Loc &global) const {
    return globalArguments.owner(program::ProgGlobalId(global.entity));
  }
};

} // namespace custody::engines::summary
