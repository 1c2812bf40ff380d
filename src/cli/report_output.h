// The second half of every command that has results: the options that say what of them is shown and how, and the
// writing.
#pragma once

#include "cli/command_line.h"
#include "cli/console.h"
#include "report/report.h"
#include "report/text.h"

namespace custody::cli {

enum class ColorChoice { Auto, Always, Never };
enum class ReportFormat { Text, JsonLines, Sarif };

struct ReportPlan {
  ReportFormat format = ReportFormat::Text;
  report::SortBy sort = report::SortBy::Place;
  unsigned minRank = 0;
  report::TextOptions text; // colour aside
  ColorChoice color = ColorChoice::Auto;
  std::optional<std::vector<report::Result>> baseline;
};

// A baseline that cannot be read is an error here, before any work.
llvm::Expected<ReportPlan> planReport(const CommandLine &line);

llvm::Expected<ColorChoice> chooseColor(const CommandLine &line);
bool useColor(ColorChoice choice, const llvm::raw_ostream &out);

// What paths are relative to.
std::string workingDirectory();

// Compares with the baseline, leaves out what is ranked too low, and sorts.
void arrange(report::Report &report, const ReportPlan &plan);

// False if it could not be written; the user was told.
bool writeReport(const report::Report &report, const ReportPlan &plan, report::SourceFiles &sources,
                 const CommandLine &line, const Console &console);

// By what was found and by what could not be looked at.
ExitStatus statusOf(const report::Report &report);

} // namespace custody::cli
