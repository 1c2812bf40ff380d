#include "ir/parse_exprs.h"
#include <charconv>

namespace custody::ir {

ExprId ExprParser::make(Expr expr) {
  if (!expr.type)
    expr.type = intern(context.types, naturalType(module, function, expr));
  function.exprs.push_back(expr);
  return ExprId(function.exprs.size() - 1);
}

ExprId ExprParser::toValue(ExprId id) {
  if (!isPlace(function[id].kind))
    return id;
  Expr load;
  load.kind = ExprKind::Load;
  load.a = id;
  return make(load);
}

ExprId ExprParser::toPlace(ExprId id) {
  if (!isPlace(function[id].kind))
    stream.expected("a place before this");
  return id;
}

VarId ExprParser::var() {
  uint32_t offset = stream.peek().begin;
  TextHandle handle = stream.handle("a variable");
  VarId id = vars.find(handle);
  if (!id)
    stream.failAt(offset, "there is no variable " + context.describe(handle));
  return id;
}

void ExprParser::let() {
  bool isPlaceLet = stream.acceptWord("place");
  stream.expect("#");
  if (stream.number("the number of the expression", UINT32_MAX) != lets.size() + 1)
    stream.fail("expressions are numbered from 1 on, without gaps");
  stream.expect("=");
  ExprId id = isPlaceLet ? place() : value();
  lets.push_back(id);
  sharedByLets.insert(id);
}

ExprId ExprParser::letReference() {
  stream.expect("#");
  uint64_t number = stream.number("the number of an expression", UINT32_MAX);
  if (number != 0 && number <= lets.size())
    return lets[number - 1];
  stream.fail("there is no expression #" + llvm::Twine(number) + " before this");
  return make({});
}

// Infix operators. They continue an expression only on its own line.

ExprId ExprParser::select(const NaturalType &expected) {
  Nesting nesting(stream, context.depth);
  ExprId condition = binary(1, expected);
  if (stream.peek().startsLine || !stream.accept("?"))
    return condition;
  Expr expr;
  expr.kind = ExprKind::Select;
  expr.a = toValue(condition);
  expr.b = toValue(select(expected));
  stream.expect(":");
  expr.c = toValue(select(same(typeOf(expr.b))));
  return make(expr);
}

Op ExprParser::binaryOp(TypeId left) const {
  const Token &token = stream.peek();
  if (token.startsLine)
    return Op::None;
  if (token.kind == TokenKind::Punctuation)
    return binaryFromSymbol(module, token.text, left);
  if (token.kind != TokenKind::Name || token.isQuoted || token.ordinal)
    return Op::None;
  Op op = fromWord<Op>(token.text).value_or(Op::None);
  return isBinary(op) ? op : Op::None;
}

ExprId ExprParser::binary(unsigned least, const NaturalType &expected) {
  ExprId left = unary(expected);
  while (true) {
    Op op = binaryOp(typeOf(left));
    if (op == Op::None || precedence(op) < least)
      return left;
    stream.advance();
    Expr expr;
    expr.kind = ExprKind::Binary;
    expr.op = op;
    expr.a = toValue(left);
    expr.b = toValue(binary(precedence(op) + 1, same(typeOf(expr.a))));
    left = make(expr);
  }
}

// Prefix operators.

ExprId ExprParser::operatorOn(ExprKind kind, Op op, ExprId operand) {
  Expr expr;
  expr.kind = kind;
  expr.op = op;
  expr.a = operand;
  return make(expr);
}

ExprId ExprParser::deref(ExprId pointer) {
  return operatorOn(ExprKind::Deref, Op::None, toValue(pointer));
}

ExprId ExprParser::unary(const NaturalType &expected) {
  Nesting nesting(stream, context.depth);
  if (stream.accept("&"))
    return operatorOn(ExprKind::AddrOf, Op::None, toPlace(unary({})));
  if (stream.accept("*"))
    return deref(unary({}));
  if (stream.accept("~"))
    return operatorOn(ExprKind::Unary, Op::Not, toValue(unary(expected)));
  if (stream.at("-") && stream.peek(1).kind != TokenKind::Number) {
    stream.advance();
    return operatorOn(ExprKind::Unary, Op::Neg, toValue(unary(expected)));
  }
  if (stream.at("(")) {
    uint32_t start = stream.where();
    stream.advance();
    if (context.atType())
      return cast();
    stream.goTo(start);
  }
  return postfix(expected);
}

// After the opening parenthesis.
ExprId ExprParser::cast() {
  Expr expr;
  expr.kind = ExprKind::Cast;
  expr.type = context.type();
  stream.expect(")");
  expr.a = toValue(unary({}));
  expr.op = naturalCast(module, typeOf(expr.a), expr.type);
  return make(expr);
}

// Postfix operators.

ExprId ExprParser::postfix(const NaturalType &expected) {
  ExprId result = primary(expected);
  while (!stream.failed() && !stream.peek().startsLine) {
    if (stream.accept("->")) {
      result = member(deref(result));
    } else if (stream.accept(".")) {
      toPlace(result);
      result = stream.at("[") ? index(result) : member(result);
    } else if (stream.at("[")) {
      TypeId type = typeOf(result);
      bool isPointer = type && module[type].kind == TypeKind::Pointer;
      result = index(isPointer || !isPlace(function[result].kind) ? deref(result) : result);
    } else {
      break;
    }
  }
  return result;
}

RecordId ExprParser::recordOfMember(ExprId place) {
  if (stream.accept("{")) {
    RecordId record = context.record();
    stream.expect("}");
    return record;
  }
  TypeId type = typeOf(place);
  if (type && module[type].kind == TypeKind::Record)
    return module[type].record;
  stream.fail("what stands before this is no record; name one: `.{record}member`");
  return {};
}

ExprId ExprParser::member(ExprId place) {
  Expr expr;
  expr.a = place;
  expr.record = recordOfMember(place);
  expr.kind = stream.at("(") ? ExprKind::Base : ExprKind::Field;
  if (expr.record)
    expr.entity = expr.kind == ExprKind::Base ? baseIndex(expr.record) : fieldIndex(expr.record);
  return make(expr);
}

uint32_t ExprParser::fieldIndex(RecordId id) {
  const std::vector<Field> &fields = module[id].fields;
  uint32_t offset = stream.peek().begin;
  uint32_t index;
  if (stream.accept("#")) {
    index = stream.number32("the number of a field");
  } else {
    Sym name = stream.name("a field");
    index = llvm::find_if(fields, [&](const Field &field) { return name && field.name == name; }) - fields.begin();
  }
  if (index >= fields.size())
    stream.failAt(offset, "there is no such field in '" + module.text(module[id].name) + "'");
  return index;
}

uint32_t ExprParser::baseIndex(RecordId id) {
  const std::vector<BaseClass> &bases = module[id].bases;
  stream.expect("(");
  uint32_t offset = stream.peek().begin;
  uint32_t index;
  if (stream.accept("#")) {
    index = stream.number32("the number of a base");
  } else {
    RecordId record = context.record();
    index = llvm::find_if(bases, [&](const BaseClass &base) { return base.record == record; }) - bases.begin();
  }
  if (index >= bases.size())
    stream.failAt(offset, "there is no such base of '" + module.text(module[id].name) + "'");
  stream.expect(")");
  return index;
}

ExprId ExprParser::index(ExprId place) {
  stream.expect("[");
  Expr expr;
  expr.kind = ExprKind::Index;
  expr.a = place;
  expr.b = value(indexNatural(module));
  expr.type = intern(context.types, naturalType(module, function, expr));
  bool hasStride = stream.acceptWord("stride");
  expr.imm = hasStride ? stream.signedNumber("the stride") : int64_t(naturalStride(module, expr.type));
  stream.expect("]");
  ExprId result = make(expr);
  lastIndex = hasStride ? ExprId() : result;
  return result;
}

// What stands for itself.

ExprId ExprParser::primary(const NaturalType &expected) {
  const Token &token = stream.peek();
  if (stream.at("("))
    return parenthesised(expected);
  if (token.kind == TokenKind::Number || stream.at("-"))
    return literal(expected);
  if (stream.at("::"))
    return symbol();
  if (stream.at("#"))
    return letReference();
  return word(expected);
}

ExprId ExprParser::parenthesised(const NaturalType &expected) {
  stream.expect("(");
  ExprId result;
  if (stream.acceptWord("load"))
    result = toValue(place());
  else
    result = select(expected);
  if (stream.acceptWord("as")) {
    if (sharedByLets.contains(result))
      stream.fail("a let's type is given in the let");
    Expr &expr = function.exprs[result.index];
    expr.type = context.type();
    if (lastIndex == result)
      expr.imm = int64_t(naturalStride(module, expr.type));
  }
  stream.expect(")");
  return result;
}

ExprId ExprParser::leaf(Expr expr, const NaturalType &expected) {
  if (!expr.type)
    expr.type = intern(context.types, leafType(module, expr.kind, expected));
  return make(expr);
}

ExprId ExprParser::literal(const NaturalType &expected) {
  bool isNegative = stream.accept("-");
  Token token = stream.peek();
  if (token.kind != TokenKind::Number) {
    stream.expected("a number");
    return make({});
  }
  bool isHex = token.text.starts_with("0x");
  if (isHex || token.text.find_first_of(".e") == llvm::StringRef::npos)
    return integer(token.text, isNegative, expected);
  double number = 0;
  auto [end, error] = std::from_chars(token.text.begin(), token.text.end(), number);
  if (error != std::errc() || end != token.text.end())
    stream.expected("a number");
  stream.advance();
  Expr expr;
  expr.kind = ExprKind::Float;
  expr.imm = llvm::bit_cast<int64_t>(isNegative ? -number : number);
  return leaf(expr, expected);
}

ExprId ExprParser::integer(llvm::StringRef text, bool isNegative, const NaturalType &expected) {
  Expr expr;
  expr.kind = ExprKind::Int;
  if (text.consume_back("ul"))
    expr.type = context.types.intType(64, false);
  else if (text.consume_back("l"))
    expr.type = context.types.intType(64, true);
  else if (text.consume_back("u"))
    expr.type = context.types.intType(32, false);
  else if (text.consume_back("i"))
    expr.type = context.types.intType(32, true);
  uint64_t magnitude = 0;
  bool isHex = text.consume_front("0x");
  if (text.getAsInteger(isHex ? 16 : 10, magnitude))
    stream.expected("a number of at most 64 bits");
  expr.imm = int64_t(isNegative ? 0 - magnitude : magnitude);
  stream.advance();
  return leaf(expr, expected);
}

ExprId ExprParser::symbol() {
  stream.expect("::");
  Symbol found = context.symbol();
  Expr expr;
  expr.kind = found.function ? ExprKind::FuncAddr : ExprKind::Global;
  expr.entity = found.function ? found.function.index : found.global.index;
  return make(expr);
}

ExprId ExprParser::offset() {
  Expr expr;
  expr.kind = ExprKind::Offset;
  stream.expect("<");
  expr.type = context.type();
  stream.expect(">");
  stream.expect("(");
  expr.a = place();
  stream.expect(",");
  expr.imm = stream.signedNumber("the offset");
  stream.expect(")");
  return make(expr);
}

ExprId ExprParser::word(const NaturalType &expected) {
  Expr expr;
  if (stream.acceptWord("null")) {
    expr.kind = ExprKind::Null;
    return leaf(expr, expected);
  }
  if (stream.acceptWord("undef"))
    return leaf(expr, expected);
  if (stream.acceptWord("unknown")) {
    expr.kind = ExprKind::Unknown;
    stream.expect("(");
    expr.entity = stream.optionalName("the cause").index;
    stream.expect(")");
    return leaf(expr, expected);
  }
  if (stream.acceptWord("fbits")) {
    expr.kind = ExprKind::Float;
    stream.expect("(");
    expr.imm = stream.signedNumber("the bits of the number");
    stream.expect(")");
    return leaf(expr, expected);
  }
  if (stream.acceptWord("offset"))
    return offset();
  const Token &token = stream.peek();
  Op op = token.kind == TokenKind::Name && !token.isQuoted ? fromWord<Op>(token.text).value_or(Op::None) : Op::None;
  if (isCast(op)) {
    stream.advance();
    expr.kind = ExprKind::Cast;
    expr.op = op;
    stream.expect("<");
    expr.type = context.type();
    stream.expect(">");
    stream.expect("(");
    expr.a = value();
    stream.expect(")");
    return make(expr);
  }
  if (!stream.atName()) {
    stream.expected("an expression");
    return make({});
  }
  expr.kind = ExprKind::Var;
  expr.entity = var().index;
  return make(expr);
}

} // namespace custody::ir
