// Where things are, and what happened to them there, in words.
#include "engines/callees.h"
#include "engines/makers.h"
#include "engines/ownership/library.h"
#include "engines/ownership/violations.h"
#include "engines/ownership/words.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::ownership {

using namespace ir;
using report::Event;
using report::Finding;

report::Position Findings::position(StmtId stmt) const {
  return stmt ? positionOf(module, function[stmt].loc) : positionOf(module, function.loc);
}

std::string Findings::spell(const Slot &what) const {
  const Var &root = function[what.root];
  const std::string name =
      root.kind == VarKind::Temp || root.kind == VarKind::Return ? "" : module.text(root.name).str();
  if (!what.field.valid())
    return name.empty() || !what.isBehind ? name : "*" + name;
  if (program.record(what.field.record).isSystem && ownsByType(program, task.model.specs.store(), what.field))
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
  const ProgRecordId record = program.resolve(task.id, module[object].record);
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
Finding Findings::start(report::Kind kind) const {
  Finding finding;
  finding.kind = kind;
  finding.engine = "ownership";
  finding.function = program.sourceName(task.id).str();
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
  const Callees callees = calleesAt(task.model, task.id, refusal.call);
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

void Findings::setMaker(Finding &finding, const Constraint &made) const {
  if (made.callee) {
    finding.allocator = program.sourceName(made.callee).str();
    if (task.options.resources)
      finding.resource = resourceMadeBy(program, task.model.specs, made.callee);
  } else if (made.cause != Cause::Entered) {
    finding.allocator = makerName(program, task.id, made.stmt);
  }
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
    finding.chain.push_back(
        {Event::Kind::Allocated, finding.allocation, finding.function, madeHere(finding, finding.allocator)});
    return;
  }
  finding.chain.push_back({Event::Kind::Handed, finding.allocation, finding.function,
                           by + (&first != &made ? " hands it back, moved or not" : " hands it over")});
  const std::string what = finding.resource.empty() ? "memory" : "the " + finding.resource;
  addInterface(finding, made.callee,
               made.isLeft && !holder.empty() ? by + " leaves " + what + " in '" + holder + "' that its caller owns"
                                              : by + " returns " + what + " that its caller owns");
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
    setMaker(finding, made);
    describeOrigin(finding, made, made);
    return;
  }
}

} // namespace custody::engines::ownership
