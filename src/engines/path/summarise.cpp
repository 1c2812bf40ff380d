#include "engines/path/summarise.h"
#include "engines/path/conventions.h"
#include "engines/path/effects.h"
#include "engines/path/projection.h"
#include "logic/cone.h"
#include "logic/import.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace custody::engines::path {

using namespace heap;

namespace {

class Summariser {
public:
  Summariser(Context &context, State &state)
      : context(context), terms(context.terms), effects(context, state, summary), importer(terms, summary.terms),
        projection(context) {}

  std::optional<Summary> run();

private:
  struct Element {
    Kept kept;
    Word index;
  };

  void collectElements();
  std::pair<std::vector<Guard>, std::vector<Word>> roots() const;
  size_t formulaSize(size_t limit) const;
  void bindEntries(llvm::ArrayRef<Guard> guards, llvm::ArrayRef<Word> words);
  bool project();
  void addPredicates();
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
  Terms &terms;
  Summary summary;
  Effects effects;
  std::vector<Element> elements;
  std::set<NodeId> looselyHeld; // somebody is said to hold it who perhaps does not any more

  logic::Importer importer;
  Projection projection;
  bool isProjected = false;
  std::vector<Guard> cases;     // of the projection, in the summary
  std::vector<Guard> interface; // conditions that callers can decide
  llvm::DenseMap<uint32_t, Word> wordChoices;
};

// Elements of the caller's arrays that the function wrote, if the caller can tell which.
void Summariser::collectElements() {
  effects.memory.state.elements.forEach([&](uint32_t element, uint32_t value) {
    const auto [id, index] = context.elements[element];
    const Cell cell = context.cells[id];
    if (!effects.memory.state.cells.find(id) || !effects.isVisible(cell.loc) || !isOfEntries(index))
      return;
    const std::optional<NodeCell> node = effects.nodeCell(cell);
    if (llvm::any_of(effects.writes, [&](const Kept &kept) { return kept.cell == node; }))
      elements.push_back({{*node, Value{value}, true}, index});
  });
}

std::pair<std::vector<Guard>, std::vector<Word>> Summariser::roots() const {
  std::vector<Guard> guards{context.paths.condition(effects.memory.state.path)};
  std::vector<Word> words;
  auto add = [&](const Kept &kept) {
    const ValueData &data = context.values[kept.value];
    words.push_back(data.number);
    for (const Pointee &pointee : data.targets)
      guards.push_back(pointee.when);
    if (const std::optional<Guard> isThere = context.values.askedNonNull(kept.value))
      guards.push_back(*isThere);
  };
  for (const Kept &kept : effects.writes)
    add(kept);
  for (const Element &element : elements) {
    add(element.kept);
    words.push_back(element.index);
  }
  for (const Fate &fate : effects.fates)
    guards.push_back(fate.when);
  return {std::move(guards), std::move(words)};
}

size_t Summariser::formulaSize(size_t limit) const {
  const auto [guards, words] = roots();
  return logic::countNodes(terms, guards, words, limit);
}

// The unknowns that the formulas speak of and that callers know.
void Summariser::bindEntries(llvm::ArrayRef<Guard> guards, llvm::ArrayRef<Word> words) {
  for (uint32_t unknown : terms.unknownsOf(guards, words)) {
    const auto entry = context.entryUnknowns.find(unknown);
    if (entry == context.entryUnknowns.end())
      continue;
    const std::optional<NodeCell> cell = effects.nodeCell(entry->second.cell);
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
    for (const Fate &fate : effects.fates)
      if (fate.attribute == Attribute::Valid && effects.isHeldNearby(fate.loc) == isNear)
        projection.add(fate.when, Weight::Essential);
  for (const Kept &kept : effects.writes)
    if (isResult(kept)) {
      addTargets(kept);
      addNumber(kept, Weight::Essential);
    }
  for (const Kept &kept : effects.writes)
    if (isOut(kept))
      projection.add(context.values.isNonNull(kept.value), Weight::Essential);
  for (const Fate &fate : effects.fates)
    if (fate.attribute == Attribute::Freed)
      projection.add(fate.when, Weight::Essential);
  for (const Kept &kept : effects.writes)
    addTargets(kept);
  for (const Element &element : elements)
    addTargets(element.kept);
  addInterface();
  for (const Fate &fate : effects.fates)
    projection.add(fate.when, Weight::Detail);
  for (const Kept &kept : effects.writes)
    addNumber(kept, Weight::Detail);
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
  if (!data.targets.empty() || effects.depthOf(kept.cell.node) > 1 || isOfEntries(data.number))
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

// Pointers in the caller's effects.memory that the function never tests are there; a caller who has none there, as in
// `char *p = 0; make(&p)`, is like others. Arguments may be null if a callee tests them.
std::vector<Guard> Summariser::grantedPointers() {
  std::vector<Guard> granted;
  for (Guard guard : context.untestedPointers()) {
    const std::optional<NodeCell> cell =
        effects.nodeCell(context.entryUnknowns.find(*terms.unknownIndex(guard))->second.cell);
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
    const std::optional<NodeCell> cell = effects.nodeCell(context.entryUnknowns.find(unknown)->second.cell);
    return cell && cell->node != heap::Summary::foreign() && effects.depthOf(cell->node) <= depth;
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
  std::vector<Guard> assumptions = context.paths.conjuncts(effects.memory.state.path);
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
    const std::optional<NodeCell> cell = effects.nodeCell(pointee.cell);
    if (!cell)
      continue;
    const LocId first = effects.firstOf(pointee.cell.loc);
    const bool isLeftOut = isProjected && !projection.knows(pointee.when) && pointee.when != terms.always();
    if (isLeftOut)
      looselyHeld.insert(cell->node);
    const Guard otherwise = isLeftOut && summary.nodes[cell->node].kind == NodeKind::Site
                                ? translated(effects.isLive(first), never)
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
  for (const Fate &fate : effects.fates) {
    if (fate.attribute == Attribute::Valid) {
      summary.allocated.push_back({fate.node, translated(fate.when, never)});
    } else if (fate.attribute == Attribute::Escaped) {
      summary.escaped.push_back({fate.node, translated(fate.when, always)});
    } else {
      const Release release = context.releasedBy.lookup(fate.loc.index);
      const bool isExact = effects.memory.attribute(fate.loc, Attribute::SurelyFreed) == fate.when &&
                           (!isProjected || projection.knows(fate.when) || fate.when == terms.always()) &&
                           !looselyHeld.contains(fate.node);
      summary.freed.push_back({fate.node, translated(fate.when, always), isExact, release.family, release.withParts});
    }
  }
  for (NodeId node : effects.lostFromSight)
    summary.escaped.push_back({node, always});
}

std::optional<Summary> Summariser::run() {
  if (areEffectsTooLarge(context, effects.memory.state))
    return {};
  takeAsMeant(context, effects.memory.state);
  if (context.function.returnVar)
    summary.nodes.add({.kind = NodeKind::Return});
  for (ir::VarId param : context.function.params)
    summary.nodes.add({.kind = NodeKind::Arg, .arg = context.function[param].index});
  effects.collect();
  collectElements();
  const size_t size = formulaSize(context.options.maxProjected);
  if (size <= context.options.maxFormula) {
    const auto [guards, words] = roots();
    bindEntries(guards, words);
    summary.returns = importer.import(context.paths.condition(effects.memory.state.path));
  } else {
    if (size > context.options.maxProjected || !project())
      return {};
    llvm::erase_if(interface, [&](Guard guard) { return !projection.knows(guard); });
    std::vector<Word> words;
    for (const Kept &kept : effects.writes)
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
  for (const Kept &kept : effects.writes)
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
