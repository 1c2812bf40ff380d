#include "ir/parse_functions.h"

namespace custody::ir {

void FunctionParser::stmt() {
  Stmt stmt;
  stmt.op = operation();
  stmt.loc = context.loc(file);
  stream.expectLineEnd();
  function.stmts.push_back(std::move(stmt));
}

StmtOp FunctionParser::operation() {
  if (stream.acceptWord("begin"))
    return Begin{exprs.var()};
  if (stream.acceptWord("end"))
    return End{exprs.var()};
  if (stream.acceptWord("ignore"))
    return Ignore{exprs.var()};
  if (stream.acceptWord("copy"))
    return copy();
  if (stream.acceptWord("fill"))
    return fill();
  if (stream.acceptWord("free"))
    return free();
  if (stream.acceptWord("throw"))
    return throwStmt();
  if (std::optional<StmtOp> result = producer({}))
    return *result;
  ExprId place = exprs.place();
  stream.expect("=");
  if (std::optional<StmtOp> result = producer(place))
    return *result;
  return Assign{place, exprs.value(same(exprs.typeOf(place)))};
}

// The statements that may leave their result in a place.
std::optional<StmtOp> FunctionParser::producer(ExprId dst) {
  if (stream.acceptWord("alloc"))
    return alloc(dst);
  if (stream.acceptWord("realloc"))
    return realloc(dst);
  if (stream.acceptWord("stack-alloc"))
    return stackAlloc(dst);
  if (stream.acceptWord("call"))
    return call(dst);
  if (stream.acceptWord("catch"))
    return catchStmt(dst);
  if (auto kind = stream.acceptOneOf<VaKind>())
    return vaOp(*kind, dst);
  // `unknown(cause)` is a value.
  if (stream.atWord("unknown") && !TokenStream::is(stream.peek(1), "(")) {
    stream.advance();
    return unknown(dst);
  }
  return std::nullopt;
}

Copy FunctionParser::copy() {
  Copy op;
  op.dst = exprs.place();
  stream.expect("<-");
  op.src = exprs.place();
  stream.expect(",");
  op.size = exprs.value(sizeNatural(module));
  return op;
}

Fill FunctionParser::fill() {
  Fill op;
  op.dst = exprs.place();
  stream.expect("<-");
  op.byte = exprs.value(byteNatural());
  stream.expect(",");
  op.size = exprs.value(sizeNatural(module));
  return op;
}

Unit FunctionParser::unit() {
  return stream.acceptWord("unit") ? stream.number32("the number of the unit") : 0;
}

Alloc FunctionParser::alloc(ExprId dst) {
  Alloc op;
  op.dst = dst;
  op.family = stream.optionalName("the family");
  stream.expect("(");
  if (!stream.at(")"))
    op.size = exprs.value(sizeNatural(module));
  stream.expect(")");
  if (stream.acceptWord("type"))
    op.type = context.type();
  op.mayFail = stream.acceptWord("may-fail");
  op.zeroed = stream.acceptWord("zeroed");
  op.unit = unit();
  return op;
}

Realloc FunctionParser::realloc(ExprId dst) {
  Realloc op;
  op.dst = dst;
  op.family = stream.optionalName("the family");
  stream.expect("(");
  op.old = exprs.value();
  stream.expect(",");
  op.size = exprs.value(sizeNatural(module));
  stream.expect(")");
  return op;
}

Free FunctionParser::free() {
  Free op;
  op.family = stream.optionalName("the family");
  stream.expect("(");
  op.pointer = exprs.value();
  stream.expect(")");
  op.onThrow = stream.acceptWord("on-throw");
  op.unit = unit();
  return op;
}

StackAlloc FunctionParser::stackAlloc(ExprId dst) {
  StackAlloc op;
  op.dst = dst;
  stream.expect("(");
  op.size = exprs.value(sizeNatural(module));
  stream.expect(")");
  return op;
}

void FunctionParser::callee(Call &call) {
  if (stream.accept("(")) {
    call.calleeKind = CalleeKind::Indirect;
    stream.expect("*");
    call.pointer = exprs.value();
    stream.expect(")");
    return;
  }
  if (stream.acceptWord("virtual")) {
    call.calleeKind = CalleeKind::Virtual;
    stream.expect("(");
    call.record = context.record();
    stream.expect("#");
    call.slot = stream.number("the slot", INT32_MAX);
    stream.expect(")");
  }
  call.function = context.function();
}

ExprList FunctionParser::keep(llvm::ArrayRef<ExprId> ids) {
  if (ids.empty())
    return {};
  ExprList range{uint32_t(function.lists.size()), uint32_t(ids.size())};
  function.lists.insert(function.lists.end(), ids.begin(), ids.end());
  return range;
}

ExprList FunctionParser::arguments(const Call &call) {
  llvm::SmallVector<ExprId, 8> ids;
  stream.expect("(");
  while (!stream.failed() && !stream.at(")")) {
    ids.push_back(exprs.value(expectedArgument(module, function, call, ids.size())));
    if (!stream.accept(","))
      break;
  }
  stream.expect(")");
  return keep(ids);
}

ExprList FunctionParser::list() {
  llvm::SmallVector<ExprId, 8> ids;
  stream.expect("(");
  while (!stream.failed() && !stream.at(")")) {
    ids.push_back(exprs.value());
    if (!stream.accept(","))
      break;
  }
  stream.expect(")");
  return keep(ids);
}

void FunctionParser::callFlags(Call &call) {
  if (stream.acceptWord("construct"))
    call.role = CallRole::Construct;
  else if (stream.acceptWord("destroy"))
    call.role = CallRole::Destroy;
  call.each = stream.acceptWord("each");
  call.noReturn = stream.acceptWord("noreturn");
  call.mayThrow = stream.acceptWord("throws");
  call.returnsTwice = stream.acceptWord("returns-twice");
  call.onThrow = stream.acceptWord("on-throw");
  call.unit = unit();
}

Call FunctionParser::call(ExprId dst) {
  Call call;
  call.dst = dst;
  callee(call);
  call.args = arguments(call);
  callFlags(call);
  return call;
}

Throw FunctionParser::throwStmt() {
  Throw op;
  if (!stream.atLineEnd() && !stream.at("@") && !stream.atWord("type") && !stream.atWord("info"))
    op.exception = exprs.value();
  if (!stream.atLineEnd() && stream.acceptWord("type"))
    op.type = context.type();
  if (!stream.atLineEnd() && stream.acceptWord("info"))
    op.info = exprs.value();
  return op;
}

Catch FunctionParser::catchStmt(ExprId dst) {
  Catch op;
  op.dst = dst;
  op.types = list();
  op.isCleanup = stream.acceptWord("cleanup");
  return op;
}

VaOp FunctionParser::vaOp(VaKind kind, ExprId dst) {
  VaOp op;
  op.kind = kind;
  op.dst = dst;
  stream.expect("(");
  op.list = exprs.place();
  stream.expect(")");
  return op;
}

Unknown FunctionParser::unknown(ExprId dst) {
  Unknown op;
  op.dst = dst;
  op.cause = stream.optionalName("the cause");
  if (!stream.atLineEnd() && stream.acceptWord("touches"))
    op.touches = list();
  return op;
}

} // namespace custody::ir
