// `custody report RESULTS`: the results of an earlier run, in any form.
#include "cli/commands.h"
#include "cli/load.h"
#include "cli/report_output.h"
#include "report/stored.h"

namespace custody::cli {

ExitStatus reportCommand(const CommandLine &line, const Console &console) {
  if (line.operands.size() != 1)
    return console.usageError(usage("say which results, as in 'custody report results.jsonl'"));
  llvm::Expected<ReportPlan> plan = planReport(line);
  if (!plan)
    return inputError(plan.takeError(), console);
  llvm::Expected<std::vector<report::Result>> results = report::readResultFile(line.operands.front());
  if (!results)
    return inputError(llvm::make_error<UnreadableInputs>(llvm::toString(results.takeError())), console);

  report::Report report;
  report.results = std::move(*results);
  arrange(report, *plan);
  report::SourceFiles sources;
  if (!writeReport(report, *plan, sources, line, console))
    return ExitStatus::Incomplete;
  return statusOf(report);
}

} // namespace custody::cli
