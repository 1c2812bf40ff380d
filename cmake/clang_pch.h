// Clang's large headers, precompiled once a layer: they take most of the time of compiling a small file of ours.
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
