// Whether one path shows what the constraints say.
//
// Ownership inference knows no paths: a pointer that is freed where a flag says so is owned on one side of a join and
// not on the other, which is a contradiction to it and mostly none to the programmer. So before a contradiction is
// told, a walk looks for one path on which it happens: from the allocation, with the slots that hold the pointer, to
// where the last of them is gone. The walk knows what variables were compared with constants or set to them, and passes
// over edges that contradict it. Whoever may take the pointer has taken it.
//
// Ends: states (block, holders, facts) are walked once, and there is a budget.
#pragma once

#include "engines/ownership/conditions.h"
#include "engines/ownership/places.h"
#include "engines/ownership/task.h"

namespace custody::engines::ownership {

// What the walks over one function share, made when the first path is looked for.
class WalkContext {
public:
  explicit WalkContext(const Task &task) : task(task) {}

  Conditions &conditions();
  Places &places(); // walks add slots that callees fill

  const Task task;

private:
  std::optional<Conditions> madeConditions;
  std::optional<Places> madePlaces;
};

// A call that keeps the pointer when it returns something else.
struct Refusal {
  ir::StmtId call; // mostly none
  int64_t result = 0;

  auto operator<=>(const Refusal &) const = default;
};

struct Loss {
  ir::StmtId at;
  Refusal refusal;           // the last one on the path
  bool isUnfinished = false; // a constructor throws: there is no object that holds it
};

// Where the pointer that `holder` has after the statement (none: when the function begins) is lost, the place of the
// shortest path first; none: on no path that was walked. With a test, the statement is a call whose result is so.
std::vector<Loss> findLosses(WalkContext &context, ir::StmtId start, const Slot &holder,
                             const std::optional<ResultTest> &test = {});

// Where what a field behind a parameter has when the function begins is lost after it was taken out:
//
//     t = b->name;  b->name = NULL;  return;          c.replace(x);       returns what was there, and nobody keeps it
std::vector<Loss> findTakenLosses(WalkContext &context, const Slot &field);

// By parameter that the function keeps on some path: what it returns on paths on which nobody has it in the end, and
// only on those. So callers that see this result still have what they passed:
//
//     bool record(const char *name) { if (!current) return false;  current->name = name;  return true; }
std::vector<std::optional<int64_t>> refusals(WalkContext &context, const std::vector<bool> &isKept);

struct Releases {
  ir::StmtId first, second;
};

// Where what `holder` has after the statement (none: when the function begins) is freed, or handed to somebody who
// takes it, and then again on the same path.
std::optional<Releases> findSecondRelease(WalkContext &context, ir::StmtId start, const Slot &holder);

// Whether what `holder` had before `first` freed it, or handed it to somebody who takes it, is freed by `second` again.
bool isFreedAgain(WalkContext &context, ir::StmtId first, const Slot &holder, ir::StmtId second);

} // namespace custody::engines::ownership
