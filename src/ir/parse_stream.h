// The tokens under the parser's hand. The first error sticks: it is kept, and from then on the stream is at its end, so
// that every loop and every rule of the parser runs out without checks of its own.
#pragma once

#include "ir/lexer.h"
#include "ir/module.h"
#include "ir/words.h"
#include "llvm/ADT/Twine.h"
#include <optional>

namespace custody::ir {

// A name in the text with its number, before anybody knows what it names.
struct TextHandle {
  Sym name; // none: unnamed
  uint32_t ordinal = 1;
};

class TokenStream {
public:
  TokenStream(llvm::StringRef text, llvm::StringRef fileName, StringTable &strings);

  const Token &peek(uint32_t ahead = 0) const {
    size_t index = position + ahead;
    return index < tokens.size() ? tokens[index] : tokens.back();
  }
  void advance() {
    if (position + 1 < tokens.size())
      ++position;
  }
  uint32_t where() const { return position; }
  void goTo(uint32_t where) {
    if (!error)
      position = where;
  }

  bool at(llvm::StringRef punctuation) const { return is(peek(), punctuation); }
  static bool is(const Token &token, llvm::StringRef punctuation) {
    return token.kind == TokenKind::Punctuation && token.text == punctuation;
  }
  bool atName() const { return peek().kind == TokenKind::Name || peek().kind == TokenKind::Unnamed; }
  bool atEnd() const { return peek().kind == TokenKind::End; }
  bool atLineEnd() const { return peek().startsLine || at("}"); }
  // A word of the language; it may have hyphens.
  bool atWord(llvm::StringRef word) const;

  bool accept(llvm::StringRef punctuation) { return at(punctuation) && (advance(), true); }
  bool acceptWord(llvm::StringRef word);
  void expect(llvm::StringRef punctuation);
  void expectWord(llvm::StringRef word);
  void expectLineEnd();

  template <class Enum>
  std::optional<Enum> acceptOneOf() {
    for (auto [index, word] : llvm::enumerate(words<Enum>()))
      if (acceptWord(word))
        return static_cast<Enum>(index);
    return std::nullopt;
  }
  template <class Enum>
  Enum expectOneOf(const char *what) {
    std::optional<Enum> result = acceptOneOf<Enum>();
    if (!result)
      expected(what);
    return result.value_or(Enum());
  }

  TextHandle handle(const char *what);
  Sym name(const char *what);         // without a number
  Sym optionalName(const char *what); // or `none`
  std::string quotedText(const char *what);
  uint64_t number(const char *what, uint64_t most);
  uint32_t number32(const char *what) { return number(what, UINT32_MAX); }
  int64_t signedNumber(const char *what);

  bool failed() const { return error.has_value(); }
  void fail(const llvm::Twine &message) { failAt(peek().begin, message); }
  void failAt(uint32_t offset, const llvm::Twine &message);
  void expected(const llvm::Twine &what);
  const std::string &message() const { return *error; }

private:
  llvm::StringRef text;
  llvm::StringRef fileName;
  StringTable &strings;
  std::vector<Token> tokens; // the last is End
  uint32_t position = 0;
  std::optional<std::string> error;

  Sym intern(const Token &token);
};

} // namespace custody::ir
