// Ends every temporary at its last use, on every path.
//
// A temporary that lived on would keep a reference that the program has lost. Liveness is computed backward over the
// blocks; a temporary ends behind the last statement that mentions it, or at the entry of the blocks where only another
// branch still needs it. Most temporaries live in one block, and need no dataflow at all.
#pragma once

#include "lower/draft.h"

namespace custody::lower {

void endTemporaries(Draft &draft);

} // namespace custody::lower
