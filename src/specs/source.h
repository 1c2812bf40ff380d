// The text of one specification file, and messages about it.
//
// Problem: a specification is written by people, so each message must point at the text it is about, as a compiler
// does:
//
//     stack.own:3:18: error: expected ')' after the parameters
//     void stack_push(ref stack<T> *s, T e;
//                                         ^
//
// Idea: everything keeps byte offsets into the file's text and nothing else. Line, column and caret are worked out only
// when a message is shown, so that parsing one declaration out of the middle of a file (see index.h) needs no line
// counting. Cost: one pass over the file at the first shown position, a binary search for each.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace custody::specs {

using Offset = uint32_t;

struct LineColumn {
  unsigned line = 1;
  unsigned column = 1;
};

struct SourceFile {
  std::string name;
  std::string text;

  SourceFile() = default;
  SourceFile(llvm::StringRef n, llvm::StringRef t) : name(n.str()), text(t.str()) {}

  LineColumn locate(Offset offset) const;
  // The line around `offset`, without its newline.
  llvm::StringRef lineAt(Offset offset) const;

private:
  // Where each line begins; made at the first question, from whichever thread it comes.
  mutable std::once_flag counted;
  mutable std::vector<Offset> lineStarts;
};

using SourceRef = std::shared_ptr<const SourceFile>;

// Offsets have 32 bits, and a device may have no end.
inline constexpr size_t LargestSource = 64U << 20;

// The error says which file and why.
llvm::Expected<SourceRef> readSource(llvm::StringRef path);

enum class Severity { Error, Warning, Note };

struct Diagnostic {
  Severity severity = Severity::Error;
  SourceRef source;
  Offset offset = 0;
  std::string message;

  // "file:line:col: error: message", the source line and a caret under the column.
  std::string render() const;
};

using Diagnostics = std::vector<Diagnostic>;

bool hasErrors(const Diagnostics &diagnostics);
std::string render(const Diagnostics &diagnostics);

} // namespace custody::specs
