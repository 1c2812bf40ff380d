// The entry: finds the command, parses its arguments by the option table, runs it. The only place that ends the
// process.
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/version.h"
#include "driver/progress.h"
#include "llvm/Support/Signals.h"
#include <csignal>
#include <unistd.h>

namespace custody::cli {
namespace {

ExitStatus dispatch(llvm::ArrayRef<const char *> arguments, const Console &console) {
  if (arguments.empty()) {
    printOverview(console.err);
    return ExitStatus::Usage;
  }
  llvm::StringRef name = arguments.front();
  if (name == "--version") {
    console.out << "custody " << version() << '\n';
    return ExitStatus::Clean;
  }
  if (name == "--help" || name == "-h")
    name = "help";
  const CommandSpec *command = findCommand(name);
  if (!command)
    return console.usageError(usage("there is no command '" + name + "'; 'custody help' lists them"));
  llvm::Expected<CommandLine> line = parseCommandLine(arguments.drop_front(), command->bit, command->name);
  if (!line)
    return console.usageError(line.takeError());
  if (line->has(Opt::Help)) {
    printHelp(console.out, *command);
    return ExitStatus::Clean;
  }
  return command->run(*line, console);
}

} // namespace
} // namespace custody::cli

int main(int argc, const char **argv) {
  using namespace custody;
  llvm::sys::PrintStackTraceOnErrorSignal(argv[0]);
  std::signal(SIGXFSZ, SIG_IGN); // a limit on the size of files is a failed write, like a full disk
  cli::Console console{llvm::outs(), llvm::errs(), driver::terminalWidth(STDERR_FILENO)};
  cli::ExitStatus status = cli::dispatch(llvm::ArrayRef(argv, argc).drop_front(), console);
  llvm::outs().flush();
  if (llvm::outs().has_error()) {
    console.error("cannot write the result: " + llvm::outs().error().message());
    llvm::outs().clear_error();
    status = cli::ExitStatus::Incomplete;
  }
  return static_cast<int>(status);
}
