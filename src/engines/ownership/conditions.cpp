#include "engines/ownership/conditions.h"
#include "engines/expressions.h"
#include "ir/visit.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::ownership {

using namespace ir;

namespace {

// What the first says about the second: true, false, or nothing. Both are about one subject.
std::optional<bool> implied(const Fact &known, const Fact &asked) {
  if (known.relation == Relation::Equal && known.holds) {
    switch (asked.relation) {
    case Relation::Equal:
      return known.value == asked.value;
    case Relation::Less:
      return known.value < asked.value;
    case Relation::Below:
      return static_cast<uint64_t>(known.value) < static_cast<uint64_t>(asked.value);
    }
  }
  if (known.relation == Relation::Equal)
    return asked.relation == Relation::Equal && known.value == asked.value ? std::optional(false) : std::nullopt;
  auto isBefore = [&](int64_t a, int64_t b) {
    return known.relation == Relation::Less ? a < b : static_cast<uint64_t>(a) < static_cast<uint64_t>(b);
  };
  if (asked.relation == Relation::Equal) // x < 3 or x >= 3, and x == 5?
    return isBefore(asked.value, known.value) == known.holds ? std::nullopt : std::optional(false);
  if (asked.relation != known.relation)
    return {};
  if (known.holds)
    return isBefore(asked.value, known.value) ? std::nullopt : std::optional(true);
  return isBefore(known.value, asked.value) ? std::nullopt : std::optional(false);
}

} // namespace

std::optional<bool> Knowledge::says(const Fact &fact) const {
  for (const Fact &known : facts)
    if (known.subject == fact.subject)
      if (const std::optional<bool> answer = implied(known, fact))
        return *answer == fact.holds;
  return {};
}

bool Knowledge::learn(const Fact &fact) {
  if (const std::optional<bool> answer = says(fact))
    return *answer;
  if (fact.relation == Relation::Equal && fact.holds)
    forget(fact.subject);
  if (facts.size() < MaxFacts)
    facts.insert(llvm::lower_bound(facts, fact), fact);
  return true;
}

void Knowledge::forget(llvm::ArrayRef<uint32_t> subjects) {
  if (!subjects.empty())
    llvm::erase_if(facts, [&](const Fact &fact) { return llvm::binary_search(subjects, fact.subject); });
}

void Knowledge::copy(uint32_t from, uint32_t to) {
  std::vector<Fact> same;
  for (Fact fact : facts)
    if (fact.subject == from) {
      fact.subject = to;
      same.push_back(fact);
    }
  for (const Fact &fact : same)
    learn(fact);
}

std::optional<int64_t> Knowledge::number(uint32_t subject) const {
  for (const Fact &fact : facts)
    if (fact.subject == subject && fact.relation == Relation::Equal && fact.holds)
      return fact.value;
  return {};
}

Conditions::Conditions(const program::ProgramModel &model, program::ProgFuncId id)
    : model(model), id(id), function(model.program.function(id)), subjectOf(function.exprs.size()),
      changes(function.stmts.size()) {
  for (const Block &block : function.blocks) {
    if (block.term.kind != TermKind::Branch)
      continue;
    const Expr &condition = function[block.term.value];
    ++subjects[number(block.term.value)].tests;
    if (condition.kind == ExprKind::Binary)
      ++subjects[number(condition.a)].tests;
  }
  for (const Stmt &stmt : function.stmts)
    if (const auto *assign = std::get_if<Assign>(&stmt.op); assign && isVariable(assign->value))
      subjects[number(assign->value)].isCopied = true;
  indexReaders();
}

bool Conditions::isVariable(ExprId value) const {
  const Expr &load = function[strip(value)];
  return load.kind == ExprKind::Load && function[load.a].kind == ExprKind::Var;
}

ExprId Conditions::strip(ExprId expr) const {
  while (function[expr].kind == ExprKind::Cast && function[expr].op != Op::Trunc && function[expr].op != Op::FloatCast)
    expr = function[expr].a;
  return expr;
}

uint32_t Conditions::number(ExprId whole) {
  const ExprId expr = strip(whole);
  if (subjectOf[expr.index])
    return subjectOf[expr.index] - 1;
  const Expr &e = function[expr];
  auto part = [&](ExprId child) { return child ? number(child) + 1 : 0; };
  const Key key = {
      e.kind, affirmative(e.op), part(e.a), part(e.b), part(e.c), e.imm, e.entity, e.record ? e.record.index + 1 : 0};
  auto [at, isNew] = numbers.try_emplace(key, static_cast<uint32_t>(subjects.size()));
  if (e.kind == ExprKind::Unknown || e.kind == ExprKind::Undef) // each is another value
    isNew = true, at->second = subjects.size();
  if (isNew) {
    Subject subject;
    collectReads(expr, subject);
    subjects.push_back(std::move(subject));
    if (e.kind == ExprKind::Load)
      loadOf[part(e.a) - 1] = at->second;
  }
  subjectOf[expr.index] = at->second + 1;
  return at->second;
}

void Conditions::collectReads(ExprId top, Subject &subject) const {
  forEachPart(function, top, [&](const Expr &expr) {
    subject.isOpaque |= expr.kind == ExprKind::Unknown || expr.kind == ExprKind::Undef;
    if (expr.kind == ExprKind::Load)
      subject.reads.add(model.pointsTo.regionsOf(id, expr.a));
  });
}

void Conditions::indexReaders() {
  for (uint32_t i = 0; i < subjects.size(); ++i) {
    const Subject &subject = subjects[i];
    if (!subject.isTracked() || subject.reads.empty())
      continue;
    for (program::RegionId region : subject.reads)
      readers.push_back({region, i});
    allReaders.push_back(i);
    if (subject.reads.hasEscaped())
      escapedReaders.push_back(i);
    if (subject.reads.hasExternal())
      externalReaders.push_back(i);
  }
  llvm::sort(readers);
}

// Subjects that read one of the regions. The smaller side is looked up in the larger: callees may write thousands.
void Conditions::addReaders(const program::RegionSet &written, std::vector<uint32_t> &found) const {
  if (written.hasExternal())
    llvm::append_range(found, escapedReaders);
  else if (written.hasEscaped())
    llvm::append_range(found, externalReaders);
  if (readers.size() < written.size()) {
    for (const auto &[region, subject] : readers)
      if (std::binary_search(written.begin(), written.end(), region))
        found.push_back(subject);
    return;
  }
  for (program::RegionId region : written)
    for (auto at = llvm::lower_bound(readers, std::pair(region, 0u)); at != readers.end() && at->first == region; ++at)
      found.push_back(at->second);
}

// Which subjects the statement may change.
std::vector<uint32_t> Conditions::killedBy(StmtId stmt) const {
  const StmtOp &op = function[stmt].op;
  std::vector<uint32_t> found;
  if (allReaders.empty())
    return found;
  if (const ExprId place = destination(op))
    addReaders(model.pointsTo.regionsOf(id, place), found);
  auto addRegions = [&](const program::ModSets::Regions &written) {
    if (written.isAnything)
      llvm::append_range(found, allReaders);
    else
      addReaders(written.regions, found);
  };
  if (std::holds_alternative<Call>(op)) {
    const program::ModSets::CallWrites called = model.mods.callWrites(id, stmt);
    if (called.isUnknown)
      llvm::append_range(found, escapedReaders);
    addRegions(called.byLibraries);
    for (const program::ModSets::Regions *callee : called.callees)
      addRegions(*callee);
  }
  llvm::sort(found);
  found.erase(llvm::unique(found), found.end());
  return found;
}

const Conditions::Change &Conditions::changeAt(StmtId stmt) {
  Change &change = changes[stmt.index];
  if (change.isKnown)
    return change;
  change.isKnown = true;
  change.killed = killedBy(stmt);
  const auto *assign = std::get_if<Assign>(&function[stmt].op);
  change.into = assign ? stored(assign->place) : std::nullopt;
  if (!change.into)
    return change;
  const Expr &value = function[strip(assign->value)];
  if (value.kind == ExprKind::Int || value.kind == ExprKind::Null)
    change.number = value.kind == ExprKind::Int ? value.imm : 0;
  else if (const std::optional<uint32_t> from = known(assign->value);
           from && from != change.into && !llvm::is_contained(change.killed, *from))
    change.from = from;
  return change;
}

std::optional<uint32_t> Conditions::known(ExprId value) const {
  const uint32_t found = subjectOf[strip(value).index];
  return found && subjects[found - 1].isTracked() ? std::optional(found - 1) : std::nullopt;
}

std::optional<uint32_t> Conditions::stored(ExprId place) const {
  if (!place)
    return {};
  const Expr &e = function[place];
  if (e.kind != ExprKind::Var)
    return {};
  auto at = numbers.find({e.kind, e.op, 0, 0, 0, e.imm, e.entity, 0});
  if (at == numbers.end())
    return {};
  auto load = loadOf.find(at->second);
  return load != loadOf.end() && subjects[load->second].isTracked() ? std::optional(load->second) : std::nullopt;
}

std::optional<Fact> Conditions::parse(ExprId condition) const {
  const Expr &e = function[condition];
  if (e.kind == ExprKind::Binary && e.op >= Op::Eq && e.op <= Op::SGe) {
    const Expr &right = function[strip(e.b)];
    const std::optional<uint32_t> subject = known(e.a);
    const int64_t value = right.kind == ExprKind::Int ? right.imm : 0;
    if (subject && (right.kind == ExprKind::Int || right.kind == ExprKind::Null)) {
      switch (e.op) {
      case Op::Eq:
      case Op::Ne:
        return Fact{*subject, Relation::Equal, value, e.op == Op::Eq};
      case Op::SLt:
      case Op::SGe:
        return Fact{*subject, Relation::Less, value, e.op == Op::SLt};
      case Op::ULt:
      case Op::UGe:
        return Fact{*subject, Relation::Below, value, e.op == Op::ULt};
      case Op::SLe:
      case Op::SGt:
        if (value != std::numeric_limits<int64_t>::max())
          return Fact{*subject, Relation::Less, value + 1, e.op == Op::SLe};
        break;
      case Op::ULe:
      case Op::UGt:
        if (value != -1)
          return Fact{*subject, Relation::Below, int64_t(uint64_t(value) + 1), e.op == Op::ULe};
        break;
      default:
        break;
      }
    }
  }
  if (const std::optional<uint32_t> whole = known(condition)) // it is not 0, or its negation is
    return Fact{*whole, Relation::Equal, 0, e.kind == ExprKind::Binary && affirmative(e.op) != e.op};
  return {};
}

bool Conditions::pass(Knowledge &facts, ExprId condition, bool outcome) const {
  std::optional<Fact> fact = parse(condition);
  if (!fact)
    return true;
  fact->holds = fact->holds == outcome;
  // What is tested nowhere else, and goes nowhere, need not be remembered.
  return subjects[fact->subject].tests > 1 || subjects[fact->subject].isCopied ? facts.learn(*fact)
                                                                               : facts.allows(*fact);
}

void Conditions::step(Knowledge &facts, StmtId stmt) {
  const Change &change = changeAt(stmt);
  facts.forget(change.killed);
  if (change.number)
    facts.learn({*change.into, Relation::Equal, *change.number, true});
  else if (change.from)
    facts.copy(*change.from, *change.into);
}

void Conditions::tell(Knowledge &facts, ExprId place, const ResultTest &test) const {
  if (const std::optional<uint32_t> subject = stored(place))
    facts.learn({*subject, test.relation, test.value, test.holds});
}

std::optional<int64_t> Conditions::numberOf(const Knowledge &facts, ExprId value) const {
  const Expr &e = function[strip(value)];
  if (e.kind == ExprKind::Int || e.kind == ExprKind::Null)
    return e.kind == ExprKind::Int ? e.imm : 0;
  const std::optional<uint32_t> subject = known(value);
  return subject ? facts.number(*subject) : std::nullopt;
}

bool Conditions::mayBe(const Knowledge &facts, ExprId value, int64_t number) const {
  if (const std::optional<int64_t> is = numberOf(facts, value))
    return *is == number;
  const std::optional<uint32_t> subject = known(value);
  return !subject || facts.allows({*subject, Relation::Equal, number, true});
}

} // namespace custody::engines::ownership
