// `--function` and `--file`: which functions a command shows.
#pragma once

#include "cli/console.h"
#include "ir/module.h"
#include "llvm/ADT/StringSet.h"

namespace custody::cli {

// Which functions to print, and which of the wishes came true.
class Selection {
public:
  Selection(std::vector<std::string> functions, std::vector<std::string> files)
      : functions(std::move(functions)), files(std::move(files)) {}

  bool isEverything() const { return functions.empty() && files.empty(); }

  bool wants(const ir::Module &module, const ir::Function &function);

  // A wish that nothing fulfilled.
  llvm::Error unfulfilled() const;

private:
  bool wantsName(const ir::Module &module, const ir::Function &function);
  bool wantsFile(const ir::Module &module, const ir::Function &function);

  std::vector<std::string> functions, files;
  llvm::StringSet<> seen;
};

} // namespace custody::cli
