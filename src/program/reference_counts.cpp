#include "program/reference_counts.h"
#include "ir/visit.h"
#include "program/place_path.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace custody::program {

namespace {

using namespace ir;

constexpr unsigned MaxDepth = 12; // of expressions that are followed through variables

using FieldId = std::pair<uint32_t, uint32_t>; // record and number of the field

// A pointer as a chain of loads: `l->d` is the variable `l` and one step.
struct Way {
  VarId root;
  llvm::SmallVector<int64_t, 4> steps;

  bool leadsTo(const Way &other) const {
    return root == other.root && steps.size() <= other.steps.size() &&
           std::equal(steps.begin(), steps.end(), other.steps.begin());
  }
};

struct CountDown {
  StmtId stmt;
  FieldId field;
  std::optional<Way> object; // whose field it is
};

// One function, read without regard to order: a variable with one assignment stands for what is assigned.
class Reader {
public:
  Reader(const Program &program, ProgFuncId id)
      : program(program), id(id), function(program.function(id)), sources(function.vars.size()) {
    for (uint32_t i = 0; i < function.stmts.size(); ++i)
      if (const ExprId place = destination(function.stmts[i].op); place && function[place].kind == ExprKind::Var)
        sources[function[place].entity].add(StmtId(i));
  }

  std::vector<CountDown> countDowns() const;
  std::optional<Way> wayOf(ExprId pointer, unsigned depth = 0) const;
  // Every field that the value is computed from, and every call.
  struct Sources {
    llvm::SmallVector<FieldId, 4> fields;
    llvm::SmallVector<StmtId, 2> calls;
  };
  void addSources(ExprId value, Sources &found, unsigned depth = 0) const;
  Sources sourcesOfResult() const;
  std::optional<ProgFuncId> calleeOf(const Call &call) const;
  // The blocks that only one outcome of the branch leads to.
  std::vector<bool> chosenBy(BlockId branch) const;

  const Program &program;
  const ProgFuncId id;
  const Function &function;

private:
  struct Source {
    StmtId stmt;
    unsigned times = 0;
    void add(StmtId at) { stmt = at, ++times; }
  };
  const StmtOp *onlySource(VarId var) const {
    return sources[var.index].times == 1 ? &function[sources[var.index].stmt].op : nullptr;
  }
  ExprId bare(ExprId value) const {
    while (value && function[value].kind == ExprKind::Cast)
      value = function[value].a;
    return value;
  }
  std::optional<FieldId> fieldOf(ExprId place) const;
  bool isOneLess(ExprId value, FieldId field) const;

  std::vector<Source> sources; // by variable
};

std::optional<FieldId> Reader::fieldOf(ExprId place) const {
  const Expr &expr = function[place];
  if (expr.kind != ExprKind::Field)
    return {};
  return FieldId{program.resolve(id, expr.record).index, expr.entity};
}

std::optional<Way> Reader::wayOf(ExprId pointer, unsigned depth) const {
  pointer = bare(pointer);
  if (!pointer || depth > MaxDepth)
    return {};
  const Expr &expr = function[pointer];
  if (expr.kind != ExprKind::Load && expr.kind != ExprKind::AddrOf)
    return {};
  const PlacePath path = pathOf(program, id, expr.a);
  const Expr &root = function[path.root];
  if (root.kind == ExprKind::Deref) {
    std::optional<Way> way = wayOf(root.a, depth + 1);
    if (way && expr.kind == ExprKind::Load)
      way->steps.push_back(path.offset);
    return way; // the address of a part is that of the object
  }
  if (root.kind != ExprKind::Var || expr.kind != ExprKind::Load || path.offset != 0)
    return {};
  if (const StmtOp *source = onlySource(root.var()))
    if (const auto *assign = std::get_if<Assign>(source))
      return wayOf(assign->value, depth + 1);
  return Way{root.var(), {}};
}

// `n - 1` of the field itself, or of the variable that it was read into.
bool Reader::isOneLess(ExprId value, FieldId field) const {
  const Expr &difference = function[bare(value)];
  if (difference.kind != ExprKind::Binary || function[difference.b].kind != ExprKind::Int)
    return false;
  const int64_t by = function[difference.b].imm;
  if (!(difference.op == Op::Sub && by == 1) && !(difference.op == Op::Add && by == -1))
    return false;
  Sources found;
  addSources(difference.a, found);
  return llvm::is_contained(found.fields, field);
}

std::vector<CountDown> Reader::countDowns() const {
  std::vector<CountDown> found;
  for (uint32_t i = 0; i < function.stmts.size(); ++i) {
    const auto *assign = std::get_if<Assign>(&function.stmts[i].op);
    const std::optional<FieldId> field = assign ? fieldOf(assign->place) : std::nullopt;
    if (!field || !isOneLess(assign->value, *field))
      continue;
    const Expr &root = function[pathOf(program, id, assign->place).root];
    if (root.kind == ExprKind::Deref)
      found.push_back({StmtId(i), *field, wayOf(root.a)});
  }
  return found;
}

void Reader::addSources(ExprId value, Sources &found, unsigned depth) const {
  if (!value || depth > MaxDepth)
    return;
  const Expr &expr = function[value];
  if (expr.kind != ExprKind::Load) {
    if (!isPlace(expr.kind))
      for (ExprId part : {expr.a, expr.b, expr.c})
        addSources(part, found, depth + 1);
    return;
  }
  if (const std::optional<FieldId> field = fieldOf(expr.a)) {
    found.fields.push_back(*field);
    return;
  }
  const StmtOp *source = function[expr.a].kind == ExprKind::Var ? onlySource(function[expr.a].var()) : nullptr;
  if (!source)
    return;
  if (const auto *assign = std::get_if<Assign>(source))
    addSources(assign->value, found, depth + 1);
  else if (std::holds_alternative<Call>(*source))
    found.calls.push_back(sources[function[expr.a].entity].stmt);
}

Reader::Sources Reader::sourcesOfResult() const {
  Sources found;
  for (const Stmt &stmt : function.stmts)
    if (const auto *assign = std::get_if<Assign>(&stmt.op))
      if (function[assign->place].kind == ExprKind::Var && function[assign->place].var() == function.returnVar)
        addSources(assign->value, found);
  return found;
}

std::optional<ProgFuncId> Reader::calleeOf(const Call &call) const {
  if (call.calleeKind == CalleeKind::Indirect)
    return {};
  const llvm::ArrayRef<ProgFuncId> candidates = program.resolve(id, call.function);
  return candidates.size() == 1 ? std::optional(candidates[0]) : std::nullopt;
}

std::vector<bool> Reader::chosenBy(BlockId branch) const {
  auto reach = [&](BlockId from) {
    std::vector<bool> isReached(function.blocks.size());
    llvm::SmallVector<BlockId, 16> work{from};
    isReached[from.index] = true;
    isReached[branch.index] = true; // what a loop does next time is another matter
    while (!work.empty())
      for (const Edge &edge : function[work.pop_back_val()].term.edges)
        if (!isReached[edge.to.index]) {
          isReached[edge.to.index] = true;
          work.push_back(edge.to);
        }
    return isReached;
  };
  const Term &term = function[branch].term;
  std::vector<bool> chosen = reach(term.edges[0].to);
  const std::vector<bool> other = reach(term.edges[1].to);
  for (size_t i = 0; i < chosen.size(); ++i)
    chosen[i] = chosen[i] != other[i];
  return chosen;
}

// A parameter whose object the function frees, or counts down and returns what is left.
struct OfParameter {
  uint32_t index = 0;
  FieldId field = {};
};

class Search {
public:
  explicit Search(const Program &program) : program(program) {}

  llvm::DenseSet<std::pair<uint32_t, uint32_t>> run();

private:
  void readFunction(const Reader &reader);
  void lookForEvidence(const Reader &reader);
  void lookAtBranch(const Reader &reader, BlockId branch);
  bool frees(const Reader &reader, const StmtOp &op, const Way &object) const;
  std::optional<Way> argument(const Reader &reader, const Call &call, uint32_t index) const;

  const Program &program;
  std::map<ProgFuncId, std::vector<CountDown>> countDowns;
  std::map<ProgFuncId, std::vector<OfParameter>> droppers; // count down what a parameter points to
  std::map<ProgFuncId, std::vector<OfParameter>> freers;
  llvm::DenseSet<FieldId> counts;
};

std::optional<uint32_t> parameterOf(const Function &function, const std::optional<Way> &way) {
  if (!way || !way->steps.empty() || function[way->root].kind != VarKind::Param)
    return {};
  return function[way->root].index;
}

void Search::readFunction(const Reader &reader) {
  std::vector<CountDown> found = reader.countDowns();
  for (const CountDown &down : found)
    if (const std::optional<uint32_t> parameter = parameterOf(reader.function, down.object))
      if (reader.function.returnVar && llvm::is_contained(reader.sourcesOfResult().fields, down.field))
        droppers[reader.id].push_back({*parameter, down.field});
  if (!found.empty())
    countDowns[reader.id] = std::move(found);
  for (const Stmt &stmt : reader.function.stmts)
    if (const auto *free = std::get_if<Free>(&stmt.op))
      if (const std::optional<uint32_t> parameter = parameterOf(reader.function, reader.wayOf(free->pointer)))
        freers[reader.id].push_back({*parameter});
}

std::optional<Way> Search::argument(const Reader &reader, const Call &call, uint32_t index) const {
  const llvm::ArrayRef<ExprId> args = reader.function.list(call.args);
  return index < args.size() ? reader.wayOf(args[index]) : std::nullopt;
}

// The object, or one on the way to it.
bool Search::frees(const Reader &reader, const StmtOp &op, const Way &object) const {
  auto isThere = [&](const std::optional<Way> &freed) { return freed && freed->leadsTo(object); };
  if (const auto *free = std::get_if<Free>(&op))
    return isThere(reader.wayOf(free->pointer));
  const auto *call = std::get_if<Call>(&op);
  const std::optional<ProgFuncId> callee = call ? reader.calleeOf(*call) : std::nullopt;
  const auto known = callee ? freers.find(*callee) : freers.end();
  return known != freers.end() && llvm::any_of(known->second, [&](const OfParameter &freed) {
           return isThere(argument(reader, *call, freed.index));
         });
}

void Search::lookAtBranch(const Reader &reader, BlockId branch) {
  Reader::Sources sources;
  reader.addSources(reader.function[branch].term.value, sources);
  std::vector<std::pair<FieldId, Way>> counted;
  if (const auto here = countDowns.find(reader.id); here != countDowns.end())
    for (const CountDown &down : here->second)
      if (down.object && llvm::is_contained(sources.fields, down.field))
        counted.push_back({down.field, *down.object});
  for (StmtId stmt : sources.calls) {
    const auto &call = std::get<Call>(reader.function[stmt].op);
    const std::optional<ProgFuncId> callee = reader.calleeOf(call);
    if (const auto known = callee ? droppers.find(*callee) : droppers.end(); known != droppers.end())
      for (const OfParameter &dropped : known->second)
        if (std::optional<Way> object = argument(reader, call, dropped.index))
          counted.push_back({dropped.field, std::move(*object)});
  }
  if (counted.empty())
    return;
  const std::vector<bool> isChosen = reader.chosenBy(branch);
  for (uint32_t b = 0; b < isChosen.size(); ++b) {
    const Block &block = reader.function.blocks[b];
    for (uint32_t i = 0; isChosen[b] && i < block.stmtCount; ++i)
      for (const auto &[field, object] : counted)
        if (frees(reader, reader.function.stmts[block.firstStmt + i].op, object))
          counts.insert(field);
  }
}

void Search::lookForEvidence(const Reader &reader) {
  for (uint32_t b = 0; b < reader.function.blocks.size(); ++b)
    if (reader.function.blocks[b].term.kind == TermKind::Branch)
      lookAtBranch(reader, BlockId(b));
}

llvm::DenseSet<std::pair<uint32_t, uint32_t>> Search::run() {
  for (uint32_t i = 0; i < program.numFunctions(); ++i)
    if (const ProgFuncId id(i); program.hasBody(id))
      readFunction(Reader(program, id));
  auto isOfInterest = [&](ProgFuncId id) {
    if (countDowns.count(id))
      return true;
    return llvm::any_of(program.function(id).stmts, [&](const Stmt &stmt) {
      const auto *call = std::get_if<Call>(&stmt.op);
      return call && call->calleeKind != CalleeKind::Indirect &&
             llvm::any_of(program.resolve(id, call->function),
                          [&](ProgFuncId callee) { return droppers.count(callee); });
    });
  };
  llvm::DenseSet<std::pair<uint32_t, uint32_t>> statements;
  if (countDowns.empty())
    return statements;
  for (uint32_t i = 0; i < program.numFunctions(); ++i)
    if (const ProgFuncId id(i); program.hasBody(id) && isOfInterest(id))
      lookForEvidence(Reader(program, id));
  for (const auto &[function, found] : countDowns)
    for (const CountDown &down : found)
      if (counts.contains(down.field))
        statements.insert({function.index, down.stmt.index});
  return statements;
}

} // namespace

ReferenceCounts::ReferenceCounts(const Program &program) : statements(Search(program).run()) {}

} // namespace custody::program
