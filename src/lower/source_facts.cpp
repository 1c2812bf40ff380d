#include "lower/source_facts.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/IR/DebugInfoMetadata.h"

using namespace clang;

namespace custody::lower {
namespace {

class Collector : public RecursiveASTVisitor<Collector> {
public:
  Collector(const SourceManager &sources, SourceFacts &facts) : sources(sources), facts(facts) {}

  bool shouldVisitImplicitCode() const { return true; }
  bool shouldVisitLambdaBody() const { return false; }

  // The body of a lambda is a function of its own; what it captures is evaluated here.
  bool TraverseLambdaExpr(LambdaExpr *lambda) {
    for (Expr *init : lambda->capture_inits())
      if (init && !TraverseStmt(init))
        return false;
    return true;
  }
  // So are the methods of local classes.
  bool TraverseCXXRecordDecl(CXXRecordDecl *) { return true; }

  bool VisitStmt(Stmt *statement) {
    auto *expr = dyn_cast<Expr>(statement);
    SourceLocation location = expr ? expr->getExprLoc() : statement->getBeginLoc();
    if (location.isMacroID())
      facts.macros.try_emplace(at(location), location);
    return true;
  }
  bool VisitCompoundStmt(CompoundStmt *scope) {
    facts.blockEnds.try_emplace(at(scope->getLBracLoc()), scope->getRBracLoc());
    return noteEnd(scope);
  }
  bool TraverseCompoundStmt(CompoundStmt *scope) {
    const Position outer = block;
    block = at(scope->getLBracLoc());
    const bool goesOn = RecursiveASTVisitor::TraverseCompoundStmt(scope);
    block = outer;
    return goesOn;
  }
  bool VisitCXXThrowExpr(CXXThrowExpr *expr) {
    if (expr->getSubExpr())
      facts.throws.try_emplace(at(expr->getExprLoc()), expr->getSubExpr()->getType());
    return true;
  }
  bool VisitVAArgExpr(VAArgExpr *expr) {
    facts.vaArgs.try_emplace(at(expr->getExprLoc()), expr->getType());
    return true;
  }
  bool VisitIfStmt(IfStmt *scope) { return noteEnd(scope); }
  bool VisitForStmt(ForStmt *scope) { return noteEnd(scope); }
  bool VisitWhileStmt(WhileStmt *scope) { return noteEnd(scope); }
  bool VisitSwitchStmt(SwitchStmt *scope) { return noteEnd(scope); }
  bool VisitCXXForRangeStmt(CXXForRangeStmt *scope) { return noteEnd(scope); }
  bool VisitCXXTryStmt(CXXTryStmt *scope) { return noteEnd(scope); }
  bool VisitCXXCatchStmt(CXXCatchStmt *scope) { return noteEnd(scope); }

  bool VisitReturnStmt(ReturnStmt *jump) { return note(jump, ir::EdgeKind::Return); }
  bool VisitBreakStmt(BreakStmt *jump) { return note(jump, ir::EdgeKind::Break); }
  bool VisitContinueStmt(ContinueStmt *jump) { return note(jump, ir::EdgeKind::Continue); }
  bool VisitGotoStmt(GotoStmt *jump) { return note(jump, ir::EdgeKind::Goto); }
  bool VisitIndirectGotoStmt(IndirectGotoStmt *jump) { return note(jump, ir::EdgeKind::Goto); }

  bool VisitCallExpr(CallExpr *call) { return note(call); }
  bool VisitCXXNewExpr(CXXNewExpr *expr) { return note(expr); }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *expr) { return note(expr); }
  bool VisitCXXConstructExpr(CXXConstructExpr *expr) { return note(expr); }

  bool VisitCastExpr(CastExpr *cast) {
    if (!cast->getType()->isPointerType() || cast->getType()->isVoidPointerType())
      return true;
    if (auto *call = dyn_cast<CallExpr>(cast->getSubExpr()->IgnoreParens()))
      facts.casts.try_emplace(call, cast->getType());
    else if (auto *inner = dyn_cast<CastExpr>(cast->getSubExpr()->IgnoreParens()))
      // `(T *)(void *)malloc(n)`: the outermost cast counts, and outer ones are visited first.
      if (auto *call = dyn_cast<CallExpr>(inner->getSubExpr()->IgnoreParens()))
        facts.casts.try_emplace(call, cast->getType());
    return true;
  }

  bool VisitVarDecl(VarDecl *variable) {
    if (variable->isStaticLocal())
      facts.staticLocals.push_back(variable);
    facts.blocks.try_emplace(variable, block);
    if (variable->getIdentifier())
      facts.variables.try_emplace({variable->getName(), at(variable->getLocation()).line}, variable);
    return true;
  }

private:
  Position at(SourceLocation location) const {
    PresumedLoc place = sources.getPresumedLoc(sources.getExpansionLoc(location));
    return place.isValid() ? Position{place.getLine(), place.getColumn()} : Position();
  }
  bool noteEnd(const Stmt *scope) {
    facts.blockEnds.try_emplace(at(scope->getBeginLoc()), scope->getEndLoc());
    if (!scope->getEndLoc().isMacroID()) // in a macro everything stands at one position
      facts.scopeEnds.insert(at(scope->getEndLoc()));
    return true;
  }
  bool note(const Stmt *jump, ir::EdgeKind kind) {
    facts.jumps.try_emplace(at(jump->getBeginLoc()), kind);
    return true;
  }
  bool note(const Expr *call) {
    facts.calls[at(call->getExprLoc())].push_back(call);
    return true;
  }

  const SourceManager &sources;
  SourceFacts &facts;
  Position block;
};

} // namespace

Position position(const llvm::DILocation *location) {
  return location ? Position{location->getLine(), location->getColumn()} : Position();
}

static void collectInitialisers(const DeclContext &context, Collector &collector) {
  for (Decl *decl : context.decls()) {
    if (auto *variable = dyn_cast<VarDecl>(decl); variable && variable->hasInit() && !variable->isTemplated())
      collector.TraverseStmt(variable->getInit());
    else if (isa<NamespaceDecl>(decl) || isa<LinkageSpecDecl>(decl))
      collectInitialisers(*cast<DeclContext>(decl), collector);
  }
}

SourceFacts collectGlobalFacts(const TranslationUnitDecl &unit) {
  SourceFacts facts;
  Collector collector(unit.getASTContext().getSourceManager(), facts);
  collectInitialisers(unit, collector);
  return facts;
}

SourceFacts collectFacts(const FunctionDecl &function) {
  SourceFacts facts;
  Collector collector(function.getASTContext().getSourceManager(), facts);
  for (ParmVarDecl *param : function.parameters())
    collector.VisitVarDecl(param);
  if (auto *constructor = dyn_cast<CXXConstructorDecl>(&function))
    for (const CXXCtorInitializer *init : constructor->inits())
      if (init->getInit())
        collector.TraverseStmt(init->getInit());
  if (Stmt *body = function.getBody())
    collector.TraverseStmt(body);
  return facts;
}

} // namespace custody::lower
