// Tokens of the specification language.
//
// Problem: turn the text of a *.own file, or of one declaration in it, into tokens.
//
//     own T *elem;   ->   own | T | * | elem | ;
//
// Idea: C's tokens, with no keywords. Whether `own`, `type` or `in` is a word of the language or the name of a
// parameter is known only from where it stands, and C libraries do call parameters `in`, `out` and `type`; so the
// parser decides. `>` is always a token by itself, which makes nested template arguments easy.
//
// Cost: one pass; tokens refer to the file's text and own nothing. An unknown character or an unterminated string or
// comment becomes an Error token, and lexing goes on after it.
#pragma once

#include "specs/source.h"

namespace custody::specs {

enum class TokenKind { Identifier, Number, String, Punctuation, Error, End };

struct Token {
  TokenKind kind = TokenKind::End;
  llvm::StringRef text; // a String's text is what stands between the quotes
  Offset begin = 0;
  Offset end = 0;

  bool is(llvm::StringRef spelling) const {
    return (kind == TokenKind::Identifier || kind == TokenKind::Punctuation) && text == spelling;
  }
  bool isIdentifier() const { return kind == TokenKind::Identifier; }
};

// The tokens of source[begin, end), closed by an End token.
std::vector<Token> lex(const SourceFile &source, Offset begin, Offset end);

// The offset after any blanks and comments at `at`. Shared with the index, which skips them without making tokens.
Offset skipBlanks(llvm::StringRef text, Offset at, Offset end);

bool isIdentifierStart(char c);
bool isIdentifierPart(char c);

} // namespace custody::specs
