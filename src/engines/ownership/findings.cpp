#include "engines/ownership/findings.h"
#include "engines/callees.h"
#include "engines/ownership/gifts.h"
#include "engines/ownership/library.h"
#include "engines/ownership/paths.h"
#include "engines/ownership/separations.h"
#include "engines/ownership/words.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

namespace custody::engines::ownership {

using namespace ir;
using report::Event;
using report::Finding;

namespace {

void addLoss(Finding &finding, const report::Position &loss) {
  if (loss != finding.loss && !llvm::is_contained(finding.otherLosses, loss))
    finding.otherLosses.push_back(loss);
}

report::RankReason shownByPath() {
  return {15, "one path shows it"};
}

bool isShown(const Finding &finding) {
  return llvm::is_contained(finding.reasons, shownByPath());
}

class Findings {
public:
  explicit Findings(const FunctionView &view)
      : view(view), program(view.model.program), function(program.function(view.id)), module(program.moduleOf(view.id)),
        system(view.system), graph(view.solution.graph), constraintsOf(system.numVariables) {
    for (uint32_t i = 0; i < system.constraints.size(); ++i) {
      if (!view.solution.isAccepted[i])
        continue;
      constraintsOf[system.constraints[i].what.source].push_back(i);
      for (OwnVar target : system.constraints[i].what.targets)
        constraintsOf[target].push_back(i);
    }
  }

  std::vector<Finding> run();

private:
  using Wanted = llvm::function_ref<bool(const Constraint &)>;

  std::optional<uint32_t> search(llvm::ArrayRef<OwnVar> from, bool label, Wanted wanted,
                                 std::vector<uint32_t> *way = nullptr) const;
  std::optional<Finding> explain(const Constraint &violated);
  std::optional<Finding> leak(const Constraint &violated, OwnVar owner, llvm::ArrayRef<OwnVar> nobody);
  void addOtherLeaks(std::vector<Finding> &all, const Constraint &violated);
  std::optional<Finding> misuse(const Constraint &violated, llvm::ArrayRef<OwnVar> nothing, OwnVar owner);
  std::optional<Finding> givenTwice(const Constraint &handed, StmtId second);
  std::optional<Finding> releasedTwice(uint32_t component);
  void describeRelease(Finding &finding, StmtId stmt, bool isFirst) const;
  void addKeepers(Finding &finding, uint32_t component) const;
  std::optional<Finding> takenFromOwner(const Constraint &violated);
  std::optional<Finding> lostGift(const Gift &gift);
  void addLostGifts(std::vector<Finding> &all);
  bool isRelease(const Constraint &c) const {
    return c.cause == Cause::Freed ||
           (c.cause == Cause::Callee && c.what.kind == OwnConstraint::Kind::One && !c.isGiven);
  }
  uint32_t componentOf(const Constraint &c) const { return view.solution.component[c.what.source]; }
  bool isHandOver(const Constraint &c) const;
  bool isFieldOf(OwnVar variable) const { // of an object that the function follows
    const SlotId slot = system.versions[variable].slot;
    return slot && system.slots[slot.index].field.valid();
  }
  std::optional<Finding> field(const Constraint &violated);
  std::optional<Finding> escape(const Constraint &violated);
  bool isOrigin(const Constraint &c) const;
  bool isMisunderstood(const Constraint &made) const;
  std::optional<uint32_t> firstOrigin(uint32_t origin) const;
  void describeFreed(Finding &finding, const Constraint &freed) const;
  void describeFree(Finding &finding, const Constraint &freed) const;
  void describeKept(Finding &finding, const Constraint &returned, const Constraint &freed) const;
  void describeOrigin(Finding &finding, const Constraint &made, const Constraint &first) const;
  Finding start(report::Kind kind) const;
  void describeLoss(Finding &finding, const Constraint &lost) const;
  std::string spellJoin(const Constraint &joined) const;
  report::RankReason rankReason(const Constraint &violated) const;
  void add(std::vector<Finding> &all, Finding finding, const Constraint &violated);
  void describeRefusal(Finding &finding, const Refusal &refusal) const;
  void describeWay(Finding &finding, llvm::ArrayRef<uint32_t> way) const;
  void addInterface(Finding &finding, ProgFuncId callee, std::string text) const;
  report::Position position(StmtId stmt) const;
  report::Position positionOfLoss(const Constraint &lost) const;
  report::Position positionOfOrigin(const Constraint &made) const;
  std::string spell(SlotId slot) const { return slot ? spell(system.slots[slot.index]) : ""; }
  std::string spell(const Slot &what) const;
  std::string spellSmart(const Slot &what, const std::string &name) const;
  WalkInput walkInput();
  bool label(OwnVar variable, bool value) const { return graph.label(variable) == value; }

  const FunctionView &view;
  const program::Program &program;
  const Function &function;
  const Module &module;
  const System &system;
  const logic::OwnershipGraph &graph;
  std::vector<std::vector<uint32_t>> constraintsOf; // by variable: accepted ones
  std::optional<Conditions> conditions;             // made when the first path is looked for, as are its places
  std::optional<Places> places;
  // By kind, component and allocation, of fields by their names too: the index of the finding.
  std::map<std::tuple<report::Kind, uint32_t, report::Position, std::string>, size_t> known;
};

WalkInput Findings::walkInput() {
  if (!conditions) {
    conditions.emplace(view.model, view.id);
    places.emplace(program, view.id);
  }
  return {*conditions, *places, view.model, view.options, view.signatures, view.id};
}

report::Position Findings::position(StmtId stmt) const {
  return stmt ? positionOf(module, function[stmt].loc) : positionOf(module, function.loc);
}

std::string Findings::spell(const Slot &what) const {
  const Var &root = function[what.root];
  const std::string name =
      root.kind == VarKind::Temp || root.kind == VarKind::Return ? "" : module.text(root.name).str();
  if (!what.field.valid())
    return name.empty() || !what.isBehind ? name : "*" + name;
  if (program.record(what.field.record).isSystem && ownsByType(program, view.model.specs.store(), what.field))
    return spellSmart(what, name);
  const std::string fieldText = fieldName(program, what.field);
  if (name == "this" || name.empty())
    return fieldText;
  return name + (what.isBehind ? "->" : ".") + fieldText;
}

// A smart pointer: a variable, or a field by its own name.
std::string Findings::spellSmart(const Slot &what, const std::string &name) const {
  const Type &type = module[function[what.root].type];
  const TypeId object = what.isBehind && type.kind == TypeKind::Pointer ? type.inner : function[what.root].type;
  if (!object || module[object].kind != TypeKind::Record)
    return name;
  const ProgRecordId record = program.resolve(view.id, module[object].record);
  if (record == what.field.record)
    return name;
  const std::string field = fieldName(program, {record, what.offset - what.field.offset});
  return field.empty() || name == "this" ? field : name + (what.isBehind ? "->" : ".") + field;
}

// How the control flow gets to the join.
std::string Findings::spellJoin(const Constraint &joined) const {
  const auto &edges = function.blocks[joined.from.index].term.edges;
  const auto edge = llvm::find_if(edges, [&](const Edge &one) { return one.to == joined.to; });
  const EdgeKind kind = edge == edges.end() ? EdgeKind::Fall : edge->kind;
  const std::string after = kind == EdgeKind::Break      ? " after 'break'"
                            : kind == EdgeKind::Continue ? " after 'continue'"
                            : kind == EdgeKind::Goto     ? " after 'goto'"
                                                         : "";
  return "a join of " + std::to_string(joined.order) + " ways" + after;
}

// How reliable the constraint is that does not fit: the paper's order (4.3.2). A few points, so that what a path shows
// always weighs more.
report::RankReason Findings::rankReason(const Constraint &violated) const {
  auto reason = [](int points, const char *rank, const std::string &what) {
    return report::RankReason{points, "what does not fit has rank " + std::string(rank) + " of 6: " + what};
  };
  constexpr uint32_t WideJoin = 3;
  switch (violated.rank) {
  case Rank::Constant:
    return reason(4, "1", "an allocation, a release, an overwritten variable or the end of a scope");
  case Rank::Equality:
    if (violated.cause != Cause::Joined || !violated.from)
      return reason(3, "2", "one source and one target");
    return reason(violated.order < WideJoin ? 3 : 2, "2", spellJoin(violated));
  case Rank::Choice:
    return reason(2, "3", "a choice of who owns");
  case Rank::Uncommon:
    if (violated.cause != Cause::Joined || !violated.from)
      return reason(1, "4", "a way out of the function");
    return reason(violated.order < WideJoin ? 1 : 0, "4", spellJoin(violated));
  case Rank::Field:
    return reason(0, "5", "a field at the boundary of a method");
  case Rank::Indirect:
    return reason(0, "6", "ownership where it is not followed");
  }
  llvm_unreachable("every rank is listed");
}

// Breadth first from the variables, over those with the same label, to the nearest constraint that is wanted.
std::optional<uint32_t> Findings::search(llvm::ArrayRef<OwnVar> from, bool value, Wanted wanted,
                                         std::vector<uint32_t> *way) const {
  std::vector<OwnVar> queue;
  std::map<OwnVar, std::pair<OwnVar, uint32_t>> cameBy; // variable: from where, by which constraint
  for (OwnVar variable : from)
    if (label(variable, value) && cameBy.try_emplace(variable, variable, ~0u).second)
      queue.push_back(variable);
  for (size_t i = 0; i < queue.size(); ++i) {
    const OwnVar at = queue[i];
    for (uint32_t index : constraintsOf[at]) {
      const Constraint &c = system.constraints[index];
      if (wanted(c)) {
        for (OwnVar back = at; way && cameBy[back].second != ~0u; back = cameBy[back].first)
          way->push_back(cameBy[back].second);
        return index;
      }
      auto visit = [&](OwnVar next) {
        if (label(next, value) && cameBy.try_emplace(next, at, index).second)
          queue.push_back(next);
      };
      visit(c.what.source);
      llvm::for_each(c.what.targets, visit);
    }
  }
  return {};
}

bool Findings::isOrigin(const Constraint &c) const {
  return c.cause == Cause::Allocated || c.cause == Cause::Entered ||
         (c.cause == Cause::Callee && c.what.kind == OwnConstraint::Kind::One && c.isGiven);
}

Finding Findings::start(report::Kind kind) const {
  Finding finding;
  finding.kind = kind;
  finding.engine = "ownership";
  finding.function = program.sourceName(view.id).str();
  return finding;
}

report::Position Findings::positionOfLoss(const Constraint &lost) const {
  if (lost.cause == Cause::Joined && lost.from) {
    const report::Position at = positionOf(module, function.blocks[lost.from.index].term.loc);
    if (at.valid())
      return at;
  }
  return position(lost.stmt);
}

report::Position Findings::positionOfOrigin(const Constraint &made) const {
  if (made.cause != Cause::Entered)
    return position(made.stmt);
  const report::Position declared = positionOf(module, function[system.slots[made.slot.index].root].loc);
  return declared.valid() ? declared : position({});
}

void Findings::describeLoss(Finding &finding, const Constraint &lost) const {
  const std::string name = spell(lost.slot);
  const std::string what = name.empty() ? "the pointer to it" : "'" + name + "'";
  std::string text;
  switch (lost.cause) {
  case Cause::Overwritten:
    text = "lost here: " + what + " is overwritten";
    break;
  case Cause::Aborted:
    text = "lost here: the program ends while " + what + " owns it";
    break;
  case Cause::HolderFreed:
    text = "lost here: what holds " + what + " is freed";
    break;
  case Cause::Ended:
    text = name.empty() ? "lost here: nobody keeps the result" : "lost here: " + what + " goes out of scope";
    break;
  case Cause::Joined:
    text = "here " + what + " still owns it, and nobody does from here on";
    break;
  default:
    text = "lost here: nobody owns it from here on";
  }
  if (finding.object.empty())
    finding.object = name;
  finding.chain.push_back({Event::Kind::Lost, finding.loss, finding.function, text});
}

void Findings::addInterface(Finding &finding, ProgFuncId callee, std::string text) const {
  report::Interface interface{program.sourceName(callee).str(), std::move(text),
                              positionOf(program.moduleOf(callee), program.function(callee).loc)};
  if (!llvm::is_contained(finding.interfaces, interface))
    finding.interfaces.push_back(std::move(interface));
}

void Findings::describeWay(Finding &finding, llvm::ArrayRef<uint32_t> way) const {
  for (uint32_t index : way) {
    const Constraint &c = system.constraints[index];
    if (c.cause == Cause::Copied && c.stmt) {
      const ExprId place =
          std::holds_alternative<Assign>(function[c.stmt].op) ? std::get<Assign>(function[c.stmt].op).place : ExprId();
      const std::string name = place ? spellSlotPlace(module, function, place) : "";
      if (!name.empty() && label(c.what.targets.back(), true))
        finding.chain.push_back(
            {Event::Kind::Stored, position(c.stmt), finding.function, "'" + name + "' owns it from here on"});
    } else if (c.cause == Cause::Passed && c.callee && label(c.what.targets.back(), false)) {
      addInterface(finding, c.callee, "'" + program.sourceName(c.callee).str() + "' does not take ownership of it");
    }
  }
}

// The callee keeps what it gets, but not on the path that was found.
void Findings::describeRefusal(Finding &finding, const Refusal &refusal) const {
  const Callees callees = calleesAt(view.model, view.id, refusal.call);
  const ProgFuncId callee = callees.known.front();
  const std::string name = "'" + program.sourceName(callee).str() + "'";
  finding.chain.push_back(
      {Event::Kind::Note, position(refusal.call), finding.function, name + " does not keep it here"});
  addInterface(finding, callee,
               name + " keeps it, but not when it " +
                   spellResult(program, callee, {Relation::Equal, refusal.result, true}));
}

// What callees moved (realloc) back to where it began. None: something on the way does not fit, and the same problem is
// told from where it began.
std::optional<uint32_t> Findings::firstOrigin(uint32_t origin) const {
  constexpr unsigned MaxMoves = 64;
  for (unsigned steps = 0; steps < MaxMoves && system.constraints[origin].movedFrom; ++steps) {
    const auto earlier =
        search({*system.constraints[origin].movedFrom}, true, [&](const Constraint &c) { return isOrigin(c); });
    if (!earlier || *earlier == origin)
      return {};
    origin = *earlier;
  }
  return origin;
}

// The callee wants to own an argument that is no heap object: its signature is about other calls than this.
bool Findings::isMisunderstood(const Constraint &made) const {
  return made.callee && llvm::any_of(view.solution.violations, [&](uint32_t index) {
           const Constraint &other = system.constraints[index];
           return other.stmt == made.stmt && other.cause == Cause::Callee && !other.isGiven &&
                  other.what.kind == OwnConstraint::Kind::One;
         });
}

void Findings::describeOrigin(Finding &finding, const Constraint &made, const Constraint &first) const {
  const std::string by = "'" + finding.allocator + "'";
  const std::string holder = spell(system.versions[made.what.source].slot);
  if (&first != &made) {
    const std::string maker = first.callee ? program.sourceName(first.callee).str() : "";
    finding.chain.push_back({Event::Kind::Note, position(first.stmt), finding.function,
                             maker.empty() ? "allocated here" : "'" + maker + "' hands it over first"});
  }
  if (made.cause == Cause::Entered) {
    const std::string name = program.name(system.slots[made.slot.index].field.record).str();
    finding.chain.push_back({Event::Kind::Handed, finding.allocation, finding.function,
                             "'" + spell(made.slot) + "' owns what it points to when the function begins"});
    finding.interfaces.push_back({name, "'" + name + "' owns what it points to, by its specification", {}});
    return;
  }
  if (!made.callee) {
    finding.chain.push_back({Event::Kind::Allocated, finding.allocation, finding.function, "allocated here by " + by});
    return;
  }
  finding.chain.push_back({Event::Kind::Handed, finding.allocation, finding.function,
                           by + (&first != &made ? " hands it back, moved or not" : " hands it over")});
  addInterface(finding, made.callee,
               made.isLeft && !holder.empty() ? by + " leaves memory in '" + holder + "' that its caller owns"
                                              : by + " returns memory that its caller owns");
}

// Where what the statement frees came from, if that is in this function.
void Findings::describeFreed(Finding &finding, const Constraint &freed) const {
  for (const Constraint &c : system.constraints) {
    if (c.cause != Cause::Freed || c.stmt != freed.stmt || c.slot != freed.slot)
      continue;
    const auto origin = search({c.what.source}, true, [&](const Constraint &o) { return isOrigin(o); });
    if (!origin)
      return;
    const Constraint &made = system.constraints[*origin];
    finding.allocation = positionOfOrigin(made);
    finding.allocator =
        made.callee ? program.sourceName(made.callee).str() : allocatorName(module, function, made.stmt);
    describeOrigin(finding, made, made);
    return;
  }
}

std::optional<Finding> Findings::leak(const Constraint &violated, OwnVar owner, llvm::ArrayRef<OwnVar> nobody) {
  std::vector<uint32_t> way;
  std::optional<uint32_t> origin;
  if (isOrigin(violated))
    origin = &violated - system.constraints.data();
  else
    origin = search({owner}, true, [&](const Constraint &c) { return isOrigin(c); }, &way);
  if (!origin)
    return {};
  const std::optional<uint32_t> first = firstOrigin(*origin);
  if (!first)
    return {};
  const Constraint &made = system.constraints[*origin];
  if (isMisunderstood(made))
    return {};
  Constraint lost = violated;
  if (violated.cause == Cause::Copied || violated.cause == Cause::Passed || violated.cause == Cause::Callee ||
      violated.cause == Cause::Allocated) {
    auto isLoss = [](const Constraint &c) {
      return c.cause == Cause::Ended || c.cause == Cause::Overwritten || c.cause == Cause::HolderFreed;
    };
    for (OwnVar variable : nobody)
      if (const auto end = search({variable}, false, isLoss)) {
        lost = system.constraints[*end];
        break;
      }
  }
  const SlotId holder = system.versions[made.what.source].slot;
  if (const FieldFacts *facts = holder ? view.fields.find(system.slots[holder.index].field) : nullptr;
      facts && facts->isTold)
    return {};
  std::vector<Loss> losses;
  const Signature *maker = made.callee ? view.signatures(made.callee) : nullptr;
  if ((made.stmt || made.cause == Cause::Entered) && holder && !(maker && maker->isResultKept))
    losses = findLosses(walkInput(), made.stmt, system.slots[holder.index]);
  const Loss *end = losses.empty() ? nullptr : &losses.front();
  if (!end && !view.options.unconfirmed)
    return {};
  if (end && (lost.stmt != end->at || lost.cause == Cause::Callee)) {
    lost = Constraint();
    lost.stmt = end->at;
    lost.slot = holder;
    lost.cause = std::holds_alternative<End>(function[end->at].op) ? Cause::Ended
                 : std::holds_alternative<Call>(function[end->at].op) && view.model.noReturn(view.id, end->at)
                     ? Cause::Aborted
                     : Cause::Overwritten;
  }
  Finding finding = start(report::Kind::Leak);
  finding.loss = positionOfLoss(lost);
  finding.allocation = positionOfOrigin(made);
  finding.allocFunction = finding.function;
  finding.allocator = made.callee ? program.sourceName(made.callee).str() : allocatorName(module, function, made.stmt);
  const bool isHanded = made.callee.valid() || made.cause == Cause::Entered;
  describeOrigin(finding, made, system.constraints[*first]);
  describeWay(finding, way);
  if (violated.cause == Cause::Passed && violated.callee)
    addInterface(finding, violated.callee,
                 "'" + program.sourceName(violated.callee).str() + "' does not take ownership of it");
  if (end && end->refusal.call)
    describeRefusal(finding, end->refusal);
  describeLoss(finding, lost);
  if (end && end->isUnfinished)
    finding.chain.back().text = "lost here: the constructor throws, and no destructor runs for what it has begun";
  for (const Loss &other : losses)
    addLoss(finding, position(other.at));
  if (end)
    finding.reasons.push_back(shownByPath());
  else
    finding.reasons.push_back({-25, "no single path shows it: a condition may tell paths apart"});
  if (lost.cause == Cause::Aborted)
    finding.reasons.push_back({-30, "the program ends there"});
  if (!isHanded)
    finding.reasons.push_back({10, "allocated and lost in one function"});
  return finding;
}

// Something is freed, or handed to somebody who frees it, that is not owned.
std::optional<Finding> Findings::misuse(const Constraint &violated, llvm::ArrayRef<OwnVar> nothing, OwnVar owner) {
  auto isFree = [&](const Constraint &c) { return isRelease(c); };
  auto isReason = [](const Constraint &c) {
    return c.cause == Cause::AfterFree || (c.cause == Cause::Callee && c.what.kind == OwnConstraint::Kind::Zero);
  };
  std::optional<uint32_t> release, reason;
  if (isRelease(violated))
    release = &violated - system.constraints.data();
  else
    release = search({owner}, true, isFree);
  reason = isReason(violated) ? std::optional<uint32_t>(&violated - system.constraints.data())
                              : search(nothing, false, isReason);
  if (!reason && !nothing.empty())
    if (const auto handed = search(nothing, false, [&](const Constraint &c) { return isHandOver(c); }))
      return givenTwice(system.constraints[*handed], release && system.constraints[*release].cause == Cause::Freed
                                                         ? system.constraints[*release].stmt
                                                         : violated.stmt);
  if (!release || !reason)
    return {};
  const Constraint &second = system.constraints[*release], &first = system.constraints[*reason];
  Finding finding = start(report::Kind::DoubleFree);
  finding.loss = position(second.stmt);
  finding.allocation = position(first.stmt);
  finding.allocFunction = finding.function;
  finding.object = spell(second.slot);
  if (first.cause == Cause::AfterFree) {
    if (!first.slot || !second.slot || !first.stmt || !second.stmt ||
        std::holds_alternative<Realloc>(function[first.stmt].op)) // it may have failed
      return {};
    const bool isShown = isFreedAgain(walkInput(), first.stmt, system.slots[first.slot.index], second.stmt);
    if (!isShown && !view.options.unconfirmed)
      return {};
    finding.reasons.push_back(
        isShown ? shownByPath() : report::RankReason{-25, "no single path shows it: a condition may tell paths apart"});
    const report::Position freed = finding.allocation;
    describeFreed(finding, first);
    finding.chain.push_back({Event::Kind::Freed, freed, finding.function, "freed here first"});
  } else {
    if (keepsItsResult(program, view.fields, first.callee, view.signatures(first.callee)).empty())
      return {};
    describeKept(finding, first, second);
    return finding;
  }
  describeFree(finding, second);
  return finding;
}

void Findings::describeFree(Finding &finding, const Constraint &freed) const {
  const std::string by = freed.callee ? " by '" + program.sourceName(freed.callee).str() + "'" : "";
  finding.chain.push_back({Event::Kind::Freed, finding.loss, finding.function, "freed here" + by});
  if (freed.callee)
    addInterface(finding, freed.callee, "'" + program.sourceName(freed.callee).str() + "' takes ownership of it");
}

// What a callee returns and still owns is freed.
void Findings::describeKept(Finding &finding, const Constraint &returned, const Constraint &freed) const {
  finding.loss = position(freed.stmt);
  finding.allocation = position(returned.stmt);
  finding.allocFunction = finding.function;
  finding.object = spell(freed.slot);
  finding.allocator = program.sourceName(returned.callee).str();
  addInterface(finding, returned.callee,
               keepsItsResult(program, view.fields, returned.callee, view.signatures(returned.callee)));
  finding.chain.push_back({Event::Kind::Handed, finding.allocation, finding.function,
                           "'" + finding.allocator + "' returns it, but keeps its ownership"});
  describeFree(finding, freed);
}

// An argument whose ownership goes to the callee.
bool Findings::isHandOver(const Constraint &c) const {
  return c.cause == Cause::Passed && c.callee && c.stmt && c.slot && c.what.targets.size() == 2 &&
         label(c.what.targets.back(), true);
}

// Handed to somebody who takes it, and then freed, or handed to another who takes it.
std::optional<Finding> Findings::givenTwice(const Constraint &handed, StmtId second) {
  if (!isHandOver(handed) || !second || second == handed.stmt ||
      !isFreedAgain(walkInput(), handed.stmt, system.slots[handed.slot.index], second))
    return {};
  Finding finding = start(report::Kind::DoubleFree);
  finding.loss = position(second);
  finding.allocation = position(handed.stmt);
  finding.allocFunction = finding.function;
  finding.object = spell(handed.slot);
  if (const auto origin = search({handed.what.source}, true, [&](const Constraint &c) { return isOrigin(c); })) {
    const Constraint &made = system.constraints[*origin];
    finding.allocation = positionOfOrigin(made);
    finding.allocator =
        made.callee ? program.sourceName(made.callee).str() : allocatorName(module, function, made.stmt);
    describeOrigin(finding, made, made);
  }
  const std::string taker = "'" + program.sourceName(handed.callee).str() + "'";
  finding.chain.push_back(
      {Event::Kind::Handed, position(handed.stmt), finding.function, "handed over here to " + taker});
  addInterface(finding, handed.callee, taker + " takes ownership of it");
  const bool isFree = std::holds_alternative<Free>(function[second].op);
  finding.chain.push_back({Event::Kind::Freed, finding.loss, finding.function,
                           isFree ? "freed here all the same" : "handed over here a second time"});
  finding.reasons.push_back(shownByPath());
  return finding;
}

void Findings::describeRelease(Finding &finding, StmtId stmt, bool isFirst) const {
  const std::string when = isFirst ? " here first" : " here again";
  if (std::holds_alternative<Free>(function[stmt].op)) {
    finding.chain.push_back({Event::Kind::Freed, position(stmt), finding.function, "freed" + when});
    return;
  }
  const ProgFuncId callee = calleesAt(view.model, view.id, stmt).known.front();
  const std::string name = "'" + program.sourceName(callee).str() + "'";
  finding.chain.push_back({Event::Kind::Handed, position(stmt), finding.function, name + " takes it" + when});
  addInterface(finding, callee, name + " takes ownership of it");
}

// Callees that return what they still own: the other owner.
void Findings::addKeepers(Finding &finding, uint32_t component) const {
  for (const Constraint &c : system.constraints)
    if (c.cause == Cause::Callee && c.callee && componentOf(c) == component)
      if (std::string kept = keepsItsResult(program, view.fields, c.callee, view.signatures(c.callee)); !kept.empty())
        addInterface(finding, c.callee, std::move(kept));
}

// Something in the component does not fit, and one path frees what the component is about twice: by the same pointer,
// by a copy, by what a callee returned of it, by the owner that it was given to.
std::optional<Finding> Findings::releasedTwice(uint32_t component) {
  auto isHere = [&](const Constraint &c) { return componentOf(c) == component; };
  if (llvm::count_if(system.constraints, [&](const Constraint &c) { return isRelease(c) && isHere(c); }) < 2)
    return {};
  for (const Constraint &made : system.constraints) {
    const SlotId holder = system.versions[made.what.source].slot;
    if (!isOrigin(made) || !isHere(made) || !made.stmt || !holder)
      continue;
    const auto releases = findSecondRelease(walkInput(), made.stmt, system.slots[holder.index]);
    if (!releases)
      continue;
    Finding finding = start(report::Kind::DoubleFree);
    finding.loss = position(releases->second);
    finding.allocation = positionOfOrigin(made);
    finding.allocFunction = finding.function;
    finding.allocator =
        made.callee ? program.sourceName(made.callee).str() : allocatorName(module, function, made.stmt);
    finding.object = spell(holder);
    describeOrigin(finding, made, made);
    describeRelease(finding, releases->first, true);
    describeRelease(finding, releases->second, false);
    addKeepers(finding, component);
    finding.reasons.push_back(shownByPath());
    return finding;
  }
  return {};
}

// Example 4: freed is what a method returned of a field that its class owns, and at the end of the function the field
// still points there. Classes with destructors only: in C whoever frees a field may be a part of who frees the object.
std::optional<Finding> Findings::takenFromOwner(const Constraint &violated) {
  const FieldFacts *facts = view.fields.find(violated.field);
  const bool isOwnMethod = function.record && program.resolve(view.id, function.record) == violated.field.record;
  if (!facts || !facts->destroyer || isOwnMethod || program.function(facts->destroyer).kind != FunctionKind::Destructor)
    return {};
  auto isGetter = [&](const Constraint &c) {
    return c.cause == Cause::Callee && c.what.targets.size() == 2 && label(c.what.source, true) &&
           !keepsItsResult(program, view.fields, c.callee, view.signatures(c.callee)).empty();
  };
  const auto got = search({violated.what.source}, false, isGetter);
  if (!got)
    return {};
  const Constraint &getter = system.constraints[*got];
  const auto release =
      search(getter.what.targets, true, [&](const Constraint &c) { return isRelease(c) && c.stmt != getter.stmt; });
  if (!release)
    return {};
  Finding finding = start(report::Kind::DoubleFree);
  describeKept(finding, getter, system.constraints[*release]);
  return finding;
}

// A method leaves an owning field as its class does not expect it.
std::optional<Finding> Findings::field(const Constraint &violated) {
  const FieldFacts *facts = view.fields.find(violated.field);
  const bool mustOwn = violated.what.kind == OwnConstraint::Kind::One;
  if (mustOwn)
    if (std::optional<Finding> taken = takenFromOwner(violated))
      return taken;
  if (!facts || function.isImplicit || !view.options.receiverFields)
    return {};
  const std::string name = fieldName(program, violated.field);
  const std::string why = whyOwned(program, *facts);
  if (mustOwn) {
    auto isLoss = [](const Constraint &c) { return c.cause == Cause::Overwritten; };
    const auto lost = search({violated.what.source}, false, isLoss);
    if (!lost)
      return {};
    Finding finding = start(report::Kind::Leak);
    finding.object = name;
    finding.loss = position(system.constraints[*lost].stmt);
    finding.allocation = position({});
    finding.chain.push_back({Event::Kind::Note, finding.allocation, finding.function,
                             "the field '" + name + "' owns what it points to: " + why});
    finding.chain.push_back({Event::Kind::Lost, finding.loss, finding.function,
                             "lost here: '" + name + "' is overwritten, and what it pointed to is not freed"});
    finding.interfaces.push_back(
        {program.sourceName(facts->destroyer ? facts->destroyer : facts->constructor).str(), why, {}});
    finding.reasons.push_back({-10, "the field may be null whenever this is called"});
    return finding;
  }
  Finding finding = start(report::Kind::Leak);
  finding.object = name;
  finding.loss = positionOf(module, function.endLoc);
  finding.allocation = position({});
  finding.chain.push_back({Event::Kind::Note, finding.allocation, finding.function,
                           "the field '" + name + "' owns what it points to: " + why});
  finding.chain.push_back(
      {Event::Kind::Lost, finding.loss, finding.function, "lost here: the destructor does not free '" + name + "'"});
  finding.interfaces.push_back({qualifiedName(program, violated.field), "the field '" + name + "' owns: " + why, {}});
  return finding;
}

std::optional<Finding> Findings::escape(const Constraint &violated) {
  Finding finding =
      start(violated.cause == Cause::Handed ? report::Kind::OwnershipUnmodelled : report::Kind::OwnershipEscape);
  finding.loss = position(violated.stmt);
  const auto origin = search({violated.what.source}, true, [&](const Constraint &c) { return isOrigin(c); });
  finding.allocation = origin ? position(system.constraints[*origin].stmt) : finding.loss;
  finding.allocFunction = finding.function;
  if (const ProgFuncId maker = origin ? system.constraints[*origin].callee : ProgFuncId())
    addInterface(finding, maker, "'" + program.sourceName(maker).str() + "' gives memory that its caller owns");
  if (violated.field.valid())
    finding.object = qualifiedName(program, violated.field);
  if (const FieldFacts *facts = view.fields.find(violated.field); facts && facts->owns())
    finding.interfaces.push_back({finding.object, "it owns: " + whyOwned(program, *facts), {}});
  const char *text = violated.cause == Cause::Sender   ? "the field does not own while another object is called here"
                     : violated.cause == Cause::Stored ? "an owning pointer is stored here"
                     : violated.cause == Cause::Handed ? "an owning pointer is handed to a function that nobody knows"
                                                       : "an owning pointer is loaded here";
  finding.chain.push_back({Event::Kind::Note, finding.loss, finding.function, text});
  return finding;
}

std::optional<Finding> Findings::explain(const Constraint &violated) {
  const OwnVar source = violated.what.source;
  const auto &targets = violated.what.targets;
  if (violated.rank == Rank::Indirect)
    return escape(violated);
  if (violated.cause == Cause::Invariant)
    return field(violated);
  switch (violated.what.kind) {
  case OwnConstraint::Kind::Zero:                              // it owns
    if (violated.cause == Cause::Callee && !isFieldOf(source)) // else the callee overwrites the field
      return misuse(violated, {}, source);
    return leak(violated, source, {});
  case OwnConstraint::Kind::One: // it owns nothing
    if (isOrigin(violated))
      return leak(violated, source, {source});
    return misuse(violated, {source}, source);
  case OwnConstraint::Kind::Equal:
  case OwnConstraint::Kind::AtLeast:
    break;
  }
  if (violated.cause == Cause::Returned)
    return {};
  if (violated.cause == Cause::Joined && targets.size() == 1) {
    if (label(source, false) && label(targets.front(), true))
      return leak(violated, targets.front(), {source});
    if (label(source, true) && label(targets.front(), false))
      return misuse(violated, {targets.front()}, source);
    return {};
  }
  if (label(source, true) && llvm::all_of(targets, [&](OwnVar target) { return label(target, false); }))
    return leak(violated, source, targets);
  if (isHandOver(violated) && label(targets.front(), true)) { // both own
    const auto second = search({targets.front()}, true, [&](const Constraint &c) { return c.cause == Cause::Freed; });
    return second ? givenTwice(violated, system.constraints[*second].stmt) : std::nullopt;
  }
  for (OwnVar target : targets)
    if (label(source, false) && label(target, true)) {
      std::optional<Finding> found = misuse(violated, {source}, target);
      const bool isSymmetric = violated.what.kind == OwnConstraint::Kind::Equal && targets.size() == 1;
      return found || !isSymmetric ? found : leak(violated, target, {source});
    }
  return {};
}

// What does not fit in one component of the constraints is one problem (containers paper, 6.3): of each object that it
// is about there is one finding a kind, with all the places, and the report makes one result of the kinds. Where nobody
// knows whence the object came, the component is the object. Escapes are told field by field.
void Findings::add(std::vector<Finding> &all, Finding finding, const Constraint &violated) {
  const bool isOfField = violated.rank == Rank::Indirect || violated.cause == Cause::Invariant;
  const bool isOfComponent = finding.kind == report::Kind::DoubleFree && finding.allocator.empty() && !isOfField;
  const report::Position object = isOfComponent ? report::Position() : finding.allocation;
  const auto [at, isNew] =
      known.try_emplace({finding.kind, componentOf(violated), object, isOfField ? finding.object : ""}, all.size());
  if (isNew) {
    finding.reasons.push_back(rankReason(violated));
    all.push_back(std::move(finding));
    return;
  }
  addLoss(all[at->second], finding.loss);
  for (const report::Position &loss : finding.otherLosses)
    addLoss(all[at->second], loss);
}

// Other allocations of the component, where one path shows that they are lost: constraints fit with one of several.
//
//     if (c) p = malloc(1); else p = malloc(2);       and nobody frees p
//
// What is moved (realloc) is no other allocation.
void Findings::addOtherLeaks(std::vector<Finding> &all, const Constraint &violated) {
  auto isMove = [&](const Constraint &made) {
    return llvm::any_of(system.constraints, [&](const Constraint &other) {
      return other.stmt == made.stmt && isRelease(other) && componentOf(other) == componentOf(made);
    });
  };
  for (const Constraint &made : system.constraints)
    if (isOrigin(made) && componentOf(made) == componentOf(violated) && !isMove(made) &&
        !known.contains({report::Kind::Leak, componentOf(made), position(made.stmt), ""}))
      if (std::optional<Finding> finding = leak(made, made.what.source, {}); finding && isShown(*finding))
        add(all, std::move(*finding), violated);
}

// What a callee leaves behind an argument when its result says so.
std::optional<Finding> Findings::lostGift(const Gift &gift) {
  const std::vector<Loss> losses = findLosses(walkInput(), gift.call, gift.holder, gift.test);
  if (losses.empty())
    return {};
  Finding finding = start(report::Kind::Leak);
  finding.loss = position(losses.front().at);
  finding.allocation = position(gift.call);
  finding.allocFunction = finding.function;
  finding.allocator = program.sourceName(gift.callee).str();
  finding.object = spell(gift.holder);
  const std::string by = "'" + finding.allocator + "'",
                    when = " when it " + spellResult(program, gift.callee, gift.test);
  finding.chain.push_back(
      {Event::Kind::Handed, finding.allocation, finding.function, by + " leaves it in '" + finding.object + "'"});
  addInterface(finding, gift.callee, by + " leaves memory in '" + finding.object + "' that its caller owns" + when);
  if (losses.front().refusal.call)
    describeRefusal(finding, losses.front().refusal);
  const bool isEnd = std::holds_alternative<End>(function[losses.front().at].op);
  finding.chain.push_back({Event::Kind::Lost, finding.loss, finding.function,
                           "lost here: '" + finding.object + "' " + (isEnd ? "goes out of scope" : "is overwritten")});
  for (const Loss &other : losses)
    addLoss(finding, position(other.at));
  finding.reasons.push_back(shownByPath());
  return finding;
}

void Findings::addLostGifts(std::vector<Finding> &all) {
  for (uint32_t s = 0; s < function.stmts.size(); ++s) {
    if (!std::holds_alternative<Call>(function.stmts[s].op) ||
        !mayGive(view.model, view.signatures, view.id, StmtId(s)))
      continue;
    for (const Gift &gift : giftsAt(walkInput(), StmtId(s)))
      if (std::optional<Finding> finding = lostGift(gift))
        all.push_back(std::move(*finding));
  }
}

std::vector<Finding> Findings::run() {
  std::vector<Finding> result = view.options.audit ? separations(program, view.id) : std::vector<Finding>();
  std::set<uint32_t> doubles; // components with a double free told
  for (uint32_t index : view.solution.violations) {
    const Constraint &violated = system.constraints[index];
    std::optional<Finding> finding = explain(violated);
    if (!finding)
      continue;
    if (finding->kind == report::Kind::DoubleFree)
      doubles.insert(componentOf(violated));
    add(result, std::move(*finding), violated);
  }
  std::set<uint32_t> seen;
  for (uint32_t index : view.solution.violations) {
    const Constraint &violated = system.constraints[index];
    if (violated.rank == Rank::Indirect || !seen.insert(componentOf(violated)).second)
      continue;
    addOtherLeaks(result, violated);
    if (!doubles.contains(componentOf(violated)))
      if (std::optional<Finding> finding = releasedTwice(componentOf(violated)))
        add(result, std::move(*finding), violated);
  }
  addLostGifts(result);
  return result;
}

} // namespace

bool isGivenByType(const Finding &finding) {
  return finding.kind == report::Kind::Leak && finding.allocator.empty() && !finding.chain.empty() &&
         finding.chain.front().kind == Event::Kind::Handed;
}

std::vector<Finding> makeFindings(const FunctionView &view) {
  return Findings(view).run();
}

} // namespace custody::engines::ownership
