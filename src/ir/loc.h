// Source positions. A position inside a macro has two: where the macro is expanded (file, line, column: what a person
// looks for first), and where the text is spelled (in the macro's record).
#pragma once

#include "ir/ids.h"

namespace custody::ir {

struct Loc {
  FileId file;
  uint32_t line = 0; // 0: no position
  uint32_t column = 0;
  MacroId macro; // none outside macros

  bool valid() const { return line != 0; }
  friend bool operator==(const Loc &, const Loc &) = default;
};

// One expansion site of a macro, as far as it carries statements.
struct Macro {
  Sym name;
  FileId file; // where the text of the statement is spelled: in the macro's body or in its argument
  uint32_t line = 0;
  uint32_t column = 0;

  friend bool operator==(const Macro &, const Macro &) = default;
};

} // namespace custody::ir
