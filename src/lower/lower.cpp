#include "lower/lower.h"
#include "frontend/parse.h"
#include "lower/function_lowering.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace custody::lower {
namespace {

bool macroLess(const ir::Macro &a, const ir::Macro &b) {
  return std::tuple(a.name, a.file, a.line, a.column) < std::tuple(b.name, b.file, b.line, b.column);
}

bool isThunk(const llvm::Function &function) {
  const StringRef name = function.getName();
  return name.starts_with("_ZTh") || name.starts_with("_ZTv") || name.starts_with("_ZTc");
}

// A thunk adjusts `this` and calls its target: another name with an offset.
void lowerThunk(UnitContext &unit, llvm::Function &function) {
  ir::FuncId id = unit.declarations.function(function);
  int64_t adjustment = 0;
  for (Instruction &instruction : function.getEntryBlock()) {
    if (auto *gep = dyn_cast<GetElementPtrInst>(&instruction)) {
      APInt offset(64, 0);
      if (gep->accumulateConstantOffset(function.getParent()->getDataLayout(), offset))
        adjustment += offset.getSExtValue();
    }
    auto *call = dyn_cast<CallBase>(&instruction);
    llvm::Function *target = call ? call->getCalledFunction() : nullptr;
    if (!target || target->isIntrinsic())
      continue;
    const ir::FuncId targetId = unit.declarations.function(*target);
    ir::Function &out = unit.declarations.get(id);
    out.aliasOf = targetId;
    out.thunkOffset = adjustment;
    return;
  }
}

// The variants of constructors and destructors that only call the chosen one.
void lowerVariant(UnitContext &unit, llvm::Function &function) {
  const ir::FuncId chosen = unit.declarations.function(function);
  if (unit.module.text(unit.module[chosen].linkName) == function.getName())
    return;
  const ir::FuncId variant = unit.declarations.enterAlias(function);
  unit.declarations.get(variant).aliasOf = chosen;
}

void lowerFunction(UnitContext &unit, llvm::Function &function) {
  if (isThunk(function))
    return lowerThunk(unit, function);
  const clang::FunctionDecl *decl = unit.declarations.declOf(function);
  const ir::FuncId id = unit.declarations.function(function);
  if (!unit.declarations.isChosenBody(function))
    return lowerVariant(unit, function);
  if (decl && unit.module[id].record)
    unit.types.complete(unit.module[id].record);
  // The table of functions grows while a body is lowered, so the body is made apart.
  ir::Function out = unit.module[id];
  if (out.linkage == ir::Linkage::External)
    out.linkage = linkage(function);
  FunctionLowering(unit, function, out).run();
  unit.declarations.get(id) = std::move(out);
  lowerVariant(unit, function);
}

void lowerAliases(UnitContext &unit) {
  for (GlobalAlias &alias : unit.parsed.module.aliases()) {
    GlobalObject *target = alias.getAliaseeObject();
    if (auto *function = dyn_cast_or_null<llvm::Function>(target)) {
      const ir::FuncId targetId = unit.declarations.function(*function);
      const ir::FuncId id = unit.declarations.enterAlias(alias);
      if (id != targetId)
        unit.declarations.get(id).aliasOf = targetId;
    } else if (auto *variable = dyn_cast_or_null<GlobalVariable>(target)) {
      const ir::GlobalId targetId = unit.declarations.global(*variable);
      ir::Global out = unit.module[targetId];
      out.linkName = out.sourceName = unit.types.sym(alias.getName());
      out.linkage = linkage(alias);
      out.aliasOf = targetId;
      out.init.clear();
      unit.module.globals.push_back(std::move(out));
    }
  }
}

// `llvm.global_ctors` and `llvm.global_dtors`: {priority, function, data} entries.
std::vector<ir::FuncId> structors(UnitContext &unit, StringRef table) {
  std::vector<ir::FuncId> result;
  GlobalVariable *variable = unit.parsed.module.getNamedGlobal(table);
  auto *entries =
      variable && variable->hasInitializer() ? dyn_cast<ConstantArray>(variable->getInitializer()) : nullptr;
  if (!entries)
    return result;
  std::vector<std::tuple<uint64_t, size_t, llvm::Function *>> ordered; // by priority, then as listed
  for (const Use &entry : entries->operands())
    if (auto *fields = dyn_cast<ConstantStruct>(entry))
      if (auto *function = dyn_cast<llvm::Function>(fields->getOperand(1)->stripPointerCasts()))
        ordered.push_back({cast<ConstantInt>(fields->getOperand(0))->getZExtValue(), ordered.size(), function});
  llvm::sort(ordered);
  for (auto [priority, index, function] : ordered)
    result.push_back(unit.declarations.function(*function));
  return result;
}

} // namespace

ir::Module lowerUnit(frontend::ParsedUnit &parsed) {
  ir::Module module;
  module.name = parsed.command.file;
  module.pointerSize = parsed.module.getDataLayout().getPointerSize();
  SourceTypes types(parsed.ast, parsed.codegen, module);
  Declarations declarations(parsed, types, module);
  UnitContext unit{parsed, module, types, declarations, decltype(UnitContext::macros)(macroLess)};

  for (llvm::Function &function : parsed.module)
    if (!function.isDeclaration())
      lowerFunction(unit, function);
  lowerAliases(unit);
  module.startup = structors(unit, "llvm.global_ctors");
  module.shutdown = structors(unit, "llvm.global_dtors");
  for (GlobalVariable &variable : parsed.module.globals())
    if (!variable.getName().starts_with("llvm."))
      declarations.global(variable);
  declarations.finishGlobals();
  return module;
}

} // namespace custody::lower
