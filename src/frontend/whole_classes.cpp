// Ownership is inferred class by class: who frees a field is decided by all methods together. Clang emits an inline
// method only where it is used, so a translation unit that includes a class and calls half of it would show half of it:
//
//     class Buffer {
//       char *data;
//     public:
//       Buffer() : data(new char[64]) {}
//       ~Buffer() { delete[] data; }     // not emitted in a unit that never destroys a Buffer
//     };
//
// Each such method is marked used before the code generator hears of it. Only what has a body in the source is marked:
// what Sema has not defined (implicit members, members of templates that nothing instantiates) stays as it is, since
// forcing it could fail to compile. System headers are left out: their classes are known by specification.
#include "frontend/whole_classes.h"

#include "frontend/system_headers.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclGroup.h"
#include "clang/Basic/SourceManager.h"

namespace custody::frontend {

static bool shouldEmit(const clang::CXXMethodDecl &method) {
  return method.doesThisDeclarationHaveABody() && method.isInlined() && !method.isDependentContext() &&
         !method.isImmediateFunction() && !method.isInvalidDecl() && !method.hasAttr<clang::UsedAttr>() &&
         !method.isTemplateInstantiation();
}

namespace {
class WholeClassMarker : public clang::ASTConsumer {
public:
  void Initialize(clang::ASTContext &ast) override { context = &ast; }

  void HandleInlineFunctionDefinition(clang::FunctionDecl *function) override { mark(function); }

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl *const declaration : group)
      mark(declaration);
    return true;
  }

private:
  void mark(clang::Decl *declaration) {
    auto *const method = llvm::dyn_cast<clang::CXXMethodDecl>(declaration);
    if (!method || !shouldEmit(*method) || isInSystemHeader(context->getSourceManager(), method->getLocation()))
      return;
    method->addAttr(clang::UsedAttr::CreateImplicit(*context));
  }

  clang::ASTContext *context = nullptr;
};
} // namespace

std::unique_ptr<clang::ASTConsumer> createWholeClassMarker() {
  return std::make_unique<WholeClassMarker>();
}

} // namespace custody::frontend
