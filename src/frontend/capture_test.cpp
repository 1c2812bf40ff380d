#include "frontend/capture.h"

#include "frontend/test_folder.h"
#include "llvm/Support/Program.h"
#include <cstdlib>
#include <gmock/gmock.h>

namespace custody::frontend {
namespace {

using ::testing::HasSubstr;

class CaptureBuild : public TestFolder {
protected:
  void SetUp() override {
    TestFolder::SetUp();
    if (!llvm::sys::findProgramByName("bear") || !llvm::sys::findProgramByName("cc"))
      GTEST_SKIP() << "needs bear and a C compiler";
  }
  llvm::Expected<Capture> build(const std::string &script) {
    return captureBuild({"/bin/sh", "-c", "cd '" + folder.str().str() + "' && " + script});
  }
};

TEST_F(CaptureBuild, HearsTheCompiler) {
  write("a.c", "int main(void) { return 0; }\n");
  auto capture = build("cc -DX=1 -c a.c -o a.o");
  ASSERT_TRUE(bool(capture)) << llvm::toString(capture.takeError());
  EXPECT_EQ(capture->buildStatus, 0);
  ASSERT_EQ(capture->database.commands.size(), 1U);
  EXPECT_EQ(capture->database.commands.front().directory, folder.str());
  EXPECT_THAT(capture->database.commands.front().arguments, ::testing::Contains("-DX=1"));
}

TEST_F(CaptureBuild, GoesOnAfterAFailedBuild) {
  write("a.c", "int main(void) { return 0; }\n");
  auto capture = build("cc -c a.c -o a.o && exit 7");
  ASSERT_TRUE(bool(capture)) << llvm::toString(capture.takeError());
  EXPECT_NE(capture->buildStatus, 0);
  EXPECT_THAT(capture->database.notes, ::testing::Contains(HasSubstr("the build ended with status")));
}

TEST_F(CaptureBuild, SaysThatNothingWasCompiled) {
  auto capture = build("true");
  ASSERT_FALSE(bool(capture));
  EXPECT_THAT(llvm::toString(capture.takeError()), HasSubstr("compiled no C or C++ file"));
}

TEST(CaptureErrors, SayWhatToDo) {
  auto none = captureBuild({});
  ASSERT_FALSE(bool(none));
  EXPECT_THAT(llvm::toString(none.takeError()), HasSubstr("no build command"));

  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  auto noBear = captureBuild({"make"});
  setenv("PATH", path.c_str(), 1);
  ASSERT_FALSE(bool(noBear));
  EXPECT_THAT(llvm::toString(noBear.takeError()), HasSubstr("'bear' is not installed"));
}

} // namespace
} // namespace custody::frontend
