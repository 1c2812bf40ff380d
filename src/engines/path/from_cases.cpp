#include "engines/path/from_cases.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

namespace custody::engines::path {

using namespace heap;
using logic::Guard;
using logic::Word;

namespace {

class Conversion {
public:
  Conversion(const program::Program &program, program::ProgFuncId id, const heap::Summary &cases)
      : module(program.moduleOf(id)), function(program.function(id)), cases(cases) {
    summary.nodes = cases;
    summary.nodes.cases.clear();
    summary.nodes.merged.clear();
  }

  Summary run();

private:
  void addCase(const Case &c, Guard selected);
  void addAllocations(const Case &c, Guard selected);
  bool holdsNew(const Write &write, const Case &c) const;
  void addWrite(const Write &write, const Case &c, Guard selected);
  Guard holds(const Requirement &requirement);
  Guard isAmong(Word word, const Numbers &numbers);
  Word entryNumber(NodeCell cell, unsigned width);
  Guard entryNonNull(NodeCell cell);
  unsigned widthOf(NodeCell cell) const;
  Guard notNull(NodeId node);

  const ir::Module &module;
  const ir::Function &function;
  const heap::Summary &cases;
  Summary summary;
  std::map<NodeCell, GuardedWrite> writes;
  std::map<std::pair<uint32_t, uint32_t>, Guard> succeeded; // by case and node
  uint32_t caseNumber = 0;
  size_t numCases = 0;
};

// Of the result; other numbers are taken to be wide.
unsigned Conversion::widthOf(NodeCell cell) const {
  ir::TypeId type;
  const Node &node = cases[cell.node];
  if (node.kind == NodeKind::Return && function.type)
    type = module[function.type].inner;
  else if (node.kind == NodeKind::Arg && function.params.size() > node.arg)
    type = function[function.params[node.arg]].type;
  else if (node.kind == NodeKind::Arg && function.type && node.arg < module[function.type].params.size())
    type = module[function.type].params[node.arg];
  if (type && module[type].kind == ir::TypeKind::Int && module[type].bits >= 1 && module[type].bits <= 64)
    return module[type].bits;
  return 64;
}

Word Conversion::entryNumber(NodeCell cell, unsigned width) {
  for (const Entry &entry : summary.entries)
    if (entry.isNumber() && entry.cell == cell && summary.terms.width(entry.word) == width)
      return entry.word;
  const Word word = summary.terms.unknown(width);
  summary.entries.push_back({cell, false, {}, {}, word});
  return word;
}

Guard Conversion::entryNonNull(NodeCell cell) {
  for (const Entry &entry : summary.entries)
    if (entry.isNonNull && entry.cell == cell)
      return entry.guard;
  const Guard guard = summary.terms.variable();
  summary.entries.push_back({cell, true, {}, guard, {}});
  return guard;
}

Guard Conversion::isAmong(Word word, const Numbers &numbers) {
  logic::Terms &terms = summary.terms;
  const unsigned width = terms.width(word);
  const int64_t least = width == 64 ? INT64_MIN : -(int64_t(1) << (width - 1));
  const int64_t most = width == 64 ? INT64_MAX : (int64_t(1) << (width - 1)) - 1;
  Guard any = terms.never();
  for (unsigned i = 0; i < numbers.size(); ++i) {
    const Interval part = numbers[i];
    if (part.lo > most || part.hi < least)
      continue;
    Guard in = terms.always();
    if (part.lo == part.hi) {
      in = terms.equal(word, terms.constant(width, uint64_t(part.lo)));
    } else {
      if (part.lo > least)
        in = terms.both(in, terms.atMostSigned(terms.constant(width, uint64_t(part.lo)), word));
      if (part.hi < most)
        in = terms.both(in, terms.atMostSigned(word, terms.constant(width, uint64_t(part.hi))));
    }
    any = terms.either(any, in);
  }
  return any;
}

Guard Conversion::holds(const Requirement &requirement) {
  if (requirement.isPointer) {
    const Guard nonNull = entryNonNull(requirement.cell);
    return requirement.isNonNull() ? nonNull : !nonNull;
  }
  return isAmong(entryNumber(requirement.cell, widthOf(requirement.cell)), requirement.numbers);
}

// Whether the allocation succeeds in this case.
Guard Conversion::notNull(NodeId node) {
  auto found = succeeded.find({caseNumber, node.index});
  return found == succeeded.end() ? summary.terms.always() : found->second;
}

// Where a field is said to hold a new object or nothing, it holds the object wherever that was made: if it were null
// there, the function would have lost the object, which would be told of the function itself. Not so the result, which
// may be null on failure, and a list, which ends somewhere.
bool Conversion::holdsNew(const Write &write, const Case &c) const {
  auto isNew = [&](NodeCell target) {
    return llvm::any_of(c.allocated, [&](const AllocatedNode &allocated) { return allocated.node == target.node; });
  };
  auto isItself = [&](NodeCell target) { return target.node == write.cell.node; };
  return cases[write.cell.node].kind != NodeKind::Return && write.cell.offset.isExact() &&
         !write.value.targets.empty() && llvm::all_of(write.value.targets, isNew) &&
         llvm::none_of(write.value.targets, isItself);
}

void Conversion::addWrite(const Write &write, const Case &c, Guard selected) {
  logic::Terms &terms = summary.terms;
  const unsigned width = widthOf(write.cell);
  const Numbers &numbers = write.value.numbers;
  Word number = terms.constant(width, 0);
  if (write.value.copyOf)
    number = entryNumber(*write.value.copyOf, width);
  else if (numbers.isOne())
    number = terms.constant(width, uint64_t(numbers.min()));
  else if (!numbers.isNone())
    number = terms.unknown(width);
  if (!numbers.isNone() && !numbers.isOne() && !numbers.isAll() && write.value.targets.empty())
    summary.returns = terms.both(summary.returns, terms.implies(selected, isAmong(number, numbers)));

  const bool isPointer = !write.value.targets.empty() || cases.find({.kind = NodeKind::Input, .from = write.cell});
  GuardedWrite next{write.cell, {}, number, write.value.targets.size() > 1, isPointer};
  // An address or a number: a choice.
  const Guard isAddress = numbers.isNone() || holdsNew(write, c) ? terms.always() : terms.variable();
  for (NodeCell target : write.value.targets)
    next.targets.push_back({target, terms.both(selected, terms.both(isAddress, notNull(target.node)))});
  auto [known, isNew] = writes.try_emplace(write.cell, next);
  if (isNew) {
    // In the other cases it keeps what it held; the result is whatever they say.
    const NodeKind kind = cases[write.cell.node].kind;
    if (kind != NodeKind::Return && kind != NodeKind::Site && numCases > 1) {
      if (isPointer) {
        const NodeId before = summary.nodes.add({.kind = NodeKind::Input, .from = write.cell});
        known->second.targets.push_back({{before, Offset()}, terms.both(!selected, entryNonNull(write.cell))});
      }
      known->second.number = terms.ite(selected, number, entryNumber(write.cell, width));
    }
    return;
  }
  GuardedWrite &all = known->second;
  for (GuardedTarget &target : all.targets)
    target.when = terms.both(target.when, !selected);
  llvm::append_range(all.targets, next.targets);
  all.number = terms.ite(selected, number, all.number);
  all.isWeak |= next.isWeak;
  all.isPointer |= next.isPointer;
}

// A part that only other new objects hold is there if one of them is: had it been made without them, the function would
// have lost it, which would be told of the function itself. Rings hold themselves.
void Conversion::addAllocations(const Case &c, Guard selected) {
  logic::Terms &terms = summary.terms;
  std::map<NodeId, Guard> made;
  for (const AllocatedNode &allocated : c.allocated)
    made[allocated.node] = allocated.mayBeNull ? terms.variable() : terms.always();
  std::map<NodeId, std::vector<NodeId>> holders; // of parts
  std::set<NodeId> done;
  for (const Write &write : c.writes)
    for (NodeCell target : write.value.targets) {
      if (!made.count(write.cell.node))
        done.insert(target.node);
      else if (write.cell.node != target.node)
        holders[target.node].push_back(write.cell.node);
    }
  for (const AllocatedNode &allocated : c.allocated)
    if (!holders.count(allocated.node))
      done.insert(allocated.node);
  for (bool isNews = true; isNews;) {
    isNews = false;
    for (const auto &[part, itsHolders] : holders) {
      if (done.count(part) || !made.count(part) || !llvm::all_of(itsHolders, [&](NodeId h) { return done.count(h); }))
        continue;
      Guard isHeld = terms.never();
      for (NodeId holder : itsHolders)
        isHeld = terms.either(isHeld, made[holder]);
      made[part] = terms.both(made[part], isHeld);
      isNews = done.insert(part).second;
    }
  }
  for (const AllocatedNode &allocated : c.allocated) {
    succeeded[{caseNumber, allocated.node.index}] = made[allocated.node];
    summary.allocated.push_back({allocated.node, terms.both(selected, made[allocated.node])});
  }
}

void Conversion::addCase(const Case &c, Guard selected) {
  logic::Terms &terms = summary.terms;
  Guard required = terms.always();
  for (const Requirement &requirement : c.requires_)
    required = terms.both(required, holds(requirement));
  summary.returns = terms.both(summary.returns, terms.implies(selected, required));
  addAllocations(c, selected);
  for (const Write &write : c.writes)
    addWrite(write, c, selected);
  for (const FreedNode &freed : c.freed)
    summary.freed.push_back({freed.node, selected, freed.isCertain, freed.family, freed.withParts});
  for (NodeId node : c.escaped)
    summary.escaped.push_back({node, selected});
  ++caseNumber;
}

Summary Conversion::run() {
  logic::Terms &terms = summary.terms;
  summary.isUnknown = cases.isUnknown;
  summary.clobbersGlobals = cases.writesGlobals;
  summary.mayThrow = cases.mayThrow;
  summary.takenOnSuccess = cases.takenOnSuccess;
  // Cases with requirements tell more than those that are merged by their result.
  const std::vector<Case> &list = cases.cases.empty() ? cases.merged : cases.cases;
  if (list.empty())
    summary.returns = terms.never();
  numCases = list.size();
  Guard rest = terms.always();
  for (size_t i = 0; i < list.size(); ++i) {
    const Guard chosen = i + 1 == list.size() ? terms.always() : terms.variable();
    addCase(list[i], terms.both(rest, chosen));
    rest = terms.both(rest, !chosen);
  }
  // One entry a node, whichever the case.
  std::map<NodeId, Guard> allocated;
  for (const GuardedNode &node : summary.allocated) {
    auto [known, isNew] = allocated.try_emplace(node.node, node.when);
    if (!isNew)
      known->second = terms.either(known->second, node.when);
  }
  summary.allocated.clear();
  for (const auto &[node, when] : allocated)
    summary.allocated.push_back({node, when});
  for (auto &[cell, write] : writes)
    summary.writes.push_back(std::move(write));
  return std::move(summary);
}

} // namespace

Summary fromCases(const program::Program &program, program::ProgFuncId id, const heap::Summary &cases) {
  return Conversion(program, id, cases).run();
}

} // namespace custody::engines::path
