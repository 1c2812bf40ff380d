// Problem: 100,000 components, most of them tiny, with dependencies. Idea: each component counts the callee components
// that are not done; the one that brings the count to zero starts it. A thread that finishes a component goes on with
// one that it has just made ready, and hands the others to the pool: a chain of calls then runs on one thread without
// going through the pool, and without recursion.
//
// Why it ends: components form an acyclic graph, so each count reaches zero once.
#include "program/schedule.h"
#include "llvm/Support/ThreadPool.h"
#include <atomic>
#include <memory>

namespace custody::program {

namespace {

class Scheduler {
public:
  Scheduler(const CallGraph &graph, unsigned threads, llvm::function_ref<void(llvm::ArrayRef<ProgFuncId>)> work)
      : graph(graph), work(work), waiting(graph.numComponents()), callers(makeCallers(graph)),
        pool(llvm::hardware_concurrency(threads)) {}

  void run() {
    std::vector<uint32_t> ready;
    for (uint32_t c = 0; c < graph.numComponents(); ++c) {
      uint32_t count = graph.calleeComponents(c).size();
      waiting[c].store(count, std::memory_order_relaxed);
      if (count == 0)
        ready.push_back(c);
    }
    for (uint32_t c : ready)
      start(c);
    pool.wait();
  }

private:
  static FlatGraph makeCallers(const CallGraph &graph) {
    std::vector<std::pair<uint32_t, uint32_t>> edges;
    for (uint32_t c = 0; c < graph.numComponents(); ++c)
      for (uint32_t callee : graph.calleeComponents(c))
        edges.push_back({callee, c});
    return FlatGraph(graph.numComponents(), edges);
  }

  void start(uint32_t component) {
    pool.async([this, component] { runFrom(component); });
  }

  void runFrom(uint32_t component) {
    std::vector<uint32_t> mine{component};
    while (!mine.empty()) {
      uint32_t current = mine.back();
      mine.pop_back();
      if (!graph.functionsOf(current).empty())
        work(graph.functionsOf(current));
      for (uint32_t caller : callers[current]) {
        // The last callee to finish has seen the results of all (acquire), and shows them to the caller (release).
        if (waiting[caller].fetch_sub(1, std::memory_order_acq_rel) != 1)
          continue;
        if (mine.empty())
          mine.push_back(caller);
        else
          start(caller);
      }
    }
  }

  const CallGraph &graph;
  llvm::function_ref<void(llvm::ArrayRef<ProgFuncId>)> work;
  std::vector<std::atomic<uint32_t>> waiting;
  FlatGraph callers;
  llvm::DefaultThreadPool pool;
};

} // namespace

void runBottomUp(const CallGraph &graph, unsigned threads,
                 llvm::function_ref<void(llvm::ArrayRef<ProgFuncId> component)> work) {
  if (threads > 1) {
    Scheduler(graph, threads, work).run();
    return;
  }
  for (uint32_t c = 0; c < graph.numComponents(); ++c)
    if (!graph.functionsOf(c).empty())
      work(graph.functionsOf(c));
}

} // namespace custody::program
