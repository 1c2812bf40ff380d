#include "ir/names.h"
#include "ir/parse_context.h"
#include "llvm/ADT/StringExtras.h"

namespace custody::ir {

bool ParseContext::atType() const {
  const Token &token = stream.peek();
  if (TokenStream::is(token, "?"))
    return true;
  if (token.kind != TokenKind::Name || token.isQuoted || token.ordinal)
    return false;
  static constexpr llvm::StringLiteral Starts[] = {"void",  "double", "struct", "class",
                                                   "union", "enum",   "opaque", "type"};
  uint32_t bits;
  bool isSigned;
  return llvm::is_contained(Starts, token.text) || isIntegerWord(token.text, bits, isSigned) ||
         (token.text.starts_with("float") && llvm::all_of(token.text.drop_front(5), llvm::isDigit));
}

TypeId ParseContext::type() {
  Nesting nesting(stream, depth);
  if (stream.accept("?"))
    return {};
  TypeId result = baseType();
  while (!stream.failed() && !stream.peek().startsLine) {
    if (stream.acceptWord("const")) {
      bool isReference = stream.accept("&");
      if (!isReference)
        stream.expect("*");
      result = types.pointerTo(result, true, isReference, isReference && stream.accept("&"));
    } else if (stream.accept("*")) {
      result = types.pointerTo(result);
    } else if (stream.accept("&")) {
      result = types.pointerTo(result, false, true, stream.accept("&"));
    } else if (stream.at("[")) {
      result = arraySuffix(result);
    } else if (stream.at("(")) {
      result = functionSuffix(result);
    } else if (stream.at("::") && TokenStream::is(stream.peek(1), "*")) {
      stream.advance();
      stream.advance();
      result = types.memberPointer(result, record());
    } else {
      break;
    }
  }
  return result;
}

TypeId ParseContext::baseType() {
  if (stream.acceptWord("void"))
    return types.voidType();
  if (stream.acceptWord("double"))
    return types.floatType(64);
  if (stream.acceptWord("float"))
    return types.floatType(32);
  if (stream.acceptOneOf<RecordKind>()) {
    RecordId id = record();
    return id ? types.recordType(id) : TypeId();
  }
  if (stream.acceptWord("enum")) {
    Sym name = stream.name("the name of the enumeration");
    stream.expect(":");
    return integerType(name);
  }
  if (stream.acceptWord("opaque")) {
    Sym name = stream.at(":") ? Sym() : stream.name("a name or ':'");
    stream.expect(":");
    return types.opaqueType(name, stream.number("the size of the type", UINT64_MAX));
  }
  if (stream.acceptWord("type"))
    return alias();
  const Token &token = stream.peek();
  uint32_t bits;
  if (token.kind == TokenKind::Name && !token.isQuoted && token.text.starts_with("float") &&
      !token.text.drop_front(5).getAsInteger(10, bits)) {
    stream.advance();
    return types.floatType(bits);
  }
  return integerType({});
}

TypeId ParseContext::integerType(Sym enumName) {
  const Token &token = stream.peek();
  uint32_t bits;
  bool isSigned;
  if (token.kind != TokenKind::Name || token.isQuoted || token.ordinal || !isIntegerWord(token.text, bits, isSigned)) {
    stream.expected("a type");
    return {};
  }
  stream.advance();
  return types.intType(bits, isSigned, enumName);
}

// The bounds of nested arrays stand outermost first.
TypeId ParseContext::arraySuffix(TypeId element) {
  llvm::SmallVector<uint64_t, 4> bounds;
  while (!stream.peek().startsLine && stream.accept("[")) {
    bounds.push_back(stream.at("]") ? 0 : stream.number("the bound of the array", UINT64_MAX));
    stream.expect("]");
  }
  for (uint64_t bound : llvm::reverse(bounds))
    element = types.arrayOf(element, bound);
  return element;
}

TypeId ParseContext::functionSuffix(TypeId result) {
  stream.expect("(");
  llvm::SmallVector<TypeId, 8> params;
  bool isVariadic = false;
  while (!stream.failed() && !stream.at(")")) {
    if (stream.accept("...")) {
      isVariadic = true;
      break;
    }
    params.push_back(type());
    if (!stream.accept(","))
      break;
  }
  stream.expect(")");
  return types.functionType(result, params, isVariadic);
}

TypeId ParseContext::alias() {
  stream.expect("#");
  uint64_t number = stream.number("the number of the type", UINT32_MAX);
  if (number == 0 || number > typeAliases.size()) {
    stream.fail("there is no type #" + llvm::Twine(number) + " before this");
    return {};
  }
  return typeAliases[number - 1];
}

std::string ParseContext::describe(TextHandle handle) const {
  if (!handle.name)
    return "'%" + std::to_string(handle.ordinal) + "'";
  std::string name = "'" + module.text(handle.name).str();
  return name + (handle.ordinal > 1 ? "." + std::to_string(handle.ordinal) : "") + "'";
}

RecordId ParseContext::record() {
  uint32_t offset = stream.peek().begin;
  TextHandle handle = stream.handle("the name of a record");
  RecordId id = records.find(handle);
  if (!id)
    stream.failAt(offset, "there is no record " + describe(handle));
  return id;
}

Symbol ParseContext::symbol() {
  uint32_t offset = stream.peek().begin;
  TextHandle handle = stream.handle("the name of a global or function");
  Symbol symbol = symbols.find(handle);
  if (!symbol.global && !symbol.function)
    stream.failAt(offset, "there is no global or function " + describe(handle));
  return symbol;
}

FuncId ParseContext::function() {
  uint32_t offset = stream.peek().begin;
  Symbol found = symbol();
  if (!found.function)
    stream.failAt(offset, "this is no function");
  return found.function;
}

GlobalId ParseContext::global() {
  uint32_t offset = stream.peek().begin;
  Symbol found = symbol();
  if (!found.global)
    stream.failAt(offset, "this is no global");
  return found.global;
}

// `@12:5`, `@"other.h":12:5`, `@?:12:5`: up to the colon before the line.
FileId ParseContext::file(FileId context) {
  stream.expect("@");
  if (stream.peek().kind == TokenKind::Number)
    return context;
  FileId result;
  if (!stream.accept("?")) {
    uint32_t offset = stream.peek().begin;
    Sym name = module.strings.intern(stream.quotedText("a line or a file"));
    auto found = files.find(name);
    if (found == files.end())
      stream.failAt(offset, "there is no such file in this module");
    else
      result = found->second;
  }
  stream.expect(":");
  return result;
}

Loc ParseContext::loc(FileId context) {
  Loc loc;
  if (!stream.at("@") || stream.peek().startsLine)
    return loc;
  loc.file = file(context);
  loc.line = stream.number32("a line");
  stream.expect(":");
  loc.column = stream.number32("a column");
  if (stream.at("{") && !stream.peek().startsLine && stream.peek(1).kind == TokenKind::Name &&
      !stream.peek(1).startsLine)
    loc.macro = macro(context);
  return loc;
}

MacroId ParseContext::macro(FileId context) {
  stream.expect("{");
  Macro macro;
  macro.name = stream.optionalName("the name of a macro");
  macro.file = file(context);
  macro.line = stream.number32("a line");
  stream.expect(":");
  macro.column = stream.number32("a column");
  stream.expect("}");
  auto [entry, isNew] =
      macros.try_emplace({macro.name, macro.file, macro.line, macro.column}, MacroId(module.macros.size()));
  if (isNew)
    module.macros.push_back(macro);
  return entry->second;
}

} // namespace custody::ir
