#include "support/hash.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

namespace custody::support {

std::string toHex(const Hash &hash) {
  return llvm::toHex(hash.bytes, /*LowerCase=*/true);
}

std::optional<Hash> hashFromHex(llvm::StringRef text) {
  std::string decoded;
  if (text.size() != 2 * Hash::Size || !llvm::tryGetFromHex(text, decoded))
    return std::nullopt;
  Hash hash;
  std::copy(decoded.begin(), decoded.end(), hash.bytes.begin());
  if (toHex(hash) != text)
    return std::nullopt;
  return hash;
}

Hasher &Hasher::add(llvm::StringRef part) {
  std::array<uint8_t, 8> length;
  llvm::support::endian::write64le(length.data(), part.size());
  blake.update(length);
  blake.update(part);
  return *this;
}

Hasher &Hasher::add(const Hash &hash) {
  blake.update(hash.bytes);
  return *this;
}

Hash hashOf(llvm::StringRef content) {
  llvm::BLAKE3 blake;
  blake.update(content);
  return Hash{blake.final<Hash::Size>()};
}

} // namespace custody::support
