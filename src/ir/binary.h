// The binary form: compact, quick to load, for the cache. It keeps a module exactly, numbering included.
//
//     offset  size
//          0     4   magic "CuIR"
//          4     4   BinaryVersion, little endian, as all that follows
//          8     8   size of the payload
//         16     8   XXH3 of the payload
//         24     -   payload: the members of Module in order, numbers as LEB128, ids as index + 1, names once in a
//                    string table, positions and operands as differences from what came before
//
// A file is never believed: size, checksum, every enumerator and every id are checked, and what is left over is an
// error too. So a damaged, foreign, older or newer file gives an error and no module.
#pragma once

#include "ir/module.h"
#include "llvm/Support/Error.h"
#include <string>

namespace custody::ir {

// To be raised with every change of what is stored: also when an enumeration grows.
constexpr uint32_t BinaryVersion = 3;

std::string serialize(const Module &module);

// The result has no broken references.
llvm::Expected<Module> deserialize(llvm::StringRef bytes);

} // namespace custody::ir
