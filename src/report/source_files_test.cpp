#include "report/source_files.h"
#include "support/temporary_dir.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <fstream>

namespace custody::report {
namespace {

using testing::ElementsAre;

std::string write(const support::TemporaryDir &dir, llvm::StringRef name, llvm::StringRef text) {
  std::string path = dir.path(name);
  std::ofstream(path, std::ios::binary) << text.str();
  return path;
}

TEST(SourceFiles, LinesOfEveryKindOfFile) {
  support::TemporaryDir dir("sources");
  SourceFiles sources;
  std::string path = write(dir, "a.c", "one\r\ntwo\n\nfour");
  EXPECT_EQ(sources.line(path, 1), "one");
  EXPECT_EQ(sources.line(path, 2), "two");
  EXPECT_EQ(sources.line(path, 3), "");
  EXPECT_EQ(sources.line(path, 4), "four");
  EXPECT_EQ(sources.line(path, 5), std::nullopt);
  EXPECT_EQ(sources.line(path, 0), std::nullopt);
  EXPECT_EQ(sources.line(write(dir, "empty.c", ""), 1), std::nullopt);
}

TEST(SourceFiles, WhatIsNoFileHasNoLines) {
  support::TemporaryDir dir("sources");
  SourceFiles sources;
  EXPECT_EQ(sources.line(dir.path("absent.c"), 1), std::nullopt);
  EXPECT_EQ(sources.line(dir.root(), 1), std::nullopt);
  EXPECT_EQ(sources.line("/dev/zero", 1), std::nullopt);
  EXPECT_EQ(sources.lineHash(dir.path("absent.c"), 1), "");
}

// The values are those of GitHub's uploader for the same texts.
TEST(SourceFiles, LineHashesAreGitHubs) {
  EXPECT_THAT(lineHashes(""), ElementsAre("c129715d7a2bc9a3:1"));
  EXPECT_THAT(lineHashes(" a\nb\n  \t\tc\n d"),
              ElementsAre("271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"));
  auto greetings = ElementsAre("e9496ae3ebfced30:1", "fb7c023a8b9ccb3f:1", "ce8ba1a563dcdaca:1", "e20e36e16fcb0cc8:1",
                               "b3edc88f2938467e:1", "c8e28b0b4002a3a0:1", "c129715d7a2bc9a3:1");
  EXPECT_THAT(lineHashes(" hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End\n"), greetings);
  EXPECT_THAT(lineHashes(" hello; \t\nworld!!!\r\n\n\r  \t\tGreetings\r End\r\n"), greetings);
  std::string lorem;
  for (int i = 0; i < 10; ++i)
    lorem += "Lorem ipsum dolor sit amet.\n";
  std::vector<std::string> hashes = lineHashes(lorem);
  ASSERT_EQ(hashes.size(), 11u);
  EXPECT_EQ(hashes[0], "a7f2ff13bc495cf2:1");
  EXPECT_EQ(hashes[5], "a7f2ff13bc495cf2:6");
  EXPECT_EQ(hashes[9], "cc97dc7b1d7d8f7b:1");
}

} // namespace
} // namespace custody::report
