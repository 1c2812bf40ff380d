#include "driver/manifest.h"
#include "gtest/gtest.h"

namespace custody::driver {
namespace {

FileVersions version(llvm::StringRef content) {
  return {{"/src/a.c", support::hashOf(content)}, {"/usr/include/with a space.h", support::hashOf("h")}};
}

TEST(Manifest, PrintsAndParsesBack) {
  Manifest manifest;
  manifest.add(version("one"));
  manifest.add({});
  manifest.add(version("two"));
  std::optional<Manifest> parsed = parseManifest(printManifest(manifest));
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->versions, manifest.versions);
  EXPECT_EQ(parsed->versions.front(), version("two"));
}

TEST(Manifest, AVersionSeenAgainMovesToTheFront) {
  Manifest manifest;
  manifest.add(version("one"));
  manifest.add(version("two"));
  manifest.add(version("one"));
  ASSERT_EQ(manifest.versions.size(), 2u);
  EXPECT_EQ(manifest.versions.front(), version("one"));
}

TEST(Manifest, TheOldestVersionsGiveWay) {
  Manifest manifest;
  for (int i = 0; i < 20; ++i)
    manifest.add(version(std::to_string(i)));
  ASSERT_EQ(manifest.versions.size(), Manifest::MaxVersions);
  EXPECT_EQ(manifest.versions.front(), version("19"));
}

TEST(Manifest, GarbageIsNoManifest) {
  EXPECT_FALSE(parseManifest("hello\n\n"));
  EXPECT_FALSE(parseManifest(support::toHex(support::hashOf("x")) + "\n\n"));
  EXPECT_FALSE(parseManifest(support::toHex(support::hashOf("x")) + " /a.c\n")) << "the version is not ended";
}

TEST(Manifest, ResultsAreNamedByUnitAndContents) {
  support::Hash unit = support::hashOf("unit");
  EXPECT_EQ(resultKey(unit, version("one")), resultKey(unit, version("one")));
  EXPECT_NE(resultKey(unit, version("one")), resultKey(unit, version("two")));
  EXPECT_NE(resultKey(unit, version("one")), resultKey(support::hashOf("other"), version("one")));
}

} // namespace
} // namespace custody::driver
