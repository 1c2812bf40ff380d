// Content hashes: BLAKE3, cut to 160 bits. A hash names what it was made from; equal names mean equal contents.
// Parts are hashed with their length, so that ("ab", "c") and ("a", "bc") differ.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/BLAKE3.h"
#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>

namespace custody::support {

struct Hash {
  static constexpr size_t Size = 20;
  std::array<uint8_t, Size> bytes{};

  friend auto operator<=>(const Hash &, const Hash &) = default;
};

std::string toHex(const Hash &hash);                   // 40 lower-case digits
std::optional<Hash> hashFromHex(llvm::StringRef text); // none unless it is exactly what toHex writes

class Hasher {
public:
  Hasher &add(llvm::StringRef part);
  Hasher &add(const Hash &hash);
  Hash finish() { return Hash{blake.final<Hash::Size>()}; }

private:
  llvm::BLAKE3 blake;
};

Hash hashOf(llvm::StringRef content);

} // namespace custody::support
