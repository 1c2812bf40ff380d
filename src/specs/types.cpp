// The types of section 4.1; the idea is told in types.h.
#include "specs/types.h"

#include <algorithm>
#include <cassert>

namespace custody::specs {

struct Type::Node {
  Kind kind;
  unsigned variable = 0;
  Ownership ownership;
  std::string name;
  std::vector<Type> parts;
};

Type Type::variable(unsigned id) {
  return Type(std::make_shared<Node>(Node{Kind::Variable, id, {}, "", {}}));
}

Type Type::pointer(Ownership ownership, Type pointee) {
  return Type(std::make_shared<Node>(Node{Kind::Pointer, 0, ownership, "", {std::move(pointee)}}));
}

Type Type::container(llvm::StringRef name, std::vector<Type> arguments) {
  return Type(std::make_shared<Node>(Node{Kind::Container, 0, {}, name.str(), std::move(arguments)}));
}

Type Type::product(std::vector<Type> parts) {
  if (parts.empty())
    return unit();
  if (parts.size() == 1)
    return parts.front();
  return Type(std::make_shared<Node>(Node{Kind::Product, 0, {}, "", std::move(parts)}));
}

Type Type::base() {
  static const Type type(std::make_shared<Node>(Node{Kind::Base, 0, {}, "", {}}));
  return type;
}

Type Type::bottom() {
  static const Type type(std::make_shared<Node>(Node{Kind::Bottom, 0, {}, "", {}}));
  return type;
}

Type Type::function(Type parameters, Type result) {
  return Type(std::make_shared<Node>(Node{Kind::Function, 0, {}, "", {std::move(parameters), std::move(result)}}));
}

Type Type::unit() {
  static const Type type(std::make_shared<Node>(Node{Kind::Unit, 0, {}, "", {}}));
  return type;
}

Type::Kind Type::kind() const {
  return node->kind;
}

unsigned Type::variableId() const {
  assert(kind() == Kind::Variable);
  return node->variable;
}

Ownership Type::ownership() const {
  assert(kind() == Kind::Pointer);
  return node->ownership;
}

const Type &Type::pointee() const {
  assert(kind() == Kind::Pointer);
  return node->parts.front();
}

llvm::StringRef Type::containerName() const {
  assert(kind() == Kind::Container);
  return node->name;
}

const std::vector<Type> &Type::parts() const {
  return node->parts;
}

Type Type::withSummand(const Type &added) const {
  assert(kind() == Kind::Bottom);
  if (added.kind() == Kind::Bottom) {
    Type sum = *this;
    for (const Type &part : added.parts())
      sum = sum.withSummand(part);
    return sum;
  }
  if (summand(added.kind()) || added.kind() == Kind::Base || added.kind() == Kind::Unit)
    return *this;
  std::vector<Type> parts = node->parts;
  // Kept in the order of the kinds, so that equal sums are equal trees.
  parts.insert(std::find_if(parts.begin(), parts.end(), [&](const Type &t) { return t.kind() > added.kind(); }), added);
  return Type(std::make_shared<Node>(Node{Kind::Bottom, 0, {}, "", std::move(parts)}));
}

const Type *Type::summand(Kind kind) const {
  for (const Type &part : node->parts)
    if (part.kind() == kind)
      return &part;
  return nullptr;
}

bool Type::isNonOwning() const {
  switch (kind()) {
  case Kind::Variable:
    return false;
  case Kind::Pointer:
    // What it points to keeps its own owners: see non-own in section 4.2.
    return ownership() == Ownership::zero();
  case Kind::Product:
    return std::all_of(parts().begin(), parts().end(), [](const Type &t) { return t.isNonOwning(); });
  default:
    return true;
  }
}

bool Type::operator==(const Type &other) const {
  return node == other.node || (node->kind == other.node->kind && node->variable == other.node->variable &&
                                node->ownership == other.node->ownership && node->name == other.node->name &&
                                node->parts == other.node->parts);
}

static std::string greek(unsigned id) {
  static const char *const letters[] = {"α", "β", "γ", "δ", "ε", "ζ", "η", "θ"};
  return id < 8 ? letters[id] : "α" + std::to_string(id);
}

static std::string joined(const std::vector<Type> &types, const char *separator) {
  std::string out;
  for (const Type &type : types)
    out += (out.empty() ? "" : separator) + type.str();
  return out;
}

static std::string ownershipText(Ownership ownership) {
  switch (ownership.kind) {
  case Ownership::Kind::NonOwning:
    return "0";
  case Ownership::Kind::Owning:
    return "1";
  case Ownership::Kind::Variable:
    return "ρ" + std::to_string(ownership.variable);
  }
  return "";
}

std::string Type::str() const {
  switch (kind()) {
  case Kind::Variable:
    return greek(variableId());
  case Kind::Pointer:
    return "ptr" + ownershipText(ownership()) + " " +
           (pointee().kind() == Kind::Product ? "(" + pointee().str() + ")" : pointee().str());
  case Kind::Container:
    return containerName().str() + (parts().empty() ? "" : "⟨" + joined(parts(), ", ") + "⟩");
  case Kind::Product:
    return joined(parts(), " × ");
  case Kind::Base:
    return "base";
  case Kind::Bottom:
    return parts().empty() ? "⊥" : "(⊥ + " + joined(parts(), " + ") + ")";
  case Kind::Function:
    return "(" + parts()[0].str() + " → " + parts()[1].str() + ")";
  case Kind::Unit:
    return "unit";
  }
  return "";
}

std::string TypeConstraint::str() const {
  switch (kind) {
  case Kind::NonOwning:
    return "non-own(" + types[0].str() + ")";
  case Kind::Owning:
    return "own(" + types[0].str() + ")";
  case Kind::Equal:
    return types[0].str() + " = " + types[1].str();
  case Kind::Linear:
    return types[0].str() + " = " + types[1].str() + " + " + types[2].str();
  }
  return "";
}

std::string Signature::str() const {
  std::string out = type.str();
  for (size_t i = 0; i < where.size(); ++i)
    out += (i ? ", " : " where ") + where[i].str();
  return out;
}

} // namespace custody::specs
