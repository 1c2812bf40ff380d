#include "program/other_names.h"

namespace custody::program {

OtherNames::OtherNames(const Program &program) {
  for (uint32_t m = 0; m < program.modules().size(); ++m) {
    const ir::Module &module = program.modules()[m];
    for (uint32_t f = 0; f < module.functions.size(); ++f) {
      const ir::Function &function = module.functions[f];
      if (!function.aliasOf || function.thunkOffset)
        continue;
      const llvm::StringRef name = module.text(function.linkName);
      for (ProgFuncId id : program.resolve(ModuleId(m), ir::FuncId(f)))
        if (program.hasBody(id) && name != program.linkName(id))
          names[id.index].push_back(name);
    }
  }
}

llvm::ArrayRef<llvm::StringRef> OtherNames::of(ProgFuncId id) const {
  auto found = names.find(id.index);
  return found == names.end() ? llvm::ArrayRef<llvm::StringRef>() : llvm::ArrayRef(found->second);
}

} // namespace custody::program
