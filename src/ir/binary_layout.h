// What the binary form stores of each value, in order; see binary_archive.h. To change anything here, raise
// `BinaryVersion`.
#pragma once

#include "ir/binary_archive.h"

namespace custody::ir {

// Lines of neighbours are near to each other, and their file and macro mostly the same.
template <class A>
void describeLoc(A &ar, typename A::template Ref<Loc> loc) {
  Loc &last = ar.loc;
  bool isNone = false, newFile = false, newMacro = false;
  if constexpr (!A::IsReader) {
    isNone = loc == Loc();
    newFile = loc.file != last.file;
    newMacro = loc.macro != last.macro;
  }
  if (isNone)
    newFile = newMacro = false;
  ar.flags(isNone, newFile, newMacro);
  if (isNone) {
    if constexpr (A::IsReader)
      loc = Loc();
    return;
  }
  if constexpr (A::IsReader)
    loc = last;
  if (newFile)
    ar.id(loc.file);
  if (newMacro)
    ar.id(loc.macro);
  ar.near(loc.line, last.line);
  ar.number(loc.column);
  last = loc;
}

// Lists mostly follow each other in their pool.
template <class A>
void describe(A &ar, typename A::template Ref<ExprList> list) {
  uint64_t tag = 0;
  if constexpr (!A::IsReader)
    tag = uint64_t(list.count) << 1 | (list.first != (list.count ? ar.nextList : 0));
  ar.number(tag);
  if constexpr (A::IsReader) {
    if (tag >> 33)
      ar.fail();
    list.count = uint32_t(tag >> 1);
    list.first = list.count ? ar.nextList : 0;
  }
  if (tag & 1)
    ar.near(list.first, ar.nextList);
  if (list.count)
    ar.nextList = list.first + list.count;
}

// Statements.

template <class A>
void describe(A &ar, typename A::template Ref<Begin> s) {
  ar.id(s.var);
}
template <class A>
void describe(A &ar, typename A::template Ref<End> s) {
  ar.id(s.var);
}
template <class A>
void describe(A &ar, typename A::template Ref<Ignore> s) {
  ar.id(s.var);
}
template <class A>
void describe(A &ar, typename A::template Ref<Assign> s) {
  ar.expr(s.place), ar.expr(s.value);
}
template <class A>
void describe(A &ar, typename A::template Ref<Copy> s) {
  ar.expr(s.dst), ar.expr(s.src), ar.expr(s.size);
}
template <class A>
void describe(A &ar, typename A::template Ref<Fill> s) {
  ar.expr(s.dst), ar.expr(s.byte), ar.expr(s.size);
}
template <class A>
void describe(A &ar, typename A::template Ref<Alloc> s) {
  ar.expr(s.dst), ar.id(s.family), ar.expr(s.size), ar.id(s.type);
  ar.flags(s.mayFail, s.zeroed);
  ar.number(s.unit);
}
template <class A>
void describe(A &ar, typename A::template Ref<Realloc> s) {
  ar.expr(s.dst), ar.expr(s.old), ar.expr(s.size), ar.id(s.family);
}
template <class A>
void describe(A &ar, typename A::template Ref<Free> s) {
  ar.expr(s.pointer), ar.id(s.family);
  ar.flags(s.onThrow);
  ar.number(s.unit);
}
template <class A>
void describe(A &ar, typename A::template Ref<StackAlloc> s) {
  ar.expr(s.dst), ar.expr(s.size);
}
template <class A>
void describe(A &ar, typename A::template Ref<Call> s) {
  ar.enumerator(s.calleeKind, CalleeKind::Virtual);
  ar.expr(s.dst), ar.id(s.function);
  ar.expr(s.pointer), ar.id(s.record);
  ar.signedNumber(s.slot);
  describe(ar, s.args);
  ar.enumerator(s.role, CallRole::Destroy);
  ar.flags(s.each, s.noReturn, s.mayThrow, s.returnsTwice, s.onThrow);
  ar.number(s.unit);
}
template <class A>
void describe(A &ar, typename A::template Ref<Throw> s) {
  ar.expr(s.exception), ar.id(s.type), ar.expr(s.info);
}
template <class A>
void describe(A &ar, typename A::template Ref<Catch> s) {
  ar.expr(s.dst);
  describe(ar, s.types);
  ar.flags(s.isCleanup);
}
template <class A>
void describe(A &ar, typename A::template Ref<VaOp> s) {
  ar.enumerator(s.kind, VaKind::End);
  ar.expr(s.list), ar.expr(s.dst);
}
template <class A>
void describe(A &ar, typename A::template Ref<Unknown> s) {
  ar.id(s.cause), ar.expr(s.dst);
  describe(ar, s.touches);
}

template <class A>
void describe(A &ar, typename A::template Ref<Stmt> stmt) {
  if constexpr (A::IsReader) {
    uint8_t index = ar.byte();
    bool isKnown = [&]<size_t... I>(std::index_sequence<I...>) {
      return ((index == I && (describe(ar, stmt.op.template emplace<I>()), true)) || ...);
    }(std::make_index_sequence<std::variant_size_v<StmtOp>>());
    if (!isKnown)
      ar.fail();
  } else {
    ar.byte(uint8_t(stmt.op.index()));
    std::visit([&](const auto &op) { describe(ar, op); }, stmt.op);
  }
  describeLoc(ar, stmt.loc);
}

// Expressions: a byte tells which members are there.
template <class A>
void describe(A &ar, typename A::template Ref<Expr> expr, uint32_t index) {
  bool hasOp = false, hasA = false, hasB = false, hasC = false, hasImm = false, hasEntity = false, hasRecord = false;
  if constexpr (!A::IsReader) {
    hasOp = expr.op != Op::None;
    hasA = expr.a.valid();
    hasB = expr.b.valid();
    hasC = expr.c.valid();
    hasImm = expr.imm != 0;
    hasEntity = expr.entity != 0;
    hasRecord = expr.record.valid();
  }
  ar.flags(hasOp, hasA, hasB, hasC, hasImm, hasEntity, hasRecord);
  ar.enumerator(expr.kind, ExprKind::Index);
  ar.id(expr.type);
  if (hasOp)
    ar.enumerator(expr.op, Op::FloatCast);
  if (hasA)
    ar.near(expr.a.index, index);
  if (hasB)
    ar.near(expr.b.index, index);
  if (hasC)
    ar.near(expr.c.index, index);
  if (hasImm)
    ar.signedNumber(expr.imm);
  if (hasEntity)
    ar.number(expr.entity);
  if (hasRecord)
    ar.id(expr.record);
}

// Functions.

template <class A>
void describe(A &ar, typename A::template Ref<Var> var) {
  ar.id(var.name), ar.id(var.type);
  ar.enumerator(var.kind, VarKind::Return);
  ar.number(var.index);
  ar.flags(var.byReference);
  describeLoc(ar, var.loc);
}

template <class A>
void describe(A &ar, typename A::template Ref<Term> term) {
  ar.enumerator(term.kind, TermKind::Unreachable);
  ar.expr(term.value);
  ar.sequence(term.edges, [&](auto &edge) {
    ar.id(edge.to);
    ar.enumerator(edge.kind, EdgeKind::Unwind);
  });
  ar.sequence(term.cases, [&](auto &value) { ar.signedNumber(value); });
  ar.flags(term.isTurned);
  describeLoc(ar, term.loc);
}

template <class A>
void describe(A &ar, typename A::template Ref<Block> block) {
  ar.number(block.firstStmt), ar.number(block.stmtCount), ar.number(block.fanIn);
  describe(ar, block.term);
}

template <class A>
void describe(A &ar, typename A::template Ref<FunctionAttrs> attrs) {
  ar.flags(attrs.noReturn, attrs.noThrow, attrs.returnsTwice, attrs.returnsNonNull, attrs.isCleanup);
  ar.sequence(attrs.ownership, [&](auto &attr) {
    ar.enumerator(attr.kind, OwnershipAttrKind::Holds);
    ar.id(attr.name);
    ar.number(attr.arg);
  });
}

template <class A>
void describe(A &ar, typename A::template Ref<Function> function) {
  ar.id(function.linkName), ar.id(function.sourceName), ar.id(function.libraryName);
  ar.enumerator(function.linkage, Linkage::AvailableExternally);
  ar.enumerator(function.kind, FunctionKind::MoveAssignment);
  ar.id(function.record);
  ar.enumerator(function.access, Access::Private);
  ar.flags(function.isDefined, function.isVirtual, function.isImplicit, function.isSystem, function.isOverBudget);
  ar.id(function.type);
  describe(ar, function.attrs);
  describeLoc(ar, function.loc);
  describeLoc(ar, function.endLoc);
  ar.id(function.aliasOf);
  ar.signedNumber(function.thunkOffset);
  ar.sequence(function.params, [&](auto &param) { ar.id(param); });
  ar.id(function.returnVar);
  ar.nextList = ar.nextExpr = 0;
  ar.sequence(function.vars, [&](auto &var) { describe(ar, var); });
  uint32_t index = 0;
  ar.sequence(function.exprs, [&](auto &expr) { describe(ar, expr, index++); });
  ar.sequence(function.lists, [&](auto &id) { ar.expr(id); });
  ar.nextExpr = 0;
  ar.sequence(function.stmts, [&](auto &stmt) { describe(ar, stmt); });
  ar.sequence(function.blocks, [&](auto &block) { describe(ar, block); });
}

// Tables of the module.

template <class A>
void describe(A &ar, typename A::template Ref<Type> type) {
  ar.enumerator(type.kind, TypeKind::Opaque);
  ar.flags(type.isSigned, type.isReference, type.isRvalue, type.innerConst, type.isVariadic);
  ar.number(type.bits), ar.number(type.count);
  ar.id(type.inner), ar.id(type.record), ar.id(type.name);
  ar.sequence(type.params, [&](auto &param) { ar.id(param); });
}

template <class A>
void describe(A &ar, typename A::template Ref<Field> field) {
  ar.id(field.name), ar.id(field.type);
  ar.number(field.offsetBits), ar.number(field.bitWidth);
  ar.enumerator(field.access, Access::Private);
  ar.flags(field.isMutable);
}

template <class A>
void describe(A &ar, typename A::template Ref<BaseClass> base) {
  ar.id(base.record);
  ar.number(base.offset);
  ar.flags(base.isVirtual);
  ar.enumerator(base.access, Access::Private);
}

template <class A>
void describe(A &ar, typename A::template Ref<Method> method) {
  ar.id(method.function);
  ar.signedNumber(method.slot);
  ar.flags(method.isPure);
  ar.enumerator(method.access, Access::Private);
  ar.sequence(method.overrides, [&](auto &id) { ar.id(id); });
}

template <class A>
void describe(A &ar, typename A::template Ref<Record> record) {
  ar.id(record.name);
  ar.enumerator(record.kind, RecordKind::Union);
  ar.flags(record.isComplete, record.isPolymorphic, record.isSystem, record.isLambda);
  ar.number(record.size);
  describeLoc(ar, record.loc);
  ar.sequence(record.fields, [&](auto &field) { describe(ar, field); });
  ar.sequence(record.bases, [&](auto &base) { describe(ar, base); });
  ar.sequence(record.methods, [&](auto &method) { describe(ar, method); });
  ar.sequence(record.templateArgs, [&](auto &argument) { ar.id(argument.type), ar.id(argument.text); });
  ar.id(record.templateName);
  ar.enumerator(record.copyConstructor, CopyOperation::Deleted);
  ar.enumerator(record.copyAssignment, CopyOperation::Deleted);
  ar.enumerator(record.destructor, CopyOperation::Deleted);
}

template <class A>
void describe(A &ar, typename A::template Ref<InitValue> value) {
  ar.number(value.offset), ar.number(value.size);
  ar.enumerator(value.kind, InitKind::Text);
  ar.signedNumber(value.value);
  ar.number(value.entity);
}

template <class A>
void describe(A &ar, typename A::template Ref<Global> global) {
  ar.id(global.linkName), ar.id(global.sourceName), ar.id(global.type);
  ar.enumerator(global.linkage, Linkage::AvailableExternally);
  ar.flags(global.isDefined, global.isConstant, global.isThreadLocal, global.isInitKnown);
  ar.id(global.aliasOf);
  ar.number(global.size);
  describeLoc(ar, global.loc);
  ar.sequence(global.init, [&](auto &value) { describe(ar, value); });
}

// All but the name and the strings, which the two sides treat differently.
template <class A>
void describe(A &ar, typename A::template Ref<Module> module) {
  ar.number(module.pointerSize);
  ar.sequence(module.files, [&](auto &file) { ar.id(file); });
  ar.sequence(module.macros, [&](auto &macro) {
    ar.id(macro.name), ar.id(macro.file);
    ar.number(macro.line), ar.number(macro.column);
  });
  ar.sequence(module.types, [&](auto &type) { describe(ar, type); });
  ar.sequence(module.records, [&](auto &record) { describe(ar, record); });
  ar.sequence(module.globals, [&](auto &global) { describe(ar, global); });
  ar.sequence(module.functions, [&](auto &function) { describe(ar, function); });
  ar.sequence(module.startup, [&](auto &id) { ar.id(id); });
  ar.sequence(module.shutdown, [&](auto &id) { ar.id(id); });
}

} // namespace custody::ir
