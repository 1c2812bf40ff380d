// Tokens of the text form.
//
//     p.2 = ::table[3].next @12:5   ->   p.2 | = | :: | table | [ | 3 | ] | . | next | @ | 12 | : | 5
//
// A name may be several words joined by `::`, may be quoted, and may carry the number that tells it from others of the
// same name; all of that is one token. Newlines are not tokens, but a token knows whether it starts its line, since a
// statement ends with its line. `//` starts a comment.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace custody::ir {

enum class TokenKind : uint8_t {
  Name,    // `p`, `ns::f`, `p.2`, `"a b"`, `"a b".2`
  Unnamed, // `%1`
  Number,  // `12`, `12ul`, `1.5e+3`
  Punctuation,
  Error, // what is no token; the text is the message
  End,
};

struct Token {
  TokenKind kind = TokenKind::End;
  bool isQuoted = false;
  bool startsLine = false;
  uint32_t begin = 0; // offset in the text
  uint32_t end = 0;
  uint32_t ordinal = 0; // of a Name that has a number, and of an Unnamed; else 0
  llvm::StringRef text; // of a Name: without its number; of a quoted one: with its escapes
};

class Lexer {
public:
  explicit Lexer(llvm::StringRef text) : text(text) {}
  Token next();

private:
  llvm::StringRef text;
  uint32_t at = 0;
  bool atLineStart = true;

  void skipBlanks();
  void name(Token &token);
  void quoted(Token &token);
  void number(Token &token);
  void ordinal(Token &token);
  bool isWordStart(uint32_t offset) const;
  bool isDigit(uint32_t offset) const;
};

// The characters that a quoted name stands for. False if an escape is none.
bool unescape(llvm::StringRef quoted, std::string &result);

} // namespace custody::ir
