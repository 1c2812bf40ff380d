// One key for all spellings of a function's name.
//
// Problem: the same function is written in many ways:
//
//     std::vector<T>::push_back                                           in a specification
//     std::__1::vector<int*, std::allocator<int*> >::push_back(int*&&)    by a demangler
//
// Idea: the key is the qualified name without template arguments, return type, parameters, ABI tags and reserved inline
// namespaces (`std::__cxx11`, `std::__1`): "std::vector::push_back". What the key drops is compared afterwards, by
// match.h. Cost: linear in the name; a plain C name is returned as it is.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace custody::specs {

std::string nameKey(llvm::StringRef qualifiedName);

// What an engine knows of a callee.
struct FunctionQuery {
  std::string name; // C name, or C++ qualified name, with or without template arguments
  // The source-level parameter types without `this`, if known, as the demangler prints them.
  std::optional<std::vector<std::string>> paramTypes;

  FunctionQuery(llvm::StringRef n) : name(n.str()) {}
  FunctionQuery(const char *n) : name(n) {}
  FunctionQuery(llvm::StringRef n, std::vector<std::string> types) : name(n.str()), paramTypes(std::move(types)) {}

  // From "void std::swap<int>(int&, int&)": the name and the parameter types. A plain C name stays as it is.
  static FunctionQuery fromDemangled(llvm::StringRef demangled);
};

} // namespace custody::specs
