// Collects GCC's `malloc(dealloc, n)` attributes, for which Clang 19 has no place in its AST.
#pragma once

#include "frontend/parse.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseSet.h"
#include <string>
#include <vector>

namespace clang {
class IdentifierInfo;
class Preprocessor;
class Token;
} // namespace clang

namespace custody::frontend {

class DeallocAttributes {
public:
  // Listens to the tokens. The collector must outlive the preprocessor's last token.
  void watch(clang::Preprocessor &preprocessor);

  // Clang refused an attribute because of its arguments. Only what it refused counts: the rest were no attributes.
  void refused(clang::SourceLocation attribute) { refusals.insert(attribute); }

  // After the parse.
  std::vector<DeallocAttr> resolve(clang::ASTContext &ast) const;

private:
  struct Name {
    clang::SourceLocation location;
    unsigned declarator;
  };
  struct Attribute {
    clang::SourceLocation location;
    clang::SourceLocation scope; // of `gnu` in [[gnu::malloc(f)]], which is where Clang then points
    std::string dealloc;
    std::string argument;
    unsigned declarator = 0;
    bool forAll = false; // stands before the declarators
  };
  // One declaration that has attributes: which of its names is a function, only the AST knows.
  struct Declaration {
    std::vector<Name> names;
    std::vector<Attribute> attributes;
  };
  enum class State { Outside, Named, Dealloc, Argument };

  void see(const clang::Token &token);
  void seeInAttribute(const clang::Token &token);
  void seeOutside(const clang::Token &token);
  void endDeclaration();
  std::string spell(const clang::Token &token) const;

  clang::Preprocessor *preprocessor = nullptr;
  const clang::IdentifierInfo *mallocNames[2] = {};
  const clang::IdentifierInfo *scopeNames[2] = {};
  Declaration current;
  Attribute pending;
  clang::SourceLocation scope;
  State state = State::Outside;
  unsigned depth = 0;      // of parentheses and brackets in the current declaration
  unsigned innerDepth = 0; // of those within the attribute's arguments
  unsigned declarator = 0; // counted by the commas at depth 0
  bool attributes = false; // an attribute began in this declaration
  bool hasDeclarator = false;
  bool lastWasName = false;

  std::vector<Declaration> found;
  llvm::DenseSet<clang::SourceLocation> refusals;
};

} // namespace custody::frontend
