// How engines do their work over a program (docs/program.md, "Three kinds of work").
//
// (a) *Facts*: read the ProgramModel; it is constant.
//
// (b) *Bottom-up summaries*. An engine says how to summarise the functions of one component, given the summaries of all
//     they call; `runBottomUp` calls it once for each component, in parallel, each after those it depends on:
//
//         SummaryTable<Count> counts(model.program);
//         runBottomUp(model.calls, threads, [&](llvm::ArrayRef<ProgFuncId> component) {
//           solveComponent(counts, model.calls, component, budget, initial, summarise, giveUp);
//         });
//
//     A phase is one such run; an engine with several phases runs several, each reading the tables of those before.
//
// (c) *Demand queries*. An engine says how to answer a question, given a way to ask others; `Demand` remembers answers
//     (demand.h).
//
// The concurrency story: a component's work writes the table entries of its own functions and reads those of finished
// components. The scheduler makes the first visible before the second starts. So no engine needs a lock, and a result
// depends on the program only: not on threads, not on their order. Budgets are counted in steps, never in time, for the
// same reason.
#pragma once

#include "program/call_graph.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace custody::program {

// Calls `work` with the functions of each component, callees first. With one thread: in bottom-up order, here.
void runBottomUp(const CallGraph &graph, unsigned threads,
                 llvm::function_ref<void(llvm::ArrayRef<ProgFuncId> component)> work);

// Steps that a piece of work may take.
class Budget {
public:
  explicit Budget(uint64_t steps) : left(steps) {}

  // False if there were not enough; then none are left.
  bool spend(uint64_t steps = 1) {
    bool isEnough = steps <= left;
    left = isEnough ? left - steps : 0;
    return isEnough;
  }
  uint64_t remaining() const { return left; }

private:
  uint64_t left;
};

// A summary a function. Entries are separate objects: threads write different ones at the same time.
template <class Summary>
class SummaryTable {
public:
  explicit SummaryTable(const Program &program) : entries(program.numFunctions()) {}

  // None: not computed yet, which for a finished component means that the engine chose not to.
  const Summary *find(ProgFuncId id) const { return entries[id.index] ? &*entries[id.index] : nullptr; }
  void set(ProgFuncId id, Summary summary) { entries[id.index] = std::move(summary); }

private:
  std::vector<std::optional<Summary>> entries;
};

// The fixpoint of a component: start from `initial(f)`, apply `summarise(f, table)` to one function after the other
// until nothing changes. Each application is a step; when the budget is spent, every function gets `giveUp(f)`, which
// must be right whatever the others do. A component without recursion takes one step and keeps what it gives.
//
// Terminates by the budget; sooner if `summarise` is monotone and chains are finite. A function is looked at again only
// if one that it calls changed.
template <class Summary, class Initial, class Summarise, class GiveUp>
void solveComponent(SummaryTable<Summary> &table, const CallGraph &graph, llvm::ArrayRef<ProgFuncId> component,
                    Budget budget, Initial initial, Summarise summarise, GiveUp giveUp) {
  uint32_t id = graph.componentOf(component.front());
  if (!graph.isRecursive(id)) {
    if (budget.spend())
      table.set(component.front(), summarise(component.front(), table));
    else
      table.set(component.front(), giveUp(component.front()));
    return;
  }
  for (ProgFuncId f : component)
    table.set(f, initial(f));
  // Members in order, then again those whose callees changed.
  std::vector<bool> isQueued(component.size(), true);
  std::vector<uint32_t> queue;
  for (uint32_t i = 0; i < component.size(); ++i)
    queue.push_back(i);
  for (size_t next = 0; next < queue.size(); ++next) {
    uint32_t index = queue[next];
    ProgFuncId f = component[index];
    isQueued[index] = false;
    if (!budget.spend()) {
      for (ProgFuncId member : component)
        table.set(member, giveUp(member));
      return;
    }
    Summary summary = summarise(f, table);
    if (summary == *table.find(f))
      continue;
    table.set(f, std::move(summary));
    graph.forEachCaller(f, [&](ProgFuncId caller, const CallTargets &) {
      if (graph.componentOf(caller) != id)
        return;
      uint32_t position = std::lower_bound(component.begin(), component.end(), caller) - component.begin();
      if (!isQueued[position]) {
        isQueued[position] = true;
        queue.push_back(position);
      }
    });
  }
}

} // namespace custody::program
