// From a declaration to the paper's types: figure 5 to figure 4.
//
//     void stack_push(ref stack<T> *s, T e);      (ptr0 stack⟨α⟩ × α → unit)
//     void stack_free(own stack<T> *s)
//         where { ref_type(T) };                  (ptr1 stack⟨α⟩ → unit) where non-own(α)
//
// Idea: type variables are numbered in the order of their first appearance; `own` and what implies it (frees, takes,
// releases, as words or as clauses without a condition) make the outermost pointer 1, all other pointers are 0; a
// pointer to a function is the function's type, as in figure 4. A type that is neither scalar, container nor variable
// is ⊥: it is taken to hold no owning pointers.
//
// Difference from the paper: `ref T` gives an element without its ownership (a stack's "top"). It is a fresh variable β
// with the linear constraint α = α + β: the container keeps what it has and β has the same structure and no ownership.
// A C++ reference to T is T itself. Termination: by structure of the type. Cost: linear.
#pragma once

#include "specs/vocabulary.h"

namespace custody::specs {

Signature signatureOf(const FunctionDecl &declared, const Vocabulary &vocabulary);

// The type of one container field, with variable i for parameters[i].
Type fieldType(const Param &field, const std::vector<std::string> &parameters, const Vocabulary &vocabulary);

bool isVariable(const CType &type, const Vocabulary &vocabulary);
// A reference's target, else the type itself.
const CType &stripReference(const CType &type);
// Does `type` (or what it points or refers to) have `variable` among its container arguments?
bool isContainerOf(const CType &type, llvm::StringRef variable, const Vocabulary &vocabulary);

// Is a member function meant: `std::vector<T>::push_back`, not `std::move`? Known by a container's name, or by the
// class's name in a constructor or destructor.
bool isMemberFunction(const FunctionDecl &function, const Vocabulary &vocabulary);
bool isConstructor(const FunctionDecl &function);
bool isDestructor(const FunctionDecl &function);
// The class of a member function as a type: `std::vector<T>`.
CType classOf(const FunctionDecl &function);

} // namespace custody::specs
