// Identifiers of the linked program. A module's tables are numbered for themselves; after linking, every entity has one
// dense number for the whole program, so that analyses can keep plain vectors.
#pragma once

#include "ir/ids.h"

namespace custody::program {

using ModuleId = ir::Id<struct ModuleTag>;
using ProgFuncId = ir::Id<struct ProgFuncTag>;
using ProgGlobalId = ir::Id<struct ProgGlobalTag>;
using ProgRecordId = ir::Id<struct ProgRecordTag>;
using ProgTypeId = ir::Id<struct ProgTypeTag>;

} // namespace custody::program
