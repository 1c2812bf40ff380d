// Tables of a module: each thing once, and in its canonical form, so that equal programs are equal values.
#include "ir/verify_parts.h"
#include "ir/words.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/Hashing.h"
#include <set>

namespace custody::ir {
namespace {

// The type with only the members that its kind uses.
Type canonical(const Type &type) {
  Type result;
  result.kind = type.kind;
  switch (type.kind) {
  case TypeKind::Void:
    break;
  case TypeKind::Int:
    result.bits = type.bits;
    result.isSigned = type.isSigned;
    result.name = type.name;
    break;
  case TypeKind::Float:
    result.bits = type.bits;
    break;
  case TypeKind::Pointer:
    result.inner = type.inner;
    result.isReference = type.isReference;
    result.isRvalue = type.isRvalue;
    result.innerConst = type.innerConst;
    break;
  case TypeKind::Array:
    result.inner = type.inner;
    result.count = type.count;
    break;
  case TypeKind::Record:
    result.record = type.record;
    break;
  case TypeKind::Function:
    result.inner = type.inner;
    result.params = type.params;
    result.isVariadic = type.isVariadic;
    break;
  case TypeKind::MemberPointer:
    result.inner = type.inner;
    result.record = type.record;
    break;
  case TypeKind::Opaque:
    result.name = type.name;
    result.count = type.count;
    break;
  }
  return result;
}

auto key(const Type &type) {
  return std::make_tuple(type.kind, type.isSigned, type.isReference, type.isRvalue, type.innerConst, type.isVariadic,
                         type.bits, type.count, type.inner, type.record, type.name,
                         std::vector<TypeId>(type.params.begin(), type.params.end()));
}

void verifyTypes(const Module &module, Faults &faults) {
  std::set<decltype(key(Type()))> seen;
  for (auto [index, type] : llvm::enumerate(module.types)) {
    if (type.isRvalue && !type.isReference)
      faults.add("type " + llvm::Twine(index) + ": is an rvalue reference and no reference");
    if (type.isReference && type.inner && module[type.inner].isReference)
      faults.add("type " + llvm::Twine(index) + ": is a reference to a reference");
    if (!(canonical(type) == type))
      faults.add("type " + llvm::Twine(index) + ": has what a type of kind '" + word(type.kind) + "' has not");
    if ((type.kind == TypeKind::Int || type.kind == TypeKind::Float) && type.bits == 0)
      faults.add("type " + llvm::Twine(index) + ": has no bits");
    if (!seen.insert(key(type)).second)
      faults.add("type " + llvm::Twine(index) + ": is in the table twice");
  }
}

void verifyRecord(const Module &module, const Record &record, Faults &faults) {
  llvm::StringRef name = module.text(record.name);
  if (!llvm::is_sorted(record.fields, [](const Field &a, const Field &b) { return a.offsetBits < b.offsetBits; }))
    faults.add("record '" + name + "': its fields are not in the order of their offsets");
  for (const Field &field : record.fields)
    if (!field.type)
      faults.add("record '" + name + "': field '" + module.text(field.name) + "' has no type");
}

void verifyGlobal(const Module &module, const Global &global, Faults &faults) {
  llvm::StringRef name = module.text(global.linkName);
  if (!global.type)
    faults.add("global '" + name + "': has no type");
  uint64_t end = 0;
  for (const InitValue &value : global.init) {
    if (value.offset < end)
      faults.add("global '" + name + "': initial values overlap or are not in order at offset " +
                 llvm::Twine(value.offset));
    end = value.offset + value.size;
    if (value.kind == InitKind::Int && value.entity)
      faults.add("global '" + name + "': an integer in the initial value names an entity");
    if ((value.kind == InitKind::FuncAddr || value.kind == InitKind::Text) && value.value)
      faults.add("global '" + name + "': an address or text in the initial value has a number");
  }
}

// Globals and functions share one name space, as they do for the linker.
void verifySymbols(const Module &module, Faults &faults) {
  llvm::DenseSet<Sym> seen;
  auto check = [&](Sym name, const char *what) {
    if (!name || module.text(name).empty())
      faults.add(llvm::Twine(what) + " without a link name");
    else if (!seen.insert(name).second)
      faults.add(llvm::Twine(what) + " '" + module.text(name) + "': the link name is taken");
  };
  for (const Global &global : module.globals)
    check(global.linkName, "global");
  for (const Function &function : module.functions)
    check(function.linkName, "function");
}

} // namespace

void verifyTables(const Module &module, Faults &faults) {
  if (module.pointerSize == 0 || module.pointerSize > 64)
    faults.add("a pointer of " + llvm::Twine(module.pointerSize) + " bytes");
  llvm::DenseSet<Sym> files;
  for (Sym file : module.files)
    if (!files.insert(file).second)
      faults.add("file '" + module.text(file) + "': is in the table twice");
  verifyTypes(module, faults);
  for (const Record &record : module.records)
    verifyRecord(module, record, faults);
  for (const Global &global : module.globals)
    verifyGlobal(module, global, faults);
  verifySymbols(module, faults);
}

} // namespace custody::ir
