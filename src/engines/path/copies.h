// Whole pieces of memory: copied, as structures and by memcpy, or filled with a byte.
#pragma once

#include "engines/path/memory.h"

namespace custody::engines::path {

void copyMemory(Memory &memory, const ir::Copy &op);
void fillMemory(Memory &memory, const ir::Fill &op);

// Does the offset lie in the piece that begins there? Without a size it has no end.
bool isWithin(heap::Offset offset, heap::Offset begin, std::optional<uint64_t> size);

} // namespace custody::engines::path
