// Where is lost what an exception takes the last pointer from?
//
//     int *p = new int;
//     throws(n);            // here: from here on nothing of the function runs but cleanup code
//     delete p;
//   }                       // ... which the compiler puts here, for all calls that may throw
//
// A statement runs on behalf of a call that throws if control comes to it from the call's unwind edge before the
// exception is caught and without a second one.
#pragma once

#include "ir/module.h"

namespace custody::engines {

// `thrower` ends in a call that may throw. Linear in the cleanup code behind it.
bool unwindsFrom(const ir::Module &module, const ir::Function &function, ir::BlockId thrower, ir::StmtId stmt);

} // namespace custody::engines
