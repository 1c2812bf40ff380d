#include "engines/path/instantiate.h"
#include "engines/growth.h"
#include "logic/import.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::path {

using namespace heap;

namespace {

class Instantiation {
public:
  Instantiation(Context &context, State &state, const CallSite &site, const Summary &summary)
      : memory(context, state, site.stmt), values(context.values), terms(context.terms), site(site), summary(summary),
        importer(summary.terms, context.terms), images(summary.nodes.numNodes()) {}

  void run();

private:
  struct PendingWrite {
    Value address;
    Value value;
    bool isWeak;
    Guard when;
  };

  Value image(NodeId id);
  Value computeImage(const Node &node);
  Value readCell(NodeCell cell, ReadAs as);
  Value moved(Value address, Offset offset) {
    return values.map(address, [&](Cell c) { return Cell{c.loc, c.offset.plus(offset)}; });
  }
  void bindEntries();
  void noteTested(Value value);
  Guard isGlobal(Value value, program::ProgGlobalId global);
  void lookUp();
  Guard isThere(NodeId holder) const;
  std::vector<Guard> placesOfSites();
  void makeSites();
  Value valueOf(const GuardedWrite &write);
  void setElements();
  Guard isStored(const GuardedWrite &write, Word number);
  void release(bool ofCallee);
  void escapeTakenParts();
  bool isTaken(NodeId node) const;
  void forgiveFailedGrowth(Value result);

  Memory memory;
  Values &values;
  Terms &terms;
  const CallSite &site;
  const Summary &summary;
  logic::Importer importer;
  std::vector<std::optional<Value>> images; // by node: its address in the caller
};

Value Instantiation::readCell(NodeCell cell, ReadAs as) {
  const Node &node = summary.nodes[cell.node];
  if (node.kind == NodeKind::Arg) {
    if (node.arg >= site.args.size())
      return memory.unknown(as);
    const Actual &actual = site.args[node.arg];
    if (!actual.isStructure)
      return cell.offset == Offset() ? actual.value : memory.unknown(as);
    return memory.read(moved(actual.value, cell.offset), as);
  }
  const Value address = moved(image(cell.node), cell.offset);
  return values[address].targets.empty() ? memory.unknown(as) : memory.read(address, as);
}

Value Instantiation::computeImage(const Node &node) {
  switch (node.kind) {
  case NodeKind::Foreign:
    return values.address({LocTable::foreign(), Offset::unknown()});
  case NodeKind::Global:
  case NodeKind::GlobalArg:
    return values.address({memory.context.locs.global(node.global), Offset()});
  case NodeKind::Return:
    return site.result.value_or(values.null());
  case NodeKind::Arg:
    return node.arg < site.args.size() && site.args[node.arg].isStructure ? site.args[node.arg].value : values.null();
  case NodeKind::Input:
    return readCell(node.from, {true, 64});
  case NodeKind::Site:
    return values.null(); // until makeSites
  }
  return values.null();
}

Value Instantiation::image(NodeId id) {
  if (!images[id.index]) {
    images[id.index] = values.null(); // a k-bounded chain may end in itself
    images[id.index] = computeImage(summary.nodes[id]);
  }
  return *images[id.index];
}

// `if (!isValid(p)) return;` asks whether p is null, too.
void Instantiation::noteTested(Value value) {
  Context &context = memory.context;
  for (const Pointee &pointee : values[value].targets)
    if (const Loc &loc = context.locs[pointee.cell.loc]; loc.kind == LocKind::Input)
      context.noteTested(context.entryNonNull(loc.from));
}

// Is it the global's address? What was made since the program began is not.
Guard Instantiation::isGlobal(Value value, program::ProgGlobalId global) {
  Context &context = memory.context;
  const ValueData data = values[value];
  if (data.isWeak)
    return terms.variable();
  Guard is = terms.never();
  for (const Pointee &pointee : data.targets) {
    const Loc &loc = context.locs[pointee.cell.loc];
    if (loc.kind == LocKind::Global && loc.entity == global.index)
      is = terms.either(is, pointee.when);
    else if (loc.kind == LocKind::Input)
      is = terms.either(is, terms.both(pointee.when, context.entryIsGlobal(loc.from, global)));
    else if (loc.kind == LocKind::Foreign)
      is = terms.either(is, terms.both(pointee.when, terms.variable()));
  }
  return is;
}

// What the summary's unknowns are here.
void Instantiation::bindEntries() {
  const bool isAsked = isResultBranchedOn(memory.context.facts, memory.context.function, site.stmt);
  for (const Entry &entry : summary.entries) {
    if (entry.isNonNull) {
      const Value value = readCell(entry.cell, {true, 64});
      if (entry.isTested && isAsked && summary.nodes[entry.cell.node].kind == NodeKind::Arg)
        noteTested(value);
      importer.replace(entry.guard, values[value].isWeak ? values.isAddress(value) : values.isNonNull(value));
    } else if (entry.global) {
      importer.replace(entry.guard, isGlobal(readCell(entry.cell, {true, 64}), entry.global));
    } else {
      const unsigned width = summary.terms.width(entry.word);
      importer.replace(entry.word, values.word(readCell(entry.cell, {false, width}), width));
    }
  }
}

// Everything the summary speaks of, as it is before the call.
void Instantiation::lookUp() {
  for (uint32_t i = 0; i < summary.nodes.numNodes(); ++i)
    image(NodeId(i));
}

// Memory that the caller gives: whether it does.
Guard Instantiation::isThere(NodeId holder) const {
  const Value address = *images[holder.index];
  if (summary.nodes[holder].kind != NodeKind::Input || values[address].isWeak)
    return terms.always();
  return values.isNonNull(address);
}

// New objects that the callee only ever hands over in memory which is not there: `load(name, NULL)` makes no comment,
// nor does `load(name, wanted ? &comment : NULL)` where none is wanted, even if the summary does not tell under which
// condition it makes one. By node: whether something is there to hold it.
std::vector<Guard> Instantiation::placesOfSites() {
  std::vector<Guard> places(summary.nodes.numNodes(), terms.never());
  std::vector<bool> isHanded(summary.nodes.numNodes());
  for (const GuardedWrite &write : summary.writes)
    for (const GuardedTarget &target : write.targets) {
      Guard &place = places[target.cell.node.index];
      isHanded[target.cell.node.index] = true;
      place = terms.either(place, isThere(write.cell.node));
    }
  for (size_t i = 0; i < places.size(); ++i)
    if (!isHanded[i])
      places[i] = terms.always();
  return places;
}

void Instantiation::makeSites() {
  const std::vector<Guard> places = placesOfSites();
  for (const GuardedNode &allocated : summary.allocated) {
    const Guard place = places[allocated.node.index];
    if (place == terms.never())
      continue;
    const Node &node = summary.nodes[allocated.node];
    // A library function has no statement to point to: the call is where it comes from.
    const bool isLibrary = !node.stmt;
    const LocId loc = memory.allocate(
        terms.both(importer.import(allocated.when), place),
        {node.family, site.callee, isLibrary ? memory.context.id : node.function, isLibrary ? site.stmt : node.stmt});
    images[allocated.node.index] = values.address({loc, Offset()});
  }
}

Value Instantiation::valueOf(const GuardedWrite &write) {
  ValueData data{{}, importer.import(write.number), write.isWeak};
  for (const GuardedTarget &target : write.targets) {
    const Guard when = importer.import(target.when);
    if (when == terms.never())
      continue;
    const ValueData address = values[moved(image(target.cell.node), target.cell.offset)];
    data.isWeak |= address.isWeak;
    // What was handed in may be a function: a number here.
    if (target.cell.offset == Offset() && summary.nodes[target.cell.node].kind == NodeKind::Input &&
        terms.constantOf(address.number).value_or(0) != 0)
      data.number = terms.ite(when, values.resize(address.number, 64), values.resize(data.number, 64));
    for (const Pointee &pointee : address.targets)
      data.targets.push_back({pointee.cell, terms.both(when, pointee.when)});
  }
  if (!write.targets.empty())
    data.number = values.resize(data.number, 64);
  if (write.isThere)
    data.isThere = importer.import(*write.isThere);
  return values.make(std::move(data));
}

// Of elements that the callee looked at or wrote it is known what they hold, here, too.
void Instantiation::setElements() {
  for (const GuardedElement &element : summary.elements) {
    const Value value = valueOf(element.write);
    const Value array = moved(image(element.write.cell.node), element.write.cell.offset);
    if (values[array].isWeak)
      continue;
    for (const Pointee &pointee : llvm::SmallVector<Pointee, 2>(values[array].targets))
      memory.setElement(pointee.cell, values.resize(importer.import(element.index), 32), value);
  }
}

// A number somewhere in an object: whether the callee stores one at all. If not, the cells together hold what they
// held.
Guard Instantiation::isStored(const GuardedWrite &write, Word number) {
  const auto before = llvm::find_if(summary.entries, [&](const Entry &entry) {
    return entry.isNumber() && entry.cell == write.cell &&
           summary.terms.width(entry.word) == summary.terms.width(write.number);
  });
  if (write.cell.offset.isExact() || !write.targets.empty() || before == summary.entries.end())
    return terms.always();
  const Word held = importer.import(before->word);
  Guard isKept = terms.never();
  for (const Choice &choice : choicesOf(terms, number))
    if (choice.word == held)
      isKept = terms.either(isKept, choice.when);
  return !isKept;
}

void Instantiation::release(bool ofCallee) {
  for (const GuardedFree &freed : summary.freed)
    if ((summary.nodes[freed.node].kind == NodeKind::Site) == ofCallee)
      memory.release(image(freed.node), importer.import(freed.when), freed.isCertain && site.isCertain,
                     {freed.family, site.callee, freed.withParts});
}

// What the callee gave to somebody of whom nothing is known, so that anything may have been written there, may have
// lost its parts to him before the callee writes others.
void Instantiation::escapeTakenParts() {
  for (const GuardedNode &escaped : summary.escaped)
    if (isTaken(escaped.node) || llvm::any_of(summary.writes, [&](const GuardedWrite &write) {
          return write.cell == NodeCell{escaped.node, Offset::unknown()} && write.targets.empty();
        }))
      memory.escapeParts(image(escaped.node), importer.import(escaped.when));
}

// Far from the arguments it is only told that anything may have been written there.
bool Instantiation::isTaken(NodeId node) const {
  return llvm::is_contained(summary.changed, NodeCell{node, Offset::unknown()});
}

// Null instead of a larger block: what was to grow counts as kept.
void Instantiation::forgiveFailedGrowth(Value result) {
  Fates fates;
  for (const GuardedNode &allocated : summary.allocated)
    fates.allocated.push_back(allocated.node);
  for (const GuardedFree &freed : summary.freed)
    fates.freed.push_back(freed.node);
  // Of one of several objects nobody knows whether it is there.
  const Guard hasFailed = values[result].isWeak ? terms.always() : !values.isNonNull(result);
  for (uint32_t arg : site.replaced)
    if (arg < site.args.size() && growsArgument(summary.nodes, fates, site.callee, arg))
      memory.escape(site.args[arg].value, hasFailed);
}

void Instantiation::run() {
  lookUp();
  bindEntries();
  if (!memory.assume(importer.import(summary.returns)))
    return;
  release(false);
  escapeTakenParts();
  makeSites();
  std::vector<PendingWrite> writes;
  for (const GuardedWrite &write : summary.writes) {
    if (memory.context.isOverBudget())
      return;
    const Value address = moved(image(write.cell.node), write.cell.offset);
    if (address == values.null())
      continue;
    const Node &holder = summary.nodes[write.cell.node];
    if (write.isPointer)
      memory.notePointer(address);
    const Value value = valueOf(write);
    writes.push_back({address, value, holder.isMany, isStored(write, values[value].number)});
    if (holder.kind == NodeKind::Return && write.cell.offset == Offset())
      forgiveFailedGrowth(writes.back().value);
  }
  for (NodeCell cell : summary.changed)
    for (const Pointee &pointee : llvm::SmallVector<Pointee, 2>(values[moved(image(cell.node), cell.offset)].targets))
      memory.forgetNumber(pointee.cell);
  for (const GuardedNode &escaped : summary.escaped) // so that callers of this function learn it, too
    if (isTaken(escaped.node))
      memory.write(values.weakened(moved(image(escaped.node), Offset::unknown())), values.number(terms.unknown(64)),
                   importer.import(escaped.when));
  if (summary.clobbersGlobals)
    memory.forgetGlobals();
  for (const PendingWrite &write : writes) {
    if (memory.context.isOverBudget())
      return;
    if (write.when != terms.never())
      memory.write(write.isWeak ? values.weakened(write.address) : write.address, write.value, write.when);
  }
  setElements();
  release(true);
  for (const GuardedNode &escaped : summary.escaped)
    memory.escape(image(escaped.node), importer.import(escaped.when));
}

} // namespace

void instantiate(Context &context, State &state, const CallSite &site, const Summary &summary) {
  context.steps += summary.writes.size() + summary.nodes.numNodes();
  Instantiation(context, state, site, summary).run();
}

void callUnknown(Memory &memory, const CallSite &site) {
  const Guard always = memory.context.terms.always();
  for (const Actual &actual : site.args) {
    if (actual.isStructure)
      memory.escape(memory.read(actual.value, {true, 64}), always);
    if (actual.isConst) {
      memory.escapeParts(actual.value, always);
      continue;
    }
    memory.escape(actual.value, always);
    memory.forget(actual.value);
  }
  memory.forgetGlobals();
  if (site.result)
    memory.write(*site.result, memory.unknown(site.resultType));
}

} // namespace custody::engines::path
