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
    for (const Stmt *const *i = scope->body_begin(); i != scope->body_end() && i + 1 != scope->body_end(); ++i)
      if (isJump(i[1]))
        facts.jumpsAfter.push_back({at(i[0]->getBeginLoc()), at(i[0]->getEndLoc()), {}, at(i[1]->getBeginLoc())});
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
  bool VisitIfStmt(IfStmt *scope) {
    noteJumpOf(*scope, scope->getThen(), 0);
    noteJumpOf(*scope, scope->getElse(), 1);
    return noteEnd(scope);
  }
  bool VisitForStmt(ForStmt *scope) { return noteEnd(scope); }
  bool VisitWhileStmt(WhileStmt *scope) { return noteRange(scope->getConditionVariable(), scope); }
  bool VisitSwitchStmt(SwitchStmt *scope) { return noteRange(scope->getConditionVariable(), scope); }
  bool VisitCXXForRangeStmt(CXXForRangeStmt *scope) { return noteEnd(scope); }
  bool VisitCXXTryStmt(CXXTryStmt *scope) {
    Position before = at(scope->getTryBlock()->getEndLoc());
    for (unsigned i = 0; i < scope->getNumHandlers(); ++i) {
      const Stmt *block = scope->getHandler(i)->getHandlerBlock();
      if (const Stmt *first = firstOf(block); isJump(first))
        facts.jumpsAfter.push_back({before, at(block->getBeginLoc()), {}, at(first->getBeginLoc())});
      before = at(block->getEndLoc());
    }
    return noteEnd(scope);
  }
  bool VisitCXXCatchStmt(CXXCatchStmt *scope) {
    if (const VarDecl *parameter = scope->getExceptionDecl())
      facts.handlers.try_emplace(parameter, at(scope->getHandlerBlock()->getBeginLoc()));
    return noteEnd(scope);
  }

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
  static bool isJump(const Stmt *statement) {
    return statement && (isa<BreakStmt>(statement) || isa<ContinueStmt>(statement) || isa<GotoStmt>(statement) ||
                         isa<ReturnStmt>(statement));
  }
  // What happens first in a statement.
  static const Stmt *firstOf(const Stmt *statement) {
    while (auto *compound = dyn_cast_or_null<CompoundStmt>(statement))
      statement = compound->body_empty() ? nullptr : compound->body_front();
    return statement;
  }
  void noteJumpOf(const IfStmt &branch, const Stmt *taken, unsigned way) {
    if (const Stmt *first = firstOf(taken); isJump(first))
      facts.jumpsAfter.push_back(
          {at(branch.getBeginLoc()), at(branch.getThen()->getBeginLoc()), way, at(first->getBeginLoc())});
  }
  bool noteRange(const VarDecl *variable, const Stmt *scope) {
    if (variable)
      facts.ranges.try_emplace(variable, SourceRange{at(scope->getBeginLoc()), at(scope->getEndLoc())});
    return noteEnd(scope);
  }
  bool noteEnd(const Stmt *scope) {
    facts.blockEnds.try_emplace(at(scope->getBeginLoc()), scope->getEndLoc());
    if (!scope->getEndLoc().isMacroID()) // in a macro everything stands at one position
      facts.scopeEnds.insert(at(scope->getEndLoc()));
    return true;
  }
  bool note(const Stmt *jump, ir::EdgeKind kind) {
    facts.jumps.try_emplace(at(jump->getBeginLoc()), kind);
    if (jump->getBeginLoc().isMacroID())
      facts.jumpSpellings.try_emplace(at(jump->getBeginLoc()), jump->getBeginLoc());
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

std::optional<Position> SourceFacts::jumpAfter(Position at, std::optional<unsigned> way) const {
  const JumpAfter *innermost = nullptr;
  for (const JumpAfter &candidate : jumpsAfter)
    if (candidate.way == way && !(at < candidate.first) && !(candidate.last < at))
      if (!innermost || innermost->first < candidate.first)
        innermost = &candidate;
  return innermost ? std::optional(innermost->jump) : std::nullopt;
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
