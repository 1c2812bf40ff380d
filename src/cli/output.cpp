#include "cli/output.h"
#include "llvm/ADT/StringExtras.h"

namespace custody::cli {

bool writeResult(const CommandLine &line, const Console &console, llvm::function_ref<void(llvm::raw_ostream &)> write) {
  if (!line.has(Opt::Output)) {
    write(console.out);
    return true;
  }
  llvm::StringRef path = line.value(Opt::Output);
  llvm::Error error = llvm::writeToOutput(path, [&](llvm::raw_ostream &out) {
    write(out);
    return llvm::Error::success();
  });
  if (!error)
    return true;
  console.error("cannot write '" + path + "': " + llvm::toString(std::move(error)));
  return false;
}

llvm::Expected<llvm::StringRef> chooseFormat(const CommandLine &line, Opt option,
                                             llvm::ArrayRef<llvm::StringRef> known) {
  llvm::StringRef format = line.value(option, known.front());
  if (llvm::is_contained(known, format))
    return format;
  return usage("there is no format '" + format + "' here; known: " + llvm::join(known, ", "));
}

} // namespace custody::cli
