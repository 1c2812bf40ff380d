#include "engines/summary/options.h"
#include <gmock/gmock.h>

using namespace custody::engines::summary;
using testing::HasSubstr;

namespace {

std::string errorOf(std::vector<std::string> settings) {
  llvm::Expected<Options> options = parseOptions(settings);
  return options ? "" : llvm::toString(options.takeError());
}

TEST(SummaryOptionsTest, TheDefaultsAreThePapers) {
  const Options options = llvm::cantFail(parseOptions({}));
  EXPECT_EQ(options.exploreBound, 5u);
  EXPECT_TRUE(options.mergeGlobals);
  EXPECT_TRUE(options.escapeOnAnyPath);
  EXPECT_TRUE(options.freeOnAnyPath);
  EXPECT_TRUE(options.preferAllocatingPaths);
  EXPECT_TRUE(options.loopsRunOnce);
  EXPECT_TRUE(options.siteNames);
}

TEST(SummaryOptionsTest, FlagsAndNumbers) {
  const Options options =
      llvm::cantFail(parseOptions({"loops-run-once=off", "explore-bound=2", "base-steps=7", "exit-leaks=on"}));
  EXPECT_FALSE(options.loopsRunOnce);
  EXPECT_EQ(options.exploreBound, 2u);
  EXPECT_EQ(options.baseSteps, 7u);
  EXPECT_TRUE(options.exitLeaks);
  EXPECT_TRUE(options.siteNames); // others are as they were
}

TEST(SummaryOptionsTest, TheLastOneCounts) {
  EXPECT_TRUE(llvm::cantFail(parseOptions({"site-names=off", "site-names=on"})).siteNames);
}

TEST(SummaryOptionsTest, AnUnknownNameListsTheKnownOnes) {
  const std::string error = errorOf({"explore=3"});
  EXPECT_THAT(error, HasSubstr("no setting 'explore'"));
  EXPECT_THAT(error, HasSubstr("explore-bound"));
  EXPECT_THAT(error, HasSubstr("resources"));
}

TEST(SummaryOptionsTest, WrongValues) {
  for (const char *setting : {"loops-run-once=yes", "loops-run-once", "loops-run-once=1", "explore-bound=on",
                              "explore-bound=0", "explore-bound=-1", "explore-bound=", "max-states=99999999999"})
    EXPECT_THAT(errorOf({setting}), HasSubstr("is no value for")) << setting;
}

} // namespace
