#include "ir/natural.h"
#include "ir/parser.h"
#include "ir/printer.h"
#include "ir/type_interner.h"
#include "gmock/gmock.h"

namespace custody::ir {
namespace {

using testing::HasSubstr;
using testing::Not;

Module module(llvm::StringRef text) {
  return llvm::cantFail(parse(text, "t.ir"));
}

const char *const Method = "class Shape size 8\n"
                           "function _ZN5Shape4areaEv(this: class Shape*) source Shape::area method of Shape\n"
                           "function f(s: class Shape*) @1:1 {\n"
                           "bb0:\n"
                           "  call _ZN5Shape4areaEv(s) @2:3\n"
                           "  end s @3:1\n"
                           "  return\n"
                           "}\n";

TEST(Printer, printsParts) {
  Module sample = module(Method);
  Printer printer(sample);
  EXPECT_EQ(printer.stmt(FuncId(1), StmtId(0)), "call _ZN5Shape4areaEv(s) @2:3");
  EXPECT_EQ(printer.stmt(FuncId(1), StmtId(1)), "end s @3:1");
  EXPECT_EQ(printer.expr(FuncId(1), sample.functions[1].lists[0]), "s");
  EXPECT_EQ(printer.type(sample.functions[1].vars[0].type), "class Shape*");
  std::string text;
  llvm::raw_string_ostream os(text);
  printer.function(os, FuncId(0));
  EXPECT_EQ(text, "function _ZN5Shape4areaEv(this: class Shape*) source Shape::area method of Shape\n");
}

TEST(Printer, options) {
  Module sample = module(Method);
  PrintOptions options;
  options.stmtIds = true;
  options.locs = false;
  options.sourceNames = true;
  std::string text = toText(sample, options);
  EXPECT_THAT(text, HasSubstr("  0: call _ZN5Shape4areaEv(s) // Shape::area\n  1: end s\n"));
  EXPECT_THAT(text, Not(HasSubstr("@")));
}

// A module that is not valid can be looked at all the same.
TEST(Printer, survivesBrokenModules) {
  Module broken = module("global g: int\nfunction f(p: int*) {\nbb0:\n  ::g = p[1] + 2\n  end p\n  return\n}\n");
  Function &function = broken.functions[0];
  for (Expr &expr : function.exprs) {
    expr.a = ExprId(expr.a ? 99 : ~0u);
    expr.entity = 99;
    expr.type = TypeId(99);
  }
  std::get<End>(function.stmts[1].op).var = VarId(99);
  EXPECT_THAT(toText(broken), HasSubstr("end ?"));
}

// 2^200 leaves, if it were written as a tree.
TEST(Printer, sharedExpressions) {
  Module shared = module("global g: int\nfunction f() {\nbb0:\n  ::g = 1\n  return\n}\n");
  Function &function = shared.functions[0];
  auto &assign = std::get<Assign>(function.stmts[0].op);
  for (int i = 0; i != 200; ++i) {
    Expr sum;
    sum.kind = ExprKind::Binary;
    sum.op = Op::Add;
    sum.type = function[assign.value].type;
    sum.a = sum.b = assign.value;
    function.exprs.push_back(sum);
    assign.value = ExprId(function.exprs.size() - 1);
  }
  std::string text = toText(shared);
  EXPECT_LT(text.size(), 200000u);
  EXPECT_EQ(toText(module(text)), text);
}

TEST(TypeInterner, equalTypesHaveOneId) {
  Module empty;
  TypeInterner types(empty);
  TypeId text = types.pointerTo(types.intType(8, true), true);
  EXPECT_EQ(types.pointerTo(types.intType(8, true), true), text);
  EXPECT_NE(types.pointerTo(types.intType(8, true)), text);
  EXPECT_EQ(types.functionType(text, {text}), types.functionType(text, {text}));
  TypeInterner again(empty);
  EXPECT_EQ(again.pointerTo(again.intType(8, true), true), text);
}

TEST(Natural, castsAndOperators) {
  Module empty;
  TypeInterner types(empty);
  TypeId i32 = types.intType(32, true), u32 = types.intType(32, false), i64 = types.intType(64, true);
  TypeId pointer = types.pointerTo(i32), real = types.floatType(64);
  EXPECT_EQ(naturalCast(empty, i32, i64), Op::SExt);
  EXPECT_EQ(naturalCast(empty, u32, i64), Op::ZExt);
  EXPECT_EQ(naturalCast(empty, i64, u32), Op::Trunc);
  EXPECT_EQ(naturalCast(empty, pointer, i64), Op::PtrToInt);
  EXPECT_EQ(naturalCast(empty, i64, pointer), Op::IntToPtr);
  EXPECT_EQ(naturalCast(empty, pointer, pointer), Op::BitCast);
  EXPECT_EQ(naturalCast(empty, i32, real), Op::FloatCast);
  EXPECT_EQ(binarySpelling(empty, Op::SLt, i32), "<");
  EXPECT_EQ(binarySpelling(empty, Op::ULt, i32), "ult");
  EXPECT_EQ(binarySpelling(empty, Op::ULt, pointer), "<");
  EXPECT_EQ(binaryFromSymbol(empty, "+", real), Op::FAdd);
  EXPECT_EQ(binaryFromSymbol(empty, "<<", real), Op::None);
}

} // namespace
} // namespace custody::ir
