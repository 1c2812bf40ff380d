// `custody diff OLD NEW`: what was introduced between two runs, and what was fixed.
#include "cli/commands.h"
#include "cli/load.h"
#include "cli/output.h"
#include "cli/report_output.h"
#include "report/stored.h"

namespace custody::cli {

// What is new is shown like any finding; of what is gone a line is enough.
static void print(llvm::raw_ostream &out, const report::Difference &difference, const report::TextOptions &options) {
  report::SourceFiles sources;
  for (const report::Result &result : difference.introduced)
    report::printText(out, result, options, sources);
  for (const report::Result &result : difference.fixed) {
    out << "fixed: ";
    report::printLine(out, result);
  }
  out << difference.introduced.size() << " introduced, " << difference.fixed.size() << " fixed, "
      << difference.unchanged << " unchanged\n";
}

ExitStatus diffCommand(const CommandLine &line, const Console &console) {
  if (line.operands.size() != 2)
    return console.usageError(usage("say which two results, as in 'custody diff old.jsonl new.jsonl'"));
  llvm::Expected<ColorChoice> color = chooseColor(line);
  if (!color)
    return console.usageError(color.takeError());

  std::vector<report::Result> runs[2];
  for (size_t i = 0; i < 2; ++i) {
    llvm::Expected<std::vector<report::Result>> results = report::readResultFile(line.operands[i]);
    if (!results)
      return inputError(llvm::make_error<UnreadableInputs>(llvm::toString(results.takeError())), console);
    runs[i] = std::move(*results);
  }
  const report::Difference difference = report::differenceOf(runs[0], runs[1]);

  bool isWritten = writeResult(line, console, [&](llvm::raw_ostream &out) {
    report::TextOptions options;
    options.explain = line.has(Opt::Explain);
    options.color = useColor(*color, out);
    print(out, difference, options);
  });
  if (!isWritten)
    return ExitStatus::Incomplete;
  return difference.introduced.empty() ? ExitStatus::Clean : ExitStatus::Findings;
}

} // namespace custody::cli
