#include "engines/path/summarise.h"
#include "engines/path/conventions.h"
#include "engines/path/projection.h"
#include "logic/cone.h"
#include "logic/import.h"
#include "logic/skeleton.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

namespace custody::engines::path {

using namespace heap;

namespace {

bool isStorage(const Context &context, const Loc &loc) {
  if (loc.kind != LocKind::Var)
    return false;
  const ir::Var &var = context.function.vars[loc.entity];
  return var.kind == ir::VarKind::Return || (var.kind == ir::VarKind::Param && var.byReference);
}

// Does it hold what it held on entry?
bool isUnchanged(Context &context, Cell cell, Value value) {
  const ValueData &data = context.values[value];
  if (context.locs[cell.loc].kind == LocKind::Site || isStorage(context, context.locs[cell.loc]))
    return false;
  if (data.targets.empty()) {
    const std::optional<uint32_t> unknown = context.terms.unknownIndex(data.number);
    if (!unknown)
      return false;
    const auto entry = context.entryUnknowns.find(*unknown);
    return entry != context.entryUnknowns.end() && entry->second.cell == cell && entry->second.isNumber();
  }
  const LocId input = context.locs.findInput(cell);
  return data.targets.size() == 1 && input && data.targets[0].cell == Cell{input, Offset()} &&
         data.targets[0].when == context.entryNonNull(cell);
}

// How many nodes conditions and numbers have, as far as `limit`.
size_t sizeOf(const Terms &terms, llvm::ArrayRef<Guard> guards, llvm::ArrayRef<Word> words, size_t limit) {
  return logic::visitNodes(terms, guards, words,
                           [&](uint32_t, const logic::Node &, size_t seen) { return seen <= limit; });
}

// A global, an argument, the result, or what hung on one of these on entry.
bool isOfCaller(const Context &context, LocId id) {
  while (context.locs[id].kind == LocKind::Input)
    id = context.locs[id].from.loc;
  const Loc &loc = context.locs[id];
  return loc.kind == LocKind::Global || isStorage(context, loc) ||
         (loc.kind == LocKind::Var && context.function.vars[loc.entity].kind == ir::VarKind::Param);
}

// The way there and the pointers that the caller's memory holds are parts of every summary. That they are too much is
// seen before the solver is asked anything.
bool isTooLarge(Context &context, const State &state) {
  std::vector<Guard> guards{context.paths.condition(state.path)};
  size_t writes = 0;
  state.cells.forEach([&](uint32_t id, uint32_t v) {
    const Cell cell = context.cells[id];
    const ValueData &data = context.values[Value{v}];
    const LocKind kind = context.locs[cell.loc].kind;
    const bool isVisible =
        kind == LocKind::Input || kind == LocKind::Global || isStorage(context, context.locs[cell.loc]);
    if (data.targets.empty() || !isVisible || !isOfCaller(context, cell.loc) || isUnchanged(context, cell, Value{v}) ||
        ++writes > context.options.maxWrites)
      return;
    for (const Pointee &pointee : data.targets)
      guards.push_back(pointee.when);
  });
  if (writes > context.options.maxWrites) // not all of them are told
    guards.resize(1);
  return sizeOf(context.terms, guards, {}, context.options.maxProjected) > context.options.maxProjected;
}

class Summariser {
public:
  Summariser(Context &context, State &state)
      : context(context), memory(context, state, {}), terms(context.terms), importer(terms, summary.terms),
        projection(context) {}

  std::optional<Summary> run();

private:
  struct Kept {
    NodeCell cell;
    Value value;
    bool isPointer;
  };
  struct Element {
    Kept kept;
    Word index;
  };
  struct Fate {
    LocId loc;
    NodeId node;
    Attribute attribute;
    Guard when;
  };

  NodeId nodeOf(LocId loc);
  std::optional<NodeCell> nodeCell(Cell cell);
  bool isVisible(LocId loc) const;
  bool isWorthTelling(NodeCell cell, Value value) const;
  unsigned depthOf(NodeId node) const;
  bool isOfGlobal(LocId loc) const;
  void findReachable();
  void mergeAlternatives();
  Guard handedOver(LocId loc);
  void addWrite(LocId loc, const Kept &kept);
  void collectWrites();
  void limitWrites();
  void collectElements();
  void collectFates();
  std::pair<std::vector<Guard>, std::vector<Word>> roots() const;
  size_t formulaSize(size_t limit) const;
  void bindEntries(llvm::ArrayRef<Guard> guards, llvm::ArrayRef<Word> words);
  bool project();
  void addPredicates();
  bool isHeldNearby(LocId loc);
  bool isResult(const Kept &kept) const;
  bool isOut(const Kept &kept) const;
  void addNumber(const Kept &kept, Weight weight);
  void addInterface();
  std::vector<Guard> grantedPointers();
  std::optional<uint32_t> entryBehind(uint32_t node) const;
  bool isOfEntries(Word word) const;
  std::vector<Word> leavesOf(Word word) const;
  // Into the summary's formulas: exactly, or as far as cases tell them apart.
  Guard translated(Guard guard, Guard other);
  Word translated(Word word);
  Word translatedByCase(Word word);
  GuardedWrite translated(const Kept &kept);
  Guard translatedNonNull(const Kept &kept);
  void addFates();

  Context &context;
  Memory memory;
  Terms &terms;
  Summary summary;
  std::optional<Leaks> leaks;
  std::vector<LocId> reachable;
  llvm::DenseMap<uint32_t, LocId> standsFor;     // object to the one that stands for it
  std::map<LocId, std::vector<uint32_t>> heldIn; // object to the caller's cells that may hold it
  llvm::DenseMap<uint32_t, Guard> live;          // by object that stands for others: when one of them is there
  std::vector<Kept> writes;
  std::vector<Element> elements;
  std::vector<NodeId> lostFromSight; // what writes that are not told made reachable
  std::vector<Fate> fates;
  std::set<NodeId> looselyHeld; // somebody is said to hold it who perhaps does not any more

  logic::Importer importer;
  Projection projection;
  bool isProjected = false;
  std::vector<Guard> cases;     // of the projection, in the summary
  std::vector<Guard> interface; // conditions that callers can decide
  llvm::DenseMap<uint32_t, Word> wordChoices;
};

NodeId Summariser::nodeOf(LocId id) {
  const Loc &loc = context.locs[id];
  switch (loc.kind) {
  case LocKind::Foreign:
    return heap::Summary::foreign();
  case LocKind::Global:
    return summary.nodes.add({.kind = NodeKind::Global, .global = program::ProgGlobalId(loc.entity)});
  case LocKind::Var: {
    const ir::Var &var = context.function.vars[loc.entity];
    if (var.kind == ir::VarKind::Return)
      return summary.nodes.add({.kind = NodeKind::Return});
    if (var.kind == ir::VarKind::Param)
      return summary.nodes.add({.kind = NodeKind::Arg, .arg = var.index});
    return {};
  }
  case LocKind::Input: {
    const std::optional<NodeCell> from = nodeCell(loc.from);
    if (!from || from->node == heap::Summary::foreign())
      return heap::Summary::foreign();
    return summary.nodes.add({.kind = NodeKind::Input, .isMany = loc.isMany, .from = *from});
  }
  case LocKind::Site: {
    if (!llvm::is_contained(reachable, id))
      return heap::Summary::foreign();
    const LocId first = standsFor.lookup(id.index);
    const SiteInfo &info = context.sites[first.index];
    return summary.nodes.add({.kind = NodeKind::Site,
                              .function = info.originFunction,
                              .stmt = info.originStmt,
                              .family = info.family,
                              .ordinal = context.locs[first].node});
  }
  case LocKind::Frame:
    return {};
  }
  return {};
}

std::optional<NodeCell> Summariser::nodeCell(Cell cell) {
  const NodeId node = nodeOf(cell.loc);
  return node ? std::optional(NodeCell{node, cell.offset}) : std::nullopt;
}

bool Summariser::isVisible(LocId id) const {
  const Loc &loc = context.locs[id];
  return loc.kind == LocKind::Input || loc.kind == LocKind::Global || isStorage(context, loc) ||
         (loc.kind == LocKind::Site && llvm::is_contained(reachable, id));
}

// A global that everybody sees, or what hung on one on entry.
bool Summariser::isOfGlobal(LocId id) const {
  while (context.locs[id].kind == LocKind::Input)
    id = context.locs[id].from.loc;
  return context.locs[id].kind == LocKind::Global && !context.ownerOf(context.locs[id]);
}

// The new objects that hang on arguments or on the result. Those beyond the limit are left to others, and so is what
// hangs on globals: it is not the caller's to release.
void Summariser::findReachable() {
  auto visit = [&](Value value) {
    for (const Pointee &pointee : context.values[value].targets) {
      const LocId loc = pointee.cell.loc;
      if (context.isSite(loc) && memory.attribute(loc, Attribute::Escaped) != terms.always() &&
          !llvm::is_contained(reachable, loc) && reachable.size() < context.options.maxSites)
        reachable.push_back(loc);
    }
  };
  auto noteHeld = [&](uint32_t cell, Value value) {
    for (const Pointee &pointee : context.values[value].targets)
      if (context.isSite(pointee.cell.loc))
        heldIn[pointee.cell.loc].push_back(cell);
  };
  std::vector<std::pair<LocId, Value>> ofGlobals;
  memory.state.cells.forEach([&](uint32_t cell, uint32_t value) {
    const LocId loc = context.cells[cell].loc;
    if (context.isSite(loc) || !isVisible(loc))
      return;
    if (isOfGlobal(loc)) {
      ofGlobals.push_back({loc, Value{value}});
    } else {
      visit(Value{value});
      noteHeld(cell, Value{value});
    }
  });
  for (size_t i = 0; i < reachable.size(); ++i)
    memory.forEachCell(reachable[i], [&](uint32_t, Value value) { visit(value); });
  for (const auto &[loc, value] : ofGlobals)
    memory.escape(value, !memory.attribute(loc, Attribute::Freed));
  llvm::sort(reachable);
  mergeAlternatives();
}

// What is lost in this function is no matter of its caller.
Guard Summariser::handedOver(LocId loc) {
  if (!leaks)
    leaks.emplace(context, memory.state, reachable, false);
  return terms.both(memory.attribute(loc, Attribute::Valid), leaks->isHeld(loc));
}

// Objects of one allocation of which at most one is there when the function returns, as after reallocations in a loop,
// are one to the caller. Those that different cells hold are not: a key that is returned and a comment that an argument
// gets would become one where the conditions are not told exactly.
void Summariser::mergeAlternatives() {
  std::vector<LocId> firsts;
  logic::Skeleton skeleton(terms, SkeletonConflicts, context.paths.conjuncts(memory.state.path));
  for (LocId loc : reachable) {
    const SiteInfo &info = context.sites[loc.index];
    const Guard isLive = terms.both(handedOver(loc), !memory.attribute(loc, Attribute::Freed));
    LocId same;
    for (LocId first : firsts) {
      const SiteInfo &other = context.sites[first.index];
      if (other.originFunction != info.originFunction || other.originStmt != info.originStmt ||
          other.family != info.family || heldIn[first] != heldIn[loc])
        continue;
      if (skeleton.check({isLive, live.lookup(first.index)}) == logic::Verdict::Unsatisfiable) {
        same = first;
        break;
      }
    }
    if (!same) {
      firsts.push_back(loc);
      same = loc;
      live[loc.index] = terms.never();
    }
    standsFor[loc.index] = same;
    live[same.index] = terms.either(live[same.index], isLive);
  }
}

unsigned Summariser::depthOf(NodeId node) const {
  unsigned depth = 0;
  while (summary.nodes[node].kind == NodeKind::Input && depth < 32) {
    node = summary.nodes[node].from.node;
    ++depth;
  }
  return depth;
}

// Numbers deep in the caller's structures are left out: hardly any caller decides by them, and they are most of what
// functions write.
bool Summariser::isWorthTelling(NodeCell cell, Value value) const {
  const ValueData &data = context.values[value];
  if (!data.targets.empty())
    return true;
  const bool isConstant = terms.constantOf(data.number).has_value();
  const bool isText = terms.width(data.number) == 8; // nobody decides by single characters
  if (isText && !isConstant && summary.nodes[cell.node].kind == NodeKind::Site)
    return false;
  return depthOf(cell.node) <= (isConstant ? 2u : 1u);
}

// What one of several objects holds that are one to the caller.
void Summariser::addWrite(LocId loc, const Kept &kept) {
  const auto same = llvm::find_if(writes, [&](const Kept &other) { return other.cell == kept.cell; });
  if (!context.isSite(loc) || same == writes.end()) {
    writes.push_back(kept);
    return;
  }
  const Guard isThis = terms.both(memory.attribute(loc, Attribute::Valid), !memory.attribute(loc, Attribute::Freed));
  same->value = context.values.ite(isThis, kept.value, same->value);
}

void Summariser::collectWrites() {
  memory.state.cells.forEach([&](uint32_t id, uint32_t v) {
    const Cell cell = context.cells[id];
    const Value value{v};
    if (!isVisible(cell.loc) || isUnchanged(context, cell, value))
      return;
    const std::optional<NodeCell> node = nodeCell(cell);
    if (!node || node->node == heap::Summary::foreign())
      return;
    if (isWorthTelling(*node, value))
      addWrite(cell.loc, {*node, value, context.cells.holdsPointer(id)});
    else if (!context.isSite(cell.loc))
      summary.changed.push_back(*node);
  });
  limitWrites();
  llvm::sort(writes, [](const Kept &a, const Kept &b) { return a.cell < b.cell; });
}

// Of too many writes the important ones stay: the result, what holds new objects, what lies near the arguments.
void Summariser::limitWrites() {
  if (writes.size() <= context.options.maxWrites)
    return;
  auto rank = [&](const Kept &kept) -> unsigned {
    const NodeKind kind = summary.nodes[kept.cell.node].kind;
    const bool hasSite =
        llvm::any_of(context.values[kept.value].targets, [&](const Pointee &p) { return context.isSite(p.cell.loc); });
    if (kind == NodeKind::Return || hasSite)
      return 0;
    return 1 + depthOf(kept.cell.node) + (kind == NodeKind::Global ? 1 : 0);
  };
  llvm::sort(writes,
             [&](const Kept &a, const Kept &b) { return std::pair(rank(a), a.cell) < std::pair(rank(b), b.cell); });
  for (size_t i = context.options.maxWrites; i < writes.size(); ++i) {
    summary.changed.push_back(writes[i].cell);
    for (const Pointee &pointee : context.values[writes[i].value].targets)
      if (const NodeId node = nodeOf(pointee.cell.loc); node && !summary.nodes.isPublic(node))
        lostFromSight.push_back(node);
  }
  writes.resize(context.options.maxWrites);
}

// Elements of the caller's arrays that the function wrote, if the caller can tell which.
void Summariser::collectElements() {
  memory.state.elements.forEach([&](uint32_t element, uint32_t value) {
    const auto [id, index] = context.elements[element];
    const Cell cell = context.cells[id];
    if (!memory.state.cells.find(id) || !isVisible(cell.loc) || !isOfEntries(index))
      return;
    const std::optional<NodeCell> node = nodeCell(cell);
    if (llvm::any_of(writes, [&](const Kept &kept) { return kept.cell == node; }))
      elements.push_back({{*node, Value{value}, true}, index});
  });
}

// What became of the caller's objects and of those it gets.
void Summariser::collectFates() {
  memory.state.attributes.forEach([&](uint32_t key, uint32_t guard) {
    const LocId loc(key / 4);
    const Attribute attribute = Attribute(key % 4);
    const LocKind kind = context.locs[loc].kind;
    const bool isTold = kind == LocKind::Input || (kind == LocKind::Site && llvm::is_contained(reachable, loc));
    if (!isTold || Guard{guard} == terms.never() || attribute == Attribute::SurelyFreed ||
        (attribute == Attribute::Valid && kind == LocKind::Input))
      return;
    const NodeId node = nodeOf(loc);
    if (!node || summary.nodes.isPublic(node) || (attribute == Attribute::Escaped && isOfGlobal(loc)))
      return;
    const bool standsAlone =
        llvm::count_if(reachable, [&](LocId other) { return standsFor.lookup(other.index) == loc; }) == 1;
    if (attribute == Attribute::Valid) {
      if (standsAlone) // handed out even where it is freed: the caller may free it again
        fates.push_back({loc, node, attribute, handedOver(loc)});
      else if (standsFor.lookup(loc.index) == loc)
        fates.push_back({loc, node, attribute, live.lookup(loc.index)});
    } else if (kind == LocKind::Input || attribute == Attribute::Escaped || standsAlone) {
      fates.push_back({loc, node, attribute, Guard{guard}});
    }
  });
}

std::pair<std::vector<Guard>, std::vector<Word>> Summariser::roots() const {
  std::vector<Guard> guards{context.paths.condition(memory.state.path)};
  std::vector<Word> words;
  auto add = [&](const Kept &kept) {
    const ValueData &data = context.values[kept.value];
    words.push_back(data.number);
    for (const Pointee &pointee : data.targets)
      guards.push_back(pointee.when);
    if (const std::optional<Guard> isThere = context.values.askedNonNull(kept.value))
      guards.push_back(*isThere);
  };
  for (const Kept &kept : writes)
    add(kept);
  for (const Element &element : elements) {
    add(element.kept);
    words.push_back(element.index);
  }
  for (const Fate &fate : fates)
    guards.push_back(fate.when);
  return {std::move(guards), std::move(words)};
}

size_t Summariser::formulaSize(size_t limit) const {
  const auto [guards, words] = roots();
  return sizeOf(terms, guards, words, limit);
}

// The unknowns that the formulas speak of and that callers know.
void Summariser::bindEntries(llvm::ArrayRef<Guard> guards, llvm::ArrayRef<Word> words) {
  for (uint32_t unknown : terms.unknownsOf(guards, words)) {
    const auto entry = context.entryUnknowns.find(unknown);
    if (entry == context.entryUnknowns.end())
      continue;
    const std::optional<NodeCell> cell = nodeCell(entry->second.cell);
    if (!cell || cell->node == heap::Summary::foreign())
      continue;
    Entry bound{*cell, entry->second.isNonNull, entry->second.global, {}, {}, context.isTested(unknown)};
    if (!bound.isNumber())
      importer.replace(terms.guardUnknown(unknown), bound.guard = summary.terms.variable());
    else
      importer.replace(terms.wordUnknown(unknown),
                       bound.word = summary.terms.unknown(terms.width(terms.wordUnknown(unknown))));
    summary.entries.push_back(bound);
  }
}

// The words that a choice between words chooses from.
std::vector<Word> Summariser::leavesOf(Word word) const {
  constexpr size_t MaxLeaves = 8, MaxVisited = 200;
  std::vector<Word> leaves, work{word};
  llvm::DenseSet<uint32_t> seen;
  while (!work.empty() && leaves.size() < MaxLeaves && seen.size() < MaxVisited) {
    const Word next = work.back();
    work.pop_back();
    if (!seen.insert(next.node()).second)
      continue;
    const logic::Node &node = terms.node(next.node());
    if (node.op == logic::Op::Ite) {
      work.push_back({node.c});
      work.push_back({node.b});
    } else {
      leaves.push_back(next);
    }
  }
  return leaves;
}

void Summariser::addPredicates() {
  auto addTargets = [&](const Kept &kept) {
    for (const Pointee &pointee : context.values[kept.value].targets) {
      const bool isHandedOver = context.isSite(pointee.cell.loc);
      projection.add(pointee.when, isHandedOver || isResult(kept) ? Weight::Essential : Weight::Detail);
    }
    if (const std::optional<Guard> isThere = context.values.askedNonNull(kept.value))
      projection.add(*isThere, isResult(kept) ? Weight::Essential : Weight::Detail);
  };
  // What arguments and the result hold themselves is more the caller's business than what hangs somewhere below.
  for (bool isNear : {true, false})
    for (const Fate &fate : fates)
      if (fate.attribute == Attribute::Valid && isHeldNearby(fate.loc) == isNear)
        projection.add(fate.when, Weight::Essential);
  for (const Kept &kept : writes)
    if (isResult(kept)) {
      addTargets(kept);
      addNumber(kept, Weight::Essential);
    }
  for (const Kept &kept : writes)
    if (isOut(kept))
      projection.add(context.values.isNonNull(kept.value), Weight::Essential);
  for (const Fate &fate : fates)
    if (fate.attribute == Attribute::Freed)
      projection.add(fate.when, Weight::Essential);
  for (const Kept &kept : writes)
    addTargets(kept);
  for (const Element &element : elements)
    addTargets(element.kept);
  addInterface();
  for (const Fate &fate : fates)
    projection.add(fate.when, Weight::Detail);
  for (const Kept &kept : writes)
    addNumber(kept, Weight::Detail);
}

bool Summariser::isHeldNearby(LocId loc) {
  return llvm::any_of(heldIn[loc], [&](uint32_t cell) {
    const std::optional<NodeCell> holder = nodeCell(context.cells[cell]);
    return holder && holder->offset.isExact() && depthOf(holder->node) <= 1;
  });
}

bool Summariser::isResult(const Kept &kept) const {
  return summary.nodes[kept.cell.node].kind == NodeKind::Return;
}

// A pointer that the caller gets through an argument: `*out`. Whether it is null goes with the result. One that only
// moves, as that to the rest of a text, does not.
bool Summariser::isOut(const Kept &kept) const {
  const Node &node = summary.nodes[kept.cell.node];
  if (node.kind != NodeKind::Input || summary.nodes[node.from.node].kind != NodeKind::Arg ||
      kept.cell.offset != Offset())
    return false;
  return llvm::any_of(context.values[kept.value].targets, [&](const Pointee &pointee) {
    const Loc &loc = context.locs[pointee.cell.loc];
    const LocId holder = loc.kind == LocKind::Input ? loc.from.loc : LocId();
    const bool isOwn = holder && context.locs[holder].kind == LocKind::Input && loc.from.offset == Offset() &&
                       context.locs[context.locs[holder].from.loc].kind == LocKind::Var &&
                       context.function.vars[context.locs[context.locs[holder].from.loc].entity].index ==
                           summary.nodes[node.from.node].arg;
    return !isOwn;
  });
}

// Which of the constants that it may be a number is; of others, its sign.
void Summariser::addNumber(const Kept &kept, Weight weight) {
  const ValueData data = context.values[kept.value];
  if (!data.targets.empty() || depthOf(kept.cell.node) > 1 || isOfEntries(data.number))
    return;
  bool isOpen = false;
  for (Word leaf : leavesOf(data.number)) {
    if (isOfEntries(leaf))
      projection.add(terms.equal(data.number, leaf), weight);
    else
      isOpen = true;
  }
  if (isOpen && isResult(kept)) {
    projection.add(terms.isZero(data.number), weight);
    projection.add(terms.lessSigned(data.number, terms.constant(terms.width(data.number), 0)), weight);
  }
}

// The entry unknown that a word is, but for its width.
std::optional<uint32_t> Summariser::entryBehind(uint32_t node) const {
  while (terms.node(node).op == logic::Op::ZeroExtend || terms.node(node).op == logic::Op::SignExtend ||
         terms.node(node).op == logic::Op::Truncate)
    node = terms.node(node).a;
  if (terms.node(node).op != logic::Op::Unknown)
    return {};
  const std::optional<uint32_t> unknown = terms.unknownIndex(Word{node});
  const auto entry = context.entryUnknowns.find(*unknown);
  return entry == context.entryUnknowns.end() ? std::nullopt : unknown;
}

// Pointers in the caller's memory that the function never tests are there; a caller who has none there, as in
// `char *p = 0; make(&p)`, is like others. Arguments may be null if a callee tests them.
std::vector<Guard> Summariser::grantedPointers() {
  std::vector<Guard> granted;
  for (Guard guard : context.untestedPointers()) {
    const std::optional<NodeCell> cell = nodeCell(context.entryUnknowns.find(*terms.unknownIndex(guard))->second.cell);
    if (cell && summary.nodes[cell->node].kind != NodeKind::Arg)
      granted.push_back(guard);
  }
  return granted;
}

// What callers can decide: whether a pointer that they pass is null, how a number compares with a constant.
void Summariser::addInterface() {
  constexpr size_t MaxInterface = 12;
  const auto [guards, words] = roots();
  auto isNear = [&](uint32_t unknown, unsigned depth) {
    const std::optional<NodeCell> cell = nodeCell(context.entryUnknowns.find(unknown)->second.cell);
    return cell && cell->node != heap::Summary::foreign() && depthOf(cell->node) <= depth;
  };
  const std::vector<Guard> granted = grantedPointers();
  for (uint32_t unknown : terms.unknownsOf(guards, words)) {
    const auto entry = context.entryUnknowns.find(unknown);
    if (entry != context.entryUnknowns.end() && !entry->second.isNumber() && isNear(unknown, 1) &&
        !llvm::is_contained(granted, terms.guardUnknown(unknown)))
      interface.push_back(terms.guardUnknown(unknown));
  }
  std::vector<Guard> comparisons;
  logic::visitNodes(terms, guards, {}, [&](uint32_t index, const logic::Node &node, size_t) {
    if (node.op == logic::Op::Equal || node.op == logic::Op::LessSigned || node.op == logic::Op::LessUnsigned) {
      const bool isConstant = terms.constantOf(Word{node.b}) || terms.constantOf(Word{node.a});
      const std::optional<uint32_t> a = entryBehind(node.a), b = entryBehind(node.b);
      if (isConstant && (a || b) && isNear(a ? *a : *b, 1))
        comparisons.push_back({index << 1});
    }
    return true;
  });
  llvm::sort(comparisons);
  llvm::append_range(interface, comparisons);
  if (interface.size() > MaxInterface)
    interface.resize(MaxInterface);
  for (Guard guard : interface)
    projection.add(guard, Weight::Interface);
}

bool Summariser::project() {
  isProjected = true;
  addPredicates();
  std::vector<Guard> assumptions = context.paths.conjuncts(memory.state.path);
  llvm::append_range(assumptions, grantedPointers());
  if (!projection.enumerate(assumptions))
    return false;
  // One of the cases, by a chain of choices.
  Terms &own = summary.terms;
  Guard rest = own.always();
  for (size_t i = 0; i < projection.size(); ++i) {
    const Guard chosen = i + 1 == projection.size() ? own.always() : own.variable();
    cases.push_back(own.both(rest, chosen));
    rest = own.both(rest, !chosen);
  }
  return true;
}

// `other`: what is said of a condition that is left out.
Guard Summariser::translated(Guard guard, Guard other) {
  if (!isProjected)
    return importer.import(guard);
  if (guard == terms.always() || guard == terms.never())
    return guard == terms.always() ? summary.terms.always() : summary.terms.never();
  if (!projection.knows(guard))
    return other;
  std::vector<Guard> holding;
  for (size_t i = 0; i < projection.size(); ++i)
    if (*projection.valueOf(i, guard))
      holding.push_back(cases[i]);
  return summary.terms.any(holding);
}

Word Summariser::translatedByCase(Word word) {
  const unsigned width = terms.width(word);
  const std::vector<Word> leaves = leavesOf(word);
  Terms &own = summary.terms;
  const Word open = own.unknown(width);
  auto constrain = [&](size_t i, Guard predicate, Guard ofOpen) {
    if (const std::optional<bool> holds = projection.valueOf(i, predicate))
      summary.returns = own.both(summary.returns, own.implies(cases[i], *holds ? ofOpen : !ofOpen));
  };
  std::optional<Word> result;
  for (size_t i = 0; i < projection.size(); ++i) {
    Word value = open;
    for (Word leaf : leaves)
      if (isOfEntries(leaf) && projection.valueOf(i, terms.equal(word, leaf)).value_or(false))
        value = importer.import(leaf);
    if (value == open) {
      constrain(i, terms.isZero(word), own.isZero(open));
      constrain(i, terms.lessSigned(word, terms.constant(width, 0)), own.lessSigned(open, own.constant(width, 0)));
    }
    result = result ? own.ite(cases[i], value, *result) : value; // it is one of the cases
  }
  return result.value_or(open);
}

// A constant, what the caller gave, or a little that is computed from that.
bool Summariser::isOfEntries(Word word) const {
  constexpr size_t MaxNodes = 12;
  bool isOf = true;
  logic::visitNodes(terms, {}, word, [&](uint32_t index, const logic::Node &node, size_t seen) {
    const bool isUnknown = node.op == logic::Op::Unknown && !entryBehind(index);
    return isOf = !isUnknown && node.op != logic::Op::Variable && node.op != logic::Op::Ite && seen <= MaxNodes;
  });
  return isOf;
}

Word Summariser::translated(Word word) {
  if (!isProjected)
    return importer.import(word);
  if (isOfEntries(word))
    return importer.import(word);
  auto [choice, isNew] = wordChoices.try_emplace(word.node());
  if (isNew)
    choice->second = translatedByCase(word);
  return choice->second;
}

// Where a condition is left out, what is held stays held: a new object as long as it is there.
GuardedWrite Summariser::translated(const Kept &kept) {
  const ValueData data = context.values[kept.value];
  const Guard never = summary.terms.never();
  const Guard isThere = translatedNonNull(kept);
  GuardedWrite write{kept.cell, {}, translated(data.number), data.isWeak, kept.isPointer};
  for (const Pointee &pointee : data.targets) {
    const std::optional<NodeCell> cell = nodeCell(pointee.cell);
    if (!cell)
      continue;
    const LocId first = standsFor.lookup(pointee.cell.loc.index);
    const bool isLeftOut = isProjected && !projection.knows(pointee.when) && pointee.when != terms.always();
    if (isLeftOut)
      looselyHeld.insert(cell->node);
    const Guard otherwise = isLeftOut && summary.nodes[cell->node].kind == NodeKind::Site
                                ? translated(live.lookup(first.index), never)
                                : isThere;
    write.targets.push_back({*cell, translated(pointee.when, otherwise)});
  }
  if (const std::optional<Guard> asked = context.values.askedNonNull(kept.value);
      asked && (!isProjected || projection.knows(*asked) || *asked == terms.always()))
    write.isThere = translated(*asked, isThere);
  return write;
}

// Of a pointer whose targets' conditions are left out.
Guard Summariser::translatedNonNull(const Kept &kept) {
  const Guard always = summary.terms.always();
  return isProjected && isOut(kept) ? translated(context.values.isNonNull(kept.value), always) : always;
}

// Where a condition is left out, it may be freed or kept, and is not handed over.
void Summariser::addFates() {
  const Guard always = summary.terms.always(), never = summary.terms.never();
  for (const Fate &fate : fates) {
    if (fate.attribute == Attribute::Valid) {
      summary.allocated.push_back({fate.node, translated(fate.when, never)});
    } else if (fate.attribute == Attribute::Escaped) {
      summary.escaped.push_back({fate.node, translated(fate.when, always)});
    } else {
      const Release release = context.releasedBy.lookup(fate.loc.index);
      const bool isExact = memory.attribute(fate.loc, Attribute::SurelyFreed) == fate.when &&
                           (!isProjected || projection.knows(fate.when) || fate.when == terms.always()) &&
                           !looselyHeld.contains(fate.node);
      summary.freed.push_back({fate.node, translated(fate.when, always), isExact, release.family, release.withParts});
    }
  }
  for (NodeId node : lostFromSight)
    summary.escaped.push_back({node, always});
}

std::optional<Summary> Summariser::run() {
  if (isTooLarge(context, memory.state))
    return {};
  takeAsMeant(context, memory.state);
  if (context.function.returnVar)
    summary.nodes.add({.kind = NodeKind::Return});
  for (ir::VarId param : context.function.params)
    summary.nodes.add({.kind = NodeKind::Arg, .arg = context.function[param].index});
  findReachable();
  collectWrites();
  collectElements();
  collectFates();
  const size_t size = formulaSize(context.options.maxProjected);
  if (size <= context.options.maxFormula) {
    const auto [guards, words] = roots();
    bindEntries(guards, words);
    summary.returns = importer.import(context.paths.condition(memory.state.path));
  } else {
    if (size > context.options.maxProjected || !project())
      return {};
    llvm::erase_if(interface, [&](Guard guard) { return !projection.knows(guard); });
    std::vector<Word> words;
    for (const Kept &kept : writes)
      for (Word leaf : leavesOf(context.values[kept.value].number))
        if (isOfEntries(leaf))
          words.push_back(leaf);
    for (const Element &element : elements)
      words.push_back(element.index);
    bindEntries(interface, words);
    for (Guard guard : interface)
      summary.returns = summary.terms.both(
          summary.returns, summary.terms.same(importer.import(guard), translated(guard, summary.terms.always())));
  }
  for (const Kept &kept : writes)
    summary.writes.push_back(translated(kept));
  for (const Element &element : elements)
    summary.elements.push_back({translated(element.kept), importer.import(element.index)});
  addFates();
  summary.clobbersGlobals = context.clobbersGlobals;
  summary.mayThrow = context.mayThrow;
  return std::move(summary);
}

} // namespace

std::optional<Summary> summarise(Context &context, State exit) {
  return Summariser(context, exit).run();
}

} // namespace custody::engines::path
