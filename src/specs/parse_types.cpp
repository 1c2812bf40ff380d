// Types, ownership words, parameters and names of the specification language.
//
//     own(file) const char *const *v        words, specifier, pointers, name
//     void (*f)(own T *x)                   a function pointer whose argument is owned by the callee
//     std::map<K, V>::operator[]            a name: segments with template arguments
//
// The one question C poses, "is this identifier a type or a name", is answered by place: see parser.h.
#include "specs/parse_parts.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

namespace custody::specs {

static bool isBuiltinTypeWord(llvm::StringRef word) {
  return llvm::StringSwitch<bool>(word)
      .Cases("void", "char", "short", "int", "long", "float", "double", true)
      .Cases("signed", "unsigned", "bool", "_Bool", "wchar_t", "char16_t", "char32_t", true)
      .Case("auto", true)
      .Default(false);
}

static bool isTag(const Token &token) {
  return token.is("struct") || token.is("union") || token.is("enum") || token.is("class");
}

static bool isQualifier(const Token &token) {
  return token.is("const") || token.is("volatile") || token.is("restrict") || token.is("__restrict") ||
         token.is("typename");
}

static bool takeQualifiers(Cursor &cursor) {
  bool isConst = false;
  while (isQualifier(cursor.peek()))
    isConst |= cursor.take().is("const");
  return isConst;
}

static Mode modeOf(llvm::StringRef word) {
  return llvm::StringSwitch<Mode>(word)
      .Case("own", Mode::Own)
      .Case("ref", Mode::Ref)
      .Case("frees", Mode::Frees)
      .Case("takes", Mode::Takes)
      .Case("holds", Mode::Holds)
      .Case("retains", Mode::Retains)
      .Case("releases", Mode::Releases)
      .Case("region", Mode::Region)
      .Default(Mode::None);
}

// A word counts only if a type follows it: `own` alone before `)` or `,` would be a type's name.
static bool wordFollowed(const Cursor &cursor) {
  const Token &next = cursor.peek(1);
  return next.isIdentifier() || next.is("(") || next.is("::");
}

std::optional<Words> parseWords(Cursor &cursor) {
  Words words;
  while (cursor.peek().isIdentifier() && wordFollowed(cursor)) {
    const Token word = cursor.peek();
    const Mode mode = modeOf(word.text);
    if (mode != Mode::None) {
      if (words.mode != Mode::None) {
        cursor.fail(llvm::Twine("two ownership words for one pointer: '") + word.text + "' after another");
        return std::nullopt;
      }
      words.mode = mode;
      cursor.take();
      if (!cursor.accept("("))
        continue;
      auto argument = cursor.name(mode == Mode::Region ? "the parameter that is the region" : "a family name");
      if (!argument || !cursor.expect(")", "after the name"))
        return std::nullopt;
      words.argument = std::move(*argument);
    } else if (word.text == "out") {
      words.out = true;
      cursor.take();
    } else if (word.text == "nonnull" || word.text == "may_null") {
      const Nullness null = word.text == "nonnull" ? Nullness::NeverNull : Nullness::MayBeNull;
      if (words.null != Nullness::Unknown && words.null != null) {
        cursor.fail("'nonnull' and 'may_null' contradict each other");
        return std::nullopt;
      }
      words.null = null;
      cursor.take();
    } else {
      break;
    }
  }
  return words;
}

bool failUnknownWord(Cursor &cursor, const CType &word) {
  return cursor.failAt(word.offset, llvm::Twine("unknown word '") + word.name +
                                        "'; expected own, ref, frees, takes, holds, retains, releases, region, out, "
                                        "nonnull or may_null before the type");
}

static bool parseTemplateArguments(Cursor &cursor, std::vector<CType> &arguments, unsigned depth) {
  return parseList(cursor, ">", "to close the template arguments", [&] {
    if (cursor.peek().kind == TokenKind::Number) {
      CType constant;
      constant.name = cursor.take().text.str();
      arguments.push_back(std::move(constant));
      return true;
    }
    auto argument = parseType(cursor, depth + 1);
    if (!argument)
      return false;
    arguments.push_back(std::move(*argument));
    return true;
  });
}

// `std::vector<T>`; template arguments are kept for the last segment only: outer ones do not name a type of ours.
static std::optional<CType> parseNamedType(Cursor &cursor, unsigned depth) {
  CType type;
  cursor.accept("::");
  type.offset = cursor.peek().begin;
  while (true) {
    auto identifier = cursor.identifier("a type");
    if (!identifier)
      return std::nullopt;
    type.name += *identifier;
    type.arguments.clear();
    if (cursor.accept("<") && !parseTemplateArguments(cursor, type.arguments, depth))
      return std::nullopt;
    if (!cursor.is("::") || !cursor.peek(1).isIdentifier())
      return type;
    cursor.take();
    type.name += "::";
  }
}

std::optional<CType> parseTypeSpecifier(Cursor &cursor, unsigned depth) {
  if (depth > maxDepth) {
    cursor.fail("types are nested too deeply");
    return std::nullopt;
  }
  CType type;
  const bool isConst = takeQualifiers(cursor);
  if (isTag(cursor.peek())) {
    const std::string tag = cursor.take().text.str();
    auto name = cursor.identifier("a name after '" + tag + "'");
    if (!name)
      return std::nullopt;
    type.name = tag + " " + *name;
  } else if (isBuiltinTypeWord(cursor.peek().text) && cursor.peek().isIdentifier()) {
    while (cursor.peek().isIdentifier() && (isBuiltinTypeWord(cursor.peek().text) || isQualifier(cursor.peek()))) {
      const Token word = cursor.take();
      if (isQualifier(word)) {
        type.isConst |= word.is("const");
        continue;
      }
      type.name += (type.name.empty() ? "" : " ") + word.text.str();
    }
  } else {
    auto named = parseNamedType(cursor, depth);
    if (!named)
      return std::nullopt;
    type = std::move(*named);
    if (isTag(cursor.peek()) || (cursor.peek().isIdentifier() && isBuiltinTypeWord(cursor.peek().text))) {
      failUnknownWord(cursor, type);
      return std::nullopt;
    }
  }
  type.isConst |= isConst;
  type.isConst |= takeQualifiers(cursor);
  return type;
}

static CType wrap(CType::Kind kind, CType pointee) {
  CType type;
  type.kind = kind;
  type.arguments.push_back(std::move(pointee));
  return type;
}

bool parsePointers(Cursor &cursor, CType &type, unsigned depth) {
  while (true) {
    if (depth++ > maxDepth)
      return cursor.fail("types are nested too deeply");
    if (cursor.accept("*"))
      type = wrap(CType::Kind::Pointer, std::move(type));
    else if (cursor.accept("&&"))
      type = wrap(CType::Kind::RValueReference, std::move(type));
    else if (cursor.accept("&"))
      type = wrap(CType::Kind::Reference, std::move(type));
    else
      return true;
    type.isConst |= takeQualifiers(cursor);
  }
}

// The rest of `RESULT (*name)(PARAMS)` after the result; the name goes to `name`.
static bool parseFunctionPointer(Cursor &cursor, CType &type, std::string &name, unsigned depth) {
  cursor.take(); // (
  cursor.take(); // *
  if (cursor.peek().isIdentifier())
    name = cursor.take().text.str();
  if (!cursor.expect(")", "after a function pointer's name") ||
      !cursor.expect("(", "to begin a function pointer's parameters"))
    return false;
  CType function = wrap(CType::Kind::Function, std::move(type));
  bool variadic = false;
  if (!parseParams(cursor, function.params, variadic, depth + 1))
    return false;
  type = wrap(CType::Kind::Pointer, std::move(function));
  return true;
}

static bool startsFunctionPointer(const Cursor &cursor) {
  return cursor.is("(") && cursor.is("*", 1);
}

// `std::function<void(T)>`: a function type among template arguments.
std::optional<CType> parseType(Cursor &cursor, unsigned depth) {
  auto type = parseTypeSpecifier(cursor, depth);
  if (!type || !parsePointers(cursor, *type, depth))
    return std::nullopt;
  std::string ignored;
  if (startsFunctionPointer(cursor)) {
    if (!parseFunctionPointer(cursor, *type, ignored, depth))
      return std::nullopt;
  } else if (cursor.accept("(")) {
    CType function = wrap(CType::Kind::Function, std::move(*type));
    bool variadic = false;
    if (!parseParams(cursor, function.params, variadic, depth + 1))
      return std::nullopt;
    type = std::move(function);
  }
  return type;
}

static bool parseArraySuffix(Cursor &cursor, CType &type, unsigned depth) {
  while (cursor.accept("[")) {
    if (depth++ > maxDepth)
      return cursor.fail("types are nested too deeply");
    if (!cursor.is("]"))
      cursor.take();
    if (!cursor.expect("]", "after an array's bound"))
      return false;
    type = wrap(CType::Kind::Pointer, std::move(type));
  }
  return true;
}

std::optional<Param> parseParam(Cursor &cursor, unsigned depth) {
  Param param;
  param.offset = cursor.peek().begin;
  auto words = parseWords(cursor);
  if (!words)
    return std::nullopt;
  param.words = std::move(*words);
  auto type = parseTypeSpecifier(cursor, depth);
  if (!type || !parsePointers(cursor, *type, depth))
    return std::nullopt;
  param.type = std::move(*type);
  if (startsFunctionPointer(cursor)) {
    if (!parseFunctionPointer(cursor, param.type, param.name, depth))
      return std::nullopt;
    return param;
  }
  if (cursor.peek().isIdentifier())
    param.name = cursor.take().text.str();
  const bool hasTypeAfter = !param.name.empty() && (cursor.is("*") || cursor.is("&") || cursor.peek().isIdentifier());
  if (param.type.kind == CType::Kind::Name && (hasTypeAfter || cursor.is("("))) {
    failUnknownWord(cursor, param.type);
    return std::nullopt;
  }
  if (!parseArraySuffix(cursor, param.type, depth))
    return std::nullopt;
  return param;
}

bool parseParams(Cursor &cursor, std::vector<Param> &params, bool &variadic, unsigned depth) {
  if (cursor.is("void") && cursor.is(")", 1)) {
    cursor.take();
    cursor.take();
    return true;
  }
  return parseList(cursor, ")", "after the parameters", [&] {
    if (variadic)
      return cursor.fail("'...' must be the last parameter");
    if (cursor.accept("...")) {
      variadic = true;
      return true;
    }
    auto param = parseParam(cursor, depth);
    if (!param)
      return false;
    params.push_back(std::move(*param));
    return true;
  });
}

// `operator unsigned long`, `operator std::vector<T> *`.
static std::optional<std::string> parseConversion(Cursor &cursor) {
  static const llvm::StringSet<> joining = {"::", "<", ">", ",", "*", "&", "&&"};
  const auto belongs = [](const Token &token) {
    return token.isIdentifier() || (token.kind == TokenKind::Punctuation && joining.contains(token.text));
  };
  std::string name = "operator";
  for (bool afterWord = true; belongs(cursor.peek());) {
    const Token token = cursor.take();
    name += (afterWord && token.isIdentifier() ? " " : "") + token.text.str();
    afterWord = token.isIdentifier();
  }
  return name;
}

static std::optional<std::string> parseSymbol(Cursor &cursor) {
  static const llvm::StringSet<> symbols = {"+",  "-",  "*",  "/",   "%",   "^",   "&",  "|",  "~",  "!",
                                            "=",  "<",  ">",  "+=",  "-=",  "*=",  "/=", "%=", "^=", "&=",
                                            "|=", "<<", ">>", "<<=", ">>=", "==",  "!=", "<=", ">=", "&&",
                                            "||", "++", "--", ",",   "->*", "<=>", "->", "[]"};
  const Offset begin = cursor.peek().begin;
  std::string symbol;
  while (cursor.peek().kind == TokenKind::Punctuation && !cursor.is("(") && !cursor.is(";") && symbol.size() < 3)
    symbol += cursor.take().text.str();
  if (symbols.contains(symbol))
    return "operator" + symbol;
  cursor.failAt(begin, "expected an operator's symbol or a type after 'operator'");
  return std::nullopt;
}

// What stands after `operator`: `new[]`, `()`, `<<`, or a type for a conversion.
static std::optional<std::string> parseOperator(Cursor &cursor) {
  std::string name = "operator";
  if (cursor.is("new") || cursor.is("delete")) {
    name += " " + cursor.take().text.str();
    if (cursor.accept("["))
      return cursor.expect("]", "after 'operator new['") ? std::optional(name + "[]") : std::nullopt;
    return name;
  }
  if (cursor.accept("(")) {
    name += "()";
    return cursor.expect(")", "after 'operator('") ? std::optional(name) : std::nullopt;
  }
  return cursor.peek().isIdentifier() ? parseConversion(cursor) : parseSymbol(cursor);
}

static std::optional<std::string> parseSegment(Cursor &cursor) {
  if (cursor.accept("~")) {
    auto name = cursor.identifier("a class name after '~'");
    return name ? std::optional("~" + *name) : std::nullopt;
  }
  if (cursor.accept("operator"))
    return parseOperator(cursor);
  return cursor.identifier("a function's name");
}

std::optional<std::vector<NameSegment>> parseName(Cursor &cursor, unsigned depth) {
  std::vector<NameSegment> name;
  cursor.accept("::");
  do {
    const Offset offset = cursor.peek().begin;
    auto identifier = parseSegment(cursor);
    if (!identifier)
      return std::nullopt;
    name.push_back({std::move(*identifier), {}, offset});
    if (cursor.accept("<") && !parseTemplateArguments(cursor, name.back().arguments, depth))
      return std::nullopt;
  } while (cursor.accept("::"));
  return name;
}

} // namespace custody::specs
