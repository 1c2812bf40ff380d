#include "driver/progress.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <thread>

namespace custody::driver {
namespace {

using testing::ContainsRegex;
using testing::EndsWith;
using testing::HasSubstr;

std::string drawn(unsigned width, llvm::StringRef item) {
  std::string text;
  llvm::raw_string_ostream out(text);
  {
    Progress progress(out, width, 12);
    progress.started(item);
    progress.finished();
  }
  return text;
}

TEST(Progress, NothingWithoutATerminal) {
  EXPECT_EQ(drawn(0, "a.c"), "");
}

TEST(Progress, OneLineErasedAtTheEnd) {
  std::string text = drawn(80, "src/a.c");
  EXPECT_THAT(text, HasSubstr("[0/12] src/a.c"));
  EXPECT_THAT(text, EndsWith("\r\x1b[K"));
  EXPECT_EQ(text.find('\n'), std::string::npos);
}

TEST(Progress, NeverWiderThanTheTerminal) {
  for (unsigned width : {1u, 5u, 8u, 20u}) {
    std::string text = drawn(width, std::string(200, 'x') + "/end.c");
    llvm::StringRef line = llvm::StringRef(text).drop_front(4).split('\r').first;
    EXPECT_LT(line.size(), width) << text;
  }
  EXPECT_THAT(drawn(20, std::string(200, 'x') + "/end.c"), HasSubstr("/end.c"));
}

TEST(Progress, TellsTheRate) {
  std::string text;
  llvm::raw_string_ostream out(text);
  Progress progress(out, 80, 12);
  progress.started("a.c");
  std::this_thread::sleep_for(std::chrono::milliseconds(300)); // longer than it waits between two lines
  progress.finished();
  EXPECT_THAT(text, ContainsRegex("\\[1/12\\] [0-9]+\\.[0-9] units/s  a\\.c"));
}

TEST(Progress, RedrawsSeldom) {
  std::string text;
  llvm::raw_string_ostream out(text);
  Progress progress(out, 80, 1000);
  for (int i = 0; i < 1000; ++i)
    progress.finished();
  EXPECT_LT(llvm::StringRef(text).count('\r'), 50u);
}

} // namespace
} // namespace custody::driver
