// Names; the idea is told in names.h.
#include "specs/names.h"

#include "specs/lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace custody::specs {

// The length of an operator's symbol at the start of `rest`, which stands after "operator".
static size_t operatorLength(llvm::StringRef rest) {
  for (const char *symbol : {"()", "[]", "->*", "->", "<<=", ">>=", "<=>", "<<", ">>", "<=", ">=", "==", "!=",
                             "&&", "||", "++",  "--", "+=",  "-=",  "*=",  "/=", "%=", "&=", "|=", "^="})
    if (rest.starts_with(symbol))
      return llvm::StringRef(symbol).size();
  return !rest.empty() && llvm::StringRef("<>=!+-*/%&|^~,").contains(rest.front()) ? 1 : 0;
}

static bool endsWithWord(llvm::StringRef text, llvm::StringRef word) {
  return text.ends_with(word) && (text.size() == word.size() || !isIdentifierPart(text[text.size() - word.size() - 1]));
}

// The name without anything in angle brackets or ABI tags, and with operators' symbols kept whole.
static std::string withoutTemplateArguments(llvm::StringRef name) {
  std::string out;
  int depth = 0;
  for (size_t i = 0; i < name.size();) {
    if (depth == 0 && endsWithWord(out, "operator")) {
      const size_t length = operatorLength(name.substr(i));
      if (length > 0) {
        out += name.substr(i, length);
        i += length;
        continue;
      }
    }
    const char c = name[i++];
    if (c == '<') {
      ++depth;
    } else if (c == '>') {
      depth -= depth > 0;
    } else if (c == '[' && depth == 0 && name.substr(i).starts_with("abi:")) {
      i = std::min(name.find(']', i), name.size() - 1) + 1;
    } else if (depth == 0) {
      out += c;
    }
  }
  return out;
}

// In namespace std: the names that the ABI abbreviates are demangled to typedefs, all others to templates.
static llvm::StringRef unabbreviated(llvm::StringRef name) {
  return llvm::StringSwitch<llvm::StringRef>(name)
      .Case("string", "basic_string")
      .Case("istream", "basic_istream")
      .Case("ostream", "basic_ostream")
      .Case("iostream", "basic_iostream")
      .Default(name);
}

std::string nameKey(llvm::StringRef qualifiedName) {
  qualifiedName = qualifiedName.trim();
  if (!qualifiedName.contains(':') && !qualifiedName.contains('<'))
    return qualifiedName.str();
  const std::string plain = withoutTemplateArguments(qualifiedName);
  llvm::SmallVector<llvm::StringRef, 8> segments;
  llvm::StringRef(plain).split(segments, "::");
  std::string key;
  for (size_t i = 0; i < segments.size(); ++i) {
    const llvm::StringRef segment = segments[i].trim();
    const bool last = i + 1 == segments.size();
    if (!last && (segment.empty() || segment.starts_with("__")))
      continue;
    key += (key.empty() ? "" : "::") + (key == "std" ? unabbreviated(segment) : segment).str();
  }
  return key;
}

// Splits at the commas outside brackets.
static std::vector<std::string> splitTypes(llvm::StringRef list) {
  std::vector<std::string> types;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i <= list.size(); ++i) {
    const char c = i < list.size() ? list[i] : ',';
    if (llvm::StringRef("(<[{").contains(c)) {
      ++depth;
    } else if (llvm::StringRef(")>]}").contains(c)) {
      --depth;
    } else if (c == ',' && (depth <= 0 || i == list.size())) {
      const llvm::StringRef type = list.slice(begin, i).trim();
      if (!type.empty() && type != "void")
        types.push_back(type.str());
      begin = i + 1;
    }
  }
  return types;
}

// Where the parameter list opens, and where the name begins (after a template function's return type).
static std::pair<size_t, size_t> findName(llvm::StringRef text) {
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (depth == 0 && endsWithWord(text.take_front(i), "operator")) {
      const size_t length = operatorLength(text.substr(i));
      if (length > 0) {
        i += length - 1;
        continue;
      }
      i = std::min(text.find('(', i), text.size()); // operator new, operator bool
      return {begin, i};
    }
    if (c == '<')
      ++depth;
    else if (c == '>')
      depth -= depth > 0;
    else if (c == ' ' && depth == 0)
      begin = i + 1;
    else if (c == '(' && depth == 0)
      return {begin, i};
  }
  return {0, text.size()};
}

FunctionQuery FunctionQuery::fromDemangled(llvm::StringRef demangled) {
  const auto [begin, open] = findName(demangled);
  FunctionQuery query(demangled.slice(begin, open));
  const size_t close = demangled.rfind(')');
  if (open < demangled.size() && close != llvm::StringRef::npos && close > open)
    query.paramTypes = splitTypes(demangled.slice(open + 1, close));
  return query;
}

} // namespace custody::specs
