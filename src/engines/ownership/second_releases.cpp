// What is released twice, or by somebody who does not own it.
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
    const bool isShown = isFreedAgain(view.walks, first.stmt, system.slots[first.slot.index], second.stmt);
    if (!isShown && !task.options.unconfirmed)
      return {};
    finding.reasons.push_back(
        isShown ? shownByPath() : report::RankReason{-25, "no single path shows it: a condition may tell paths apart"});
    const report::Position freed = finding.allocation;
    describeFreed(finding, first);
    finding.chain.push_back({Event::Kind::Freed, freed, finding.function, "freed here first"});
  } else {
    if (keepsItsResult(program, view.fields, first.callee, task.signatures(first.callee)).empty())
      return {};
    describeKept(finding, first, second);
    return finding;
  }
  describeFree(finding, second);
  return finding;
}

void Findings::describeFree(Finding &finding, const Constraint &freed) const {
  const std::string by = freed.callee ? " by '" + program.sourceName(freed.callee).str() + "'" : "";
  finding.chain.push_back({Event::Kind::Freed, finding.loss, finding.function, releasedWord(finding) + " here" + by});
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
               keepsItsResult(program, view.fields, returned.callee, task.signatures(returned.callee)));
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
  if (!isHandOver(handed) || keepsOnFailure(task.model.specs.find(handed.callee)) || !second || second == handed.stmt ||
      !isFreedAgain(view.walks, handed.stmt, system.slots[handed.slot.index], second))
    return {};
  Finding finding = start(report::Kind::DoubleFree);
  finding.loss = position(second);
  finding.allocation = position(handed.stmt);
  finding.allocFunction = finding.function;
  finding.object = spell(handed.slot);
  if (const auto origin = search({handed.what.source}, true, [&](const Constraint &c) { return isOrigin(c); })) {
    const Constraint &made = system.constraints[*origin];
    finding.allocation = positionOfOrigin(made);
    setMaker(finding, made);
    describeOrigin(finding, made, made);
  }
  const std::string taker = "'" + program.sourceName(handed.callee).str() + "'";
  finding.chain.push_back(
      {Event::Kind::Handed, position(handed.stmt), finding.function, "handed over here to " + taker});
  addInterface(finding, handed.callee, taker + " takes ownership of it");
  const bool isFree = std::holds_alternative<Free>(function[second].op);
  finding.chain.push_back(
      {Event::Kind::Freed, finding.loss, finding.function,
       isFree ? releasedWord(finding) + " here all the same" : std::string("handed over here a second time")});
  finding.reasons.push_back(shownByPath());
  return finding;
}

void Findings::describeRelease(Finding &finding, StmtId stmt, bool isFirst) const {
  const std::string when = isFirst ? " here first" : " here again";
  if (std::holds_alternative<Free>(function[stmt].op)) {
    finding.chain.push_back({Event::Kind::Freed, position(stmt), finding.function, releasedWord(finding) + when});
    return;
  }
  const ProgFuncId callee = calleesAt(task.model, task.id, stmt).known.front();
  const std::string name = "'" + program.sourceName(callee).str() + "'";
  finding.chain.push_back({Event::Kind::Handed, position(stmt), finding.function, name + " takes it" + when});
  addInterface(finding, callee, name + " takes ownership of it");
}

// Callees that return what they still own: the other owner.
void Findings::addKeepers(Finding &finding, uint32_t component) const {
  for (const Constraint &c : system.constraints)
    if (c.cause == Cause::Callee && c.callee && componentOf(c) == component)
      if (std::string kept = keepsItsResult(program, view.fields, c.callee, task.signatures(c.callee)); !kept.empty())
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
    const auto releases = findSecondRelease(view.walks, made.stmt, system.slots[holder.index]);
    if (!releases)
      continue;
    Finding finding = start(report::Kind::DoubleFree);
    finding.loss = position(releases->second);
    finding.allocation = positionOfOrigin(made);
    finding.allocFunction = finding.function;
    setMaker(finding, made);
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
  const bool isOwnMethod = function.record && program.resolve(task.id, function.record) == violated.field.record;
  if (!facts || !facts->destroyer || isOwnMethod || program.function(facts->destroyer).kind != FunctionKind::Destructor)
    return {};
  auto isGetter = [&](const Constraint &c) {
    return c.cause == Cause::Callee && c.what.targets.size() == 2 && label(c.what.source, true) &&
           !keepsItsResult(program, view.fields, c.callee, task.signatures(c.callee)).empty();
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

} // namespace custody::engines::ownership
