// Statements. Few kinds, each with one meaning; docs/ir.md describes them with examples. To add one: define its struct
// here, add it to `StmtOp` (at the end: the binary form numbers them), then follow the compiler through visit.h,
// words.cpp, print_stmts.cpp, parse_stmts.cpp, binary_layout.h, references.cpp and verify_body.cpp, add a line to
// docs/ir.md and a case to random_module.h, and raise `BinaryVersion`.
#pragma once

#include "ir/expr.h"
#include "ir/loc.h"
#include <variant>

namespace custody::ir {

// A slice of the function's list pool.
struct ExprList {
  uint32_t first = 0;
  uint32_t count = 0;

  bool operator==(const ExprList &) const = default;
};

// New- and delete-expressions are several statements (allocate and construct, destroy and free) that belong together.
// They carry the same unit number, unique in the function; 0 is none.
using Unit = uint32_t;

struct Begin { // the variable comes into being; its value is undefined, a formal's is what the caller passed
  VarId var;
  bool operator==(const Begin &) const = default;
};

struct End { // the variable ceases to exist, and with it what it holds
  VarId var;
  bool operator==(const End &) const = default;
};

struct Assign { // place = value; a scalar
  ExprId place;
  ExprId value;
  bool operator==(const Assign &) const = default;
};

struct Copy {  // memcpy, memmove, assignment of structures: pointers inside are duplicated
  ExprId dst;  // place
  ExprId src;  // place
  ExprId size; // value, bytes
  bool operator==(const Copy &) const = default;
};

struct Fill { // memset: every byte of the place becomes `byte`
  ExprId dst; // place
  ExprId byte;
  ExprId size;
  bool operator==(const Fill &) const = default;
};

struct Alloc { // dst = a new heap object
  ExprId dst;  // place; none if the result is dropped at once
  Sym family;  // "malloc", "new", "new[]", "exception"
  ExprId size;
  TypeId type;          // what is allocated, if known: from new-expressions, casts, or what it is assigned to
  bool mayFail = false; // may yield null instead
  bool zeroed = false;
  Unit unit = 0;
  bool operator==(const Alloc &) const = default;
};

// dst = realloc(old, size). Three outcomes: null and `old` stays; the same block; a new block with the old contents,
// and `old` is freed. A null `old` makes it an allocation, a zero size may make it a free.
struct Realloc {
  ExprId dst;
  ExprId old;
  ExprId size;
  Sym family;
  bool operator==(const Realloc &) const = default;
};

struct Free { // ends the object; nothing happens for null
  ExprId pointer;
  Sym family;
  bool onThrow = false; // the release that belongs to a new-expression whose constructor throws
  Unit unit = 0;
  bool operator==(const Free &) const = default;
};

struct StackAlloc { // alloca and variable-length arrays: memory of the frame, not heap
  ExprId dst;
  ExprId size;
  bool operator==(const StackAlloc &) const = default;
};

enum class CallRole : uint8_t { Plain, Construct, Destroy };

enum class CalleeKind : uint8_t {
  Direct,   // function
  Indirect, // pointer
  Virtual,  // function is the method as declared in `record`, the static class; slot in its vtable
};

struct Call {
  ExprId dst; // place; none for void
  CalleeKind calleeKind = CalleeKind::Direct;
  FuncId function;
  ExprId pointer; // value, for Indirect
  RecordId record;
  int32_t slot = -1;
  ExprList args; // as in the source: `this` first; a structure is the Load of its place
  CallRole role = CallRole::Plain;
  bool each = false; // for every element of an array: the loop of new[] and delete[]
  bool noReturn = false;
  bool mayThrow = false;     // the call ends its block, with an unwind edge
  bool returnsTwice = false; // setjmp
  bool onThrow = false;      // runs only while unwinding
  Unit unit = 0;
  bool operator==(const Call &) const = default;
};

struct Ignore { // the value that the preceding call left in this temporary is used by nobody
  VarId var;
  bool operator==(const Ignore &) const = default;
};

struct Throw {      // leaves by the block's unwind edge
  ExprId exception; // pointer to the exception object; none: rethrow
  TypeId type;
  ExprId info; // the type_info address of what is thrown, as the types of a Catch
  bool operator==(const Throw &) const = default;
};

struct Catch {    // first statement of a landing pad
  ExprId dst;     // place of the exception pointer
  ExprList types; // the type_info addresses; Null catches everything
  bool isCleanup = false;
  bool operator==(const Catch &) const = default;
};

enum class VaKind : uint8_t { Start, Arg, Copy, End };

struct VaOp {
  VaKind kind = VaKind::Start;
  ExprId list; // place of the va_list
  ExprId dst;  // Arg: place of the result; Copy: place of the copy
  bool operator==(const VaOp &) const = default;
};

struct Unknown { // something the IR does not model
  Sym cause;
  ExprId dst;       // place that receives an unknown value; or none
  ExprList touches; // pointers through which it may read and write anything
  bool operator==(const Unknown &) const = default;
};

using StmtOp = std::variant<Begin, End, Assign, Copy, Fill, Alloc, Realloc, Free, StackAlloc, Call, Ignore, Throw,
                            Catch, VaOp, Unknown>;

struct Stmt {
  Loc loc;
  StmtOp op;

  bool operator==(const Stmt &) const = default;
};

} // namespace custody::ir
