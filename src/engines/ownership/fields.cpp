#include "engines/ownership/fields.h"

namespace custody::engines::ownership {

void FieldTypes::add(const FieldEvent &event) {
  using Kind = FieldEvent::Kind;
  FieldFacts &field = facts[event.field];
  switch (event.kind) {
  case Kind::OwningStore:
    field.owningStores.push_back(event);
    break;
  case Kind::OtherStore:
    break;
  case Kind::Taken:
    field.isTaken = true;
    break;
  case Kind::AddressTaken:
  case Kind::Copied:
    field.isHidden = true;
    break;
  case Kind::OwnedAtDestruction:
    if (!field.destroyer)
      field.destroyer = event.function;
    break;
  case Kind::Released:
    releasedBy[event.function].push_back(event.field);
    break;
  case Kind::OwnedAtConstruction:
    if (!field.constructor)
      field.constructor = event.function;
    break;
  }
}

const FieldFacts *FieldTypes::find(FieldKey field) const {
  auto at = facts.find(field);
  return at == facts.end() ? nullptr : &at->second;
}

// What only a constructor says is not enough where somebody takes it out again.
bool FieldTypes::owns(FieldKey field) const {
  const FieldFacts *known = find(field);
  return known && (known->isSpecified || known->destroyer.valid() ||
                   (known->constructor.valid() && !known->isTaken && !known->isHidden));
}

std::string fieldName(const program::Program &program, FieldKey field) {
  const ir::Module &module = program.moduleOf(field.record);
  for (const ir::Field &known : program.record(field.record).fields)
    if (static_cast<int64_t>(known.offsetBits / 8) == field.offset && known.name)
      return module.text(known.name).str();
  return "";
}

std::string qualifiedName(const program::Program &program, FieldKey field) {
  return program.name(field.record).str() + "::" + fieldName(program, field);
}

std::string whyOwned(const program::Program &program, const FieldFacts &facts) {
  if (!facts.destroyer && facts.isSpecified)
    return "its specification says so";
  if (!facts.destroyer)
    return "'" + program.sourceName(facts.constructor).str() + "' leaves it owning";
  const bool isDestructor = program.function(facts.destroyer).kind == ir::FunctionKind::Destructor;
  return "'" + program.sourceName(facts.destroyer).str() + "' " + (isDestructor ? "deletes" : "frees") + " it";
}

} // namespace custody::engines::ownership
