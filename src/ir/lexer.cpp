#include "ir/lexer.h"
#include "llvm/ADT/StringExtras.h"

namespace custody::ir {

bool Lexer::isWordStart(uint32_t offset) const {
  return offset < text.size() && (llvm::isAlpha(text[offset]) || text[offset] == '_' || text[offset] == '$');
}

bool Lexer::isDigit(uint32_t offset) const {
  return offset < text.size() && llvm::isDigit(text[offset]);
}

void Lexer::skipBlanks() {
  while (at != text.size()) {
    if (text[at] == '\n')
      atLineStart = true;
    else if (text.substr(at).starts_with("//")) {
      at = std::min(text.find('\n', at), text.size());
      continue;
    } else if (text[at] != ' ' && text[at] != '\t' && text[at] != '\r')
      return;
    ++at;
  }
}

Token Lexer::next() {
  skipBlanks();
  Token token;
  token.begin = at;
  token.startsLine = atLineStart;
  atLineStart = false;
  if (at == text.size()) {
    token.kind = TokenKind::End;
    token.startsLine = true;
  } else if (isWordStart(at)) {
    name(token);
  } else if (text[at] == '"') {
    quoted(token);
  } else if (isDigit(at)) {
    number(token);
  } else if (text[at] == '%' && isDigit(at + 1)) {
    token.kind = TokenKind::Unnamed;
    ordinal(token);
  } else {
    token.kind = TokenKind::Punctuation;
    static constexpr llvm::StringLiteral Long[] = {"...", "::", "->", "<-", "<<", ">>", "==", "!=", "<=", ">="};
    size_t length = 1;
    for (llvm::StringRef candidate : Long)
      if (text.substr(at).starts_with(candidate)) {
        length = candidate.size();
        break;
      }
    token.text = text.substr(at, length);
    at += length;
    static constexpr llvm::StringLiteral Short = "()[]{}<>=+-*/%&|^~?:,.@#";
    if (length == 1 && Short.find(token.text[0]) == llvm::StringRef::npos) {
      token.kind = TokenKind::Error;
      token.text = "this character has no meaning here";
    }
  }
  token.end = at;
  return token;
}

void Lexer::name(Token &token) {
  token.kind = TokenKind::Name;
  while (true) {
    while (isWordStart(at) || isDigit(at))
      ++at;
    if (!text.substr(at).starts_with("::") || !isWordStart(at + 2))
      break;
    at += 2;
  }
  token.text = text.slice(token.begin, at);
  if (text.substr(at).starts_with(".") && isDigit(at + 1))
    ordinal(token);
}

void Lexer::quoted(Token &token) {
  token.isQuoted = true;
  ++at;
  while (at != text.size() && text[at] != '"' && text[at] != '\n')
    at += text[at] == '\\' && at + 1 != text.size() && text[at + 1] != '\n' ? 2 : 1;
  if (at == text.size() || text[at] != '"') {
    token.kind = TokenKind::Error;
    token.text = "the closing quote is missing on this line";
    return;
  }
  token.kind = TokenKind::Name;
  token.text = text.slice(token.begin + 1, at);
  ++at;
  if (text.substr(at).starts_with(".") && isDigit(at + 1))
    ordinal(token);
}

// At the dot or the percent sign before the digits.
void Lexer::ordinal(Token &token) {
  uint32_t start = ++at;
  while (isDigit(at))
    ++at;
  if (text.slice(start, at).getAsInteger(10, token.ordinal) || token.ordinal == 0 || token.ordinal > INT32_MAX) {
    token.kind = TokenKind::Error;
    token.text = "this number of a name is out of range";
  }
}

void Lexer::number(Token &token) {
  token.kind = TokenKind::Number;
  while (at != text.size()) {
    bool isExponentSign = (text[at] == '+' || text[at] == '-') && text[at - 1] == 'e' && isDigit(at + 1) &&
                          !text.slice(token.begin, at).starts_with("0x");
    bool isPoint = text[at] == '.' && isDigit(at + 1);
    if (!llvm::isAlnum(text[at]) && !isExponentSign && !isPoint)
      break;
    ++at;
  }
  token.text = text.slice(token.begin, at);
}

bool unescape(llvm::StringRef quoted, std::string &result) {
  result.clear();
  result.reserve(quoted.size());
  for (size_t i = 0; i != quoted.size(); ++i) {
    if (quoted[i] != '\\') {
      result += quoted[i];
      continue;
    }
    if (++i == quoted.size())
      return false;
    switch (quoted[i]) {
    case 'n':
      result += '\n';
      break;
    case 't':
      result += '\t';
      break;
    case '\\':
    case '"':
      result += quoted[i];
      break;
    case 'x': {
      unsigned code;
      if (i + 2 >= quoted.size() || quoted.substr(i + 1, 2).getAsInteger(16, code))
        return false;
      result += char(code);
      i += 2;
      break;
    }
    default:
      return false;
    }
  }
  return true;
}

} // namespace custody::ir
