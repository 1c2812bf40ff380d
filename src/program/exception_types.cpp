#include "program/exception_types.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

namespace custody::program {

using namespace ir;

static bool isInfo(llvm::StringRef name) {
  return name.starts_with("_ZTI");
}

static bool isPointer(llvm::StringRef name) {
  return name.starts_with("_ZTIP") || name == "_ZTIDn";
}

static bool isBuiltin(llvm::StringRef name) {
  return name.size() == 5 || (name.starts_with("_ZTID") && name.size() == 6); // _ZTIi; _ZTIDi is char32_t
}

// The name of the type_info object of a class outside of functions and templates: `_ZTIN2ns5ErrorE` for `ns::Error`.
static std::string infoName(llvm::StringRef className) {
  llvm::SmallVector<llvm::StringRef, 4> parts;
  className.split(parts, "::");
  const bool isStandard = parts[0] == "std";
  std::string mangled = isStandard ? "St" : "";
  for (llvm::StringRef part : llvm::drop_begin(parts, isStandard)) {
    const bool isPlain = !part.empty() && llvm::all_of(part, [](char c) { return llvm::isAlnum(c) || c == '_'; });
    if (!isPlain)
      return "";
    mangled += std::to_string(part.size()) + part.str();
  }
  return "_ZTI" + (parts.size() - isStandard > 1 ? "N" + mangled + "E" : mangled);
}

ExceptionTypes::ExceptionTypes(const Program &program) : program(&program) {
  for (uint32_t i = 0; i < program.numGlobals(); ++i)
    if (const ProgGlobalId id(i); isInfo(program.linkName(id)) && program.global(id).linkage != Linkage::Internal)
      byName.try_emplace(program.linkName(id), id);
  std::vector<ProgGlobalId> thrown;
  for (uint32_t i = 0; i < program.numFunctions(); ++i) {
    const ProgFuncId in(i);
    if (!program.hasBody(in))
      continue;
    const Module &module = program.moduleOf(in);
    for (const Stmt &stmt : program.function(in).stmts) {
      const auto *op = std::get_if<Throw>(&stmt.op);
      const ProgGlobalId info = op && op->info ? infoAt(in, op->info) : ProgGlobalId();
      if (!info)
        continue;
      thrown.push_back(info);
      if (op->type && module[op->type].kind == TypeKind::Record)
        records.try_emplace(info.index, program.resolve(in, module[op->type].record));
    }
  }
  for (ProgGlobalId info : thrown)
    if (!ofThrown.contains(info.index))
      ofThrown[info.index] = ancestorsOf(info);
}

ProgGlobalId ExceptionTypes::infoAt(ProgFuncId in, ExprId address) const {
  const Function &function = program->function(in);
  while (function[address].kind == ExprKind::Cast)
    address = function[address].a;
  const Expr &expr = function[address];
  if (expr.kind != ExprKind::AddrOf || function[expr.a].kind != ExprKind::Global)
    return {};
  const llvm::ArrayRef<ProgGlobalId> meant = program->resolve(in, function[expr.a].global());
  return meant.size() == 1 && isInfo(program->linkName(meant[0])) ? meant[0] : ProgGlobalId();
}

// {its own table, name}, then the base, or {flags, number of bases, and for each the base, its offset and access}.
ExceptionTypes::Bases ExceptionTypes::basesByObject(ProgGlobalId info) const {
  const Module &module = program->moduleOf(info);
  const Global &object = program->global(info);
  const uint64_t word = module.pointerSize;
  auto at = [&](uint64_t offset) -> const InitValue * {
    const auto found = llvm::find_if(object.init, [&](const InitValue &value) { return value.offset == offset; });
    return found == object.init.end() ? nullptr : &*found;
  };
  auto addressAt = [&](uint64_t offset) {
    const InitValue *value = at(offset);
    const bool isAddress = value && value->kind == InitKind::GlobalAddr;
    const auto meant =
        isAddress ? program->resolve((*program)[info].module, GlobalId(value->entity)) : llvm::ArrayRef<ProgGlobalId>();
    return meant.size() == 1 ? meant[0] : ProgGlobalId();
  };
  const ProgGlobalId table = object.isDefined && object.isInitKnown ? addressAt(0) : ProgGlobalId();
  const llvm::StringRef kind = table ? program->linkName(table) : llvm::StringRef();
  Bases bases;
  bases.isKnown = true;
  if (kind == "_ZTVN10__cxxabiv120__si_class_type_infoE") {
    bases.all.push_back({addressAt(2 * word), {}, true});
  } else if (kind == "_ZTVN10__cxxabiv121__vmi_class_type_infoE") {
    const uint64_t first = 2 * word + 8;
    for (uint64_t offset = first; offset + 2 * word <= object.size; offset += 2 * word) {
      const InitValue *access = at(offset + word);
      constexpr int64_t Public = 2;
      bases.all.push_back({addressAt(offset), {}, access && access->kind == InitKind::Int && (access->value & Public)});
    }
  } else if (kind != "_ZTVN10__cxxabiv117__class_type_infoE" && kind != "_ZTVN10__cxxabiv116__enum_type_infoE") {
    bases.isKnown = false;
  }
  bases.isKnown &= llvm::all_of(bases.all, [](const Class &base) { return base.info.valid(); });
  return bases;
}

ExceptionTypes::Bases ExceptionTypes::basesByRecord(ProgRecordId id) const {
  const Record &record = program->record(id);
  const Module &module = program->moduleOf(id);
  Bases bases;
  bases.isKnown = record.isComplete;
  for (const BaseClass &base : record.bases) {
    const std::string name = infoName(module.text(module[base.record].name));
    bases.isKnown &= !name.empty();
    const ProgRecordId resolved = program->resolve((*program)[id].module, base.record);
    bases.all.push_back({byName.lookup(name), resolved, base.access == Access::Public});
  }
  return bases;
}

ExceptionTypes::Bases ExceptionTypes::basesOf(const Class &derived) const {
  if (derived.info && isBuiltin(program->linkName(derived.info)))
    return {{}, true};
  if (derived.info)
    if (Bases bases = basesByObject(derived.info); bases.isKnown)
      return bases;
  const ProgRecordId thrown = derived.info ? records.lookup(derived.info.index) : ProgRecordId();
  const ProgRecordId record = derived.record ? derived.record : thrown;
  return record ? basesByRecord(record) : Bases();
}

// A base that is there twice is not caught, unless it is virtual: that is not looked at.
ExceptionTypes::Ancestors ExceptionTypes::ancestorsOf(ProgGlobalId info) const {
  constexpr size_t MaxAncestors = 64;
  Ancestors ancestors;
  std::map<uint32_t, unsigned> times;
  std::vector<Class> work = {{info, {}, true}};
  for (size_t i = 0; i < work.size(); ++i) {
    if (i == MaxAncestors) {
      ancestors.isComplete = false;
      break;
    }
    const Class at = work[i];
    const Bases bases = basesOf(at);
    ancestors.isComplete &= bases.isKnown;
    for (const Class &base : bases.all) {
      if (base.info)
        ++times[base.info.index];
      if (base.info || base.record)
        work.push_back({base.info, base.record, at.isPublic && base.isPublic});
    }
  }
  for (const Class &base : llvm::drop_begin(work))
    if (base.isPublic && base.info)
      (times[base.info.index] == 1 ? ancestors.certain : ancestors.possible).push_back(base.info);
  return ancestors;
}

ExceptionTypes::Match ExceptionTypes::match(ProgGlobalId thrown, ProgGlobalId caught) const {
  if (thrown == caught)
    return Match::Yes;
  const llvm::StringRef name = program->linkName(thrown), other = program->linkName(caught);
  if (name == other)
    return Match::Maybe;
  if (isPointer(name)) // pointers convert
    return isPointer(other) ? Match::Maybe : Match::No;
  const auto found = ofThrown.find(thrown.index);
  if (found == ofThrown.end())
    return Match::Maybe;
  if (llvm::is_contained(found->second.certain, caught))
    return Match::Yes;
  if (llvm::is_contained(found->second.possible, caught))
    return Match::Maybe;
  return found->second.isComplete || isBuiltin(other) || isPointer(other) ? Match::No : Match::Maybe;
}

} // namespace custody::program
