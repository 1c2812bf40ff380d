// Findings for people, in the manner of a compiler, so that editors can jump to them:
//
//   a.c: in 'check':
//   a.c:7:3: warning: memory allocated by 'strdup' is lost here: 'copy' is the last pointer to it [leak]
//       7 |   return -1;
//         |   ^~~~~~
//   a.c:3:16: note: allocated here by 'strdup'
//       3 |   char *copy = strdup(name);
//         |                ^~~~~~
//   a.c:5:7: note: taking the true branch
//   …
//
// The chain of custody follows as notes; those on one line of the source are one note. Then come the interfaces that
// the finding relies on, and the other places where the same memory is lost.
#pragma once

#include "report/report.h"
#include "llvm/Support/raw_ostream.h"

namespace custody::report {

struct TextOptions {
  bool explain = false;        // why the rank is what it is, who found it, and its fingerprint
  bool showSuppressed = false; // suppressed ones too, with the reason
  bool color = false;
};

// Findings that are suppressed or known are counted, not shown.
void printText(llvm::raw_ostream &out, const Report &report, const TextOptions &options, SourceFiles &sources);

// One finding.
void printText(llvm::raw_ostream &out, const Result &result, const TextOptions &options, SourceFiles &sources);

// Its first line alone, without "warning", for lists: `a.c:7:3: memory … is lost here [leak]`
void printLine(llvm::raw_ostream &out, const Result &result);

} // namespace custody::report
