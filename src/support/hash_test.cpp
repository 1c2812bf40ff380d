#include "support/hash.h"
#include "gtest/gtest.h"

namespace custody::support {
namespace {

TEST(Hash, HexRoundTrips) {
  Hash hash = hashOf("chain of custody");
  EXPECT_EQ(toHex(hash).size(), 40u);
  EXPECT_EQ(hashFromHex(toHex(hash)), hash);
}

TEST(Hash, HexIsStrict) {
  std::string hex = toHex(hashOf("x"));
  EXPECT_FALSE(hashFromHex(""));
  EXPECT_FALSE(hashFromHex(llvm::StringRef(hex).drop_back()));
  EXPECT_FALSE(hashFromHex(hex + "00"));
  EXPECT_FALSE(hashFromHex(std::string(40, 'g')));
  EXPECT_FALSE(hashFromHex(llvm::StringRef(hex).upper()));
}

TEST(Hash, PartsAreKeptApart) {
  Hash split = Hasher().add("ab").add("c").finish();
  EXPECT_EQ(split, Hasher().add("ab").add("c").finish());
  EXPECT_NE(split, Hasher().add("a").add("bc").finish());
  EXPECT_NE(split, Hasher().add("abc").finish());
  EXPECT_NE(split, Hasher().add("c").add("ab").finish());
}

} // namespace
} // namespace custody::support
