#include "program/layout.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::program {

using ir::TypeKind;

// Deeper nesting of records by value than any program has.
static constexpr unsigned MaxDepth = 64;

bool mayHoldPointer(const TypeTable &types, ProgTypeId id, uint32_t pointerSize) {
  if (!id)
    return true;
  const ProgType &type = types[id];
  switch (type.kind) {
  case TypeKind::Int:
    return type.bits >= pointerSize * 8;
  case TypeKind::Float:
    return false;
  case TypeKind::Array:
    return mayHoldPointer(types, type.inner, pointerSize);
  default:
    return true;
  }
}

bool isRaw(const TypeTable &types, ProgTypeId id) {
  while (id && types[id].kind == TypeKind::Array)
    id = types[id].inner;
  return !id || types[id].size <= 1;
}

Layouts::Layouts(const Program &program) : program(&program), pointerOffsets(program.types().size()) {
  for (uint32_t t = 0; t < pointerOffsets.size(); ++t) {
    std::vector<uint32_t> &out = pointerOffsets[t];
    collectPointers(ProgTypeId(t), 0, out, 0);
    llvm::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    out.shrink_to_fit();
  }
}

ProgTypeId Layouts::element(ProgTypeId id) const {
  while (id && program->types()[id].kind == TypeKind::Array)
    id = program->types()[id].inner;
  return id;
}

// A remainder that is never negative.
static int64_t wrap(int64_t offset, int64_t size) {
  if (size <= 0 || (0 <= offset && offset < size))
    return offset;
  return (offset % size + size) % size;
}

Layouts::Leaf Layouts::leafAt(ProgTypeId id, int64_t offset) const {
  if (!id)
    return {offset, {}, 0, {}};
  const ProgType &type = program->types()[id];
  switch (type.kind) {
  case TypeKind::Array:
    return leafAt(type.inner, wrap(offset, program->types()[type.inner].size));
  case TypeKind::Record:
    return leafIn(type.record, offset);
  default:
    return {wrap(offset, type.size), {}, 0, id};
  }
}

Layouts::Leaf Layouts::leafIn(ProgRecordId id, int64_t offset) const {
  const ir::Record &record = program->record(id);
  ModuleId module = (*program)[id].module;
  if (!endsInFlexibleArray(record, module) || offset < 0)
    offset = wrap(offset, record.size);
  Leaf own{offset, id, offset, {}};
  if (record.kind == ir::RecordKind::Union)
    return own;
  for (const ir::BaseClass &base : record.bases) {
    ProgRecordId baseId = program->resolve(module, base.record);
    int64_t start = base.offset;
    if (baseId != id && start <= offset && offset < start + int64_t(program->record(baseId).size)) {
      Leaf leaf = leafIn(baseId, offset - start);
      leaf.offset += start;
      return leaf;
    }
  }
  // The field that covers the offset: the last that begins at or before it.
  auto next = llvm::upper_bound(record.fields, offset,
                                [](int64_t at, const ir::Field &f) { return at < int64_t(f.offsetBits / 8); });
  if (next == record.fields.begin())
    return own;
  const ir::Field &field = *std::prev(next);
  int64_t start = field.offsetBits / 8;
  ProgTypeId type = program->resolve(module, field.type);
  int64_t size = type ? program->types()[type].size : 0;
  bool isPadding = size > 0 && offset - start >= size;
  if (isPadding)
    return own;
  Leaf leaf = leafAt(type, offset - start);
  leaf.offset += start;
  if (!leaf.record) {
    leaf.record = id;
    leaf.inRecord = leaf.offset;
  }
  return leaf;
}

bool Layouts::endsInFlexibleArray(const ir::Record &record, ModuleId module) const {
  if (record.fields.empty())
    return false;
  const ir::Type &last = (*program)[module][record.fields.back().type];
  return last.kind == TypeKind::Array && last.count == 0;
}

void Layouts::collectPointers(ProgTypeId id, uint64_t base, std::vector<uint32_t> &out, unsigned depth) const {
  if (!id || depth > MaxDepth || out.size() >= MaxPointers)
    return;
  const ProgType &type = program->types()[id];
  switch (type.kind) {
  case TypeKind::Pointer:
    out.push_back(base);
    return;
  case TypeKind::Int:
    if (type.bits >= 64)
      out.push_back(base);
    return;
  case TypeKind::MemberPointer:
  case TypeKind::Opaque:
    for (uint64_t offset = 0; offset < std::max<uint64_t>(type.size, 1) && offset < 64; offset += 8)
      out.push_back(base + offset);
    return;
  case TypeKind::Array:
    collectPointers(type.inner, base, out, depth + 1);
    return;
  case TypeKind::Record:
    collectRecord(type.record, base, out, depth);
    return;
  case TypeKind::Void:
  case TypeKind::Float:
  case TypeKind::Function:
    return;
  }
}

void Layouts::collectRecord(ProgRecordId id, uint64_t base, std::vector<uint32_t> &out, unsigned depth) const {
  if (depth > MaxDepth)
    return;
  const ir::Record &record = program->record(id);
  ModuleId module = (*program)[id].module;
  for (const ir::BaseClass &b : record.bases)
    collectRecord(program->resolve(module, b.record), base + b.offset, out, depth + 1);
  for (const ir::Field &field : record.fields)
    collectPointers(program->resolve(module, field.type), base + field.offsetBits / 8, out, depth + 1);
}

} // namespace custody::program
