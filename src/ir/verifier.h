// What holds for every module, checked. docs/ir.md lists the rules; in short:
//
//   - every id leads somewhere (references.h), and tables are canonical: equal types have one id, link names differ,
//     unused members of a value have their default;
//   - places stand where places are needed and values where values, each expression has a type;
//   - terminators agree with the last statement of their block, edges with their terminator;
//   - a variable is used only between its `begin` and its `end`, on every path, and none is left when the function is
//     left. Parameters and `ret` have begun at entry; temporaries begin when they are first written; `ret` never ends.
//
// Linear in the size of a function, but for a bit per block and variable that lives across blocks.
#pragma once

#include "ir/module.h"
#include <string>
#include <vector>

namespace custody::ir {

// The faults in words, in the order of the module; empty for a valid one. At most a hundred.
std::vector<std::string> verify(const Module &module);

} // namespace custody::ir
