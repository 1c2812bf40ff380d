#include "engines/summary/library.h"
#include "engines/summary/summarise.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace custody::engines::summary {

using namespace heap;
using specs::Comparison;
using specs::Effect;
using specs::FunctionSpec;
using specs::Nullness;
using specs::Place;
using specs::Relation;
using specs::Result;

namespace {

// A variadic function that frees or keeps its arguments does so with at most this many.
constexpr unsigned MaxVariadic = 16;
constexpr size_t MaxClasses = 64;

// A class of outcomes: the result, the values on entry and those that are left behind are among these.
struct Outcome {
  Numbers result = Numbers::all();
  std::map<NodeCell, Numbers> inputs, outputs;
};

class LibraryFunction {
public:
  LibraryFunction(const program::Program &program, program::ProgFuncId id, const FunctionSpec &spec)
      : module(program.moduleOf(id)), function(program.function(id)), spec(spec), id(id) {
    returnNode = summary.add({.kind = NodeKind::Return});
  }

  Summary build(const Options &options);
  bool namesMissingField();

private:
  std::optional<NodeCell> cellOf(const Place &place);
  const ir::Field *fieldNamed(ir::TypeId type, llvm::StringRef name) const;
  ir::TypeId pointee(ir::TypeId type) const;
  ir::TypeId paramType(unsigned index) const;
  bool isBlock(const Effect &effect) const;
  NodeId pointed(NodeCell cell) { return summary.add({.kind = NodeKind::Input, .from = cell}); }
  NodeId newSite(llvm::StringRef family) {
    return summary.add({.kind = NodeKind::Site, .function = id, .family = family, .ordinal = siteCount++});
  }

  std::vector<Outcome> outcomes();
  void split(std::vector<Outcome> &classes, const specs::Condition &when);
  std::vector<Outcome> narrowed(Outcome outcome, const Comparison &comparison, Relation relation);
  bool holds(const specs::Condition &when, const Outcome &outcome);
  Case caseOf(const Outcome &outcome);
  void addEffect(Case &c, const Effect &effect, const Outcome &outcome);
  void addEffectOn(Case &c, const Effect &effect, NodeCell cell);
  void addResult(Case &c, const Outcome &outcome);
  void addSetsToResult(Case &c, const Outcome &outcome);
  void addMoved(Case &c);
  NodeValue resultValue(Case &c, const Result &result, const Outcome &outcome);

  const ir::Module &module;
  const ir::Function &function;
  const FunctionSpec &spec;
  const program::ProgFuncId id;
  Summary summary;
  NodeId returnNode;
  uint32_t siteCount = 0;
  bool doesReallocate = false;
};

Numbers numbersOf(Relation relation, int64_t value) {
  switch (relation) {
  case Relation::Equal:
    return Numbers::exactly(value);
  case Relation::NotEqual:
    return Numbers::except(value);
  case Relation::Less:
    return value == Numbers::Min ? Numbers::none() : Numbers::range(Numbers::Min, value - 1);
  case Relation::LessEqual:
    return Numbers::range(Numbers::Min, value);
  case Relation::Greater:
    return value == Numbers::Max ? Numbers::none() : Numbers::range(value + 1, Numbers::Max);
  case Relation::GreaterEqual:
    return Numbers::range(value, Numbers::Max);
  }
  return Numbers::all();
}

Relation negation(Relation relation) {
  switch (relation) {
  case Relation::Equal:
    return Relation::NotEqual;
  case Relation::NotEqual:
    return Relation::Equal;
  case Relation::Less:
    return Relation::GreaterEqual;
  case Relation::LessEqual:
    return Relation::Greater;
  case Relation::Greater:
    return Relation::LessEqual;
  case Relation::GreaterEqual:
    return Relation::Less;
  }
  return relation;
}

int64_t valueOf(const Comparison &comparison) {
  return comparison.null ? 0 : comparison.value;
}

// Places.

ir::TypeId LibraryFunction::pointee(ir::TypeId type) const {
  return type && module[type].kind == ir::TypeKind::Pointer ? module[type].inner : ir::TypeId();
}

ir::TypeId LibraryFunction::paramType(unsigned index) const {
  if (index < function.params.size())
    return function[function.params[index]].type;
  const unsigned shift = spec.isMember ? 1 : 0;
  if (!function.type || index < shift || index - shift >= module[function.type].params.size())
    return {};
  return module[function.type].params[index - shift];
}

// Who frees a `void *` knows nothing of what the block holds; who frees a structure of its own frees its parts, too.
bool LibraryFunction::isBlock(const Effect &effect) const {
  if (effect.kind != Effect::Kind::Frees || !effect.place.isArgument())
    return false;
  const ir::TypeId block = pointee(paramType(effect.place.param));
  return block && module[block].kind == ir::TypeKind::Void &&
         llvm::none_of(spec.effects, [](const Effect &e) { return e.kind == Effect::Kind::Calls; });
}

// By its name, or by the reserved one that headers give it in strict modes: regex_t's 'buffer' is '__buffer' there.
const ir::Field *LibraryFunction::fieldNamed(ir::TypeId type, llvm::StringRef name) const {
  if (!type || module[type].kind != ir::TypeKind::Record)
    return nullptr;
  for (const ir::Field &candidate : module[module[type].record].fields)
    if (llvm::StringRef known = module.text(candidate.name);
        known == name || (known.consume_front("__") && known == name))
      return &candidate;
  return nullptr;
}

// The cell that holds the value which the place names.
std::optional<NodeCell> LibraryFunction::cellOf(const Place &place) {
  NodeCell cell;
  ir::TypeId type;
  if (place.root == Place::Root::Return) {
    cell = {returnNode, Offset()};
    type = function.type ? module[function.type].inner : ir::TypeId();
  } else if (place.root == Place::Root::Param) {
    cell = {summary.add({.kind = NodeKind::Arg, .arg = place.param}), Offset()};
    type = paramType(place.param);
  } else {
    return {};
  }
  bool isPlace = false; // `type` is that of the object at `cell`, reached through a pointer
  for (const specs::Step &step : place.path) {
    switch (step.kind) {
    case specs::Step::Kind::Deref:
      cell = {pointed(cell), Offset()};
      type = pointee(type);
      isPlace = true;
      break;
    case specs::Step::Kind::Element:
      cell = {pointed(cell), Offset().anyElement()};
      type = pointee(type);
      isPlace = true;
      break;
    case specs::Step::Kind::Field: {
      if (!isPlace && pointee(type)) { // p->f is written without a Deref of its own
        cell = {pointed(cell), Offset()};
        type = pointee(type);
      }
      const ir::Field *field = fieldNamed(type, step.field);
      if (!field)
        return {};
      cell.offset = cell.offset.plus(field->offsetBits / 8);
      type = field->type;
      isPlace = false;
      break;
    }
    }
  }
  return cell;
}

// Conditions.

static bool isResult(const Place &place) {
  return place.root == Place::Root::Return && place.path.empty();
}

// The parts of a class where the comparison, or its negation, holds. What cannot be told apart is taken to hold.
std::vector<Outcome> LibraryFunction::narrowed(Outcome outcome, const Comparison &comparison, Relation relation) {
  Numbers *numbers = &outcome.result;
  if (!isResult(comparison.subject)) {
    const std::optional<NodeCell> cell = cellOf(comparison.subject);
    if (!cell)
      return relation == comparison.relation ? std::vector{outcome} : std::vector<Outcome>();
    numbers = &(comparison.after ? outcome.outputs : outcome.inputs).try_emplace(*cell, Numbers::all()).first->second;
  }
  // What fails with a negative number returns -1, and callers ask for that as well as for less than 0.
  const bool isFailure = isResult(comparison.subject) && relation == Relation::Less && valueOf(comparison) == 0;
  const Numbers wanted = isFailure ? Numbers::exactly(-1) : numbersOf(relation, valueOf(comparison));
  // "Neither 14 nor 89" is more than two intervals: it is told by what lies below and what lies above.
  if (relation == Relation::NotEqual && numbers->size() > 1 && numbers->contains(valueOf(comparison))) {
    std::vector<Outcome> parts = narrowed(outcome, comparison, Relation::Less);
    llvm::append_range(parts, narrowed(outcome, comparison, Relation::Greater));
    return parts;
  }
  *numbers = numbers->meet(wanted);
  return numbers->isNone() ? std::vector<Outcome>() : std::vector{outcome};
}

// The classes where the condition holds, and those where it does not, by the first comparison that fails: what
// `cmd == 89 && larg == 0` says is no reason to tell the values of `larg` apart for other commands.
void LibraryFunction::split(std::vector<Outcome> &classes, const specs::Condition &when) {
  std::vector<Outcome> parts;
  for (const Outcome &outcome : classes) {
    std::vector<Outcome> holding{outcome}, failing;
    for (const Comparison &comparison : when) {
      std::vector<Outcome> next;
      for (const Outcome &part : holding) {
        llvm::append_range(failing, narrowed(part, comparison, negation(comparison.relation)));
        llvm::append_range(next, narrowed(part, comparison, comparison.relation));
      }
      holding = std::move(next);
    }
    llvm::append_range(parts, holding);
    llvm::append_range(parts, llvm::reverse(failing));
  }
  if (parts.size() <= MaxClasses)
    classes = std::move(parts);
}

std::vector<Outcome> LibraryFunction::outcomes() {
  std::vector<Outcome> classes(1);
  for (const Result &result : spec.results)
    split(classes, result.when);
  for (const Effect &effect : spec.effects)
    split(classes, effect.when);
  // A reallocation that fails does something else than one that succeeds.
  doesReallocate = llvm::any_of(spec.effects, [](const Effect &effect) {
    return effect.kind == Effect::Kind::Reallocates && effect.place.isArgument();
  });
  if (doesReallocate && spec.returnsPointer)
    split(classes, {{Place{}, Relation::Equal, true, false, 0}});
  return classes;
}

bool LibraryFunction::holds(const specs::Condition &when, const Outcome &outcome) {
  return llvm::all_of(when, [&](const Comparison &comparison) {
    const Numbers wanted = numbersOf(comparison.relation, valueOf(comparison));
    if (isResult(comparison.subject))
      return outcome.result.meet(wanted) == outcome.result;
    const std::optional<NodeCell> cell = cellOf(comparison.subject);
    const std::map<NodeCell, Numbers> &values = comparison.after ? outcome.outputs : outcome.inputs;
    const auto known = cell ? values.find(*cell) : values.end();
    return known == values.end() || known->second.meet(wanted) == known->second;
  });
}

// Facts.

static bool isToResult(const Effect &effect) {
  return effect.kind == Effect::Kind::Sets && effect.other && isResult(*effect.other);
}

void LibraryFunction::addEffectOn(Case &c, const Effect &effect, NodeCell cell) {
  auto other = [&]() -> std::optional<NodeCell> { return effect.other ? cellOf(*effect.other) : std::nullopt; };
  auto allocateAt = [&](NodeCell at) {
    NodeId site = newSite(effect.family);
    c.allocated.push_back({site, effect.null == Nullness::MayBeNull});
    c.writes.push_back({at, {{{site, Offset()}}, Numbers::none()}});
  };
  switch (effect.kind) {
  case Effect::Kind::Allocates:
    return allocateAt(cell);
  case Effect::Kind::Frees:
  case Effect::Kind::Releases:
    c.freed.push_back({pointed(cell), effect.family, !isBlock(effect)});
    return;
  case Effect::Kind::Takes:
  case Effect::Kind::Holds:
  case Effect::Kind::Retains:
  case Effect::Kind::Inserts:
    c.escaped.push_back(pointed(cell));
    return;
  case Effect::Kind::Reallocates:
    c.freed.push_back({pointed(cell), effect.family});
    if (!effect.place.isArgument())
      allocateAt(cell);
    return;
  case Effect::Kind::Moves:
    if (std::optional<NodeCell> to = other())
      c.writes.push_back({*to, {{{pointed(cell), Offset()}}, Numbers::none()}});
    c.writes.push_back({cell, {{}, Numbers::exactly(0)}});
    return;
  case Effect::Kind::Sets: {
    NodeValue value{{{Summary::foreign(), Offset::unknown()}}, Numbers::exactly(0)};
    if (effect.toNull)
      value = {{}, Numbers::exactly(0)};
    else if (isToResult(effect))
      return; // addSetsToResult
    else if (std::optional<NodeCell> from = other())
      value = {{{pointed(*from), effect.interior ? Offset::unknown() : Offset()}},
               effect.null == Nullness::MayBeNull ? Numbers::exactly(0) : Numbers::none()};
    c.writes.push_back({cell, value});
    return;
  }
  case Effect::Kind::Copies: // pointers among the bytes get one more holder
    c.escaped.push_back(pointed({cell.node, Offset::unknown()}));
    return;
  case Effect::Kind::Clears:
  case Effect::Kind::Empties:
  case Effect::Kind::Calls:
    return;
  }
}

void LibraryFunction::addEffect(Case &c, const Effect &effect, const Outcome &outcome) {
  if (!holds(effect.when, outcome))
    return;
  const bool hasFailed = doesReallocate && spec.returnsPointer && outcome.result.isExactly(0);
  if (effect.kind == Effect::Kind::Reallocates && hasFailed && !effect.freesOnFailure)
    return;
  if (effect.place.root == Place::Root::Variadic) {
    for (unsigned i = 0; i < MaxVariadic; ++i)
      addEffectOn(c, effect, {summary.add({.kind = NodeKind::Arg, .arg = unsigned(spec.params.size()) + i}), Offset()});
    return;
  }
  if (std::optional<NodeCell> cell = cellOf(effect.place))
    addEffectOn(c, effect, *cell);
}

NodeValue LibraryFunction::resultValue(Case &c, const Result &result, const Outcome &outcome) {
  const bool isPointer = !outcome.result.contains(0);
  const Numbers null = isPointer || result.null == Nullness::NeverNull ? Numbers::none() : Numbers::exactly(0);
  const NodeValue foreign{{{Summary::foreign(), Offset::unknown()}}, null};
  std::optional<NodeCell> of = result.of ? cellOf(*result.of) : std::nullopt;
  switch (result.kind) {
  case Result::Kind::Own: {
    NodeId site = newSite(result.family);
    c.allocated.push_back({site, !isPointer && result.null == Nullness::MayBeNull});
    return {{{site, Offset()}}, Numbers::none()};
  }
  case Result::Kind::Alias: // null only where the specification says so: strcpy never, fgets at the end of the file
    return of ? NodeValue{{{pointed(*of), Offset()}}, result.null == Nullness::MayBeNull ? null : Numbers::none()}
              : foreign;
  case Result::Kind::Interior:
    return of ? NodeValue{{{pointed(*of), Offset::unknown()}}, null} : foreign;
  case Result::Kind::Borrowed:
  case Result::Kind::Region:
  case Result::Kind::Element:
    return foreign;
  }
  return foreign;
}

void LibraryFunction::addResult(Case &c, const Outcome &outcome) {
  const NodeCell at{returnNode, Offset()};
  if (c.result(returnNode)) // an effect says what it is: `moves *object to return`
    return;
  if (!spec.returnsPointer || outcome.result.isExactly(0)) {
    c.writes.push_back({at, {{}, outcome.result}});
    return;
  }
  for (bool isConditional : {true, false}) // what is said of this outcome goes before what is said in general
    for (const Result &result : spec.results)
      if (result.when.empty() != isConditional && holds(result.when, outcome)) {
        c.writes.push_back({at, resultValue(c, result, outcome)});
        return;
      }
  if (doesReallocate) {
    const Effect *effect = nullptr;
    for (const Effect &candidate : spec.effects)
      if (candidate.kind == Effect::Kind::Reallocates)
        effect = &candidate;
    NodeId site = newSite(effect->family);
    c.allocated.push_back({site, false});
    c.writes.push_back({at, {{{site, Offset()}}, Numbers::none()}});
    return;
  }
  c.writes.push_back({at, {{{Summary::foreign(), Offset::unknown()}}, Numbers::exactly(0)}});
}

// `sets *x to return`: both hold the one object, new or not.
void LibraryFunction::addSetsToResult(Case &c, const Outcome &outcome) {
  const NodeValue *result = c.result(returnNode);
  if (!result)
    return;
  NodeValue value = *result;
  for (const Effect &effect : spec.effects)
    if (isToResult(effect) && holds(effect.when, outcome))
      if (std::optional<NodeCell> cell = cellOf(effect.place)) {
        if (effect.interior)
          for (NodeCell &target : value.targets)
            target.offset = Offset::unknown();
        c.writes.push_back({*cell, value});
      }
}

// A block that is moved takes along what it held.
void LibraryFunction::addMoved(Case &c) {
  const NodeValue *result = c.result(returnNode);
  if (!doesReallocate || !result || result->targets.size() != 1)
    return;
  for (const Effect &effect : spec.effects)
    if (effect.kind == Effect::Kind::Reallocates && effect.place.isArgument())
      if (std::optional<NodeCell> old = cellOf(effect.place)) {
        const NodeId held = pointed({pointed(*old), Offset::unknown()});
        const NodeCell anywhere{result->targets[0].node, Offset::unknown()};
        c.writes.push_back({anywhere, {{{held, Offset()}}, Numbers::none()}});
        return;
      }
}

// Of several effects on one cell the last is what remains.
static void keepLast(std::vector<Write> &writes) {
  std::vector<Write> kept;
  for (Write &write : llvm::reverse(writes))
    if (llvm::none_of(kept, [&](const Write &later) { return later.cell == write.cell; }))
      kept.push_back(std::move(write));
  writes = std::move(kept);
}

// Something that others own, or a number, if it is not null.
static NodeValue outputValue(const Numbers &numbers) {
  if (numbers == Numbers::except(0))
    return {{{Summary::foreign(), Offset::unknown()}}, Numbers::none()};
  return {{}, numbers};
}

Case LibraryFunction::caseOf(const Outcome &outcome) {
  siteCount = 0;
  Case c;
  for (const auto &[cell, numbers] : outcome.inputs)
    c.requires_.push_back({cell, numbers, numbers == Numbers::exactly(0) || numbers == Numbers::except(0)});
  for (const auto &[cell, numbers] : outcome.outputs)
    c.writes.push_back({cell, outputValue(numbers)});
  for (const Effect &effect : spec.effects)
    addEffect(c, effect, outcome);
  addResult(c, outcome);
  addSetsToResult(c, outcome);
  addMoved(c);
  keepLast(c.writes);
  llvm::sort(c.writes, [](const Write &a, const Write &b) { return a.cell < b.cell; });
  llvm::sort(c.allocated, [](const AllocatedNode &a, const AllocatedNode &b) { return a.node < b.node; });
  llvm::sort(c.freed, [](const FreedNode &a, const FreedNode &b) { return a.node < b.node; });
  llvm::sort(c.escaped);
  return c;
}

bool LibraryFunction::namesMissingField() {
  auto isMissing = [&](const Place &place) {
    return llvm::any_of(place.path, [](const specs::Step &step) { return step.kind == specs::Step::Kind::Field; }) &&
           !cellOf(place);
  };
  return llvm::any_of(spec.effects, [&](const Effect &effect) {
    return isMissing(effect.place) || (effect.other && isMissing(*effect.other));
  });
}

Summary LibraryFunction::build(const Options &options) {
  summary.writesGlobals = false;
  if (spec.noReturn)
    return std::move(summary);
  for (const Outcome &outcome : outcomes())
    summary.cases.push_back(caseOf(outcome));
  summary.merged = mergeByResult(summary, summary.cases, mergeRules(options));
  return std::move(summary);
}

} // namespace

Summary summaryOf(const program::Program &program, program::ProgFuncId id, const FunctionSpec &spec,
                  const Options &options) {
  return LibraryFunction(program, id, spec).build(options);
}

bool namesMissingField(const program::Program &program, program::ProgFuncId id, const FunctionSpec &spec) {
  return LibraryFunction(program, id, spec).namesMissingField();
}

} // namespace custody::engines::summary
