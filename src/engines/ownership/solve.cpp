#include "engines/ownership/solve.h"
#include "engines/ownership/places.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::ownership {

using namespace ir;
using Kind = OwnConstraint::Kind;

namespace {

class Solver {
public:
  Solver(System &system, const Function &function, const FieldTypes *fields)
      : system(system), function(function), fields(fields) {}

  Solution run(bool isAudit);

private:
  void addRanks(Rank first, Rank last);
  void add(uint32_t index);
  void append(const Constraint &constraint);
  void addDeferred();
  // Only fields that own must own while other objects are called.
  bool isDemanded(const Constraint &constraint) const {
    return constraint.cause != Cause::Sender || (fields && fields->owns(constraint.field));
  }
  void addInvariants();
  void invariant(uint32_t formal, bool value);
  void findComponents();
  std::vector<OwnConstraint> project();

  System &system;
  const Function &function;
  const FieldTypes *fields;
  Solution solution;
};

void Solver::add(uint32_t index) {
  solution.isAccepted[index] = solution.graph.add(system.constraints[index].what);
  if (!solution.isAccepted[index])
    solution.violations.push_back(index);
}

void Solver::addRanks(Rank first, Rank last) {
  std::vector<uint32_t> order;
  for (uint32_t i = 0; i < system.constraints.size(); ++i)
    if (system.constraints[i].rank >= first && system.constraints[i].rank <= last && isDemanded(system.constraints[i]))
      order.push_back(i);
  llvm::sort(order, [&](uint32_t a, uint32_t b) {
    const Constraint &x = system.constraints[a], &y = system.constraints[b];
    return std::tie(x.rank, x.order, a) < std::tie(y.rank, y.order, b);
  });
  for (uint32_t index : order)
    add(index);
}

// What a function leaves as it was on some paths, and sets on others, owns in the end if it must own at the beginning.
void Solver::addDeferred() {
  for (uint32_t i = 0; i < system.formals.size(); ++i) {
    if (system.left[i] != Left::AsEntered)
      continue;
    Formal entered = system.formals[i];
    entered.kind = Formal::Kind::In;
    const auto in = llvm::find(system.formals, entered);
    // What a `T **` leads to at entry is mostly nothing.
    const bool mustOwn = entered.field.valid() && in != system.formals.end() &&
                         solution.graph.label(system.formalVariables[in - system.formals.begin()]) == true;
    if (!mustOwn)
      system.left[i] = Left::Unsure;
    for (const Constraint &constraint : system.deferred)
      if (mustOwn && constraint.what.source == system.formalVariables[i])
        append(constraint);
  }
}

void Solver::append(const Constraint &constraint) {
  system.constraints.push_back(constraint);
  solution.isAccepted.push_back(false);
  add(system.constraints.size() - 1);
}

void Solver::invariant(uint32_t formal, bool value) {
  Constraint constraint;
  constraint.what = {value ? Kind::One : Kind::Zero, system.formalVariables[formal], {}};
  constraint.cause = Cause::Invariant;
  constraint.rank = Rank::Field;
  constraint.field = system.formals[formal].field;
  append(constraint);
}

// At public boundaries owning fields own: STMT-EXTCALL's demand, made once for each method instead of at each call.
void Solver::addInvariants() {
  const bool isMaking = isConstructor(function);
  const bool isDestructor = function.kind == FunctionKind::Destructor;
  for (const Constraint &constraint : system.atBoundary)
    append(constraint);
  for (uint32_t i = 0; i < system.formals.size(); ++i) {
    const Formal &formal = system.formals[i];
    if (!formal.field.valid() || !fields->owns(formal.field))
      continue;
    const bool isReceiver = formal.param == 0;
    if (formal.kind == Formal::Kind::In && !(isMaking && isReceiver))
      invariant(i, true);
    else if (formal.kind == Formal::Kind::Out)
      invariant(i, !(isDestructor && isReceiver));
  }
}

// Variables that constraints connect. Constants connect nothing.
void Solver::findComponents() {
  llvm::IntEqClasses classes(system.numVariables);
  for (const Constraint &constraint : system.constraints)
    for (OwnVar target : constraint.what.targets)
      classes.join(constraint.what.source, target);
  classes.compress();
  for (OwnVar variable = 0; variable < system.numVariables; ++variable)
    solution.component.push_back(classes[variable]);
  solution.isViolated.resize(classes.getNumClasses());
  for (uint32_t index : solution.violations)
    if (system.constraints[index].rank < Rank::Indirect)
      solution.isViolated[solution.component[system.constraints[index].what.source]] = true;
}

// Where something does not fit, callers are told nothing: one error is not to become many.
std::vector<OwnConstraint> Solver::project() {
  solution.graph.canonicalise();
  std::vector<OwnConstraint> all = solution.graph.project(system.formalVariables), kept;
  auto isCertain = [&](OwnVar variable) {
    return variable >= system.formals.size() ||
           ((system.left[variable] == Left::Known || system.left[variable] == Left::AsEntered) &&
            !solution.isViolated[solution.component[system.formalVariables[variable]]]);
  };
  for (OwnConstraint &constraint : all)
    if (isCertain(constraint.source) && llvm::all_of(constraint.targets, isCertain))
      kept.push_back(std::move(constraint));
  return kept;
}

Solution Solver::run(bool isAudit) {
  for (uint32_t i = 0; i < system.numVariables; ++i)
    solution.graph.newVariable();
  solution.isAccepted.resize(system.constraints.size());
  addRanks(Rank::Constant, Rank::Uncommon);
  addDeferred();
  findComponents();
  solution.signature.formals = system.formals;
  solution.signature.left = system.left;
  solution.signature.isOpaque = system.isOpaque;
  solution.signature.isKept = system.isKept;
  solution.signature.borrowsVariadic = system.borrowsVariadic;
  solution.signature.isResultKept =
      function.returnVar && !system.isHeldElsewhere.empty() && system.isHeldElsewhere[function.returnVar.index];
  solution.signature.internal = project();
  if (fields) {
    addInvariants();
    solution.component.clear();
    solution.isViolated.clear();
    findComponents();
    solution.signature.external = project();
  } else {
    solution.signature.external = solution.signature.internal;
  }
  if (isAudit)
    addRanks(Rank::Indirect, Rank::Indirect);
  return std::move(solution);
}

} // namespace

Solution solve(System &system, const Function &function, const FieldTypes *fields, bool isAudit) {
  return Solver(system, function, fields).run(isAudit);
}

std::vector<FieldEvent> fieldEvents(const System &system, const Solution &solution, const Function &function,
                                    ProgFuncId id) {
  using Event = FieldEvent::Kind;
  std::vector<FieldEvent> events;
  auto certain = [&](OwnVar variable) {
    return solution.isViolated[solution.component[variable]] ? std::nullopt : solution.graph.label(variable);
  };
  // `delete e; e = other;`: what is taken out is replaced, and the field owns again.
  auto isReplaced = [&](FieldKey field) {
    for (uint32_t i = 0; i < system.formals.size(); ++i)
      if (system.formals[i].kind == Formal::Kind::Out && system.formals[i].param == 0 &&
          system.formals[i].field == field)
        return certain(system.formalVariables[i]) == true && system.left[i] == Left::Known;
    return false;
  };
  auto isGone = [&](const Formal &entered) {
    for (uint32_t i = 0; i < system.formals.size(); ++i)
      if (const Formal &formal = system.formals[i]; formal.kind == Formal::Kind::Out && formal.param == entered.param &&
                                                    formal.field == entered.field && formal.offset == entered.offset)
        return certain(system.formalVariables[i]) == false && system.left[i] != Left::AsEntered;
    return false;
  };
  for (const FieldUse &use : system.uses) {
    FieldEvent event{use.kind, use.field, id, use.stmt};
    switch (use.kind) {
    case Event::OwningStore:
      // Even where it does not fit together: what is lost on one way is stored on another.
      if (solution.graph.label(use.variable) != true)
        continue;
      break;
    case Event::Taken:
      if (certain(use.variable) == false || isReplaced(use.field))
        continue;
      break;
    case Event::OwnedAtDestruction:
      if (certain(use.variable) != true || !llvm::is_contained(system.freedRoots, use.root))
        continue;
      break;
    default:
      break;
    }
    events.push_back(event);
  }
  for (uint32_t i = 0; i < system.formals.size(); ++i) {
    const Formal &formal = system.formals[i];
    if (!formal.field.valid() || formal.param == Formal::InResult || certain(system.formalVariables[i]) != true)
      continue;
    const bool isFreed = llvm::is_contained(system.freedRoots, function.params[formal.param]);
    if (formal.kind == Formal::Kind::In &&
        (isFreed || (function.kind == FunctionKind::Destructor && formal.param == 0)))
      events.push_back({Event::OwnedAtDestruction, formal.field, id, {}});
    else if (formal.kind == Formal::Kind::In && formal.offset == formal.field.offset && isGone(formal))
      events.push_back({Event::Released, formal.field, id, {}});
    else if (formal.kind == Formal::Kind::Out && function.kind == FunctionKind::Constructor && formal.param == 0)
      events.push_back({Event::OwnedAtConstruction, formal.field, id, {}});
  }
  return events;
}

} // namespace custody::engines::ownership
