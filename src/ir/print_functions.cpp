#include "ir/print_text.h"
#include "ir/words.h"

namespace custody::ir {

void FunctionText::write(llvm::raw_ostream &os) const {
  header(os);
  attributes(os);
  if (options.locs)
    writeLoc(os, module, function.loc, mainFile(module));
  if (options.locs && function.endLoc != Loc()) {
    os << " ...";
    loc(os, function.endLoc);
  }
  std::vector<VarId> order = declarationOrder(function);
  size_t inHeader = function.params.size() + (function.returnVar ? 1 : 0);
  bool hasBody = !function.blocks.empty() || order.size() > inHeader;
  if (!hasBody) {
    os << '\n';
    return;
  }
  os << " {\n";
  for (VarId var : llvm::ArrayRef(order).drop_front(std::min(inHeader, order.size()))) {
    os << "  " << word(function[var].kind) << ' ';
    variable(os, var);
    os << '\n';
  }
  exprs.lets(os);
  for (uint32_t i = 0; i != function.blocks.size(); ++i)
    block(os, BlockId(i));
  os << "}\n";
}

void FunctionText::variable(llvm::raw_ostream &os, VarId id) const {
  exprs.var(os, id);
  if (id.index >= function.vars.size())
    return;
  const Var &var = function[id];
  os << ": ";
  types.write(os, var.type);
  uint32_t usualIndex = 0;
  if (var.kind == VarKind::Param)
    usualIndex = llvm::find(function.params, id) - function.params.begin();
  if (var.index != usualIndex)
    os << " index " << var.index;
  os << (var.byReference ? " by-reference" : "");
  loc(os, var.loc);
}

void FunctionText::header(llvm::raw_ostream &os) const {
  os << "function ";
  writeHandle(os, module, names.of(FuncId(&function - module.functions.data())));
  os << '(';
  llvm::ListSeparator comma;
  for (VarId param : function.params) {
    os << comma;
    variable(os, param);
  }
  os << ')';
  if (function.returnVar) {
    bool hasLoc =
        options.locs && function.returnVar.index < function.vars.size() && function[function.returnVar].loc != Loc();
    os << (hasLoc ? " -> (" : " -> ");
    variable(os, function.returnVar);
    os << (hasLoc ? ")" : "");
  }
  if (!hasNaturalType(module, function)) {
    os << " type ";
    types.write(os, function.type);
  }
}

void FunctionText::attributes(llvm::raw_ostream &os) const {
  if (function.sourceName != function.linkName) {
    os << " source ";
    writeOptionalName(os, module, function.sourceName);
  }
  if (function.libraryName != function.linkName) {
    os << " library ";
    writeOptionalName(os, module, function.libraryName);
  }
  if (function.linkage != Linkage::External)
    os << ' ' << word(function.linkage);
  if (function.kind != FunctionKind::Free)
    os << ' ' << word(function.kind);
  if (function.record) {
    os << " of ";
    writeHandle(os, module, names.of(function.record));
  }
  if (function.access != Access::Public)
    os << ' ' << word(function.access);
  if (function.isDefined != !function.blocks.empty())
    os << (function.isDefined ? " defined" : " undefined");
  os << (function.isVirtual ? " virtual" : "") << (function.isImplicit ? " implicit" : "")
     << (function.isSystem ? " system" : "") << (function.isOverBudget ? " over-budget" : "");
  const FunctionAttrs &attrs = function.attrs;
  os << (attrs.noReturn ? " noreturn" : "") << (attrs.noThrow ? " nothrow" : "")
     << (attrs.returnsTwice ? " returns-twice" : "") << (attrs.returnsNonNull ? " returns-nonnull" : "")
     << (attrs.isCleanup ? " cleanup" : "");
  for (const OwnershipAttr &attr : attrs.ownership) {
    os << " ownership(" << word(attr.kind) << ' ';
    writeOptionalName(os, module, attr.name);
    if (attr.arg)
      os << ' ' << attr.arg;
    os << ')';
  }
  if (function.aliasOf) {
    os << " alias-of ";
    writeHandle(os, module, names.of(function.aliasOf));
  }
  if (function.thunkOffset)
    os << " thunk " << function.thunkOffset;
}

void FunctionText::block(llvm::raw_ostream &os, BlockId id) const {
  const Block &block = function[id];
  os << "bb" << id.index << ':';
  if (block.fanIn != (id.index ? 1 : 0))
    os << " fan-in " << block.fanIn;
  os << '\n';
  for (uint32_t i = 0; i != block.stmtCount; ++i) {
    os << "  ";
    stmt(os, StmtId(block.firstStmt + i));
    os << '\n';
  }
  os << "  ";
  term(os, block.term);
  loc(os, block.term.loc);
  os << '\n';
}

void FunctionText::edge(llvm::raw_ostream &os, const Edge &edge, EdgeKind usual) const {
  os << "bb" << edge.to.index;
  if (edge.kind != usual)
    os << " (" << word(edge.kind) << ')';
}

void FunctionText::edges(llvm::raw_ostream &os, const Term &term) const {
  os << '[';
  llvm::ListSeparator comma;
  for (const Edge &target : term.edges) {
    os << comma;
    edge(os, target, EdgeKind::Goto);
  }
  os << ']';
}

void FunctionText::cases(llvm::raw_ostream &os, const Term &term) const {
  os << '{';
  for (auto [value, target] : llvm::zip(term.cases, llvm::drop_begin(term.edges))) {
    os << ' ' << value << ": ";
    edge(os, target, EdgeKind::Branch);
    os << ',';
  }
  os << " default: ";
  edge(os, term.edges[0], EdgeKind::Branch);
  os << " }";
}

void FunctionText::term(llvm::raw_ostream &os, const Term &term) const {
  static constexpr size_t Fewest[] = {1, 2, 1, 0, 2, 1, 0, 0, 0};
  if (term.edges.size() < Fewest[size_t(term.kind)]) {
    os << "invalid " << word(term.kind);
    return;
  }
  switch (term.kind) {
  case TermKind::Goto:
    os << "goto ";
    edge(os, term.edges[0], EdgeKind::Fall);
    return;
  case TermKind::Branch:
    os << "if ";
    exprs.value(os, term.value, boolNatural());
    os << " goto ";
    edge(os, term.edges[0], EdgeKind::Branch);
    os << " else ";
    edge(os, term.edges[1], EdgeKind::Branch);
    os << (term.isTurned ? " turned" : "");
    return;
  case TermKind::Switch:
    os << "switch ";
    exprs.value(os, term.value);
    os << ' ';
    cases(os, term);
    return;
  case TermKind::IndirectGoto:
    os << "goto any ";
    edges(os, term);
    if (term.value) {
      os << " by ";
      exprs.value(os, term.value);
    }
    return;
  case TermKind::Invoke:
    os << "then ";
    edge(os, term.edges[0], EdgeKind::Fall);
    os << " unwind ";
    edge(os, term.edges[1], EdgeKind::Unwind);
    return;
  case TermKind::Throw:
    os << "unwind ";
    edge(os, term.edges[0], EdgeKind::Unwind);
    return;
  case TermKind::Return:
  case TermKind::Resume:
  case TermKind::Unreachable:
    os << word(term.kind);
    return;
  }
}

} // namespace custody::ir
