#include "engines/summary/instantiate.h"
#include "engines/growth.h"
#include "engines/summary/summarise.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::summary {

using namespace heap;

namespace {

CallLook &lookOf(Context &context, ir::StmtId stmt, const Summary &summary) {
  CallLook &look = context.looks[{stmt.index, &summary}];
  if (look.inputs.size() < summary.numNodes()) {
    look.inputs.resize(summary.numNodes());
    look.writes.resize(summary.merged.size());
    for (const auto &[writes, c] : llvm::zip_equal(look.writes, summary.merged))
      writes.resize(c.writes.size());
  }
  return look;
}

constexpr Value NotLookedUp{~0u, 0, 0};
using Images = llvm::SmallVector<Value, 128>; // by node: its addresses in the caller

class Instantiation {
public:
  Instantiation(Context &context, State &state, const CallSite &site, const Summary &summary, CallLook &last)
      : Instantiation(context, state, site, summary, last, Images(summary.numNodes(), NotLookedUp)) {}
  // With what another case of the same call found.
  Instantiation(Context &context, State &state, const CallSite &site, const Summary &summary, CallLook &last,
                const Images &known)
      : memory(context, state, site.stmt), values(context.values), site(site), summary(summary), images(known),
        last(last) {}

  bool isPossible(const Case &c);
  bool failsAtOnce(const Case &c);
  void lookUp(const Case &c);
  void apply(const Case &c);
  const Images &found() const { return images; }

private:
  bool isKnownToBeNull(Value value) const;
  bool mayBeElsewhere(Value value) const;
  Value image(NodeId id);
  Value computeImage(NodeId id);
  Value readInput(NodeId id);
  Value readCell(NodeCell cell, ReadAs as = ReadAs::Pointer);
  Value imageOf(const NodeValue &value);
  Value imageOf(const NodeValue &value, WriteLook &last);
  void makeSites(const Case &c);
  void ageImages(LocId site);
  bool isReturned(const Case &c, NodeId object) const;
  void escapeDoubtful(const Case &c);
  void forgiveFailedGrowth(const Case &c);
  void notePassed();

  Memory memory;
  ValueTable &values;
  const CallSite &site;
  const Summary &summary;
  Images images;
  CallLook &last;
};

Value Instantiation::readCell(NodeCell cell, ReadAs as) {
  const Node &node = summary[cell.node];
  if (node.kind == NodeKind::Arg) {
    if (node.arg >= site.args.size())
      return {};
    const Actual &actual = site.args[node.arg];
    if (!actual.isStructure)
      return cell.offset == Offset() ? actual.value : Value{};
    return memory.read(values.moved(actual.value, cell.offset), as);
  }
  const Value address = values.moved(image(cell.node), cell.offset);
  return address.targets == 0 ? Value{} : memory.read(address, as);
}

// What the cell of an input holds in the caller: a call in a loop, or one that many states reach, finds the same again
// and again.
Value Instantiation::readInput(NodeId id) {
  const NodeCell from = summary[id].from;
  if (summary[from.node].kind == NodeKind::Arg)
    return readCell(from);
  const Value address = values.moved(image(from.node), from.offset);
  return address.targets == 0 ? Value{} : memory.readAgain(address, last.inputs[id.index]);
}

Value Instantiation::computeImage(NodeId id) {
  const Node &node = summary[id];
  switch (node.kind) {
  case NodeKind::Foreign:
    return values.address({LocTable::foreign(), Offset::unknown()});
  case NodeKind::Global:
  case NodeKind::GlobalArg:
    return values.address({memory.context.locs.global(node.global), Offset()});
  case NodeKind::Return:
    return site.result.value_or(Value{});
  case NodeKind::Arg:
    return node.arg < site.args.size() && site.args[node.arg].isStructure ? site.args[node.arg].value : Value{};
  case NodeKind::Input:
    return readInput(id);
  case NodeKind::Site:
    return {}; // made by makeSites
  }
  return {};
}

Value Instantiation::image(NodeId id) {
  if (images[id.index] == NotLookedUp) {
    images[id.index] = Value{}; // a k-bounded chain may end in itself
    images[id.index] = computeImage(id);
  }
  return images[id.index];
}

Value Instantiation::imageOf(const NodeValue &value) {
  Value result = values.number(value.numbers);
  if (value.copyOf) {
    const Value before = readCell(*value.copyOf, ReadAs::Number);
    const Numbers both = values.numbers(before).meet(value.numbers);
    if (before.targets == 0 && !both.isNone())
      result = values.withNumbers(before, both);
  }
  for (NodeCell target : value.targets)
    result = values.join(result, values.moved(image(target.node), target.offset));
  return result;
}

Value Instantiation::imageOf(const NodeValue &value, WriteLook &last) {
  if (value.targets.empty() || value.copyOf)
    return imageOf(value);
  const bool isSame =
      !last.images.empty() && llvm::all_of(llvm::zip_equal(value.targets, last.images), [&](const auto &pair) {
        return image(std::get<0>(pair).node) == std::get<1>(pair);
      });
  if (isSame)
    return last.found;
  last.images.clear();
  for (NodeCell target : value.targets)
    last.images.push_back(image(target.node));
  return last.found = imageOf(value);
}

// A pointer that somebody passes in without ever testing it is taken to point to something.
bool Instantiation::isKnownToBeNull(Value value) const {
  return values.numbers(value).contains(0) || llvm::any_of(values.targets(value), [&](Target t) {
           return memory.context.isSite(t.loc) && memory.mayBeNull(t.loc);
         });
}

bool Instantiation::mayBeElsewhere(Value value) const {
  return llvm::any_of(values.targets(value), [&](Target t) { return memory.context.locs.isElsewhere(t.loc); });
}

bool Instantiation::isPossible(const Case &c) {
  return llvm::all_of(c.requires_, [&](const Requirement &requirement) {
    const Value actual = readCell(requirement.cell, requirement.isPointer ? ReadAs::Pointer : ReadAs::Number);
    if (actual.isBottom())
      return true;
    if (requirement.isMark)
      return values.numbers(actual).without(0).isNone() ? mayBeElsewhere(actual) : true;
    if (actual.targets != 0)
      return !requirement.isPointer || requirement.isNonNull() || isKnownToBeNull(actual);
    return !values.numbers(actual).isDisjoint(requirement.numbers);
  });
}

// Does the callee access memory behind an argument that is null?
bool Instantiation::failsAtOnce(const Case &c) {
  return llvm::any_of(c.requires_, [&](const Requirement &requirement) {
    if (!requirement.isNonNull() || summary[requirement.cell.node].kind != NodeKind::Arg)
      return false;
    const Value actual = readCell(requirement.cell);
    return actual.targets == 0 && values.numbers(actual).isExactly(0);
  });
}

// Everything the case speaks of, as it is before the call: goes before `apply`.
void Instantiation::lookUp(const Case &c) {
  for (const Write &write : c.writes) {
    image(write.cell.node);
    for (NodeCell target : write.value.targets)
      image(target.node);
  }
  for (const FreedNode &freed : c.freed)
    image(freed.node);
  for (NodeId node : c.escaped)
    image(node);
}

void Instantiation::makeSites(const Case &c) {
  for (const AllocatedNode &allocated : c.allocated) {
    const Node &node = summary[allocated.node];
    const uint32_t number = site.isRecursive ? 0 : std::min(allocated.node.index, 511u);
    const bool isMany = node.isMany || site.isRecursive;
    if (LocId latest = memory.context.locs.site(site.stmt, number, false);
        !isMany && memory.state.statusOf(latest) != 0)
      ageImages(latest);
    // A library function has no statement to point to: the call is where it comes from.
    const bool isLibrary = !node.stmt;
    LocId loc = memory.allocate(
        number, isMany, allocated.mayBeNull,
        {node.family, site.callee, isLibrary ? memory.context.id : node.function, isLibrary ? site.stmt : node.stmt});
    images[allocated.node.index] = values.address({loc, Offset()});
  }
}

// The object that was the site's latest is now one of the older.
void Instantiation::ageImages(LocId site) {
  const LocId older = memory.context.locs.older(site);
  for (Value &image : images)
    if (image != NotLookedUp)
      image = values.renamed(image, site, older);
}

bool Instantiation::isReturned(const Case &c, NodeId object) const {
  return llvm::any_of(c.writes, [&](const Write &write) {
    return summary[write.cell.node].kind == NodeKind::Return &&
           llvm::any_of(write.value.targets, [&](NodeCell target) { return target.node == object; });
  });
}

// `print(out, buffer)` with one of several functions and the data that belongs to one of them: what another would have
// made of the data does not exist.
void Instantiation::escapeDoubtful(const Case &c) {
  for (const AllocatedNode &allocated : c.allocated)
    if (!isReturned(c, allocated.node))
      memory.escape(image(allocated.node));
}

// Null instead of a larger block: what was to grow counts as kept.
void Instantiation::forgiveFailedGrowth(const Case &c) {
  const NodeValue *result = c.result(summary.find({.kind = NodeKind::Return}));
  if (site.replaced.empty() || !result || !result->isExactlyNull())
    return;
  const Fates fates = fatesOf(summary);
  for (uint32_t arg : site.replaced)
    if (arg < site.args.size() && growsArgument(summary, fates, site.callee, arg))
      memory.escape(site.args[arg].value);
}

// What was handed over and is still to be released here: the report tells that it relies on that.
void Instantiation::notePassed() {
  for (uint32_t arg = 0; arg < site.args.size(); ++arg) {
    const Value value = site.args[arg].value;
    if (site.args[arg].isStructure || !values.hasSites(value))
      continue;
    for (Target target : values.targets(value))
      if (memory.context.isSite(target.loc) && (memory.state.statusOf(target.loc) & (Allocated | Escaped)) == Allocated)
        memory.state.trace = memory.context.addStep(
            {TraceStep::Kind::Passed, memory.state.trace, site.stmt.index, target.loc.index, site.callee, arg});
  }
}

void Instantiation::apply(const Case &c) {
  // A requirement that holds tells about the arguments: an allocation that was passed did not fail on this path. Of
  // the caller's own arguments nothing follows: those that may be null were taken not to be.
  for (const Requirement &requirement : c.requires_) {
    if (requirement.isNonNull() && !requirement.isMark)
      if (auto targets = values.targets(readCell(requirement.cell)); targets.size() == 1)
        if (memory.context.isSite(targets[0].loc))
          memory.setNonNull(targets[0].loc);
    if (!requirement.isPointer)
      if (const Value actual = readCell(requirement.cell, ReadAs::Number); actual.symbol != 0)
        memory.refineCopies(actual.symbol, requirement.numbers);
  }
  auto isOfCallee = [&](const FreedNode &freed) { return summary[freed.node].kind == NodeKind::Site; };
  auto release = [&](const FreedNode &freed) {
    memory.isNear = freed.isEnd && !isOfCallee(freed); // what hung on an object of its own the callee lost, and told
    const bool isCertain = freed.isCertain && summary.isOneObject(freed.node) && site.isCertain && !site.isRecursive;
    memory.release(image(freed.node), {freed.family, site.callee, freed.withParts, {}, isCertain});
  };
  forgiveFailedGrowth(c);
  for (const FreedNode &freed : c.freed)
    if (!isOfCallee(freed))
      release(freed);
  makeSites(c);
  llvm::SmallVector<Value, 64> written; // as cells are before any of them is written
  for (const auto &[write, before] : llvm::zip_equal(c.writes, last.writes[&c - summary.merged.data()]))
    written.push_back(imageOf(write.value, before));
  for (const auto &[write, after] : llvm::zip_equal(c.writes, written)) {
    const Value address = values.moved(image(write.cell.node), write.cell.offset);
    memory.isNear = summary.depth(write.cell.node) <= 1;
    if (address.targets == 0) {
      if (summary[write.cell.node].kind == NodeKind::Return)
        memory.noteGone(after); // nobody keeps the result
      else if (!address.isBottom() && !values.numbers(address).isExactly(0))
        memory.escape(after); // somewhere
      continue;
    }
    const auto targets = values.targets(address);
    const bool isReplacing =
        targets.size() == 1 && memory.isReplaceable(targets[0]) && !summary[write.cell.node].isMany;
    const bool isResult = summary[write.cell.node].kind == NodeKind::Return && write.cell.offset == Offset();
    const Value value = isResult ? memory.asResult(after) : after;
    for (Target target : targets)
      memory.writeCell(target, value, isReplacing);
  }
  for (const FreedNode &freed : c.freed)
    if (isOfCallee(freed))
      release(freed);
  for (NodeId node : c.escaped)
    memory.escape(image(node));
  if (!site.isCertain)
    escapeDoubtful(c);
  notePassed();
  memory.collectLosses();
}

// The cases that the call may run into, those that the caller cannot tell apart merged.
const Summary &possibleCases(Context &context, State &state, const CallSite &site, const Summary &summary) {
  Instantiation look(context, state, site, summary, lookOf(context, site.stmt, summary));
  std::vector<uint32_t> possible;
  for (uint32_t i = 0; i < summary.cases.size(); ++i)
    if (look.isPossible(summary.cases[i]))
      possible.push_back(i);
  // None: the callee's requirements are less exact than they look (it was merged from many). Then all are.
  if (possible.empty() || possible.size() == summary.cases.size())
    return summary;
  auto [entry, isNew] = context.narrowed.try_emplace({&summary, possible});
  if (isNew) {
    std::vector<Case> cases;
    for (uint32_t i : possible)
      cases.push_back(summary.cases[i]);
    entry->second = summary;
    entry->second.merged = mergeByResult(entry->second, cases, mergeRules(context.options));
  }
  return entry->second;
}

// What became of what the arguments point to, and of what hangs there.
struct NearFates {
  std::vector<NodeId> freed, made;
  bool operator==(const NearFates &) const = default;
};

NearFates nearFatesOf(const Summary &summary, const Case &c) {
  constexpr unsigned MaxDepth = 1; // of the places
  NearFates fates;
  for (const FreedNode &freed : c.freed)
    if (summary.depth(freed.node) <= MaxDepth + 1)
      fates.freed.push_back(freed.node);
  for (const Write &write : c.writes)
    if (summary.depth(write.cell.node) <= MaxDepth)
      for (NodeCell target : write.value.targets)
        if (summary[target.node].kind == NodeKind::Site)
          fates.made.push_back(target.node);
  llvm::sort(fates.made);
  fates.made.erase(std::unique(fates.made.begin(), fates.made.end()), fates.made.end());
  return fates;
}

std::vector<Case> mergeByNearFates(Summary &summary, llvm::ArrayRef<Case> cases, MergeRules rules) {
  rules.preferAllocatingPaths = false; // what one of them wrote, an error code say, is not what all wrote
  std::vector<Case> merged;
  for (const Case &c : cases) {
    const NearFates fates = nearFatesOf(summary, c);
    auto alike = llvm::find_if(merged, [&](const Case &other) { return nearFatesOf(summary, other) == fates; });
    if (alike == merged.end())
      merged.push_back(c);
    else
      *alike = mergeCases(summary, *alike, c, rules);
  }
  return merged;
}

// Where nobody looks at the result, outcomes that do the same near the arguments are one. Else each call that writes to
// a stream would leave several states behind, which differ in a buffer far away.
const Summary &withoutResults(Context &context, const Summary &summary) {
  if (summary.merged.size() < 2)
    return summary;
  constexpr uint32_t NoResults = ~0u; // no number of a case
  auto [entry, isNew] = context.narrowed.try_emplace({&summary, {NoResults}});
  if (isNew) {
    entry->second = summary;
    entry->second.merged = mergeByNearFates(entry->second, summary.merged, mergeRules(context.options));
  }
  return entry->second;
}

} // namespace

void instantiate(Context &context, State before, const CallSite &site, const Summary &summary,
                 std::vector<State> &after) {
  constexpr size_t MaxLooks = 1000; // a function that calls more often would keep very much
  if (context.looks.size() > MaxLooks)
    context.looks.clear();
  const bool hasRequirements = llvm::any_of(summary.cases, [](const Case &c) { return !c.requires_.empty(); });
  const bool mayChoose = hasRequirements && summary.cases.size() > 1;
  if (hasRequirements) {
    Instantiation look(context, before, site, summary, lookOf(context, site.stmt, summary));
    if (llvm::all_of(summary.cases, [&](const Case &c) { return look.failsAtOnce(c); }))
      return;
  }
  const Summary &possible = mayChoose ? possibleCases(context, before, site, summary) : summary;
  const Summary &chosen = site.isResultIgnored ? withoutResults(context, possible) : possible;
  CallLook &last = lookOf(context, site.stmt, chosen);
  Images images(chosen.numNodes(), NotLookedUp);
  for (size_t i = 0; i < chosen.merged.size(); ++i) {
    const bool isLast = i + 1 == chosen.merged.size();
    State state = isLast ? std::move(before) : before;
    if (chosen.writesGlobals && context.options.mergeGlobals) // else the summary tells what it writes
      Memory(context, state, site.stmt).forgetGlobals(site.callee);
    Instantiation call(context, state, site, chosen, last, images);
    const size_t cells = state.numCells();
    call.lookUp(chosen.merged[i]);
    // Where the look left nothing behind, the next case, which begins with the same state, need not look again.
    if (!isLast && state.numCells() == cells)
      images = call.found();
    const Case &c = chosen.merged[i];
    context.effort.spend(c.requires_.size() + c.freed.size() + c.writes.size() + c.escaped.size());
    call.apply(c);
    after.push_back(std::move(state));
  }
}

void callUnknown(Memory &memory, const CallSite &site, ReadAs result) {
  for (const Actual &actual : site.args) {
    if (actual.isStructure)
      memory.escape(memory.read(actual.value, ReadAs::Pointer));
    if (actual.isConst) {
      memory.escapeParts(actual.value);
      continue;
    }
    memory.escape(actual.value);
    memory.forget(actual.value);
  }
  memory.forgetGlobals({});
  if (site.result) {
    ValueTable &values = memory.context.values;
    const Value unknown = result == ReadAs::Pointer
                              ? values.make({{LocTable::foreign(), Offset::unknown()}}, Numbers::exactly(0))
                              : memory.asResult(values.anything());
    memory.write(*site.result, unknown);
  }
  memory.collectLosses();
}

} // namespace custody::engines::summary
