#include "program/program.h"

namespace custody::program {

llvm::StringRef Program::sourceName(ProgFuncId id) const {
  llvm::StringRef name = moduleOf(id).text(function(id).sourceName);
  return name.empty() ? linkName(id) : name;
}

llvm::StringRef Program::libraryName(ProgFuncId id) const {
  llvm::StringRef name = moduleOf(id).text(function(id).libraryName);
  return name.empty() ? linkName(id) : name;
}

llvm::ArrayRef<ProgFuncId> Program::resolve(ModuleId module, ir::FuncId local) const {
  Slice slice = functionSlices[module.index][local.index];
  return llvm::ArrayRef(functionPool).slice(slice.first, slice.count);
}

llvm::ArrayRef<ProgGlobalId> Program::resolve(ModuleId module, ir::GlobalId local) const {
  Slice slice = globalSlices[module.index][local.index];
  return llvm::ArrayRef(globalPool).slice(slice.first, slice.count);
}

ProgRecordId Program::resolve(ModuleId module, ir::RecordId local) const {
  return local ? recordMap[module.index][local.index] : ProgRecordId();
}

ProgTypeId Program::resolve(ModuleId module, ir::TypeId local) const {
  return local ? typeMap[module.index][local.index] : ProgTypeId();
}

llvm::ArrayRef<ProgFuncId> Program::find(llvm::StringRef linkName) const {
  auto entry = byLinkName.find(linkName);
  return entry == byLinkName.end() ? llvm::ArrayRef<ProgFuncId>() : llvm::ArrayRef(entry->second);
}

} // namespace custody::program
