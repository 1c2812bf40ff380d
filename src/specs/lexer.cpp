// Tokens of the specification language; the idea is told in lexer.h.
#include "specs/lexer.h"

#include "llvm/ADT/StringExtras.h"
#include <algorithm>

namespace custody::specs {

bool isIdentifierStart(char c) {
  return llvm::isAlpha(c) || c == '_' || c == '$';
}

bool isIdentifierPart(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '$';
}

Offset skipBlanks(llvm::StringRef text, Offset at, Offset end) {
  while (at < end) {
    const char c = text[at];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v') {
      ++at;
    } else if (c == '/' && at + 1 < end && text[at + 1] == '/') {
      at = static_cast<Offset>(std::min<size_t>(text.find('\n', at), end));
    } else if (c == '/' && at + 1 < end && text[at + 1] == '*') {
      const size_t close = text.find("*/", at + 2);
      if (close == llvm::StringRef::npos || close + 2 > end)
        return at; // unterminated: the lexer makes an Error token of it
      at = static_cast<Offset>(close + 2);
    } else {
      break;
    }
  }
  return at;
}

static Offset skipWhile(llvm::StringRef text, Offset at, Offset end, bool (*accepts)(char)) {
  while (at < end && accepts(text[at]))
    ++at;
  return at;
}

// The longest operator at `at`; all others are one character.
static size_t punctuationLength(llvm::StringRef rest) {
  if (rest.starts_with("..."))
    return 3;
  for (const char *two : {"::", "->", "==", "!=", "<=", ">=", "&&"})
    if (rest.starts_with(two))
      return 2;
  return llvm::StringRef("(){}<>[],;:*&=~+-/%!|^.?").contains(rest.front()) ? 1 : 0;
}

static Token lexString(llvm::StringRef text, Offset at, Offset end) {
  Offset close = at + 1;
  while (close < end && text[close] != '"' && text[close] != '\n')
    ++close;
  if (close == end || text[close] != '"')
    return {TokenKind::Error, text.slice(at, close), at, close};
  return {TokenKind::String, text.slice(at + 1, close), at, close + 1};
}

static Token lexOne(llvm::StringRef text, Offset at, Offset end) {
  const char c = text[at];
  if (isIdentifierStart(c)) {
    const Offset to = skipWhile(text, at, end, isIdentifierPart);
    return {TokenKind::Identifier, text.slice(at, to), at, to};
  }
  if (llvm::isDigit(c)) {
    const Offset to = skipWhile(text, at, end, isIdentifierPart);
    return {TokenKind::Number, text.slice(at, to), at, to};
  }
  if (c == '"')
    return lexString(text, at, end);
  if (text.substr(at).starts_with("/*"))
    return {TokenKind::Error, text.slice(at, end), at, end};
  const size_t length = std::min<size_t>(punctuationLength(text.slice(at, end)), end - at);
  const Offset to = static_cast<Offset>(at + std::max<size_t>(length, 1));
  return {length ? TokenKind::Punctuation : TokenKind::Error, text.slice(at, to), at, to};
}

std::vector<Token> lex(const SourceFile &source, Offset begin, Offset end) {
  const llvm::StringRef text(source.text);
  std::vector<Token> tokens;
  tokens.reserve((end - begin) / 4 + 1);
  Offset at = skipBlanks(text, begin, end);
  while (at < end) {
    tokens.push_back(lexOne(text, at, end));
    at = skipBlanks(text, tokens.back().end, end);
  }
  tokens.push_back({TokenKind::End, "", end, end});
  return tokens;
}

} // namespace custody::specs
