// From text to declarations.
//
// Problem: read a *.own file, or one declaration of it, and say well what is wrong with it.
//
//     own stack<T> *stack_alloc();
//     void stack_free(own stack<T> *s) where { ref_type(T) };
//
// Idea: recursive descent over C's declaration syntax. What makes C hard to parse, that a name may be a type, is
// decided by place alone: the first identifier that is no C type word is the type, the next one is the name. Function
// pointers are written as in C, but a function that returns one needs a typedef's name. A declaration with an error is
// dropped and parsing goes on after its `;`, so that one run reports every mistake.
//
// Difference from the paper: the clauses after the parameter list (docs/specs.md) are ours.
// Termination: every loop takes a token; nesting is bounded by `maxDepth`. Cost: linear.
#pragma once

#include "specs/ast.h"

namespace custody::specs {

struct ParseResult {
  std::vector<Declaration> declarations;
  Diagnostics diagnostics;
};

ParseResult parse(const SourceRef &source);

// The declarations in source[begin, end).
ParseResult parse(const SourceRef &source, Offset begin, Offset end);

// From a string, for tests and tools.
ParseResult parseText(llvm::StringRef name, llvm::StringRef text);

} // namespace custody::specs
