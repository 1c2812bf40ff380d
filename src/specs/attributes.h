// Facts that attributes in the source state about a function.
//
//     __attribute__((malloc(widget_free, 1))) struct widget *widget_new(void);
//
// says that widget_new returns fresh memory and that widget_free's first argument releases it. Both become facts: the
// family is the one widget_free is already known to free, or a new one called after it.
//
// The front end fills AttributeFacts from the AST; it is plain data, so that nothing here knows Clang. An attribute
// says one thing about a function and nothing about the rest, so its facts are laid over what the bundled models say
// instead of replacing it: glibc declares `fopen` with malloc(fclose, 1), and the model still knows the other
// parameters.
#pragma once

#include "specs/spec.h"

namespace custody::specs {

struct AttributeFacts {
  std::string function;
  std::vector<std::string> paramTypes; // as printed; only their number and pointer-ness matter
  bool returnsPointer = false;
  // Of a C++ function: its parameter types as FunctionQuery has them, for overloads share a name.
  std::optional<std::vector<std::string>> overload;

  bool malloc = false;
  struct Deallocator {
    std::string function;
    unsigned argument = 1; // from 1, as in the attribute
  };
  std::vector<Deallocator> deallocators; // malloc(function, argument)

  struct OwnershipAttribute {
    enum class Kind { Returns, Takes, Holds };
    Kind kind = Kind::Returns;
    std::string family;              // ownership_returns(FAMILY): Clang calls it the module
    std::vector<unsigned> arguments; // from 1
  };
  std::vector<OwnershipAttribute> ownership;

  bool returnsNonNull = false;
  bool noReturn = false;

  // This function is named by some variable's cleanup attribute: it gets the variable's address when the scope ends.
  bool isCleanup = false;

  std::string file;
  unsigned line = 0;
  unsigned column = 0;
};

// `facts` over `base` (which may be null). `familyOf` gives the family that a function frees in its n-th argument, from
// 0, or an empty string.
template <typename FamilyOf>
FunctionSpec overlay(const FunctionSpec *base, const AttributeFacts &facts, FamilyOf familyOf);

// The same with the families already found: families[i] belongs to deallocators[i].
FunctionSpec overlayResolved(const FunctionSpec *base, const AttributeFacts &facts,
                             const std::vector<std::string> &families);

template <typename FamilyOf>
FunctionSpec overlay(const FunctionSpec *base, const AttributeFacts &facts, FamilyOf familyOf) {
  std::vector<std::string> families;
  for (const AttributeFacts::Deallocator &deallocator : facts.deallocators)
    families.push_back(familyOf(deallocator.function, deallocator.argument - 1));
  return overlayResolved(base, facts, families);
}

} // namespace custody::specs
