// `custody run -- make -j8` has to learn the compiler calls of any build system. Bear does exactly that (it preloads a
// library that reports each exec) and is packaged everywhere, so it is run, not rebuilt: it writes a compile database
// into a folder of ours, which is read and removed.
#include "frontend/capture.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

namespace custody::frontend {

static llvm::Error failure(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

static llvm::Expected<int> runBear(const std::string &bear, llvm::StringRef output,
                                   llvm::ArrayRef<std::string> command) {
  std::vector<llvm::StringRef> words = {bear, "--output", output, "--"};
  words.insert(words.end(), command.begin(), command.end());
  std::string problem;
  const int status = llvm::sys::ExecuteAndWait(bear, words, std::nullopt, {}, 0, 0, &problem);
  if (status == -1)
    return failure("cannot run '" + bear + "': " + problem);
  return status == -2 ? 128 + 6 : status;
}

llvm::Expected<Capture> captureBuild(llvm::ArrayRef<std::string> command) {
  if (command.empty())
    return failure("no build command: say what to run, as in 'custody run -- make'");
  const auto bear = llvm::sys::findProgramByName("bear");
  if (!bear)
    return failure(
        "'bear' is not installed, and is what listens to a build: install it (on Debian 'apt install bear'), "
        "or give a compile database with -p");
  if (!llvm::sys::findProgramByName(command.front()))
    return failure("cannot run the build: '" + command.front() + "' is not found");

  llvm::SmallString<128> folder;
  if (const std::error_code error = llvm::sys::fs::createUniqueDirectory("custody-run", folder))
    return failure("cannot make a temporary directory: " + error.message());
  const auto cleanup = llvm::make_scope_exit([&] { static_cast<void>(llvm::sys::fs::remove_directories(folder)); });
  llvm::SmallString<128> output(folder);
  llvm::sys::path::append(output, "compile_commands.json");

  auto status = runBear(*bear, output, command);
  if (!status)
    return status.takeError();
  if (!llvm::sys::fs::exists(output))
    return failure("bear wrote no compile database; the build ended with status " + llvm::Twine(*status));
  auto database = loadDatabase(output);
  if (!database) {
    llvm::consumeError(database.takeError());
    return failure("the build (status " + llvm::Twine(*status) +
                   ") compiled no C or C++ file; if it was up to date, clean first, as in 'make clean'");
  }
  if (*status != 0)
    database->notes.push_back("the build ended with status " + std::to_string(*status) +
                              "; what it compiled until then is checked");
  return Capture{*status, std::move(*database)};
}

} // namespace custody::frontend
