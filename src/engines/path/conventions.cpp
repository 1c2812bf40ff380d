#include "engines/path/conventions.h"
#include "logic/skeleton.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::path {

using namespace heap;
using logic::Op;

namespace {

// A sum or a product, or a choice between such: not what somebody else returned, which may be an error of theirs.
bool isComputed(const Terms &terms, Word word) {
  constexpr size_t MaxVisited = 64;
  std::vector<uint32_t> work{word.node()};
  for (size_t visited = 0; !work.empty() && visited < MaxVisited; ++visited) {
    const logic::Node node = terms.node(work.back());
    work.pop_back();
    if (node.op == Op::Add || node.op == Op::Multiply || node.op == Op::ShiftLeft)
      return true;
    if (node.op == Op::Truncate || node.op == Op::SignExtend || node.op == Op::ZeroExtend)
      work.push_back(node.a);
    if (node.op == Op::Ite) {
      work.push_back(node.b);
      work.push_back(node.c);
    }
  }
  return false;
}

bool isErrorCode(const Terms &terms, Word word) {
  const std::optional<uint64_t> constant = terms.constantOf(word);
  return constant && logic::signedValue(*constant, terms.width(word)) < 0;
}

Guard isNoComputedError(Terms &terms, Word result) {
  const std::vector<Choice> choices = choicesOf(terms, result);
  Guard meant = terms.always();
  if (llvm::none_of(choices, [&](const Choice &choice) { return isErrorCode(terms, choice.word); }))
    return meant;
  for (const Choice &choice : choices)
    if (isComputed(terms, choice.word)) {
      const Guard isNegative = terms.lessSigned(choice.word, terms.constant(terms.width(choice.word), 0));
      meant = terms.both(meant, !terms.both(choice.when, isNegative));
    }
  return meant;
}

void computeNoErrors(Memory &memory) {
  Context &context = memory.context;
  const ir::VarId returned = context.function.returnVar;
  if (!returned)
    return;
  const ir::TypeId type = context.function[returned].type;
  const uint32_t cell = context.cells.idOf({context.locs.var(returned), Offset()});
  const uint32_t *value = memory.state.cells.find(cell);
  if (!value || !type || context.module[type].kind != ir::TypeKind::Int || !context.module[type].isSigned ||
      !context.values[Value{*value}].targets.empty())
    return;
  const PathId before = memory.state.path;
  if (!memory.assume(isNoComputedError(context.terms, context.values[Value{*value}].number)))
    memory.state.path = before;
}

// `n - 1` of the number that the cell held on entry, on some way.
bool isCountedDown(Context &context, Cell cell, Value value) {
  const ValueData &data = context.values[value];
  if (!data.targets.empty())
    return false;
  return llvm::any_of(choicesOf(context.terms, data.number), [&](const Choice &choice) {
    const logic::Node node = context.terms.node(choice.word.node());
    if (node.op != Op::Add || context.terms.constantOf(Word{node.b}) != logic::maskOf(node.width))
      return false;
    const std::optional<uint32_t> unknown = context.terms.unknownIndex(Word{node.a});
    const auto entry = unknown ? context.entryUnknowns.find(*unknown) : context.entryUnknowns.end();
    return entry != context.entryUnknowns.end() && entry->second.cell == cell;
  });
}

void keepWhatOthersCount(Memory &memory) {
  Context &context = memory.context;
  std::vector<std::pair<LocId, Guard>> dropped; // and when freed
  memory.state.attributes.forEach([&](uint32_t key, uint32_t guard) {
    const LocId loc(key / 4);
    if (Attribute(key % 4) == Attribute::Freed && context.locs[loc].kind == LocKind::Input)
      dropped.push_back({loc, Guard{guard}});
  });
  for (const auto &[loc, isFreed] : dropped) {
    bool isCounted = false;
    memory.forEachCell(loc, [&](uint32_t cell, Value value) {
      isCounted = isCounted || isCountedDown(context, context.cells[cell], value);
    });
    if (isCounted)
      memory.escape(context.values.address({loc, Offset()}), !isFreed);
  }
}

// The numbers that the object's cells held on entry and that the function asked about.
std::vector<Word> entryNumbers(const Context &context, LocId object) {
  std::vector<Word> numbers;
  for (const auto &[unknown, entry] : context.entryUnknowns)
    if (entry.isNumber() && entry.cell.loc == object)
      numbers.push_back(context.terms.wordUnknown(unknown));
  return numbers;
}

void keepWhatWasNotThere(Memory &memory) {
  Context &context = memory.context;
  Terms &terms = context.terms;
  struct Replaced {
    Cell cell;
    LocId before;
    Guard when;
  };
  std::vector<Replaced> replaced;
  memory.state.cells.forEach([&](uint32_t id, uint32_t value) {
    const Cell cell = context.cells[id];
    const LocId before = context.locs.findInput(cell);
    if (context.locs[cell.loc].kind != LocKind::Input || !before ||
        llvm::none_of(context.values[Value{value}].targets,
                      [&](const Pointee &pointee) { return context.isSite(pointee.cell.loc); }))
      return;
    const Guard isGone = terms.all({context.entryNonNull(cell), !context.values.pointsInto(Value{value}, before),
                                    !memory.attribute(before, Attribute::Freed)});
    if (isGone != terms.never())
      replaced.push_back({cell, before, isGone});
  });
  const std::vector<Guard> way = context.paths.conjuncts(memory.state.path);
  logic::Skeleton skeleton(terms, SkeletonConflicts, way);
  for (const Replaced &one : replaced) {
    const std::vector<Word> numbers = entryNumbers(context, one.cell.loc);
    if (numbers.empty())
      continue;
    // Without arithmetic first: most pointers are replaced whatever the numbers beside them are.
    const bool hadNoRoom = llvm::any_of(numbers, [&](Word number) {
      return skeleton.check({one.when, !terms.isZero(number)}) == logic::Verdict::Unsatisfiable;
    });
    if (hadNoRoom && logic::Solver(terms, context.solverOptions(), way).check(one.when) == logic::Verdict::Satisfiable)
      memory.escape(context.values.address({one.before, Offset()}), one.when);
  }
}

} // namespace

void takeAsMeant(Context &context, State &exit) {
  Memory memory(context, exit, {});
  computeNoErrors(memory);
  keepWhatOthersCount(memory);
  keepWhatWasNotThere(memory);
}

} // namespace custody::engines::path
