// Results as JSON lines: one object a result, in the order given. docs/reports.md is the schema. A file of them is what
// `report`, `diff` and `--baseline` read back.
#pragma once

#include "report/results.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace custody::report {

void writeJsonLines(llvm::raw_ostream &out, llvm::ArrayRef<Result> results);

// `name` is the file's, for messages.
llvm::Expected<std::vector<Result>> readJsonLines(llvm::StringRef text, llvm::StringRef name);

// The parts that SARIF's property bags have in common with JSON lines.
void writeAs(llvm::json::OStream &json, const Interface &interface);
void writeAs(llvm::json::OStream &json, const RankReason &reason);
void writeAs(llvm::json::OStream &json, const Related &related);
bool fromJSON(const llvm::json::Value &value, Interface &interface, llvm::json::Path path);
bool fromJSON(const llvm::json::Value &value, RankReason &reason, llvm::json::Path path);
bool fromJSON(const llvm::json::Value &value, Related &related, llvm::json::Path path);

// JSON is UTF-8; names and comments of programs need not be.
std::string utf8(llvm::StringRef text);

} // namespace custody::report
