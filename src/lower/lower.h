// From Clang's output for one translation unit to heap IR. The entry of the lowering.
#pragma once

#include "ir/module.h"

namespace custody::frontend {
struct ParsedUnit;
}

namespace custody::lower {

// A pure function of the unit. The result passes ir::verify.
ir::Module lowerUnit(frontend::ParsedUnit &unit);

} // namespace custody::lower
