// Expressions of one function. Each rule returns a place or a value, as the text stands there; who needs one of them
// converts: a place becomes a value by a Load. `expected` is the type that a literal takes from where it stands.
#pragma once

#include "ir/parse_context.h"
#include "llvm/ADT/DenseSet.h"

namespace custody::ir {

class ExprParser {
public:
  ExprParser(ParseContext &context, Function &function, const HandleMap<VarId> &vars)
      : context(context), stream(context.stream), module(context.module), function(function), vars(vars) {}

  ExprId value(const NaturalType &expected = {}) { return toValue(select(expected)); }
  ExprId place() { return toPlace(unary({})); }
  VarId var();
  void let(); // after the word

  TypeId typeOf(ExprId id) const { return function[id].type; }

private:
  ParseContext &context;
  TokenStream &stream;
  Module &module;
  Function &function;
  const HandleMap<VarId> &vars;
  std::vector<ExprId> lets;            // by number, from 1
  llvm::DenseSet<ExprId> sharedByLets; // their types are settled
  ExprId lastIndex;                    // the last Index whose stride the text leaves out

  ExprId make(Expr expr);
  ExprId toValue(ExprId id);
  ExprId toPlace(ExprId id);

  ExprId select(const NaturalType &expected);
  ExprId binary(unsigned least, const NaturalType &expected);
  Op binaryOp(TypeId left) const;
  ExprId unary(const NaturalType &expected);
  ExprId operatorOn(ExprKind kind, Op op, ExprId operand);
  ExprId cast();
  ExprId postfix(const NaturalType &expected);
  ExprId deref(ExprId pointer);
  ExprId member(ExprId place);
  RecordId recordOfMember(ExprId place);
  uint32_t fieldIndex(RecordId record);
  uint32_t baseIndex(RecordId record);
  ExprId index(ExprId place);
  ExprId primary(const NaturalType &expected);
  ExprId parenthesised(const NaturalType &expected);
  ExprId literal(const NaturalType &expected);
  ExprId integer(llvm::StringRef text, bool isNegative, const NaturalType &expected);
  ExprId leaf(Expr expr, const NaturalType &expected);
  ExprId word(const NaturalType &expected);
  ExprId offset();
  ExprId symbol();
  ExprId letReference();
};

} // namespace custody::ir
