// The body of one function: variables, abbreviations, blocks.
#pragma once

#include "ir/parse_exprs.h"

namespace custody::ir {

class FunctionParser {
public:
  FunctionParser(ParseContext &context, Function &function)
      : context(context), stream(context.stream), module(context.module), function(function),
        exprs(context, function, vars), file(function.loc.file ? function.loc.file : context.mainFile()) {}

  void header(FunctionSource &source);
  void body();

private:
  ParseContext &context;
  TokenStream &stream;
  Module &module;
  Function &function;
  HandleMap<VarId> vars;
  ExprParser exprs;
  FileId file;                                       // of positions that name none
  std::vector<std::pair<BlockId, uint32_t>> targets; // of edges, and where the text names them

  void findFile();
  VarId variable(VarKind kind, bool mayHaveLoc = true);
  void registerHeader();
  void attributes(FunctionSource &source);
  bool name();
  bool flag();
  bool word();
  void ownership();

  void block();
  bool atLabel() const;
  BlockId label();
  bool term(Term &term);
  void gotoTerm(Term &term);
  void switchTerm(Term &term);
  Edge edge(EdgeKind usual);

  // parse_stmts.cpp
  void stmt();
  StmtOp operation();
  std::optional<StmtOp> producer(ExprId dst);
  Copy copy();
  Fill fill();
  Alloc alloc(ExprId dst);
  Realloc realloc(ExprId dst);
  Free free();
  StackAlloc stackAlloc(ExprId dst);
  Call call(ExprId dst);
  void callee(Call &call);
  void callFlags(Call &call);
  ExprList arguments(const Call &call);
  ExprList list();
  ExprList keep(llvm::ArrayRef<ExprId> ids);
  Throw throwStmt();
  Catch catchStmt(ExprId dst);
  VaOp vaOp(VaKind kind, ExprId dst);
  Unknown unknown(ExprId dst);
  Unit unit();
};

} // namespace custody::ir
