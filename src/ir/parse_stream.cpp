#include "ir/parse_stream.h"
#include "llvm/ADT/StringExtras.h"

namespace custody::ir {

TokenStream::TokenStream(llvm::StringRef text, llvm::StringRef fileName, StringTable &strings)
    : text(text), fileName(fileName), strings(strings) {
  if (text.size() >= UINT32_MAX) {
    tokens.emplace_back();
    error = (fileName + ": error: the text is too large").str();
    return;
  }
  Lexer lexer(text);
  do {
    tokens.push_back(lexer.next());
  } while (tokens.back().kind != TokenKind::End && tokens.back().kind != TokenKind::Error);
  if (tokens.back().kind == TokenKind::Error)
    failAt(tokens.back().begin, tokens.back().text);
}

bool TokenStream::atWord(llvm::StringRef word) const {
  const Token &token = peek();
  if (token.kind != TokenKind::Name || token.isQuoted || token.ordinal)
    return false;
  llvm::StringRef rest = text.substr(token.begin);
  if (!rest.consume_front(word))
    return false;
  auto isWordPart = [&](size_t index) {
    return index < rest.size() && (llvm::isAlnum(rest[index]) || rest[index] == '_' || rest[index] == '$');
  };
  if (rest.starts_with("-"))
    return !isWordPart(1) || llvm::isDigit(rest[1]);
  return !isWordPart(0) && !(rest.starts_with("::") && isWordPart(2) && !llvm::isDigit(rest[2]));
}

bool TokenStream::acceptWord(llvm::StringRef word) {
  if (!atWord(word))
    return false;
  uint32_t end = peek().begin + word.size();
  while (!atEnd() && peek().begin < end)
    advance();
  return true;
}

void TokenStream::expect(llvm::StringRef punctuation) {
  if (!accept(punctuation))
    expected("'" + punctuation + "'");
}

void TokenStream::expectWord(llvm::StringRef word) {
  if (!acceptWord(word))
    expected("'" + word + "'");
}

void TokenStream::expectLineEnd() {
  if (!atLineEnd())
    expected("the end of the line");
}

void TokenStream::expected(const llvm::Twine &what) {
  const Token &token = peek();
  std::string found =
      token.kind == TokenKind::End ? "the end of the text" : ("'" + text.slice(token.begin, token.end) + "'").str();
  fail("expected " + what + ", found " + found);
}

void TokenStream::failAt(uint32_t offset, const llvm::Twine &message) {
  if (error)
    return;
  llvm::StringRef before = text.take_front(offset);
  size_t lineStart = before.rfind('\n') + 1; // npos + 1 is 0
  error = (fileName + ":" + llvm::Twine(before.count('\n') + 1) + ":" + llvm::Twine(offset - lineStart + 1) +
           ": error: " + message)
              .str();
  Token end;
  end.startsLine = true;
  end.begin = end.end = offset;
  tokens.push_back(end);
  position = tokens.size() - 1;
}

Sym TokenStream::intern(const Token &token) {
  if (!token.isQuoted)
    return strings.intern(token.text);
  std::string characters;
  if (!unescape(token.text, characters))
    fail("this text has a '\\' that starts no escape");
  return strings.intern(characters);
}

TextHandle TokenStream::handle(const char *what) {
  Token token = peek();
  if (token.kind == TokenKind::Unnamed) {
    advance();
    return {Sym(), token.ordinal};
  }
  if (token.kind != TokenKind::Name) {
    expected(what);
    return {};
  }
  TextHandle result{intern(token), token.ordinal ? token.ordinal : 1};
  advance();
  return result;
}

Sym TokenStream::name(const char *what) {
  Token token = peek();
  if (token.kind != TokenKind::Name || token.ordinal) {
    expected(what);
    return {};
  }
  Sym result = intern(token);
  advance();
  return result;
}

Sym TokenStream::optionalName(const char *what) {
  return acceptWord("none") ? Sym() : name(what);
}

std::string TokenStream::quotedText(const char *what) {
  Token token = peek();
  std::string result;
  if (token.kind != TokenKind::Name || !token.isQuoted || token.ordinal)
    expected(what);
  else if (!unescape(token.text, result))
    fail("this text has a '\\' that starts no escape");
  else
    advance();
  return result;
}

uint64_t TokenStream::number(const char *what, uint64_t most) {
  uint64_t value = 0;
  const Token &token = peek();
  if (token.kind != TokenKind::Number || token.text.getAsInteger(10, value)) {
    expected(what);
    return 0;
  }
  if (value > most) {
    fail(llvm::Twine(what) + " is too large");
    return 0;
  }
  advance();
  return value;
}

int64_t TokenStream::signedNumber(const char *what) {
  bool isNegative = accept("-");
  uint64_t magnitude = number(what, isNegative ? uint64_t(INT64_MAX) + 1 : uint64_t(INT64_MAX));
  return int64_t(isNegative ? 0 - magnitude : magnitude);
}

} // namespace custody::ir
