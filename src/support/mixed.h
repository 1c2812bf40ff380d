// Quick hashes of numbers, for tables of one run. hash.h has those that name contents.
#pragma once

#include <cstdint>

namespace custody::support {

// Of things that are added one after the other: of those before and one more.
inline uint64_t mixed(uint64_t before, uint64_t thing) {
  const uint64_t key = (before ^ thing) * 0x9E3779B97F4A7C15; // odd, its bits spread
  return key ^ key >> 32;
}

} // namespace custody::support
