// `custody specs check FILES` and `custody specs show NAMES`: a look at the specifications of libraries.
#include "cli/commands.h"
#include "cli/spec_files.h"
#include "specs/commands.h"

namespace custody::cli {

static ExitStatus checkFiles(const std::vector<std::string> &files, const specs::SpecStore &store,
                             const Console &console) {
  specs::CheckOutcome outcome = specs::checkSpecFiles(files, store);
  console.out << outcome.text;
  return outcome.errors ? ExitStatus::Findings : ExitStatus::Clean;
}

static ExitStatus show(llvm::ArrayRef<std::string> names, const specs::SpecStore &store, const Console &console) {
  bool foundAll = true;
  for (const std::string &name : names) {
    specs::ShowOutcome outcome = specs::showFunction(store, name);
    (outcome.found ? console.out : console.err) << outcome.text;
    foundAll &= outcome.found;
  }
  return foundAll ? ExitStatus::Clean : ExitStatus::Findings;
}

ExitStatus specsCommand(const CommandLine &line, const Console &console) {
  llvm::ArrayRef<std::string> operands = line.operands;
  if (operands.size() < 2 || (operands[0] != "check" && operands[0] != "show"))
    return console.usageError(usage("say 'custody specs check FILES…' or 'custody specs show NAMES…'"));
  auto store = loadSpecs(line, {"."}, console);
  if (!store)
    return ExitStatus::Usage;
  if (operands[0] == "check")
    return checkFiles(operands.drop_front().vec(), *store, console);
  return show(operands.drop_front(), *store, console);
}

} // namespace custody::cli
