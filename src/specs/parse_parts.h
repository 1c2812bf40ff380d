// Inside of the parser: the token cursor and the three parts that share it (declarations in parser.cpp, types and
// parameters in parse_types.cpp, clauses in parse_clauses.cpp).
//
// A part returns false (or nullopt) after it has reported an error; its caller then gives up on the declaration too.
// Only the first error of a declaration is reported: what follows it is usually its echo.
#pragma once

#include "specs/lexer.h"
#include "specs/parser.h"
#include "llvm/ADT/Twine.h"

namespace custody::specs {

inline constexpr unsigned maxDepth = 64;

class Cursor {
public:
  Cursor(SourceRef source, Offset begin, Offset end);

  const Token &peek(unsigned ahead = 0) const;
  Token take();
  bool atEnd() const { return peek().kind == TokenKind::End; }
  bool is(llvm::StringRef spelling, unsigned ahead = 0) const { return peek(ahead).is(spelling); }
  bool accept(llvm::StringRef spelling);

  // Takes `spelling`, or reports "expected 'spelling' CONTEXT".
  bool expect(llvm::StringRef spelling, llvm::StringRef context);
  std::optional<std::string> identifier(llvm::StringRef what);
  std::optional<Name> name(llvm::StringRef what);
  std::optional<std::string> string(llvm::StringRef what);
  std::optional<long long> number(llvm::StringRef what);

  // The next token in the words of a message.
  std::string found() const;

  // Reports at the next token; always false, so that `return cursor.fail(...)` reads well.
  bool fail(const llvm::Twine &message);
  bool failAt(Offset offset, const llvm::Twine &message);

  // After an error: to just after the next `;` outside braces.
  void recover();
  void startDeclaration() { failed = false; }

  llvm::StringRef textBetween(Offset begin, Offset end) const;

  Diagnostics diagnostics;

private:
  SourceRef source;
  std::vector<Token> tokens;
  size_t next = 0;
  bool failed = false;
};

// A comma-separated list up to `close`, which is taken; empty lists are allowed.
template <typename ParseItem>
bool parseList(Cursor &cursor, llvm::StringRef close, llvm::StringRef context, ParseItem parseItem) {
  if (cursor.accept(close))
    return true;
  while (true) {
    if (!parseItem())
      return false;
    if (cursor.accept(close))
      return true;
    if (!cursor.expect(",", (llvm::Twine("or '") + close + "' " + context).str()))
      return false;
  }
}

// parse_types.cpp
std::optional<Words> parseWords(Cursor &cursor);
// `owm char *f(void)`: what was read as a type is followed by one. Reports the word; always false.
bool failUnknownWord(Cursor &cursor, const CType &word);
std::optional<CType> parseTypeSpecifier(Cursor &cursor, unsigned depth);
bool parsePointers(Cursor &cursor, CType &type, unsigned depth = 0);
std::optional<CType> parseType(Cursor &cursor, unsigned depth);
std::optional<Param> parseParam(Cursor &cursor, unsigned depth);
// After `(`, up to and with `)`.
bool parseParams(Cursor &cursor, std::vector<Param> &params, bool &variadic, unsigned depth);
std::optional<std::vector<NameSegment>> parseName(Cursor &cursor, unsigned depth);

// parse_clauses.cpp
bool parseClauses(Cursor &cursor, FunctionDecl &function);

} // namespace custody::specs
