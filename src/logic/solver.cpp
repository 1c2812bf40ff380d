#include "logic/solver.h"
#include "logic/propagate.h"
#include "logic/search.h"
#include "logic/simulate.h"

namespace custody::logic {

SolverCounts &SolverCounts::operator+=(const SolverCounts &other) {
  queries += other.queries;
  byPropagation += other.byPropagation;
  bySimulation += other.bySimulation;
  bySuggestion += other.bySuggestion;
  bySkeleton += other.bySkeleton;
  satisfiable += other.satisfiable;
  unsatisfiable += other.unsatisfiable;
  unknown += other.unknown;
  clauses += other.clauses;
  return *this;
}

struct Solver::State {
  State(const Terms &terms, const SolverOptions &options, llvm::ArrayRef<Guard> facts)
      : terms(terms), options(options), facts(facts), propagation(terms), simulation(terms), model(terms) {}

  Verdict check(llvm::ArrayRef<Guard> assumptions);
  bool isSatisfiedBySuggestion(llvm::ArrayRef<Guard> conditions);
  Verdict search(llvm::ArrayRef<Guard> assumptions);
  bool isContradictorySkeleton(llvm::ArrayRef<Guard> assumptions);
  Search &searchOf(std::optional<Search> &search, Depth depth);

  const Terms &terms;
  const SolverOptions options;
  const std::vector<Guard> facts;
  Propagation propagation;
  Simulation simulation;
  std::optional<Search> skeleton, whole; // made when they are first needed: most functions never need them
  std::optional<Evaluator> model;
  SolverCounts counts;
};

Verdict Solver::State::check(llvm::ArrayRef<Guard> assumptions) {
  ++counts.queries;
  std::vector<Guard> conditions = facts;
  conditions.insert(conditions.end(), assumptions.begin(), assumptions.end());
  if (options.propagate && !propagation.run(conditions)) {
    ++counts.byPropagation;
    return Verdict::Unsatisfiable;
  }
  if (options.simulate) {
    if (std::optional<unsigned> pattern = simulation.satisfying(conditions)) {
      ++counts.bySimulation;
      model.emplace(terms, simulation.assignment(*pattern));
      return Verdict::Satisfiable;
    }
  }
  if (options.propagate && isSatisfiedBySuggestion(conditions)) {
    ++counts.bySuggestion;
    return Verdict::Satisfiable;
  }
  if (options.skeletonConflicts != 0 && isContradictorySkeleton(assumptions)) {
    ++counts.bySkeleton;
    return Verdict::Unsatisfiable;
  }
  return search(assumptions);
}

Search &Solver::State::searchOf(std::optional<Search> &search, Depth depth) {
  if (!search)
    search.emplace(terms, depth, facts);
  return *search;
}

bool Solver::State::isContradictorySkeleton(llvm::ArrayRef<Guard> assumptions) {
  return searchOf(skeleton, Depth::Skeleton).check(assumptions, options.skeletonConflicts) == Verdict::Unsatisfiable;
}

// The kept assignment that fails the fewest conditions, changed as propagation says.
bool Solver::State::isSatisfiedBySuggestion(llvm::ArrayRef<Guard> conditions) {
  std::vector<uint64_t> start;
  if (options.simulate)
    start = simulation.assignment(simulation.closest(propagation.consequences()));
  std::vector<uint64_t> suggestion = propagation.adjusted(std::move(start));
  model.emplace(terms, suggestion);
  if (!llvm::all_of(conditions, [&](Guard condition) { return model->valueOf(condition); }))
    return false;
  if (options.simulate)
    simulation.keep(std::move(suggestion));
  return true;
}

Verdict Solver::State::search(llvm::ArrayRef<Guard> assumptions) {
  Search &cadical = searchOf(whole, Depth::Whole);
  const Verdict verdict = cadical.check(assumptions, options.conflictBudgetPerQuery);
  counts.clauses = cadical.clauses();
  switch (verdict) {
  case Verdict::Satisfiable: {
    ++counts.satisfiable;
    std::vector<uint64_t> values = cadical.model();
    model.emplace(terms, values);
    if (options.simulate)
      simulation.keep(std::move(values));
    break;
  }
  case Verdict::Unsatisfiable:
    ++counts.unsatisfiable;
    break;
  case Verdict::Unknown:
    ++counts.unknown;
    break;
  }
  return verdict;
}

Solver::Solver(const Terms &terms, const SolverOptions &options, llvm::ArrayRef<Guard> facts)
    : state(std::make_unique<State>(terms, options, facts)) {}
Solver::Solver(const Terms &terms, uint64_t conflictBudgetPerQuery)
    : Solver(terms, SolverOptions{conflictBudgetPerQuery}) {}
Solver::~Solver() = default;

Verdict Solver::check(llvm::ArrayRef<Guard> assumptions) {
  return state->check(assumptions);
}
bool Solver::valueOf(Guard a) const {
  return state->model->valueOf(a);
}
uint64_t Solver::valueOf(Word a) const {
  return state->model->valueOf(a);
}
const SolverCounts &Solver::counts() const {
  return state->counts;
}

} // namespace custody::logic
