// Text from programs, made fit for a terminal. Names and source lines may hold anything: control characters that move
// the cursor, marks that turn the direction of writing, bytes that are no UTF-8. Each is shown as what it is.
//
//   "a\x1b[2J" → a<1B>[2J      "\u202e" → <U+202E>
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>

namespace custody::support {

// What is shown for one character.
struct Glyph {
  std::string text;
  unsigned width = 0; // in columns of a terminal
  size_t bytes = 0;   // of the source that it stands for
};

// The first character of a text that is not empty. A tab is a character like others here.
Glyph firstGlyph(llvm::StringRef text);

std::string printable(llvm::StringRef text);

} // namespace custody::support
