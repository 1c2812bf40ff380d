// `custody run -- BUILD COMMAND`: watches a build, then checks what it compiled.
#include "cli/check.h"
#include "cli/commands.h"
#include "frontend/capture.h"

namespace custody::cli {

ExitStatus runCommand(const CommandLine &line, const Console &console) {
  if (!line.operands.empty() || line.afterDashes.empty())
    return console.usageError(usage("say how to build after '--', as in 'custody run -- make -j8'"));
  llvm::Expected<CheckPlan> plan = planCheck(line);
  if (!plan)
    return inputError(plan.takeError(), console);

  llvm::Expected<frontend::Capture> capture = frontend::captureBuild(line.afterDashes);
  if (!capture) {
    console.error(llvm::toString(capture.takeError()));
    return ExitStatus::Incomplete;
  }
  bool isBuilt = capture->buildStatus == 0;
  ExitStatus status = check(*plan, inputsOf(std::move(capture->database)), line, console);
  // A build that broke off leaves units that were never seen.
  return isBuilt ? status : ExitStatus::Incomplete;
}

} // namespace custody::cli
