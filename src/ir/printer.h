// The text form of the heap IR, written. It reads like simplified C, is complete (parser.h reads it back to the same
// program), and is stable: printing what was parsed gives the same text.
//
//     function push(s: struct stack* @4:26, v: int @4:33) @4:6 ... @9:1 {
//       local n: struct node* @5:16
//     bb0:
//       begin n @5:3
//       n = alloc malloc(16) type struct node may-fail @5:20
//       if n == null goto bb1 else bb2 @6:7
//     ...
//
// docs/ir.md describes it line by line. What can be worked out is left out; natural.h has the rules.
#pragma once

#include "ir/module.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>

namespace custody::ir {

struct PrintOptions {
  bool stmtIds = false;     // `12: p = q`; the parser skips them
  bool locs = true;         // without them the text is not complete
  bool sourceNames = false; // `// ns::Class::method` after calls of functions with another link name
};

void print(llvm::raw_ostream &os, const Module &module, PrintOptions options = {});
std::string toText(const Module &module, PrintOptions options = {});

// For many functions, statements or expressions of one module: keeps the tables of names between them.
class Printer {
public:
  explicit Printer(const Module &module, PrintOptions options = {});
  ~Printer();
  Printer(const Printer &) = delete;
  Printer &operator=(const Printer &) = delete;

  void module(llvm::raw_ostream &os);
  void function(llvm::raw_ostream &os, FuncId id);
  void stmt(llvm::raw_ostream &os, FuncId id, StmtId stmt); // without the newline
  void expr(llvm::raw_ostream &os, FuncId id, ExprId expr);
  void type(llvm::raw_ostream &os, TypeId type);

  std::string stmt(FuncId id, StmtId stmt);
  std::string expr(FuncId id, ExprId expr);
  std::string type(TypeId type);

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace custody::ir
