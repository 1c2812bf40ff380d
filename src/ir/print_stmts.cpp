#include "ir/print_text.h"
#include "ir/words.h"

namespace custody::ir {

void FunctionText::stmt(llvm::raw_ostream &os, StmtId id) const {
  const Stmt &stmt = function[id];
  if (options.stmtIds)
    os << id.index << ": ";
  std::visit([&](const auto &op) { operation(os, op); }, stmt.op);
  loc(os, stmt.loc);
  const auto *call = std::get_if<Call>(&stmt.op);
  if (!options.sourceNames || !call || call->function.index >= module.functions.size())
    return;
  const Function &callee = module[call->function];
  if (callee.sourceName != callee.linkName)
    os << " // " << module.text(callee.sourceName);
}

void FunctionText::loc(llvm::raw_ostream &os, const Loc &loc) const {
  if (options.locs)
    writeLoc(os, module, loc, file);
}

void FunctionText::target(llvm::raw_ostream &os, ExprId dst) const {
  if (!dst)
    return;
  exprs.place(os, dst);
  os << " = ";
}

void FunctionText::unit(llvm::raw_ostream &os, Unit unit) const {
  if (unit)
    os << " unit " << unit;
}

void FunctionText::list(llvm::raw_ostream &os, ExprList range) const {
  os << '(';
  llvm::ListSeparator comma;
  for (ExprId id : function.list(range)) {
    os << comma;
    exprs.value(os, id);
  }
  os << ')';
}

void FunctionText::operation(llvm::raw_ostream &os, const Begin &op) const {
  os << "begin ";
  exprs.var(os, op.var);
}

void FunctionText::operation(llvm::raw_ostream &os, const End &op) const {
  os << "end ";
  exprs.var(os, op.var);
}

void FunctionText::operation(llvm::raw_ostream &os, const Ignore &op) const {
  os << "ignore ";
  exprs.var(os, op.var);
}

void FunctionText::operation(llvm::raw_ostream &os, const Assign &op) const {
  target(os, op.place);
  exprs.value(os, op.value, same(op.place.index < function.exprs.size() ? function[op.place].type : TypeId()));
}

void FunctionText::operation(llvm::raw_ostream &os, const Copy &op) const {
  os << "copy ";
  exprs.place(os, op.dst);
  os << " <- ";
  exprs.place(os, op.src);
  os << ", ";
  exprs.value(os, op.size, sizeNatural(module));
}

void FunctionText::operation(llvm::raw_ostream &os, const Fill &op) const {
  os << "fill ";
  exprs.place(os, op.dst);
  os << " <- ";
  exprs.value(os, op.byte, byteNatural());
  os << ", ";
  exprs.value(os, op.size, sizeNatural(module));
}

void FunctionText::operation(llvm::raw_ostream &os, const Alloc &op) const {
  target(os, op.dst);
  os << "alloc ";
  writeOptionalName(os, module, op.family);
  os << '(';
  if (op.size)
    exprs.value(os, op.size, sizeNatural(module));
  os << ')';
  if (op.type) {
    os << " type ";
    types.write(os, op.type);
  }
  os << (op.mayFail ? " may-fail" : "") << (op.zeroed ? " zeroed" : "");
  unit(os, op.unit);
}

void FunctionText::operation(llvm::raw_ostream &os, const Realloc &op) const {
  target(os, op.dst);
  os << "realloc ";
  writeOptionalName(os, module, op.family);
  os << '(';
  exprs.value(os, op.old);
  os << ", ";
  exprs.value(os, op.size, sizeNatural(module));
  os << ')';
}

void FunctionText::operation(llvm::raw_ostream &os, const Free &op) const {
  os << "free ";
  writeOptionalName(os, module, op.family);
  os << '(';
  exprs.value(os, op.pointer);
  os << ')' << (op.onThrow ? " on-throw" : "");
  unit(os, op.unit);
}

void FunctionText::operation(llvm::raw_ostream &os, const StackAlloc &op) const {
  target(os, op.dst);
  os << "stack-alloc(";
  exprs.value(os, op.size, sizeNatural(module));
  os << ')';
}

void FunctionText::arguments(llvm::raw_ostream &os, const Call &op) const {
  os << '(';
  llvm::ListSeparator comma;
  for (auto [index, id] : llvm::enumerate(function.list(op.args))) {
    os << comma;
    exprs.value(os, id, expectedArgument(module, function, op, index));
  }
  os << ')';
}

void FunctionText::operation(llvm::raw_ostream &os, const Call &op) const {
  target(os, op.dst);
  os << "call ";
  if (op.calleeKind == CalleeKind::Virtual) {
    os << "virtual(";
    if (op.record.index < module.records.size())
      writeHandle(os, module, names.of(op.record));
    else
      os << '?';
    os << " #" << op.slot << ") ";
  }
  if (op.calleeKind == CalleeKind::Indirect) {
    os << "(*";
    exprs.value(os, op.pointer);
    os << ')';
  } else if (op.function.index >= module.functions.size()) {
    os << '?';
  } else if (Handle handle = names.of(op.function); module.text(handle.name) == "virtual") {
    os << "\"virtual\"";
    if (handle.ordinal > 1)
      os << '.' << handle.ordinal;
  } else {
    writeHandle(os, module, handle);
  }
  arguments(os, op);
  if (op.role != CallRole::Plain)
    os << ' ' << word(op.role);
  os << (op.each ? " each" : "") << (op.noReturn ? " noreturn" : "") << (op.mayThrow ? " throws" : "")
     << (op.returnsTwice ? " returns-twice" : "") << (op.onThrow ? " on-throw" : "");
  unit(os, op.unit);
}

void FunctionText::operation(llvm::raw_ostream &os, const Throw &op) const {
  os << "throw";
  if (op.exception) {
    os << ' ';
    exprs.value(os, op.exception);
  }
  if (op.type) {
    os << " type ";
    types.write(os, op.type);
  }
  if (op.info) {
    os << " info ";
    exprs.value(os, op.info);
  }
}

void FunctionText::operation(llvm::raw_ostream &os, const Catch &op) const {
  target(os, op.dst);
  os << "catch";
  list(os, op.types);
  os << (op.isCleanup ? " cleanup" : "");
}

void FunctionText::operation(llvm::raw_ostream &os, const VaOp &op) const {
  target(os, op.dst);
  os << word(op.kind) << '(';
  exprs.place(os, op.list);
  os << ')';
}

void FunctionText::operation(llvm::raw_ostream &os, const Unknown &op) const {
  target(os, op.dst);
  os << "unknown ";
  writeCause(os, module, op.cause);
  if (op.touches.count) {
    os << " touches";
    list(os, op.touches);
  }
}

} // namespace custody::ir
