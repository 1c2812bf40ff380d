#include "program/types.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/raw_ostream.h"

namespace custody::program {

using ir::TypeKind;

ProgTypeId TypeTable::intern(const ProgType &type, llvm::StringRef name) {
  llvm::SmallString<64> key;
  llvm::raw_svector_ostream out(key);
  out << unsigned(type.kind) << ' ' << type.isVariadic << ' ' << type.bits << ' ' << type.count << ' '
      << type.inner.index << ' ' << type.record.index << ' ' << name;
  for (ProgTypeId param : type.params)
    out << ' ' << param.index;
  auto [entry, isNew] = index.try_emplace(key, types.size());
  if (isNew)
    types.push_back(type);
  // A record may be incomplete where it is seen first.
  uint64_t &size = types[entry->second].size;
  size = std::max(size, type.size);
  return ProgTypeId(entry->second);
}

static void appendShape(const TypeTable &table, ProgTypeId id, llvm::raw_ostream &out) {
  if (!id) {
    out << '?';
    return;
  }
  const ProgType &type = table[id];
  switch (type.kind) {
  case TypeKind::Void:
    out << 'V';
    return;
  case TypeKind::Int: // promoted to int; a pointer fits in a long
    out << (type.bits <= 32 ? 'I' : type.bits <= 64 ? 'L' : 'Q');
    return;
  case TypeKind::Float:
    out << (type.bits <= 64 ? 'F' : 'X');
    return;
  case TypeKind::Pointer:
  case TypeKind::Array:
  case TypeKind::Function:
    out << 'P';
    return;
  case TypeKind::Record:
  case TypeKind::MemberPointer:
  case TypeKind::Opaque:
    out << 'R' << type.size;
    return;
  }
}

std::string TypeTable::shape(ProgTypeId functionType) const {
  std::string text;
  llvm::raw_string_ostream out(text);
  const ProgType &type = types[functionType.index];
  for (ProgTypeId param : type.params)
    appendShape(*this, param, out);
  if (type.isVariadic)
    out << "...";
  // A result that the caller ignores may be there or not: only what comes back in memory makes a difference.
  out << ':';
  if (type.inner && types[type.inner.index].kind == TypeKind::Record)
    appendShape(*this, type.inner, out);
  return text;
}

namespace {

class Interner {
public:
  Interner(TypeTable &table, const ir::Module &module, const std::vector<ProgRecordId> &records)
      : table(table), module(module), records(records), result(module.types.size()) {}

  std::vector<ProgTypeId> run() {
    for (uint32_t i = 0; i < module.types.size(); ++i)
      map(ir::TypeId(i));
    return std::move(result);
  }

private:
  // Recursion ends because types are recursive only through records, which are named and not entered.
  ProgTypeId map(ir::TypeId id) {
    if (!id)
      return {};
    if (result[id.index])
      return result[id.index];
    const ir::Type &type = module[id];
    ProgType out;
    out.kind = type.kind;
    out.isVariadic = type.isVariadic;
    out.bits = type.bits;
    out.count = type.count;
    out.size = ir::sizeOf(module, id);
    out.inner = map(type.inner);
    if (type.record)
      out.record = records[type.record.index];
    for (ir::TypeId param : type.params)
      out.params.push_back(map(param));
    llvm::StringRef name = type.kind == TypeKind::Opaque ? module.text(type.name) : "";
    return result[id.index] = table.intern(out, name);
  }

  TypeTable &table;
  const ir::Module &module;
  const std::vector<ProgRecordId> &records;
  std::vector<ProgTypeId> result;
};

} // namespace

std::vector<ProgTypeId> internTypes(TypeTable &table, const ir::Module &module,
                                    const std::vector<ProgRecordId> &records) {
  return Interner(table, module, records).run();
}

} // namespace custody::program
