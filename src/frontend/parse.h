// Parses one translation unit with Clang, in process, and generates LLVM IR from that same parse. AST and LLVM module
// live only while `use` runs: the lowering takes what it needs, then both are dropped.
#pragma once

#include "frontend/compile_command.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class CodeGenerator;
class FunctionDecl;
} // namespace clang

namespace llvm {
class Module;
}

namespace custody::frontend {

// GCC's `__attribute__((malloc(dealloc, arg)))`, which Clang's AST cannot represent.
struct DeallocAttr {
  const clang::FunctionDecl *function = nullptr; // its canonical declaration
  std::string dealloc;                           // as written, without `&`, leading `::` and parentheses
  unsigned arg = 0;                              // counted from 1; 0: not given

  bool operator==(const DeallocAttr &) const = default;
};

struct ParsedUnit {
  const CompileCommand &command;
  clang::ASTContext &ast;
  clang::CodeGenerator &codegen; // from mangled names to declarations
  llvm::Module &module;
  const std::vector<DeallocAttr> &deallocAttrs;
};

struct ParseOutcome {
  bool succeeded = false;
  std::string errors;             // Clang's own, rendered; empty if it succeeded
  std::vector<std::string> files; // every file that was read, absolute, sorted: the cache's key
};

ParseOutcome parseUnit(const CompileCommand &command, llvm::function_ref<void(ParsedUnit &)> use);

} // namespace custody::frontend
