#include "cli/selection.h"

namespace custody::cli {

// `--file=list.c` means every file of that name, `--file=src/list.c` those in a folder of that name.
static bool endsWithPath(llvm::StringRef path, llvm::StringRef wanted) {
  if (!path.ends_with(wanted))
    return false;
  llvm::StringRef before = path.drop_back(wanted.size());
  return before.empty() || wanted.starts_with("/") || before.ends_with("/");
}

bool Selection::wants(const ir::Module &module, const ir::Function &function) {
  return function.isDefined && wantsName(module, function) && wantsFile(module, function);
}

llvm::Error Selection::unfulfilled() const {
  for (const std::string &name : functions)
    if (!seen.contains(name))
      return usage("no function is called '" + name + "'; 'custody dump --functions' lists them");
  for (const std::string &file : files)
    if (!seen.contains(file))
      return usage("no function stands in '" + file + "'");
  return llvm::Error::success();
}

bool Selection::wantsName(const ir::Module &module, const ir::Function &function) {
  if (functions.empty())
    return true;
  for (const std::string &name : functions)
    if (module.text(function.linkName) == name || module.text(function.sourceName) == name)
      return seen.insert(name), true;
  return false;
}

bool Selection::wantsFile(const ir::Module &module, const ir::Function &function) {
  if (files.empty())
    return true;
  for (const std::string &file : files)
    if (endsWithPath(module.fileName(function.loc.file), file))
      return seen.insert(file), true;
  return false;
}

} // namespace custody::cli
