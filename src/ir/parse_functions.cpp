#include "ir/parse_functions.h"
#include "llvm/ADT/StringExtras.h"

namespace custody::ir {

FunctionSource parseHeader(ParseContext &context, FuncId id) {
  FunctionSource source;
  source.id = id;
  FunctionParser(context, context.module.functions[id.index]).header(source);
  return source;
}

void parseBody(ParseContext &context, const FunctionSource &source) {
  if (!source.body)
    return;
  context.stream.goTo(source.body);
  FunctionParser(context, context.module.functions[source.id.index]).body();
}

// Positions of the parameters stand before the function's own, to whose file they refer.
void FunctionParser::findFile() {
  uint32_t start = stream.where();
  int depth = 0;
  // After dots comes the end of the function.
  while (!stream.atEnd() && !stream.peek().startsLine && !(depth == 0 && (stream.at("@") || stream.at("...")))) {
    depth += stream.at("(") || stream.at("{") || stream.at("[");
    depth -= stream.at(")") || stream.at("}") || stream.at("]");
    stream.advance();
  }
  Loc loc = context.loc(context.mainFile());
  file = loc.file ? loc.file : context.mainFile();
  stream.goTo(start);
}

void FunctionParser::header(FunctionSource &source) {
  function.linkName = stream.handle("the name of the function").name;
  function.sourceName = function.libraryName = function.linkName;
  findFile();
  stream.expect("(");
  while (!stream.failed() && !stream.at(")")) {
    function.params.push_back(variable(VarKind::Param));
    if (!stream.accept(","))
      break;
  }
  stream.expect(")");
  if (stream.accept("->")) {
    bool hasLoc = stream.accept("(");
    function.returnVar = variable(VarKind::Return, hasLoc);
    if (hasLoc)
      stream.expect(")");
  }
  bool hasType = stream.acceptWord("type");
  if (hasType)
    function.type = context.type();
  attributes(source);
  if (!hasType && !stream.failed())
    function.type = naturalType(context.types, function);
  function.loc = context.loc(context.mainFile());
  if (stream.accept("..."))
    function.endLoc = context.loc(file);
  if (!stream.peek().startsLine && stream.accept("{"))
    source.body = stream.where();
  else
    stream.expectLineEnd();
}

VarId FunctionParser::variable(VarKind kind, bool mayHaveLoc) {
  VarId id(function.vars.size());
  Var var;
  var.kind = kind;
  uint32_t offset = stream.peek().begin;
  TextHandle handle = stream.handle("the name of a variable");
  if (!vars.add(handle, id))
    stream.failAt(offset, "there is a variable " + context.describe(handle) + " already");
  var.name = handle.name;
  stream.expect(":");
  var.type = context.type();
  bool isListed = kind == VarKind::Param && function.blocks.empty() && id.index == function.params.size();
  var.index = isListed ? id.index : 0;
  if (stream.acceptWord("index"))
    var.index = stream.number32("the index of the parameter");
  var.byReference = stream.acceptWord("by-reference");
  if (mayHaveLoc)
    var.loc = context.loc(file);
  function.vars.push_back(var);
  return id;
}

void FunctionParser::attributes(FunctionSource &source) {
  while (!stream.failed() && !stream.atLineEnd()) {
    if (stream.acceptWord("defined") || stream.acceptWord("undefined"))
      source.saysDefined = true;
    else if (!name() && !flag() && !word())
      break;
  }
}

bool FunctionParser::name() {
  if (stream.acceptWord("source"))
    function.sourceName = stream.optionalName("the source name");
  else if (stream.acceptWord("library"))
    function.libraryName = stream.optionalName("the library name");
  else if (stream.acceptWord("of"))
    function.record = context.record();
  else if (stream.acceptWord("alias-of"))
    function.aliasOf = context.function();
  else if (stream.acceptWord("thunk"))
    function.thunkOffset = stream.signedNumber("the offset of the thunk");
  else if (stream.acceptWord("ownership"))
    ownership();
  else
    return false;
  return true;
}

bool FunctionParser::flag() {
  struct Flag {
    llvm::StringLiteral word;
    bool &target;
  };
  for (const Flag &flag :
       {Flag{"virtual", function.isVirtual}, Flag{"implicit", function.isImplicit}, Flag{"system", function.isSystem},
        Flag{"over-budget", function.isOverBudget}, Flag{"noreturn", function.attrs.noReturn},
        Flag{"nothrow", function.attrs.noThrow}, Flag{"returns-twice", function.attrs.returnsTwice},
        Flag{"returns-nonnull", function.attrs.returnsNonNull}, Flag{"cleanup", function.attrs.isCleanup}})
    if (stream.acceptWord(flag.word)) {
      flag.target = true;
      return true;
    }
  return false;
}

bool FunctionParser::word() {
  if (auto linkage = stream.acceptOneOf<Linkage>())
    function.linkage = *linkage;
  else if (auto kind = stream.acceptOneOf<FunctionKind>())
    function.kind = *kind;
  else if (auto access = stream.acceptOneOf<Access>())
    function.access = *access;
  else
    return false;
  return true;
}

void FunctionParser::ownership() {
  OwnershipAttr attr;
  stream.expect("(");
  attr.kind = stream.expectOneOf<OwnershipAttrKind>("the kind of the attribute");
  attr.name = stream.optionalName("the family or deallocator");
  if (stream.peek().kind == TokenKind::Number)
    attr.arg = stream.number32("the argument");
  stream.expect(")");
  function.attrs.ownership.push_back(attr);
}

void FunctionParser::body() {
  registerHeader();
  while (!stream.failed() && !stream.at("}") && !atLabel()) {
    if (stream.acceptWord("let"))
      exprs.let();
    else
      variable(stream.expectOneOf<VarKind>("a variable, a let, a block or '}'"));
    stream.expectLineEnd();
  }
  while (!stream.failed() && !stream.at("}"))
    block();
  stream.expect("}");
  for (auto [target, offset] : targets)
    if (target.index >= function.blocks.size())
      stream.failAt(offset, "there is no block bb" + llvm::Twine(target.index));
}

// The names of the parameters and the return variable, as the header gave them.
void FunctionParser::registerHeader() {
  llvm::DenseMap<Sym, uint32_t> counts;
  uint32_t unnamed = 0;
  for (uint32_t i = 0; i != function.vars.size(); ++i) {
    Sym name = function.vars[i].name;
    vars.add({name, name ? ++counts[name] : ++unnamed}, VarId(i));
  }
}

bool FunctionParser::atLabel() const {
  const Token &token = stream.peek();
  llvm::StringRef digits = token.text;
  return token.kind == TokenKind::Name && !token.isQuoted && !token.ordinal && token.startsLine &&
         digits.consume_front("bb") && !digits.empty() && llvm::all_of(digits, llvm::isDigit) &&
         TokenStream::is(stream.peek(1), ":");
}

BlockId FunctionParser::label() {
  const Token &token = stream.peek();
  llvm::StringRef digits = token.text;
  uint32_t number = 0;
  if (token.kind != TokenKind::Name || token.isQuoted || !digits.consume_front("bb") ||
      digits.getAsInteger(10, number) || number == BlockId::None)
    stream.expected("a block");
  stream.advance();
  return BlockId(number);
}

void FunctionParser::block() {
  if (!atLabel()) {
    stream.expected("a block");
    return;
  }
  if (label().index != function.blocks.size())
    stream.fail("blocks are numbered from bb0 on, without gaps");
  stream.expect(":");
  Block block;
  block.fanIn = function.blocks.empty() ? 0 : 1;
  if (stream.acceptWord("fan-in"))
    block.fanIn = stream.number32("the fan-in");
  stream.expectLineEnd();
  block.firstStmt = function.stmts.size();
  while (!stream.failed()) {
    if (stream.peek().kind == TokenKind::Number && TokenStream::is(stream.peek(1), ":")) {
      stream.advance();
      stream.advance();
    }
    if (term(block.term))
      break;
    if (stream.at("}") || atLabel() || stream.atEnd()) {
      stream.expected("a statement or terminator");
      break;
    }
    stmt();
  }
  block.term.loc = context.loc(file);
  stream.expectLineEnd();
  block.stmtCount = function.stmts.size() - block.firstStmt;
  function.blocks.push_back(std::move(block));
}

Edge FunctionParser::edge(EdgeKind usual) {
  Edge edge;
  uint32_t offset = stream.peek().begin;
  edge.to = label();
  targets.push_back({edge.to, offset});
  edge.kind = usual;
  if (!stream.peek().startsLine && stream.accept("(")) {
    edge.kind = stream.expectOneOf<EdgeKind>("the kind of the edge");
    stream.expect(")");
  }
  return edge;
}

bool FunctionParser::term(Term &term) {
  if (stream.acceptWord("goto")) {
    gotoTerm(term);
  } else if (stream.acceptWord("if")) {
    term.kind = TermKind::Branch;
    term.value = exprs.value(boolNatural());
    stream.expectWord("goto");
    term.edges.push_back(edge(EdgeKind::Branch));
    stream.expectWord("else");
    term.edges.push_back(edge(EdgeKind::Branch));
    term.isTurned = !stream.atLineEnd() && stream.acceptWord("turned");
  } else if (stream.acceptWord("switch")) {
    switchTerm(term);
  } else if (stream.acceptWord("then")) {
    term.kind = TermKind::Invoke;
    term.edges.push_back(edge(EdgeKind::Fall));
    stream.expectWord("unwind");
    term.edges.push_back(edge(EdgeKind::Unwind));
  } else if (stream.acceptWord("unwind")) {
    term.kind = TermKind::Throw;
    term.edges.push_back(edge(EdgeKind::Unwind));
  } else if (stream.acceptWord("return")) {
    term.kind = TermKind::Return;
  } else if (stream.acceptWord("resume")) {
    term.kind = TermKind::Resume;
  } else if (stream.acceptWord("unreachable")) {
    term.kind = TermKind::Unreachable;
  } else {
    return false;
  }
  return true;
}

void FunctionParser::gotoTerm(Term &term) {
  if (!stream.acceptWord("any")) {
    term.kind = TermKind::Goto;
    term.edges.push_back(edge(EdgeKind::Fall));
    return;
  }
  term.kind = TermKind::IndirectGoto;
  stream.expect("[");
  while (!stream.failed() && !stream.at("]")) {
    term.edges.push_back(edge(EdgeKind::Goto));
    if (!stream.accept(","))
      break;
  }
  stream.expect("]");
  if (stream.acceptWord("by"))
    term.value = exprs.value();
}

void FunctionParser::switchTerm(Term &term) {
  term.kind = TermKind::Switch;
  term.value = exprs.value();
  term.edges.emplace_back();
  stream.expect("{");
  while (!stream.failed() && !stream.acceptWord("default")) {
    term.cases.push_back(stream.signedNumber("a case or 'default'"));
    stream.expect(":");
    term.edges.push_back(edge(EdgeKind::Branch));
    stream.expect(",");
  }
  stream.expect(":");
  term.edges[0] = edge(EdgeKind::Branch);
  stream.expect("}");
}

} // namespace custody::ir
