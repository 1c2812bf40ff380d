// The types of the paper's section 4.1, as values.
//
// Problem: the ownership engine says of each pointer whether it owns, and for pointers to containers what the elements
// are and whether those are owned, at every level of nesting. Figure 3:
//
//     s  : ptr0 stack⟨ptr0 base⟩          ss : ptr1 stack⟨ptr1 stack⟨ptr0 base⟩⟩
//
// Idea: an immutable tree, shared by reference count, so that a type is copied and compared like a number.
//
//     variable α · pointer (ptrρ τ) · container κ⟨τ…⟩ · product (τ × τ) · base · bottom ⊥ · function (τ → τ) · unit
//
// The imprecise bottom is any object that holds no owning pointer. It is kept as a disjoint sum (as the paper does
// after Fähndrich et al.): ⊥ may carry, for each kind of constructor, the one type of that kind that flowed into it, so
// that a function pointer that went through a void pointer can still be called with its own signature. ⊥ itself stays
// non-owning.
//
// Difference from the paper: a container may have several type parameters (a map has keys and values); the paper's
// single parameter is the case of one. Cost: O(size) for compare and print.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>
#include <vector>

namespace custody::specs {

// ρ: 0, 1 or a variable.
struct Ownership {
  enum class Kind { NonOwning, Owning, Variable };
  Kind kind = Kind::NonOwning;
  unsigned variable = 0;

  static Ownership zero() { return {Kind::NonOwning, 0}; }
  static Ownership one() { return {Kind::Owning, 0}; }
  static Ownership var(unsigned id) { return {Kind::Variable, id}; }
  bool operator==(const Ownership &) const = default;
};

class Type {
public:
  enum class Kind { Variable, Pointer, Container, Product, Base, Bottom, Function, Unit };

  static Type variable(unsigned id);
  static Type pointer(Ownership ownership, Type pointee);
  static Type container(llvm::StringRef name, std::vector<Type> arguments);
  // A product of no types is unit, of one type that type itself.
  static Type product(std::vector<Type> parts);
  static Type base();
  static Type bottom();
  static Type function(Type parameters, Type result);
  static Type unit();

  Type() : Type(unit()) {}
  Kind kind() const;

  unsigned variableId() const;           // Variable
  Ownership ownership() const;           // Pointer
  const Type &pointee() const;           // Pointer
  llvm::StringRef containerName() const; // Container
  // Container: its arguments; Product: its parts; Function: parameters and result; Bottom: the summands.
  const std::vector<Type> &parts() const;

  // ⊥ with `summand` in its slot. Two types of one kind do not fit into one slot: the second is absorbed by ⊥, and the
  // caller must unify them itself if it wants to know more. A summand that may own is an error of the caller.
  Type withSummand(const Type &summand) const;
  // The summand of that kind, or null.
  const Type *summand(Kind kind) const;

  // non-own(τ) holds already: no pointer in it owns. Variables are not known to be non-owning.
  bool isNonOwning() const;

  bool operator==(const Type &other) const;

  // In the paper's notation: "(ptr0 stack⟨α⟩ × α → unit)".
  std::string str() const;

private:
  struct Node;
  explicit Type(std::shared_ptr<const Node> n) : node(std::move(n)) {}
  std::shared_ptr<const Node> node;
};

// The constraints of section 4.2 that an interface may carry. Instantiation constraints are made by the engine at each
// call and are never part of an interface.
struct TypeConstraint {
  enum class Kind { NonOwning, Owning, Equal, Linear };
  Kind kind = Kind::NonOwning;
  std::vector<Type> types; // NonOwning, Owning: 1; Equal: 2; Linear: 3, types[0] = types[1] + types[2]

  bool operator==(const TypeConstraint &) const = default;
  std::string str() const;
};

// What figure 4 gives for one routine: its type, and the "where" column.
struct Signature {
  Type type;
  std::vector<TypeConstraint> where;

  bool operator==(const Signature &) const = default;
  std::string str() const;
};

} // namespace custody::specs
