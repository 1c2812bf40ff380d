// Results as SARIF 2.1.0, as GitHub's code scanning and the viewers of editors read it. docs/reports.md tells what goes
// where.
#pragma once

#include "report/report.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace custody::report {

struct SarifOptions {
  std::string version; // of the program
  std::string base;    // what relative paths are relative to: a real, absolute directory
};

// What GitHub takes of a file. Beyond it the results of lowest rank are left out, and the middle of a chain.
constexpr size_t MostSarifResults = 25000;
constexpr size_t MostSarifSteps = 10000;

void writeSarif(llvm::raw_ostream &out, const Report &report, const SarifOptions &options, SourceFiles &sources);

// Reads our own files back, and the results of others as far as they have what ours have. Columns stay as they are
// counted there.
llvm::Expected<std::vector<Result>> readSarif(llvm::StringRef text, llvm::StringRef name);

} // namespace custody::report
