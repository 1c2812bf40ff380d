// Whatever the file: reading ends with results or an error; results that came out can be written in every form, and
// JSON lines read back to the same.
#include "report/json_lines.h"
#include "report/sarif.h"
#include "report/stored.h"
#include "report/text.h"
#include <cstdlib>

using namespace custody::report;

static std::string written(llvm::function_ref<void(llvm::raw_ostream &)> write) {
  std::string text;
  llvm::raw_string_ostream out(text);
  write(out);
  return text;
}

static void require(bool holds, const char *what) {
  if (holds)
    return;
  llvm::errs() << what << '\n';
  std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto results = readResults({reinterpret_cast<const char *>(data), size}, "fuzz");
  if (!results) {
    llvm::consumeError(results.takeError());
    return 0;
  }
  std::string lines = written([&](llvm::raw_ostream &out) { writeJsonLines(out, *results); });
  auto again = readResults(lines, "again");
  require(bool(again), "JSON lines do not read back");
  std::string twice = written([&](llvm::raw_ostream &out) { writeJsonLines(out, *again); });
  require(twice == lines, "JSON lines read back to other results");

  Report report;
  report.results = std::move(*results);
  SourceFiles sources;
  written([&](llvm::raw_ostream &out) { printText(out, report, {true, true, true}, sources); });
  std::string sarif = written([&](llvm::raw_ostream &out) { writeSarif(out, report, {"1.0.0", "/"}, sources); });
  auto fromSarif = readResults(sarif, "sarif");
  if (!fromSarif) // a result may lack what SARIF needs
    llvm::consumeError(fromSarif.takeError());
  return 0;
}
