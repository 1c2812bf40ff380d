#include "engines/ownership/separations.h"
#include "engines/ownership/violations.h"
#include "engines/ownership/words.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace custody::engines::ownership {

using namespace ir;
using report::Event;
using report::Finding;

report::RankReason shownByPath() {
  return {15, "one path shows it"};
}

namespace {

void addLoss(Finding &finding, const report::Position &loss) {
  if (loss != finding.loss && !llvm::is_contained(finding.otherLosses, loss))
    finding.otherLosses.push_back(loss);
}

bool isShown(const Finding &finding) {
  return llvm::is_contained(finding.reasons, shownByPath());
}

} // namespace

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
  const Signature *maker = made.callee ? task.signatures(made.callee) : nullptr;
  if ((made.stmt || made.cause == Cause::Entered) && holder && !(maker && maker->isResultKept))
    losses = findLosses(view.walks, made.stmt, system.slots[holder.index],
                        resultOfGift(view.walks, made.stmt, system.slots[holder.index]));
  // What the end of the program loses is the lesser thing.
  auto isAbort = [&](const Loss &loss) {
    return std::holds_alternative<Call>(function[loss.at].op) && task.model.noReturn(task.id, loss.at);
  };
  if (const auto other = llvm::find_if_not(losses, isAbort); other != losses.end())
    std::rotate(losses.begin(), other, other + 1);
  const Loss *end = losses.empty() ? nullptr : &losses.front();
  if (!end && !task.options.unconfirmed)
    return {};
  if (end && (lost.stmt != end->at || lost.cause == Cause::Callee)) {
    lost = Constraint();
    lost.stmt = end->at;
    lost.slot = holder;
    lost.cause = std::holds_alternative<End>(function[end->at].op) ? Cause::Ended
                 : isAbort(*end)                                   ? Cause::Aborted
                                                                   : Cause::Overwritten;
  }
  Finding finding = start(report::Kind::Leak);
  finding.loss = positionOfLoss(lost);
  finding.allocation = positionOfOrigin(made);
  finding.allocFunction = finding.function;
  setMaker(finding, made);
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

// A method leaves an owning field as its class does not expect it.
std::optional<Finding> Findings::field(const Constraint &violated) {
  const FieldFacts *facts = view.fields.find(violated.field);
  const bool mustOwn = violated.what.kind == OwnConstraint::Kind::One;
  if (mustOwn)
    if (std::optional<Finding> taken = takenFromOwner(violated))
      return taken;
  if (!facts || function.isImplicit || !task.options.receiverFields)
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
  const std::vector<Loss> losses = findLosses(view.walks, gift.call, gift.holder, gift.test);
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
    if (!std::holds_alternative<Call>(function.stmts[s].op) || !mayGive(task, StmtId(s)))
      continue;
    for (const Gift &gift : giftsAt(view.walks, StmtId(s)))
      if (std::optional<Finding> finding = lostGift(gift))
        all.push_back(std::move(*finding));
  }
}

// What an owning field had at entry is taken out, and whoever took it loses it.
std::optional<Finding> Findings::lostAfterTaken(const Formal &entered) {
  const FieldFacts *facts = view.fields.find(entered.field);
  if (!facts || !facts->destroyer || facts->isTold || (isConstructor(function) && entered.param == 0))
    return {};
  const Slot field{function.params[entered.param], true, entered.offset, entered.field};
  const std::vector<Loss> losses = findTakenLosses(view.walks, field);
  if (losses.empty())
    return {};
  const std::string why = whyOwned(program, *facts), name = spell(field);
  Finding finding = start(report::Kind::Leak);
  if (const auto *end = std::get_if<End>(&function[losses.front().at].op))
    finding.object = spell(Slot{end->var, false, 0, {}});
  finding.loss = position(losses.front().at);
  finding.allocation = position({});
  finding.allocFunction = finding.function;
  finding.chain.push_back({Event::Kind::Note, finding.allocation, finding.function,
                           "the field '" + name + "' owns what it points to: " + why});
  finding.chain.push_back({Event::Kind::Lost, finding.loss, finding.function,
                           "lost here: it was taken out of '" + name + "', and nobody keeps it"});
  finding.interfaces.push_back({qualifiedName(program, entered.field), "the field '" + name + "' owns: " + why, {}});
  for (const Loss &other : losses)
    addLoss(finding, position(other.at));
  finding.reasons.push_back(shownByPath());
  finding.reasons.push_back({-10, "the field may be null whenever this is called"});
  return finding;
}

void Findings::addTakenAndLost(std::vector<Finding> &all) {
  for (uint32_t i = 0; !function.isImplicit && i < system.formals.size(); ++i)
    if (const Formal &formal = system.formals[i];
        formal.kind == Formal::Kind::In && formal.field.valid() &&
        view.solution.isViolated[view.solution.component[system.formalVariables[i]]])
      if (std::optional<Finding> finding = lostAfterTaken(formal))
        all.push_back(std::move(*finding));
}

std::vector<Finding> Findings::run() {
  std::vector<Finding> result = task.options.audit ? separations(program, task.id) : std::vector<Finding>();
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
  addTakenAndLost(result);
  addLostGifts(result);
  return result;
}

bool isGivenByType(const Finding &finding) {
  return finding.kind == report::Kind::Leak && finding.allocator.empty() && !finding.chain.empty() &&
         finding.chain.front().kind == Event::Kind::Handed;
}

std::vector<Finding> makeFindings(const FunctionView &view) {
  return Findings(view).run();
}

} // namespace custody::engines::ownership
