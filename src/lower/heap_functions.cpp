#include "lower/heap_functions.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/StringSwitch.h"

namespace custody::lower {

// `operator new(size_t[, align_val_t][, nothrow])`. Placement forms take other arguments and allocate nothing here.
static HeapFunction operatorNew(llvm::StringRef name, llvm::StringRef family) {
  if (!name.consume_front("m") && !name.consume_front("j"))
    return {};
  name.consume_front("St11align_val_t");
  const bool isNoThrow = name.consume_front("RKSt9nothrow_t");
  return name.empty() ? HeapFunction{HeapRole::New, family, isNoThrow} : HeapFunction{};
}

static HeapFunction operatorDelete(llvm::StringRef name, llvm::StringRef family) {
  if (!name.consume_front("Pv"))
    return {};
  if (!name.consume_front("m"))
    name.consume_front("j");
  name.consume_front("St11align_val_t");
  name.consume_front("RKSt9nothrow_t");
  return name.empty() ? HeapFunction{HeapRole::Delete, family, false} : HeapFunction{};
}

bool isOperatorNew(const clang::FunctionDecl &function) {
  const clang::OverloadedOperatorKind kind = function.getOverloadedOperator();
  return kind == clang::OO_New || kind == clang::OO_Array_New;
}

bool isOperatorDelete(const clang::FunctionDecl &function) {
  const clang::OverloadedOperatorKind kind = function.getOverloadedOperator();
  return kind == clang::OO_Delete || kind == clang::OO_Array_Delete;
}

HeapFunction heapFunction(llvm::StringRef name) {
  if (name.consume_front("_Znw"))
    return operatorNew(name, "new");
  if (name.consume_front("_Zna"))
    return operatorNew(name, "new[]");
  if (name.consume_front("_Zdl"))
    return operatorDelete(name, "new");
  if (name.consume_front("_Zda"))
    return operatorDelete(name, "new[]");
  return llvm::StringSwitch<HeapFunction>(name)
      .Case("malloc", {HeapRole::Malloc, "malloc", true})
      .Case("calloc", {HeapRole::Calloc, "malloc", true})
      .Case("realloc", {HeapRole::Realloc, "malloc", true})
      .Case("free", {HeapRole::Free, "malloc", false})
      .Default({});
}

} // namespace custody::lower
