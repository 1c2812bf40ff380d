#include "logic/combinations.h"
#include "logic/cadical.h"
#include "logic/cone.h"
#include <algorithm>
#include <limits>
#include <set>

namespace custody::logic {

namespace {

// The conditions under some roots, numbered, operands first, and what is known of each.
class Circuit {
public:
  struct Gate {
    uint32_t a = 0, b = 0; // of a conjunction: its operands, twice their number and the negation
    bool isAnd = false;
  };
  enum : int8_t { False = -1, Open = 0, True = 1 };

  explicit Circuit(const Terms &terms) : terms(terms) {}

  uint32_t add(Guard guard); // twice its number and the negation
  // That it holds, and all that follows from gate to gate. False: a contradiction.
  bool assume(llvm::ArrayRef<uint32_t> inputs);

  size_t size() const { return gates.size(); }
  const Gate &operator[](uint32_t number) const { return gates[number]; }
  int8_t valueOf(uint32_t input) const { return input & 1 ? -values[input >> 1] : values[input >> 1]; }

private:
  bool set(uint32_t input, bool holds);
  bool carry(uint32_t number);

  const Terms &terms;
  std::vector<Gate> gates;
  std::vector<int8_t> values;
  llvm::DenseMap<uint32_t, uint32_t> numbers; // of nodes
  std::vector<uint32_t> pending;
  bool hasChanged = false;
};

uint32_t Circuit::add(Guard guard) {
  pending.push_back(guard.node());
  while (!pending.empty()) {
    const uint32_t index = pending.back();
    const Node &node = terms.node(index);
    const bool isAnd = node.op == Op::And;
    if (isAnd && !numbers.contains(index)) {
      const size_t before = pending.size();
      for (uint32_t operand : {node.a >> 1, node.b >> 1})
        if (!numbers.contains(operand))
          pending.push_back(operand);
      if (pending.size() != before)
        continue;
    }
    pending.pop_back();
    if (!numbers.try_emplace(index, gates.size()).second)
      continue;
    auto inputOf = [&](uint32_t id) { return numbers.lookup(id >> 1) << 1 | (id & 1); };
    gates.push_back(isAnd ? Gate{inputOf(node.a), inputOf(node.b), true} : Gate());
    values.push_back(node.op == Op::False ? False : Open);
  }
  return numbers.lookup(guard.node()) << 1 | guard.isNegated();
}

bool Circuit::set(uint32_t input, bool holds) {
  const int8_t value = holds != bool(input & 1) ? True : False;
  int8_t &known = values[input >> 1];
  if (known == value)
    return true;
  if (known != Open)
    return false;
  known = value;
  hasChanged = true;
  return true;
}

// Between a conjunction and its operands.
bool Circuit::carry(uint32_t number) {
  const Gate &gate = gates[number];
  if (!gate.isAnd)
    return true;
  const int8_t a = valueOf(gate.a), b = valueOf(gate.b);
  if (a == False || b == False)
    return set(number << 1, false);
  if (a == True && b == True)
    return set(number << 1, true);
  if (values[number] == True)
    return set(gate.a, true) && set(gate.b, true);
  if (values[number] == False && a == True)
    return set(gate.b, false);
  if (values[number] == False && b == True)
    return set(gate.a, false);
  return true;
}

bool Circuit::assume(llvm::ArrayRef<uint32_t> inputs) {
  for (uint32_t input : inputs)
    if (!set(input, true))
      return false;
  // Down and up again until nothing changes: a round costs little, and few are needed.
  do {
    hasChanged = false;
    for (uint32_t number = gates.size(); number-- != 0;)
      if (!carry(number))
        return false;
    for (uint32_t number = 0; number < gates.size(); ++number)
      if (!carry(number))
        return false;
  } while (hasChanged);
  return true;
}

} // namespace

struct Combinations::State {
  State(const Terms &terms, uint64_t conflicts) : circuit(terms), conflicts(conflicts) { configure(cadical); }

  void encode();
  int literalOf(uint32_t input) const {
    const int variable = variables[input >> 1];
    return input & 1 ? -variable : variable;
  }
  void clause(llvm::ArrayRef<int> literals) {
    for (int literal : literals)
      cadical.add(literal);
    cadical.add(0);
  }
  bool valueOf(uint32_t input);

  Circuit circuit;
  const uint64_t conflicts;
  CaDiCaL::Solver cadical;
  int numVariables = 0;
  std::vector<int> variables; // by gate; 0 if it is known or does not matter
  std::vector<uint32_t> predicates;
  bool isPossible = true;
  std::vector<Values> models; // by predicate
};

// What the assumptions leave open: conjunctions that do not hold though neither operand is known not to, and what these
// and the predicates are made of.
void Combinations::State::encode() {
  variables.resize(circuit.size());
  std::vector<bool> isNeeded(circuit.size());
  auto need = [&](uint32_t input) {
    if (circuit.valueOf(input) == Circuit::Open)
      isNeeded[input >> 1] = true;
  };
  for (uint32_t predicate : predicates)
    need(predicate);
  std::vector<uint32_t> open;
  for (uint32_t number = circuit.size(); number-- != 0;) {
    const Circuit::Gate &gate = circuit[number];
    if (!gate.isAnd)
      continue;
    const bool isOpen = circuit.valueOf(number << 1) == Circuit::False && circuit.valueOf(gate.a) == Circuit::Open &&
                        circuit.valueOf(gate.b) == Circuit::Open;
    if (isOpen)
      open.push_back(number);
    if (isOpen || isNeeded[number]) {
      need(gate.a);
      need(gate.b);
    }
  }
  for (uint32_t number = 0; number < circuit.size(); ++number)
    if (isNeeded[number])
      variables[number] = ++numVariables;
  cadical.reserve(numVariables + 4);
  for (uint32_t number : open)
    clause({-literalOf(circuit[number].a), -literalOf(circuit[number].b)});
  for (uint32_t number = 0; number < circuit.size(); ++number) {
    const Circuit::Gate &gate = circuit[number];
    if (!isNeeded[number] || !gate.isAnd)
      continue;
    std::vector<int> all{variables[number]};
    for (uint32_t operand : {gate.a, gate.b})
      if (circuit.valueOf(operand) == Circuit::Open) { // else it holds
        clause({-variables[number], literalOf(operand)});
        all.push_back(-literalOf(operand));
      }
    clause(all);
  }
}

bool Combinations::State::valueOf(uint32_t input) {
  const int8_t known = circuit.valueOf(input);
  return known == Circuit::Open ? cadical.val(literalOf(input)) > 0 : known == Circuit::True;
}

Combinations::Combinations(const Terms &terms, llvm::ArrayRef<Guard> assumptions, llvm::ArrayRef<Guard> predicates,
                           uint64_t conflictBudgetPerQuery)
    : state(std::make_unique<State>(terms, conflictBudgetPerQuery)) {
  std::vector<uint32_t> assumed;
  for (Guard assumption : assumptions)
    assumed.push_back(state->circuit.add(assumption));
  for (Guard predicate : predicates)
    state->predicates.push_back(state->circuit.add(predicate));
  state->isPossible = state->circuit.assume(assumed);
  if (state->isPossible)
    state->encode();
}

Combinations::~Combinations() = default;

std::optional<std::vector<Combinations::Values>> Combinations::of(llvm::ArrayRef<uint32_t> chosen, size_t max) {
  std::set<Values> found;
  if (!state->isPossible)
    return std::vector<Values>();
  const int isExcluded = ++state->numVariables; // for this search only
  auto add = [&](const Values &model) {
    Values combination;
    std::vector<int> differs{-isExcluded};
    for (uint32_t index : chosen) {
      combination.push_back(model[index]);
      const uint32_t input = state->predicates[index];
      if (state->circuit.valueOf(input) == Circuit::Open)
        differs.push_back(model[index] ? -state->literalOf(input) : state->literalOf(input));
    }
    if (found.insert(std::move(combination)).second)
      state->clause(differs);
  };
  for (const Values &model : state->models)
    add(model);
  while (found.size() <= max) {
    state->cadical.assume(isExcluded);
    state->cadical.limit("conflicts", std::min<uint64_t>(state->conflicts, std::numeric_limits<int>::max()));
    const int verdict = state->cadical.solve();
    if (verdict == 20)
      return std::vector<Values>(found.begin(), found.end());
    if (verdict != 10)
      return std::nullopt;
    Values &model = state->models.emplace_back();
    for (uint32_t predicate : state->predicates)
      model.push_back(state->valueOf(predicate));
    add(Values(model));
  }
  return std::nullopt;
}

} // namespace custody::logic
