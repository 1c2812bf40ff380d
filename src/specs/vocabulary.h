// The names that a declaration's meaning depends on: type variables, containers, and the file's default family.
//
//     type T;                              T is a variable, not a C type
//     container stack<T> { own T *elem; }  stack is a container with one parameter
//     family malloc default;               `own` in this file means own(malloc)
//
// Type variables and the default family belong to a file; containers and families are known everywhere once loaded.
#pragma once

#include "specs/spec.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace custody::specs {

using Containers = llvm::StringMap<Container>;

struct Vocabulary {
  llvm::StringSet<> typeVariables;
  std::shared_ptr<Containers> containers = std::make_shared<Containers>(); // shared by all files of a store
  std::string defaultFamily;
};

// Adds what a declaration other than a function's introduces.
void introduce(const TypeDecl &type, Vocabulary &vocabulary);
void introduce(const FamilyDecl &family, Vocabulary &vocabulary);
void introduce(const ContainerDecl &container, const Origin &origin, Vocabulary &vocabulary);
void introduceAll(const std::vector<Declaration> &declarations, Vocabulary &vocabulary);

} // namespace custody::specs
