#include "logic/solver.h"
#include "logic/blast.h"
#include "logic/propagate.h"
#include "logic/simulate.h"
#include <algorithm>
#include <cadical.hpp>
#include <limits>

namespace custody::logic {

SolverCounts &SolverCounts::operator+=(const SolverCounts &other) {
  queries += other.queries;
  byPropagation += other.byPropagation;
  bySimulation += other.bySimulation;
  bySuggestion += other.bySuggestion;
  satisfiable += other.satisfiable;
  unsatisfiable += other.unsatisfiable;
  unknown += other.unknown;
  clauses += other.clauses;
  return *this;
}

namespace {

// CaDiCaL with the clauses that it has so far. It is made when it is first needed: most functions never need it.
class Search {
public:
  explicit Search(const Terms &terms) : blaster(terms, forSmallQueries(cadical)) {}

  Verdict check(llvm::ArrayRef<Guard> assumptions, uint64_t conflicts);
  std::vector<uint64_t> model();
  uint64_t clauses() const { return blaster.clauses(); }

private:
  uint64_t affordable(uint64_t conflicts) const;
  static CaDiCaL::Solver &forSmallQueries(CaDiCaL::Solver &cadical);

  CaDiCaL::Solver cadical;
  Blaster blaster;
};

// Many queries of a few thousand variables and few conflicts: what CaDiCaL does to prepare for hard ones costs more
// than it saves (docs/logic.md).
CaDiCaL::Solver &Search::forSmallQueries(CaDiCaL::Solver &cadical) {
  cadical.configure("plain");
  cadical.set("lucky", 0);
  cadical.set("chrono", 0);
  return cadical;
}

// What a conflict costs grows with the clauses, and what is possible in a large formula is mostly found with few.
uint64_t Search::affordable(uint64_t conflicts) const {
  constexpr uint64_t Small = 50000;
  return clauses() <= Small ? conflicts : std::max<uint64_t>(1, conflicts * Small / clauses());
}

Verdict Search::check(llvm::ArrayRef<Guard> assumptions, uint64_t conflicts) {
  std::vector<int> literals;
  for (Guard assumption : assumptions)
    literals.push_back(blaster.literalOf(assumption));
  for (int literal : literals)
    cadical.assume(literal);
  cadical.limit("conflicts", std::min<uint64_t>(affordable(conflicts), std::numeric_limits<int>::max()));
  switch (cadical.solve()) {
  case 10:
    return Verdict::Satisfiable;
  case 20:
    return Verdict::Unsatisfiable;
  default:
    return Verdict::Unknown;
  }
}

std::vector<uint64_t> Search::model() {
  std::vector<uint64_t> values;
  for (uint32_t unknown : blaster.unknowns()) {
    if (values.size() <= unknown)
      values.resize(unknown + 1);
    llvm::ArrayRef<int> bits = blaster.bitsOfUnknown(unknown);
    for (size_t i = 0; i < bits.size(); ++i)
      values[unknown] |= uint64_t(cadical.val(bits[i]) > 0) << i;
  }
  return values;
}

} // namespace

struct Solver::State {
  State(const Terms &terms, const SolverOptions &options)
      : terms(terms), options(options), propagation(terms), simulation(terms), model(terms) {}

  Verdict check(llvm::ArrayRef<Guard> assumptions);
  bool isSatisfiedBySuggestion(llvm::ArrayRef<Guard> assumptions);
  Verdict search(llvm::ArrayRef<Guard> assumptions);

  const Terms &terms;
  const SolverOptions options;
  Propagation propagation;
  Simulation simulation;
  std::optional<Search> cadical;
  std::optional<Evaluator> model;
  SolverCounts counts;
};

Verdict Solver::State::check(llvm::ArrayRef<Guard> assumptions) {
  ++counts.queries;
  if (options.propagate && !propagation.run(assumptions)) {
    ++counts.byPropagation;
    return Verdict::Unsatisfiable;
  }
  if (options.simulate) {
    if (std::optional<unsigned> pattern = simulation.satisfying(assumptions)) {
      ++counts.bySimulation;
      model.emplace(terms, simulation.assignment(*pattern));
      return Verdict::Satisfiable;
    }
  }
  if (options.propagate && isSatisfiedBySuggestion(assumptions)) {
    ++counts.bySuggestion;
    return Verdict::Satisfiable;
  }
  return search(assumptions);
}

// The kept assignment that fails the fewest conditions, changed as propagation says.
bool Solver::State::isSatisfiedBySuggestion(llvm::ArrayRef<Guard> assumptions) {
  std::vector<uint64_t> start;
  if (options.simulate)
    start = simulation.assignment(simulation.closest(propagation.consequences()));
  std::vector<uint64_t> suggestion = propagation.adjusted(std::move(start));
  model.emplace(terms, suggestion);
  if (!llvm::all_of(assumptions, [&](Guard assumption) { return model->valueOf(assumption); }))
    return false;
  if (options.simulate)
    simulation.keep(std::move(suggestion));
  return true;
}

Verdict Solver::State::search(llvm::ArrayRef<Guard> assumptions) {
  if (!cadical)
    cadical.emplace(terms);
  Verdict verdict = cadical->check(assumptions, options.conflictBudgetPerQuery);
  counts.clauses = cadical->clauses();
  switch (verdict) {
  case Verdict::Satisfiable: {
    ++counts.satisfiable;
    std::vector<uint64_t> values = cadical->model();
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

Solver::Solver(const Terms &terms, const SolverOptions &options) : state(std::make_unique<State>(terms, options)) {}
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
