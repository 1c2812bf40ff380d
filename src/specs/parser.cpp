// The token cursor and the declarations; the idea is told in parser.h.
#include "specs/parser.h"

#include "specs/parse_parts.h"
#include <algorithm>

namespace custody::specs {

Cursor::Cursor(SourceRef file, Offset begin, Offset end) : source(std::move(file)) {
  const Offset size = static_cast<Offset>(source->text.size());
  tokens = lex(*source, std::min(begin, size), std::min(end, size));
}

const Token &Cursor::peek(unsigned ahead) const {
  return tokens[std::min(next + ahead, tokens.size() - 1)];
}

Token Cursor::take() {
  const Token token = peek();
  if (next + 1 < tokens.size())
    ++next;
  return token;
}

bool Cursor::accept(llvm::StringRef spelling) {
  if (!is(spelling))
    return false;
  take();
  return true;
}

std::string Cursor::found() const {
  const Token &token = peek();
  switch (token.kind) {
  case TokenKind::End:
    return "the end of the file";
  case TokenKind::Error:
    if (token.text.starts_with("/*"))
      return "an unterminated comment";
    return token.text.starts_with("\"") ? "an unterminated string" : "a stray character";
  case TokenKind::String:
    return "a string";
  default:
    return "'" + token.text.str() + "'";
  }
}

bool Cursor::expect(llvm::StringRef spelling, llvm::StringRef context) {
  return accept(spelling) || fail(llvm::Twine("expected '") + spelling + "' " + context + ", found " + found());
}

std::optional<std::string> Cursor::identifier(llvm::StringRef what) {
  if (peek().isIdentifier())
    return take().text.str();
  fail(llvm::Twine("expected ") + what + ", found " + found());
  return std::nullopt;
}

std::optional<Name> Cursor::name(llvm::StringRef what) {
  const Offset offset = peek().begin;
  auto text = identifier(what);
  return text ? std::optional(Name{std::move(*text), offset}) : std::nullopt;
}

std::optional<std::string> Cursor::string(llvm::StringRef what) {
  if (peek().kind == TokenKind::String)
    return take().text.str();
  fail(llvm::Twine("expected ") + what + " in quotes, found " + found());
  return std::nullopt;
}

std::optional<long long> Cursor::number(llvm::StringRef what) {
  long long value = 0;
  if (peek().kind == TokenKind::Number && !peek().text.getAsInteger(0, value)) {
    take();
    return value;
  }
  fail(llvm::Twine("expected ") + what + ", found " + found());
  return std::nullopt;
}

bool Cursor::fail(const llvm::Twine &message) {
  // What is missing at the end of a file is missing after its last word, not in the empty line below it.
  return failAt(atEnd() && next > 0 ? tokens[next - 1].end : peek().begin, message);
}

bool Cursor::failAt(Offset offset, const llvm::Twine &message) {
  if (!failed)
    diagnostics.push_back({Severity::Error, source, offset, message.str()});
  failed = true;
  return false;
}

void Cursor::recover() {
  int braces = 0;
  while (!atEnd()) {
    const Token token = take();
    if (token.is("{"))
      ++braces;
    else if (token.is("}"))
      braces = std::max(0, braces - 1);
    else if (token.is(";") && braces == 0)
      return;
  }
}

llvm::StringRef Cursor::textBetween(Offset begin, Offset end) const {
  return llvm::StringRef(source->text).slice(begin, end);
}

// <zlib.h>, "postgres.h", or several; `none` for functions no header declares.
static std::optional<HeaderDecl> parseHeaders(Cursor &cursor) {
  HeaderDecl header;
  header.offset = cursor.peek().begin;
  if (cursor.accept("none"))
    return header;
  do {
    const Token open = cursor.take();
    if (open.kind == TokenKind::String) {
      header.headers.push_back("\"" + open.text.str() + "\"");
      continue;
    }
    if (!open.is("<")) {
      cursor.failAt(open.begin, "expected a header in <> or quotes, or 'none'");
      return std::nullopt;
    }
    while (!cursor.is(">") && !cursor.is(";") && !cursor.atEnd())
      cursor.take();
    const Token close = cursor.peek();
    if (!cursor.expect(">", "after a header's name"))
      return std::nullopt;
    header.headers.push_back(cursor.textBetween(open.begin, close.end).str());
  } while (cursor.accept(","));
  return header;
}

static std::optional<LibraryDecl> parseLibrary(Cursor &cursor) {
  LibraryDecl library;
  library.offset = cursor.peek().begin;
  auto name = cursor.string("the library's name");
  if (!name)
    return std::nullopt;
  library.name = *name;
  while (!cursor.is(";")) {
    const Token word = cursor.take();
    if (word.is("header")) {
      library.header = parseHeaders(cursor);
      if (!library.header)
        return std::nullopt;
      continue;
    }
    std::string *const to = word.is("version")     ? &library.version
                            : word.is("package")   ? &library.package
                            : word.is("pkgconfig") ? &library.pkgconfig
                                                   : nullptr;
    if (!to) {
      cursor.failAt(word.begin,
                    "expected 'version', 'header', 'package', 'pkgconfig' or ';', found '" + word.text + "'");
      return std::nullopt;
    }
    auto value = cursor.string("a value");
    if (!value)
      return std::nullopt;
    *to = *value;
  }
  return library;
}

static bool parseNames(Cursor &cursor, llvm::StringRef what, std::vector<std::string> &names) {
  do {
    auto name = cursor.identifier(what);
    if (!name)
      return false;
    names.push_back(*name);
  } while (cursor.accept(","));
  return true;
}

// The same of names that are declared elsewhere.
static bool parseReferences(Cursor &cursor, llvm::StringRef what, std::vector<Name> &names) {
  do {
    auto name = cursor.name(what);
    if (!name)
      return false;
    names.push_back(std::move(*name));
  } while (cursor.accept(","));
  return true;
}

static std::optional<TypeDecl> parseTypeDecl(Cursor &cursor) {
  TypeDecl type;
  type.offset = cursor.peek().begin;
  if (!parseNames(cursor, "a type variable", type.names))
    return std::nullopt;
  return type;
}

static std::optional<FamilyDecl> parseFamily(Cursor &cursor) {
  FamilyDecl family;
  family.offset = cursor.peek().begin;
  auto name = cursor.identifier("the family's name");
  if (!name)
    return std::nullopt;
  family.name = *name;
  while (!cursor.is(";")) {
    if (cursor.accept("resource")) {
      family.resource = true;
      if (cursor.peek().kind == TokenKind::String)
        family.called = cursor.take().text.str();
    } else if (cursor.accept("counted")) {
      family.counted = true;
    } else if (cursor.accept("default")) {
      family.isDefault = true;
    } else if (cursor.accept("like")) {
      auto like = cursor.name("a family name");
      if (!like)
        return std::nullopt;
      family.like = *like;
    } else if (cursor.accept("freed_by")) {
      if (!parseReferences(cursor, "a function's name", family.freedBy))
        return std::nullopt;
    } else {
      cursor.fail("expected 'resource', 'counted', 'default', 'like', 'freed_by' or ';', found " + cursor.found());
      return std::nullopt;
    }
  }
  return family;
}

static std::optional<ContainerDecl> parseContainer(Cursor &cursor) {
  ContainerDecl container;
  container.offset = cursor.peek().begin;
  do {
    auto name = cursor.identifier("the container's name");
    if (!name)
      return std::nullopt;
    container.name += (container.name.empty() ? "" : "::") + *name;
  } while (cursor.accept("::"));
  if (cursor.accept("<")) {
    if (!parseNames(cursor, "a type variable", container.parameters) ||
        !cursor.expect(">", "after the container's type variables"))
      return std::nullopt;
  }
  if (!cursor.expect("{", "to begin the container's fields"))
    return std::nullopt;
  while (!cursor.accept("}")) {
    auto field = parseParam(cursor, 0);
    if (!field || !cursor.expect(";", "after a field"))
      return std::nullopt;
    if (field->name.empty()) {
      cursor.failAt(field->offset, "a container's field needs a name");
      return std::nullopt;
    }
    container.fields.push_back(std::move(*field));
  }
  return container;
}

static std::optional<AliasDecl> parseAlias(Cursor &cursor) {
  AliasDecl alias;
  alias.offset = cursor.peek().begin;
  auto name = cursor.identifier("the alias");
  if (!name || !cursor.expect("=", "after the alias"))
    return std::nullopt;
  auto target = cursor.name("the function it stands for");
  if (!target)
    return std::nullopt;
  alias.name = *name;
  alias.target = std::move(*target);
  if (!cursor.accept("drop"))
    return alias;
  do {
    auto position = cursor.number("an argument's position, from 1");
    if (!position)
      return std::nullopt;
    if (*position < 1 || *position > 64) {
      cursor.fail("argument positions count from 1 to 64");
      return std::nullopt;
    }
    alias.drop.push_back(static_cast<unsigned>(*position));
  } while (cursor.accept(","));
  return alias;
}

static void takeMethodSuffixes(Cursor &cursor, FunctionDecl &function) {
  while (cursor.is("const") || cursor.is("noexcept") || cursor.is("&") || cursor.is("&&"))
    function.isConst |= cursor.take().is("const");
}

// A type was read where a constructor's, destructor's or conversion's name stands: read it again as a name.
static bool startsName(const Cursor &cursor) {
  return cursor.peek().isIdentifier() || cursor.is("::") || cursor.is("~");
}

static std::optional<FunctionDecl> parseFunction(Cursor &cursor);

static bool parseRest(Cursor &cursor, FunctionDecl &function) {
  if (!cursor.expect("(", "to begin the parameters"))
    return false;
  if (!parseParams(cursor, function.params, function.variadic, 0))
    return false;
  takeMethodSuffixes(cursor, function);
  return parseClauses(cursor, function);
}

// Looks ahead from the start of a declaration: does the qualified name there run straight into `(`? Then it has no
// return type: `std::vector<T>::vector(`, `std::string::~string(`, `operator bool(`.
static bool lacksReturnType(const Cursor &cursor) {
  unsigned at = 0;
  int angles = 0;
  bool qualified = false;
  while (true) {
    const Token &token = cursor.peek(at);
    if (token.is("operator") && angles == 0)
      return at == 0 || cursor.is("::", at - 1);
    if (token.is("<"))
      ++angles;
    else if (token.is(">"))
      --angles;
    else if (angles == 0 && token.is("("))
      return qualified && !cursor.is("*", at + 1);
    else if (angles == 0 && (token.is("::") || token.is("~")))
      qualified |= at > 0; // a leading `::` names no class
    else if (angles == 0 && token.isIdentifier() && at > 0 && !cursor.is("::", at - 1) && !cursor.is("~", at - 1))
      return false;
    else if (!token.isIdentifier() && (angles == 0 || token.is(";") || token.kind == TokenKind::End))
      return false;
    ++at;
  }
}

static std::optional<FunctionDecl> parseFunction(Cursor &cursor) {
  FunctionDecl function;
  if (cursor.accept("noreturn")) {
    Clause clause;
    clause.offset = cursor.peek().begin;
    function.clauses.push_back(std::move(clause));
  }
  function.isStatic = cursor.accept("static");
  auto words = parseWords(cursor);
  if (!words)
    return std::nullopt;
  function.words = std::move(*words);
  if (lacksReturnType(cursor)) {
    function.hasReturnType = false;
  } else {
    auto type = parseTypeSpecifier(cursor, 0);
    if (!type || !parsePointers(cursor, *type))
      return std::nullopt;
    function.returnType = std::move(*type);
    if (!startsName(cursor)) {
      cursor.fail(llvm::Twine("expected a function's name after its result type, found ") + cursor.found());
      return std::nullopt;
    }
  }
  function.offset = cursor.peek().begin;
  auto name = parseName(cursor, 0);
  if (!name)
    return std::nullopt;
  function.name = std::move(*name);
  const bool hasTypeAfter = cursor.is("*") || cursor.is("&") || cursor.peek().isIdentifier();
  if (function.returnType.kind == CType::Kind::Name && function.hasReturnType && hasTypeAfter) {
    failUnknownWord(cursor, function.returnType);
    return std::nullopt;
  }
  if (!parseRest(cursor, function))
    return std::nullopt;
  return function;
}

template <typename Decl>
static bool add(std::optional<Decl> decl, std::vector<Declaration> &to) {
  if (!decl)
    return false;
  to.push_back(std::move(*decl));
  return true;
}

// `type`, `family` and the others begin a declaration of their own only if what follows cannot continue a function.
static bool begins(const Cursor &cursor, llvm::StringRef word) {
  const bool names = cursor.peek(1).isIdentifier() || cursor.peek(1).kind == TokenKind::String || cursor.is("<", 1);
  return cursor.is(word) && names;
}

static bool parseDeclaration(Cursor &cursor, std::vector<Declaration> &to) {
  if (begins(cursor, "library"))
    return cursor.take(), add(parseLibrary(cursor), to);
  if (begins(cursor, "header"))
    return cursor.take(), add(parseHeaders(cursor), to);
  if (begins(cursor, "type"))
    return cursor.take(), add(parseTypeDecl(cursor), to);
  if (begins(cursor, "family"))
    return cursor.take(), add(parseFamily(cursor), to);
  if (begins(cursor, "container"))
    return cursor.take(), add(parseContainer(cursor), to);
  if (begins(cursor, "alias"))
    return cursor.take(), add(parseAlias(cursor), to);
  return add(parseFunction(cursor), to);
}

ParseResult parse(const SourceRef &source, Offset begin, Offset end) {
  ParseResult result;
  Cursor cursor(source, begin, end);
  while (!cursor.atEnd()) {
    cursor.startDeclaration();
    if (cursor.accept(";"))
      continue;
    const size_t before = result.declarations.size();
    if (!parseDeclaration(cursor, result.declarations) || !cursor.expect(";", "after the declaration")) {
      result.declarations.resize(before);
      cursor.recover();
    }
  }
  result.diagnostics = std::move(cursor.diagnostics);
  return result;
}

ParseResult parse(const SourceRef &source) {
  return parse(source, 0, static_cast<Offset>(source->text.size()));
}

ParseResult parseText(llvm::StringRef name, llvm::StringRef text) {
  auto source = std::make_shared<SourceFile>(name, text);
  return parse(source);
}

} // namespace custody::specs
