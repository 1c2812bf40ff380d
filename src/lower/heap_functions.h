// The allocation functions of the languages themselves: C's four and C++'s replaceable operators, in all their forms.
// Everything else that allocates is a library's, and described by its specification.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace clang {
class FunctionDecl;
}

namespace custody::lower {

enum class HeapRole : uint8_t { None, Malloc, Calloc, Realloc, Free, New, Delete };

struct HeapFunction {
  HeapRole role = HeapRole::None;
  llvm::StringRef family; // "malloc", "new", "new[]"
  bool mayFail = false;
};

HeapFunction heapFunction(llvm::StringRef linkName);

// In any form: a class's own, or placement.
bool isOperatorNew(const clang::FunctionDecl &function);
bool isOperatorDelete(const clang::FunctionDecl &function);

} // namespace custody::lower
