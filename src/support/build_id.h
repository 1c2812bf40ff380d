// What this very program is: a name that changes whenever its code does. Results that are kept between runs are kept
// under it, so that a rebuilt program never trusts what its predecessor wrote.
#pragma once

#include "support/hash.h"

namespace custody::support {

// From the note that the linker puts into an executable; from the executable's bytes where there is none.
Hash buildId();

} // namespace custody::support
