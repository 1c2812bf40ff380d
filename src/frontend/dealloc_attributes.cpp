// Since GCC 11 a declaration can say which function frees what another returns:
//
//     void *pool_get(struct pool *) __attribute__((malloc(pool_put, 2)));
//
// That is exactly what Custody wants to know, and Clang 19 refuses it: "'malloc' attribute takes no arguments". The
// refusal is turned into a remark (see diagnostics.cpp), and the facts are read off the token stream after macro
// expansion, since that is the only place that still has them.
//
// A small machine follows declarations: from one `;`, `{` or `}` to the next. In each it notes the identifiers
// (any of them may be the declared name) and the attributes. Afterwards a function of the AST
// belongs to an attribute if its name is one of these very tokens. This needs no comparison of positions, which would
// be delicate across macros: token and declaration have the identical SourceLocation.
//
// An attribute before the declarators is for all of them, one after a declarator for that one alone.
#include "frontend/dealloc_attributes.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"

namespace custody::frontend {

namespace tok = clang::tok;

void DeallocAttributes::watch(clang::Preprocessor &pp) {
  preprocessor = &pp;
  mallocNames[0] = pp.getIdentifierInfo("malloc");
  mallocNames[1] = pp.getIdentifierInfo("__malloc__");
  scopeNames[0] = pp.getIdentifierInfo("gnu");
  scopeNames[1] = pp.getIdentifierInfo("__gnu__");
  pp.setTokenWatcher([this](const clang::Token &token) { see(token); });
}

void DeallocAttributes::see(const clang::Token &token) {
  if (token.isAnnotation())
    return;
  if (token.isOneOf(tok::semi, tok::l_brace, tok::r_brace, tok::eof))
    endDeclaration();
  else if (state != State::Outside)
    seeInAttribute(token);
  else
    seeOutside(token);
}

void DeallocAttributes::seeOutside(const clang::Token &token) {
  const bool afterName = lastWasName;
  lastWasName = false;
  switch (token.getKind()) {
  case tok::l_paren:
    hasDeclarator |= afterName && depth == 0;
    ++depth;
    break;
  case tok::l_square:
    ++depth;
    attributes = true; // perhaps of [[gnu::malloc(f)]]
    break;
  case tok::r_paren:
  case tok::r_square:
    depth -= depth > 0;
    break;
  case tok::comma:
    if (depth == 0) {
      ++declarator;
      hasDeclarator = false;
    }
    break;
  case tok::kw___attribute:
    attributes = true;
    break;
  case tok::kw_operator:
    current.names.push_back({token.getLocation(), declarator});
    break;
  case tok::identifier:
    if (attributes && depth > 0 && llvm::is_contained(mallocNames, token.getIdentifierInfo())) {
      pending = {token.getLocation(), scope, "", "", declarator, declarator == 0 && !hasDeclarator};
      state = State::Named;
      break;
    }
    if (depth > 0 && llvm::is_contained(scopeNames, token.getIdentifierInfo()))
      scope = token.getLocation();
    current.names.push_back({token.getLocation(), declarator});
    lastWasName = true;
    break;
  default:
    break;
  }
}

// Follows `( dealloc [, n] )` after the attribute's name.
void DeallocAttributes::seeInAttribute(const clang::Token &token) {
  if (state == State::Named) {
    if (token.isNot(tok::l_paren)) {
      state = State::Outside; // a plain `malloc`, or no attribute at all
      seeOutside(token);
      return;
    }
    state = State::Dealloc;
    innerDepth = 0;
    return;
  }
  if (token.is(tok::r_paren) && innerDepth == 0) {
    current.attributes.push_back(std::move(pending));
    state = State::Outside;
    return;
  }
  if (token.is(tok::comma) && innerDepth == 0 && state == State::Dealloc) {
    state = State::Argument;
    return;
  }
  if (token.is(tok::l_paren))
    ++innerDepth;
  else if (token.is(tok::r_paren))
    --innerDepth;
  (state == State::Dealloc ? pending.dealloc : pending.argument) += spell(token);
}

void DeallocAttributes::endDeclaration() {
  if (!current.attributes.empty())
    found.push_back(std::move(current));
  current.names.clear();
  current.attributes.clear();
  scope = {};
  state = State::Outside;
  depth = 0;
  declarator = 0;
  attributes = false;
  hasDeclarator = false;
  lastWasName = false;
}

std::string DeallocAttributes::spell(const clang::Token &token) const {
  return preprocessor->getSpelling(token);
}

namespace {
// Positions of names to what was said about them.
using Facts = llvm::DenseMap<clang::SourceLocation, std::vector<DeallocAttr>>;

class FunctionMatcher : public clang::RecursiveASTVisitor<FunctionMatcher> {
public:
  FunctionMatcher(const Facts &facts, std::vector<DeallocAttr> &result) : facts(facts), result(result) {}

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitFunctionDecl(clang::FunctionDecl *function) {
    const auto known = facts.find(function->getLocation());
    if (known == facts.end())
      return true;
    for (DeallocAttr fact : known->second) {
      fact.function = function->getCanonicalDecl();
      if (!llvm::is_contained(result, fact))
        result.push_back(fact);
    }
    return true;
  }

private:
  const Facts &facts;
  std::vector<DeallocAttr> &result;
};
} // namespace

// `free`, `::free`, `&free`, `(free)` are the same function.
static std::string plainName(llvm::StringRef written) {
  while (written.consume_front("&") || written.consume_front("::") ||
         (written.starts_with("(") && written.ends_with(")") && (written = written.drop_front().drop_back(), true))) {
  }
  return written.str();
}

static unsigned plainNumber(llvm::StringRef written) {
  unsigned number = 0;
  written = written.trim("()").rtrim("uUlL");
  return written.getAsInteger(0, number) ? 0 : number;
}

std::vector<DeallocAttr> DeallocAttributes::resolve(clang::ASTContext &ast) const {
  Facts facts;
  for (const Declaration &declaration : found)
    for (const Attribute &attribute : declaration.attributes) {
      if (!refusals.contains(attribute.location) && !refusals.contains(attribute.scope))
        continue;
      const DeallocAttr fact{nullptr, plainName(attribute.dealloc), plainNumber(attribute.argument)};
      for (const Name &name : declaration.names)
        if (attribute.forAll || name.declarator == attribute.declarator)
          facts[name.location].push_back(fact);
    }
  std::vector<DeallocAttr> result;
  if (!facts.empty())
    FunctionMatcher(facts, result).TraverseDecl(ast.getTranslationUnitDecl());
  return result;
}

} // namespace custody::frontend
