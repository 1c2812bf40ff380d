// The kinds of findings, as reports name and explain them.
#pragma once

#include "report/finding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace custody::report {

struct KindInfo {
  Kind kind;
  llvm::StringLiteral id;               // `leak`; SARIF's ruleId, and what `custody-ignore[leak]` names
  llvm::StringLiteral one;              // "1 leak"
  llvm::StringLiteral many;             // "3 leaks"
  llvm::StringLiteral title;            // a few words, for a list of rules
  llvm::StringLiteral help;             // Markdown: what it is, why it matters, how it is mended
  llvm::StringLiteral cwe;              // "CWE-401", or empty
  llvm::StringLiteral severity;         // SARIF's level: error, warning or note
  llvm::StringLiteral securitySeverity; // as GitHub reads it, 0.0 to 10.0
  llvm::StringLiteral precision;        // very-high, high, medium, low
};

llvm::ArrayRef<KindInfo> allKinds();
const KindInfo &infoOf(Kind kind);
std::optional<Kind> kindNamed(llvm::StringRef id);

} // namespace custody::report
