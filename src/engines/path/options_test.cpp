#include "engines/path/options.h"
#include <gmock/gmock.h>

using namespace custody::engines::path;
using testing::HasSubstr;

namespace {

std::string errorOf(std::vector<std::string> settings) {
  llvm::Expected<Options> options = parseOptions(settings);
  return options ? "" : llvm::toString(options.takeError());
}

TEST(PathOptionsTest, TheDefaultsAreThePapers) {
  const Options options = llvm::cantFail(parseOptions({}));
  EXPECT_EQ(options.unroll, 3u);
  EXPECT_FALSE(options.mayAlias);
}

TEST(PathOptionsTest, FlagsAndNumbers) {
  const Options options = llvm::cantFail(parseOptions({"unroll=5", "parameters-alias=on", "max-nodes=7"}));
  EXPECT_EQ(options.unroll, 5u);
  EXPECT_TRUE(options.mayAlias);
  EXPECT_EQ(options.maxNodes, 7u);
}

TEST(PathOptionsTest, ErrorsTellWhatIsKnown) {
  EXPECT_THAT(errorOf({"unrol=5"}), HasSubstr("unroll"));
  EXPECT_NE(errorOf({"unroll=many"}), "");
  EXPECT_NE(errorOf({"parameters-alias=5"}), "");
}

} // namespace
