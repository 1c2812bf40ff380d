// The text form of the heap IR, read. Whatever the text is, the result is a module or an error with its place:
//
//     list.ir:12:7: error: expected '=', found 'goto'
//
// A name may be used before the line that declares it, so there are three passes over the tokens: the names of records,
// globals and functions; what they are, and the headers of functions; and the bodies of functions.
#pragma once

#include "ir/module.h"
#include "llvm/Support/Error.h"

namespace custody::ir {

// The result has no broken references, but is not verified further.
llvm::Expected<Module> parse(llvm::StringRef text, llvm::StringRef fileName);

} // namespace custody::ir
