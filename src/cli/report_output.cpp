#include "cli/report_output.h"
#include "cli/inputs.h"
#include "cli/output.h"
#include "cli/version.h"
#include "report/json_lines.h"
#include "report/sarif.h"
#include "report/stored.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"

namespace custody::cli {

namespace {

llvm::Expected<ReportFormat> chooseReportFormat(const CommandLine &line) {
  llvm::Expected<llvm::StringRef> format = chooseFormat(line, Opt::Format, {"text", "json", "sarif"});
  if (!format)
    return format.takeError();
  return llvm::StringSwitch<ReportFormat>(*format)
      .Case("json", ReportFormat::JsonLines)
      .Case("sarif", ReportFormat::Sarif)
      .Default(ReportFormat::Text);
}

llvm::Expected<report::SortBy> chooseOrder(const CommandLine &line) {
  llvm::StringRef order = line.value(Opt::Sort, "place");
  if (order == "rank")
    return report::SortBy::Rank;
  if (order == "place")
    return report::SortBy::Place;
  return usage("option '--sort' needs 'place' or 'rank', not '" + order + "'");
}

llvm::Expected<unsigned> chooseMinRank(const CommandLine &line) {
  llvm::StringRef text = line.value(Opt::MinRank, "0");
  unsigned rank;
  if (text.getAsInteger(10, rank) || rank > 100)
    return usage("option '--min-rank' needs a number from 0 to 100, not '" + text + "'");
  return rank;
}

llvm::Error readBaseline(const CommandLine &line, ReportPlan &plan) {
  if (!line.has(Opt::Baseline))
    return llvm::Error::success();
  llvm::Expected<std::vector<report::Result>> results = report::readResultFile(line.value(Opt::Baseline));
  if (!results)
    return llvm::make_error<UnreadableInputs>("the baseline: " + llvm::toString(results.takeError()));
  plan.baseline = std::move(*results);
  return llvm::Error::success();
}

} // namespace

llvm::Expected<ColorChoice> chooseColor(const CommandLine &line) {
  llvm::StringRef when = line.value(Opt::Color, "auto");
  if (when == "auto")
    return ColorChoice::Auto;
  if (when == "always")
    return ColorChoice::Always;
  if (when == "never")
    return ColorChoice::Never;
  return usage("option '--color' needs 'auto', 'always' or 'never', not '" + when + "'");
}

bool useColor(ColorChoice choice, const llvm::raw_ostream &out) {
  if (choice != ColorChoice::Auto)
    return choice == ColorChoice::Always;
  const char *noColor = std::getenv("NO_COLOR"); // no-color.org: set and not empty
  return !(noColor && *noColor) && out.has_colors();
}

llvm::Expected<ReportPlan> planReport(const CommandLine &line) {
  auto format = chooseReportFormat(line);
  if (!format)
    return format.takeError();
  auto order = chooseOrder(line);
  if (!order)
    return order.takeError();
  auto minRank = chooseMinRank(line);
  if (!minRank)
    return minRank.takeError();
  auto color = chooseColor(line);
  if (!color)
    return color.takeError();

  ReportPlan plan;
  plan.format = *format;
  plan.sort = *order;
  plan.minRank = *minRank;
  plan.color = *color;
  plan.text.explain = line.has(Opt::Explain);
  plan.text.showSuppressed = line.has(Opt::ShowSuppressed);
  if (llvm::Error error = readBaseline(line, plan))
    return error;
  return plan;
}

std::string workingDirectory() {
  llvm::SmallString<256> path;
  llvm::sys::fs::current_path(path);
  return path.str().str();
}

void arrange(report::Report &report, const ReportPlan &plan) {
  report.hasBaseline = plan.baseline.has_value();
  if (plan.baseline)
    report::markKnown(report.results, *plan.baseline);
  report::dropBelow(report, plan.minRank);
  report::sort(report.results, plan.sort);
}

bool writeReport(const report::Report &report, const ReportPlan &plan, report::SourceFiles &sources,
                 const CommandLine &line, const Console &console) {
  return writeResult(line, console, [&](llvm::raw_ostream &out) {
    report::TextOptions text = plan.text;
    switch (plan.format) {
    case ReportFormat::Text:
      text.color = useColor(plan.color, out);
      return report::printText(out, report, text, sources);
    case ReportFormat::JsonLines:
      return report::writeJsonLines(out, report.results);
    case ReportFormat::Sarif:
      return report::writeSarif(out, report, {version().str(), workingDirectory()}, sources);
    }
  });
}

ExitStatus statusOf(const report::Report &report) {
  if (!report.isComplete())
    return ExitStatus::Incomplete;
  return report.counted() > 0 ? ExitStatus::Findings : ExitStatus::Clean;
}

} // namespace custody::cli
