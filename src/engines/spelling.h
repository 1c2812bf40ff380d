// Expressions and conditions as a person would write them, for reports: `list->next`, "'n' is greater than 3".
#pragma once

#include "ir/module.h"
#include <string>

namespace custody::engines {

// Empty if it has no short name in the source: temporaries, computed pointers.
std::string spellPlace(const ir::Module &module, const ir::Function &function, ir::ExprId place);
std::string spellValue(const ir::Module &module, const ir::Function &function, ir::ExprId value);

// What is known on the branch where the condition has that outcome: "'p' is not null". Empty: nothing worth telling.
std::string spellCondition(const ir::Module &module, const ir::Function &function, ir::ExprId condition, bool outcome);

} // namespace custody::engines
