// Finding declarations; the idea is told in index.h.
#include "specs/index.h"

#include "specs/lexer.h"
#include "llvm/ADT/StringSwitch.h"

namespace custody::specs {

static bool isOwnershipWord(llvm::StringRef word) {
  return llvm::StringSwitch<bool>(word)
      .Cases("own", "frees", "takes", "releases", "retains", "region", "ref", "holds", true)
      .Default(false);
}

static bool beginsOther(llvm::StringRef word) {
  return llvm::StringSwitch<bool>(word)
      .Cases("library", "header", "type", "family", "container", "alias", true)
      .Default(false);
}

// The start of the qualified name that ends at `end`: back over identifiers, `::`, `~` and balanced `<...>`.
static Offset nameStart(llvm::StringRef text, Offset begin, Offset end) {
  Offset at = end;
  while (at > begin) {
    const char c = text[at - 1];
    if (isIdentifierPart(c) || c == ':' || c == '~') {
      --at;
    } else if (c == '>') {
      int depth = 0;
      Offset open = at;
      while (open > begin) {
        --open;
        depth += text[open] == '>' ? 1 : text[open] == '<' ? -1 : 0;
        if (depth == 0)
          break;
      }
      if (depth != 0)
        return at;
      at = open;
    } else {
      break;
    }
  }
  return at;
}

namespace {
class Scanner {
public:
  explicit Scanner(llvm::StringRef all) : text(all), size(static_cast<Offset>(all.size())) {}

  std::vector<IndexEntry> run() {
    std::vector<IndexEntry> entries;
    entries.reserve(size / 64 + 1);
    Offset at = skipBlanks(text, 0, size);
    while (at < size) {
      const IndexEntry entry = scanOne(at);
      entries.push_back(entry);
      at = skipBlanks(text, entry.end, size);
    }
    return entries;
  }

private:
  IndexEntry scanOne(Offset begin) {
    IndexEntry entry{begin, size, ""};
    bool other = false;
    bool first = true;
    int depth = 0;
    Offset wordStart = begin;
    Offset wordEnd = begin;
    llvm::StringRef word;
    for (Offset at = begin; at < size;) {
      const char c = text[at];
      if (isIdentifierStart(c)) {
        wordStart = at;
        while (at < size && isIdentifierPart(text[at]))
          ++at;
        word = text.slice(wordStart, at);
        if (first)
          other = beginsOther(word);
        first = false;
        if (word == "operator" && depth == 0 && entry.name.empty() && !other)
          at = skipOperator(at);
        wordEnd = at;
        continue;
      }
      if (c == '"') {
        at = skipString(at);
        continue;
      }
      if (c == '/') {
        const Offset after = skipBlanks(text, at, size);
        at = after == at ? at + 1 : after;
        continue;
      }
      if (c == '(' || c == '{') {
        if (c == '(' && depth == 0 && entry.name.empty() && !other && !isOwnershipWord(word) && wordEnd > begin) {
          entry.name = text.slice(nameStart(text, begin, wordStart), wordEnd);
          if (const Offset end = plainEnd(at)) {
            entry.end = end;
            return entry;
          }
        }
        ++depth;
      } else if (c == ')' || c == '}') {
        depth -= depth > 0;
      } else if (c == ';' && depth == 0) {
        entry.end = at + 1;
        return entry;
      }
      ++at;
    }
    return entry;
  }

  // After the next `;`, if nothing before it could hide one (braces, strings, comments); else 0. This is the common
  // case, and three searches for a character are much quicker than looking at each.
  Offset plainEnd(Offset at) const {
    const size_t semicolon = text.find(';', at);
    if (semicolon == llvm::StringRef::npos)
      return 0;
    const llvm::StringRef rest = text.slice(at, semicolon);
    const bool plain = !rest.contains('{') && !rest.contains('"') && !rest.contains('/');
    return plain ? static_cast<Offset>(semicolon + 1) : 0;
  }

  // After "operator": over its symbol, or over a type's or new's name, to the parameters' parenthesis.
  Offset skipOperator(Offset at) const {
    if (text.substr(at).starts_with("()"))
      return at + 2;
    while (at < size && text[at] != '(' && text[at] != ';')
      ++at;
    return at;
  }

  Offset skipString(Offset at) const {
    const size_t close = text.find_first_of("\"\n", at + 1);
    return close == llvm::StringRef::npos ? size : static_cast<Offset>(close + 1);
  }

  llvm::StringRef text;
  Offset size;
};
} // namespace

std::vector<IndexEntry> indexDeclarations(const SourceFile &source) {
  return Scanner(source.text).run();
}

} // namespace custody::specs
