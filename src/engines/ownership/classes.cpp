#include "engines/ownership/classes.h"
#include "engines/callees.h"
#include "engines/makers.h"
#include "engines/ownership/findings.h"
#include "engines/ownership/words.h"
#include "ir/visit.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace custody::engines::ownership {

using namespace ir;
using report::Event;
using report::Finding;

namespace {

struct Site {
  ProgFuncId function;
  StmtId stmt; // none: where the function ends
};

class Classes {
public:
  Classes(const program::ProgramModel &model, const FieldTypes &fields)
      : model(model), program(model.program), fields(fields) {}

  std::vector<Finding> leakingFields(std::vector<FieldKey> &told);
  std::vector<Finding> copyHazards(bool alsoNeverCopied);

private:
  ProgRecordId pointee(ProgFuncId id, ExprId pointer) const;
  void findDestroyed();
  void findCareful();
  void findHandedOut();
  void handOut(ProgFuncId id, StmtId stmt, const Call &call);
  void destroyed(ProgRecordId record, Site site);
  bool isMadeHere(ProgFuncId id, ExprId pointer) const;
  bool mayReach(ProgFuncId from, const FieldFacts &facts) const;
  std::optional<Site> endOf(ProgRecordId record, const FieldFacts &facts) const;
  std::optional<Finding> leak(FieldKey field, const FieldFacts &facts);
  ProgFuncId destructorOf(ProgRecordId record) const;
  void copyAt(ProgFuncId id, StmtId stmt);
  void neverCopied(ProgRecordId record);
  Finding copyHazard(ProgRecordId record, FieldKey field) const;
  const FieldFacts *ownedField(ProgRecordId record, FieldKey &field) const;
  bool isCopiedByCompiler(ProgRecordId record, bool isAssignment) const;
  const FieldFacts *copiedField(ProgRecordId record, bool isAssignment, FieldKey &field, unsigned depth = 0) const;
  report::Position position(const Site &site) const {
    const Function &function = program.function(site.function);
    return positionOf(program.moduleOf(site.function), site.stmt ? function[site.stmt].loc : function.endLoc);
  }

  const program::ProgramModel &model;
  const program::Program &program;
  const FieldTypes &fields;
  std::map<ProgRecordId, Site> firstEnd;               // of objects of the record
  std::map<ProgRecordId, std::vector<Site>> scopeEnds; // ... that are variables
  std::map<ProgRecordId, Site> carefulEnd;             // ... by a function that frees several of their fields
  std::set<ProgRecordId> handedOut;                    // to functions that may free their fields
  std::set<ProgRecordId> reported;
  std::vector<Finding> found;
};

ProgRecordId Classes::pointee(ProgFuncId id, ExprId pointer) const {
  const Function &function = program.function(id);
  const Module &module = program.moduleOf(id);
  while (function[pointer].kind == ExprKind::Cast)
    pointer = function[pointer].a;
  const TypeId type = function[pointer].type;
  if (!type || module[type].kind != TypeKind::Pointer || module[module[type].inner].kind != TypeKind::Record)
    return {};
  return program.resolve(id, module[module[type].inner].record);
}

void Classes::destroyed(ProgRecordId record, Site site) {
  if (record)
    firstEnd.try_emplace(record, site);
}

// Freed by the function that allocated it: a beginning that failed, and nobody filled the fields yet.
bool Classes::isMadeHere(ProgFuncId id, ExprId pointer) const {
  const Function &function = program.function(id);
  while (function[pointer].kind == ExprKind::Cast || function[pointer].kind == ExprKind::Load)
    pointer = function[pointer].a;
  if (function[pointer].kind != ExprKind::Var || llvm::is_contained(function.params, function[pointer].var()))
    return false;
  return llvm::any_of(function.stmts, [&](const Stmt &stmt) {
    ExprId dst;
    if (const auto *alloc = std::get_if<Alloc>(&stmt.op))
      dst = alloc->dst;
    else if (const auto *call = std::get_if<Call>(&stmt.op))
      dst = call->dst;
    return dst && function[dst].kind == ExprKind::Var && function[dst].var() == function[pointer].var();
  });
}

// Whether a call of `from` may come to where the field is filled. A variable that is only a key to look up with does
// not.
bool Classes::mayReach(ProgFuncId from, const FieldFacts &facts) const {
  std::set<uint32_t> wanted, seen;
  for (const FieldEvent &store : facts.owningStores)
    wanted.insert(model.calls.componentOf(store.function));
  std::vector<uint32_t> work{model.calls.componentOf(from)};
  while (!work.empty()) {
    const uint32_t component = work.back();
    work.pop_back();
    if (wanted.contains(component))
      return true;
    if (seen.insert(component).second)
      llvm::append_range(work, model.calls.calleeComponents(component));
  }
  return false;
}

// Objects that end while the program runs. What `main` holds to its end does not count.
void Classes::findDestroyed() {
  for (uint32_t i = 0; i < program.numFunctions(); ++i) {
    const ProgFuncId id(i);
    if (!program.hasBody(id) || program.linkName(id) == "main")
      continue;
    const Function &function = program.function(id);
    const Module &module = program.moduleOf(id);
    for (uint32_t s = 0; s < function.stmts.size(); ++s) {
      const StmtOp &op = function.stmts[s].op;
      if (const auto *free = std::get_if<Free>(&op); free && !free->onThrow && !isMadeHere(id, free->pointer))
        destroyed(pointee(id, free->pointer), {id, StmtId(s)});
      else if (const auto *call = std::get_if<Call>(&op); call && call->role == CallRole::Destroy && !call->onThrow &&
                                                          call->args.count && function.kind != FunctionKind::Destructor)
        destroyed(pointee(id, function.list(call->args).front()), {id, StmtId(s)});
      else if (const auto *end = std::get_if<End>(&op);
               end && module[function[end->var].type].kind == TypeKind::Record && !function[end->var].byReference)
        scopeEnds[program.resolve(id, module[function[end->var].type].record)].push_back({id, StmtId(s)});
    }
  }
}

// `void screen_free(struct screen *s) { free(s->title); free(s->icon); }`: who frees several fields of a structure ends
// its use, wherever the structure itself is.
void Classes::findCareful() {
  constexpr unsigned MinFields = 2;
  std::map<std::pair<ProgRecordId, ProgFuncId>, std::set<int64_t>> freed;
  for (const auto &[function, released] : fields.released())
    for (FieldKey field : released)
      freed[{field.record, function}].insert(field.offset);
  for (const auto &[field, facts] : fields.all())
    if (facts.destroyer)
      freed[{field.record, facts.destroyer}].insert(field.offset);
  for (const auto &[who, offsets] : freed) {
    const auto &[record, function] = who;
    if (offsets.size() < MinFields)
      continue;
    // Of a function and one that it calls for this, the callee.
    const auto at = carefulEnd.try_emplace(record, Site{function, {}}).first;
    if (llvm::is_contained(model.calls.callees(at->second.function), function))
      at->second = {function, {}};
  }
}

// Does the function without a body leave the fields of what it gets alone? One that is specified does what is said.
static bool sparesFields(const specs::FunctionSpec *spec, size_t argument) {
  return spec && llvm::none_of(spec->effects, [&](const specs::Effect &effect) {
           return effect.place.root == specs::Place::Root::Param && effect.place.param == argument &&
                  !effect.place.isArgument();
         });
}

void Classes::handOut(ProgFuncId id, StmtId stmt, const Call &call) {
  const Callees callees = calleesAt(model, id, stmt);
  if (!callees.known.empty() && llvm::all_of(callees.known, [&](ProgFuncId f) { return program.hasBody(f); }))
    return;
  const Function &function = program.function(id);
  const Module &module = program.moduleOf(id);
  for (const auto [number, arg] : llvm::enumerate(function.list(call.args))) {
    const ProgRecordId record = pointee(id, arg);
    const bool isConst = isConstArgument(module, function, call, number);
    auto spares = [&](ProgFuncId f) { return program.hasBody(f) || sparesFields(model.specs.find(f), number); };
    if (record && !isConst && (callees.known.empty() || !llvm::all_of(callees.known, spares)))
      handedOut.insert(record);
  }
}

void Classes::findHandedOut() {
  for (uint32_t i = 0; i < program.numFunctions(); ++i)
    if (const ProgFuncId id(i); program.hasBody(id))
      for (const auto [number, stmt] : llvm::enumerate(program.function(id).stmts))
        if (const auto *call = std::get_if<Call>(&stmt.op))
          handOut(id, StmtId(number), *call);
}

ProgFuncId Classes::destructorOf(ProgRecordId record) const {
  for (const program::ProgMethod &method : model.classes[record].methods)
    if (program.function(method.function).kind == FunctionKind::Destructor && program.hasBody(method.function))
      return method.function;
  return {};
}

// Where one expects the field to be freed.
std::optional<Site> Classes::endOf(ProgRecordId record, const FieldFacts &facts) const {
  const ProgFuncId destructor = destructorOf(record);
  if (destructor && !program.function(destructor).isImplicit)
    return Site{destructor, {}};
  if (auto at = carefulEnd.find(record); at != carefulEnd.end())
    return at->second;
  for (ProgRecordId derived : model.classes.subclasses(record)) {
    if (auto at = firstEnd.find(derived); at != firstEnd.end())
      return at->second;
    if (auto ends = scopeEnds.find(derived); ends != scopeEnds.end())
      for (const Site &end : ends->second)
        if (mayReach(end.function, facts))
          return end;
  }
  return {};
}

std::optional<Finding> Classes::leak(FieldKey field, const FieldFacts &facts) {
  if (facts.destroyer || facts.isSpecified || facts.isTaken || facts.isHidden || facts.owningStores.empty() ||
      program.record(field.record).isSystem || handedOut.contains(field.record))
    return {};
  const std::optional<Site> end = endOf(field.record, facts);
  const FieldFacts *whole = fields.find({field.record, 0}); // Copied is noted there
  if (!end || model.specs.replacesBody(end->function) ||
      (whole && whole->isHidden && field.offset != 0 && !carefulEnd.contains(field.record)))
    return {};
  const FieldEvent &store = facts.owningStores.front();
  const std::string name = fieldName(program, field);
  Finding finding;
  finding.kind = report::Kind::Leak;
  finding.engine = "ownership";
  finding.object = name;
  finding.function = program.sourceName(end->function).str();
  finding.loss = position(*end);
  finding.allocation = position({store.function, store.stmt});
  finding.allocFunction = program.sourceName(store.function).str();
  finding.allocator = makerName(program, store.function, store.stmt);
  finding.chain.push_back({Event::Kind::Stored, finding.allocation, finding.allocFunction,
                           "the field '" + qualifiedName(program, field) + "' owns it from here on"});
  finding.chain.push_back({Event::Kind::Lost, finding.loss, finding.function,
                           "lost here: the object ends, and nobody ever frees what '" + name + "' points to"});
  finding.interfaces.push_back(
      {qualifiedName(program, field), "no function of the program frees '" + name + "' or hands its ownership on", {}});
  finding.reasons.push_back({5, "all uses of the field are known"});
  return finding;
}

std::vector<Finding> Classes::leakingFields(std::vector<FieldKey> &told) {
  findDestroyed();
  findCareful();
  findHandedOut();
  for (const auto &[field, facts] : fields.all())
    if (std::optional<Finding> finding = leak(field, facts)) {
      found.push_back(std::move(*finding));
      told.push_back(field);
    }
  return std::move(found);
}

// A field of the record itself that its own destructor frees.
const FieldFacts *Classes::ownedField(ProgRecordId record, FieldKey &field) const {
  for (auto at = fields.all().lower_bound({record, 0}); at != fields.all().end() && at->first.record == record; ++at) {
    const ProgFuncId destroyer = at->second.destroyer;
    if (!destroyer || program.function(destroyer).kind != FunctionKind::Destructor ||
        program.resolve(destroyer, program.function(destroyer).record) != record)
      continue;
    field = at->first;
    return &at->second;
  }
  return nullptr;
}

bool Classes::isCopiedByCompiler(ProgRecordId record, bool isAssignment) const {
  const Record &what = program.record(record);
  const CopyOperation operation = isAssignment ? what.copyAssignment : what.copyConstructor;
  return !what.isSystem && (operation == CopyOperation::Implicit || operation == CopyOperation::Defaulted);
}

// The same of the parts that are copied with it: bases and members.
const FieldFacts *Classes::copiedField(ProgRecordId record, bool isAssignment, FieldKey &field, unsigned depth) const {
  constexpr unsigned MaxDepth = 8;
  if (depth == MaxDepth || !isCopiedByCompiler(record, isAssignment))
    return nullptr;
  if (const FieldFacts *facts = ownedField(record, field))
    return facts;
  const Module &module = program.moduleOf(record);
  auto inPart = [&](RecordId part) {
    return copiedField(program.resolve(program[record].module, part), isAssignment, field, depth + 1);
  };
  for (const BaseClass &base : program.record(record).bases)
    if (const FieldFacts *facts = inPart(base.record))
      return facts;
  for (const Field &member : program.record(record).fields)
    if (member.type && module[member.type].kind == TypeKind::Record)
      if (const FieldFacts *facts = inPart(module[member.type].record))
        return facts;
  return nullptr;
}

void Classes::copyAt(ProgFuncId id, StmtId stmt) {
  const Function &function = program.function(id);
  const Module &module = program.moduleOf(id);
  ProgRecordId record;
  bool isAssignment = false;
  if (const auto *call = std::get_if<Call>(&function[stmt].op)) {
    const Function &callee = call->calleeKind == CalleeKind::Direct ? module[call->function] : function;
    if (&callee == &function || !callee.record ||
        (callee.kind != FunctionKind::CopyConstructor && callee.kind != FunctionKind::CopyAssignment))
      return;
    isAssignment = callee.kind == FunctionKind::CopyAssignment;
    record = program.resolve(id, callee.record);
  } else if (const auto *copy = std::get_if<Copy>(&function[stmt].op)) {
    const TypeId type = function[copy->dst].type;
    if (!type || module[type].kind != TypeKind::Record || function[copy->size].kind != ExprKind::Int ||
        static_cast<uint64_t>(function[copy->size].imm) != module[module[type].record].size)
      return;
    record = program.resolve(id, module[type].record);
  }
  FieldKey field;
  if (!record || reported.contains(record) || !copiedField(record, isAssignment, field))
    return;
  Finding finding = copyHazard(record, field);
  if (function.isSystem) { // a container: the class is what one can change
    finding.function = finding.allocFunction = program.sourceName(fields.find(field)->destroyer).str();
    finding.loss = finding.allocation = positionOf(program.moduleOf(record), program.record(record).loc);
    finding.chain.push_back(
        {Event::Kind::Note, finding.loss, finding.object,
         "copied in '" + program.sourceName(id).str() + "', by the operation that the compiler makes"});
  } else {
    finding.function = finding.allocFunction = program.sourceName(id).str();
    finding.loss = finding.allocation = position({id, stmt});
    finding.chain.push_back(
        {Event::Kind::Note, finding.loss, finding.function, "copied here, by the operation that the compiler makes"});
  }
  reported.insert(record);
  found.push_back(std::move(finding));
}

Finding Classes::copyHazard(ProgRecordId record, FieldKey field) const {
  Finding finding;
  finding.kind = report::Kind::CopyHazard;
  finding.engine = "ownership";
  finding.object = program.name(record).str();
  finding.interfaces.push_back({finding.object,
                                "the field '" + (field.record == record ? fieldName : qualifiedName)(program, field) +
                                    "' owns: " + whyOwned(program, *fields.find(field)),
                                positionOf(program.moduleOf(record), program.record(record).loc)});
  return finding;
}

// The paper's minor class: nobody copies an object yet, and who does will have two owners.
void Classes::neverCopied(ProgRecordId record) {
  const Record &what = program.record(record);
  FieldKey field;
  if (reported.contains(record) || !ownedField(record, field) ||
      (!isCopiedByCompiler(record, false) && !isCopiedByCompiler(record, true)))
    return;
  Finding finding = copyHazard(record, field);
  finding.function = finding.allocFunction = program.sourceName(fields.find(field)->destroyer).str();
  finding.loss = finding.allocation = positionOf(program.moduleOf(record), what.loc);
  finding.chain.push_back({Event::Kind::Note, finding.loss, finding.object,
                           "the class has no copy operations of its own; the program makes no copy"});
  reported.insert(record);
  found.push_back(std::move(finding));
}

std::vector<Finding> Classes::copyHazards(bool alsoNeverCopied) {
  for (bool isSystem : {false, true}) // the program's own copies first: they say where
    for (uint32_t i = 0; i < program.numFunctions(); ++i) {
      const ProgFuncId id(i);
      if (!program.hasBody(id) || program.function(id).isSystem != isSystem || program.function(id).isImplicit)
        continue;
      for (uint32_t s = 0; s < program.function(id).stmts.size(); ++s)
        copyAt(id, StmtId(s));
    }
  for (uint32_t i = 0; alsoNeverCopied && i < program.numRecords(); ++i)
    neverCopied(ProgRecordId(i));
  return std::move(found);
}

} // namespace

std::vector<Finding> leakingFields(const program::ProgramModel &model, FieldTypes &fields) {
  std::vector<FieldKey> told;
  std::vector<Finding> found = Classes(model, fields).leakingFields(told);
  llvm::for_each(told, [&](FieldKey field) { fields.markTold(field); });
  return found;
}

std::vector<Finding> copyHazards(const program::ProgramModel &model, const FieldTypes &fields, bool alsoNeverCopied) {
  return Classes(model, fields).copyHazards(alsoNeverCopied);
}

} // namespace custody::engines::ownership
