#include "program/class_hierarchy.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace custody::program {

using ir::FunctionKind;
using ir::TypeKind;

ClassHierarchy::ClassHierarchy(const Program &program) : program(&program), classes(program.numRecords()) {
  collectClasses();
  collectInstantiated();
}

// Declarations of one class in several modules agree but for methods that only some of them mention.
void ClassHierarchy::collectClasses() {
  for (uint32_t r = 0; r < classes.size(); ++r) {
    ProgRecordId id(r);
    llvm::DenseMap<ProgFuncId, unsigned> seen;
    for (const ir::BaseClass &base : program->record(id).bases) {
      ProgRecordId baseId = program->resolve((*program)[id].module, base.record);
      classes[r].bases.push_back({baseId, base.offset, base.isVirtual});
      if (baseId != id)
        classes[baseId.index].derived.push_back(id);
    }
    for (auto [module, local] : (*program)[id].members)
      for (const ir::Method &method : (*program)[module][local].methods)
        for (ProgFuncId function : program->resolve(module, method.function)) {
          auto [entry, isNew] = seen.try_emplace(function, classes[r].methods.size());
          if (isNew)
            classes[r].methods.push_back({function, method.slot, method.isPure, {}});
          ProgMethod &target = classes[r].methods[entry->second];
          for (ir::FuncId base : method.overrides)
            for (ProgFuncId baseFunction : program->resolve(module, base))
              if (!llvm::is_contained(target.overrides, baseFunction))
                target.overrides.push_back(baseFunction);
        }
  }
  for (const ClassInfo &info : classes)
    for (const ProgMethod &method : info.methods)
      if (!method.overrides.empty())
        overridden[method.function].append(method.overrides.begin(), method.overrides.end());
}

ProgRecordId ClassHierarchy::classOf(ProgFuncId id) const {
  ir::RecordId record = program->function(id).record;
  return program->resolve((*program)[id].module, record);
}

// The record that a variable of the type is, or is an array of.
ProgRecordId ClassHierarchy::valueRecord(ModuleId module, ir::TypeId type) const {
  const ir::Module &unit = (*program)[module];
  while (type && unit[type].kind == TypeKind::Array)
    type = unit[type].inner;
  if (!type || unit[type].kind != TypeKind::Record)
    return {};
  return program->resolve(module, unit[type].record);
}

// Constructors and destructors of a class call those of its bases for the base subobject.
bool ClassHierarchy::constructsObject(ProgFuncId caller, ProgFuncId callee) const {
  FunctionKind kind = program->function(callee).kind;
  bool isConstructor = kind == FunctionKind::Constructor || kind == FunctionKind::CopyConstructor ||
                       kind == FunctionKind::MoveConstructor;
  if (!isConstructor)
    return false;
  FunctionKind callerKind = program->function(caller).kind;
  bool inConstructor = callerKind == FunctionKind::Constructor || callerKind == FunctionKind::CopyConstructor ||
                       callerKind == FunctionKind::MoveConstructor;
  return !inConstructor || !derivesFrom(classOf(caller), classOf(callee));
}

void ClassHierarchy::collectFromBody(ProgFuncId id, std::vector<ProgRecordId> &work) const {
  const ir::Function &function = program->function(id);
  ModuleId module = (*program)[id].module;
  auto add = [&](ProgRecordId record) {
    if (record && !classes[record.index].isInstantiated)
      work.push_back(record);
  };
  for (const ir::Var &var : function.vars)
    add(valueRecord(module, var.type));
  for (const ir::Stmt &stmt : function.stmts) {
    if (const auto *alloc = std::get_if<ir::Alloc>(&stmt.op)) {
      add(valueRecord(module, alloc->type));
    } else if (const auto *call = std::get_if<ir::Call>(&stmt.op)) {
      if (call->calleeKind != ir::CalleeKind::Direct || !call->function)
        continue;
      for (ProgFuncId callee : program->resolve(module, call->function))
        if (constructsObject(id, callee))
          add(classOf(callee));
    }
  }
}

void ClassHierarchy::collectInstantiated() {
  std::vector<ProgRecordId> work;
  auto drain = [&] {
    while (!work.empty()) {
      ProgRecordId id = work.back();
      work.pop_back();
      if (std::exchange(classes[id.index].isInstantiated, true))
        continue;
      for (const ir::Field &field : program->record(id).fields)
        if (ProgRecordId member = valueRecord((*program)[id].module, field.type))
          work.push_back(member);
    }
  };
  for (uint32_t g = 0; g < program->numGlobals(); ++g)
    if (ProgRecordId record = valueRecord((*program)[ProgGlobalId(g)].module, program->global(ProgGlobalId(g)).type))
      work.push_back(record);
  drain();
  for (uint32_t f = 0; f < program->numFunctions(); ++f) {
    collectFromBody(ProgFuncId(f), work);
    drain();
  }
}

bool ClassHierarchy::derivesFrom(ProgRecordId derived, ProgRecordId base) const {
  if (!derived || !base)
    return false;
  llvm::SmallVector<ProgRecordId, 8> work{derived}, seen{derived};
  while (!work.empty()) {
    ProgRecordId id = work.pop_back_val();
    if (id == base)
      return true;
    for (const ProgBase &b : classes[id.index].bases)
      if (!llvm::is_contained(seen, b.record)) {
        seen.push_back(b.record);
        work.push_back(b.record);
      }
  }
  return false;
}

std::vector<ProgRecordId> ClassHierarchy::subclasses(ProgRecordId base) const {
  std::vector<ProgRecordId> result{base}, work{base};
  llvm::DenseMap<ProgRecordId, bool> seen;
  seen[base] = true;
  while (!work.empty()) {
    ProgRecordId id = work.back();
    work.pop_back();
    for (ProgRecordId derived : classes[id.index].derived)
      if (!std::exchange(seen[derived], true)) {
        result.push_back(derived);
        work.push_back(derived);
      }
  }
  llvm::sort(result);
  return result;
}

uint64_t ClassHierarchy::baseOffset(ProgRecordId derived, ProgRecordId base) const {
  struct Item {
    ProgRecordId record;
    uint64_t offset;
  };
  // Breadth first; the bound is for hierarchies that repeat a base exponentially often.
  std::vector<Item> work{{derived, 0}};
  for (size_t i = 0; i < work.size() && work.size() < 4096; ++i) {
    if (work[i].record == base)
      return work[i].offset;
    for (const ProgBase &b : classes[work[i].record.index].bases)
      work.push_back({b.record, b.isVirtual ? b.offset : work[i].offset + b.offset});
  }
  return 0;
}

ProgFuncId ClassHierarchy::methodAt(ProgRecordId record, int32_t slot) const {
  llvm::SmallVector<ProgRecordId, 8> work{record};
  for (size_t i = 0; i < work.size() && i < 4096; ++i) {
    for (const ProgMethod &method : classes[work[i].index].methods)
      if (method.slot == slot && slot >= 0)
        return method.function;
    for (const ProgBase &b : classes[work[i].index].bases)
      if (b.offset == 0 && !llvm::is_contained(work, b.record))
        work.push_back(b.record);
  }
  return {};
}

bool ClassHierarchy::overridesMethod(ProgFuncId method, ProgFuncId root) const {
  llvm::SmallVector<ProgFuncId, 8> work{method};
  for (size_t i = 0; i < work.size() && i < 4096; ++i) {
    if (work[i] == root)
      return true;
    auto entry = overridden.find(work[i]);
    if (entry == overridden.end())
      continue;
    for (ProgFuncId base : entry->second)
      if (!llvm::is_contained(work, base))
        work.push_back(base);
  }
  return false;
}

// Breadth first from the class upward: the first method found that overrides `method`, unless a later one overrides it
// in turn (a class that reaches the base on two ways).
ProgFuncId ClassHierarchy::finalOverrider(ProgRecordId record, ProgFuncId method) const {
  llvm::SmallVector<ProgRecordId, 8> work{record};
  const ProgMethod *best = nullptr;
  for (size_t i = 0; i < work.size() && i < 4096; ++i) {
    const ProgMethod *own = nullptr;
    for (const ProgMethod &candidate : classes[work[i].index].methods)
      if (overridesMethod(candidate.function, method)) {
        own = &candidate;
        break;
      }
    if (own && (!best || overridesMethod(own->function, best->function)))
      best = own;
    if (own)
      continue;
    for (const ProgBase &b : classes[work[i].index].bases)
      if (!llvm::is_contained(work, b.record))
        work.push_back(b.record);
  }
  if (!best || (best->isPure && !program->hasBody(best->function)))
    return {};
  return best->function;
}

std::vector<ClassHierarchy::Target> ClassHierarchy::virtualTargets(ProgRecordId staticClass, ProgFuncId method) const {
  std::vector<Target> instantiated, all;
  for (ProgRecordId record : subclasses(staticClass)) {
    ProgFuncId overrider = finalOverrider(record, method);
    if (!overrider)
      continue;
    // `this` of the overrider is of the class that defines it, which the object contains.
    ProgRecordId owner = classOf(overrider);
    int64_t adjustment = 0;
    if (owner)
      adjustment = int64_t(baseOffset(record, owner)) - int64_t(baseOffset(record, staticClass));
    all.push_back({overrider, adjustment});
    if (classes[record.index].isInstantiated)
      instantiated.push_back({overrider, adjustment});
  }
  std::vector<Target> &result = instantiated.empty() ? all : instantiated;
  llvm::sort(result);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

} // namespace custody::program
