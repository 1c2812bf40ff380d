#include "program/field_keys.h"
#include "llvm/ADT/IntEqClasses.h"

namespace custody::program {

using ir::TypeKind;

// Which keys are one is decided here, before anybody holds a key: the fields of all unions first, numbered anew by
// class. Other fields get the next number when they are first asked for.
FieldKeys::FieldKeys(const Program &program, const Layouts &layouts) : program(&program), layouts(&layouts) {
  std::vector<std::pair<KeyId, KeyId>> equal;
  fields.push_back({});
  holdsFunction.push_back(true);
  const TypeTable &types = program.types();
  for (uint32_t t = 0; t < types.size(); ++t) {
    const ProgType &type = types[ProgTypeId(t)];
    if (type.kind != TypeKind::Record || program.record(type.record).kind != ir::RecordKind::Union)
      continue;
    ModuleId module = program[type.record].module;
    for (uint32_t offset : layouts.pointers(ProgTypeId(t)))
      for (const ir::Field &field : program.record(type.record).fields) {
        ProgTypeId member = program.resolve(module, field.type);
        bool covers = member && offset < types[member].size;
        if (Layouts::Leaf leaf = layouts.leafAt(member, offset); covers && leaf.record)
          equal.push_back({keyOf(ProgTypeId(t), offset), keyOf(leaf)});
      }
  }
  llvm::IntEqClasses classes(holdsFunction.size());
  for (auto [a, b] : equal)
    classes.join(a, b);
  classes.compress();
  std::vector<Field> fieldOfClass(classes.getNumClasses());
  std::vector<bool> classHolds(classes.getNumClasses());
  for (KeyId id = fields.size(); id-- > 0;) {
    fieldOfClass[classes[id]] = fields[id]; // the first stays
    classHolds[classes[id]] = classHolds[classes[id]] || holdsFunction[id];
  }
  for (auto &entry : ids)
    entry.second = classes[entry.second];
  fields = std::move(fieldOfClass);
  holdsFunction = std::move(classHolds);
}

KeyId FieldKeys::keyOf(ProgTypeId seenAs, int64_t offset) {
  return keyOf(layouts->leafAt(seenAs, offset));
}

KeyId FieldKeys::keyOf(const Layouts::Leaf &leaf) {
  if (!leaf.record)
    return Scalar;
  Field field(leaf.record.index, leaf.inRecord);
  auto [entry, isNew] = ids.try_emplace(field, fields.size());
  if (isNew) {
    fields.push_back(field);
    const ProgType *type = leaf.type ? &program->types()[leaf.type] : nullptr;
    bool isPointer = type && type->kind == TypeKind::Pointer;
    TypeKind inner = isPointer && type->inner ? program->types()[type->inner].kind : TypeKind::Void;
    holdsFunction.push_back(!type || (isPointer && (inner == TypeKind::Void || inner == TypeKind::Function)));
  }
  return entry->second;
}

std::optional<KeyId> FieldKeys::find(ProgTypeId seenAs, int64_t offset) const {
  Layouts::Leaf leaf = layouts->leafAt(seenAs, offset);
  if (!leaf.record)
    return Scalar;
  auto entry = ids.find(Field(leaf.record.index, leaf.inRecord));
  return entry == ids.end() ? std::nullopt : std::optional(entry->second);
}

} // namespace custody::program
