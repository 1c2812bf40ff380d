#include "cli/output.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

namespace custody::cli {

using Writer = llvm::function_ref<void(llvm::raw_ostream &)>;

// LLVM ends the process if nobody asks whether a write failed.
static llvm::Error writeTo(llvm::raw_fd_ostream &file, Writer write) {
  write(file);
  file.flush();
  std::error_code problem = file.error();
  file.clear_error();
  return llvm::errorCodeToError(problem);
}

// Devices, pipes and links are written through; only a file can be replaced.
static bool isReplaceable(llvm::StringRef path) {
  llvm::sys::fs::file_status status;
  std::error_code problem = llvm::sys::fs::status(path, status, /*follow=*/false);
  return problem || llvm::sys::fs::is_regular_file(status);
}

static llvm::Error writeThrough(llvm::StringRef path, Writer write) {
  std::error_code problem;
  llvm::raw_fd_ostream file(path, problem);
  return problem ? llvm::errorCodeToError(problem) : writeTo(file, write);
}

static llvm::Error replace(llvm::StringRef path, Writer write) {
  return llvm::writeToOutput(path, [&](llvm::raw_ostream &out) {
    return writeTo(static_cast<llvm::raw_fd_ostream &>(out), write); // all that it hands out are files
  });
}

bool writeResult(const CommandLine &line, const Console &console, Writer write) {
  if (!line.has(Opt::Output)) {
    write(console.out);
    return true;
  }
  llvm::StringRef path = line.value(Opt::Output);
  llvm::Error error = isReplaceable(path) ? replace(path, write) : writeThrough(path, write);
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
