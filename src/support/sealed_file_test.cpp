#include "support/sealed_file.h"
#include "support/temporary_dir.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

namespace custody::support {
namespace {

struct SealedFileTest : testing::Test {
  TemporaryDir dir{"sealed"};
  std::string path = dir.path("file");

  bool write(llvm::StringRef content) { return !llvm::errorToBool(writeSealed(path, dir.root(), "test 1", content)); }
  std::string bytes() { return (*llvm::MemoryBuffer::getFile(path))->getBuffer().str(); }
  void overwrite(llvm::StringRef text) {
    std::error_code code;
    llvm::raw_fd_ostream(path, code) << text;
    ASSERT_FALSE(code);
  }
};

TEST_F(SealedFileTest, ReadsWhatWasWritten) {
  for (llvm::StringRef content : {llvm::StringRef(), llvm::StringRef("one\ntwo\0three\n", 14)}) {
    ASSERT_TRUE(write(content));
    SealedRead read = readSealed(path, "test 1");
    ASSERT_EQ(read.state, SealState::Whole);
    EXPECT_EQ(read.file.content, content);
  }
}

TEST_F(SealedFileTest, AnAbsentFileIsNoDamage) {
  EXPECT_EQ(readSealed(path, "test 1").state, SealState::Absent);
}

TEST_F(SealedFileTest, EveryTruncationIsSeen) {
  ASSERT_TRUE(write("some content"));
  std::string whole = bytes();
  for (size_t size = 0; size < whole.size(); ++size) {
    overwrite(llvm::StringRef(whole).take_front(size));
    EXPECT_EQ(readSealed(path, "test 1").state, SealState::Damaged) << size;
  }
}

TEST_F(SealedFileTest, EveryFlippedBitIsSeen) {
  ASSERT_TRUE(write("some content"));
  std::string whole = bytes();
  for (size_t bit = 0; bit < whole.size() * 8; ++bit) {
    std::string flipped = whole;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    overwrite(flipped);
    EXPECT_EQ(readSealed(path, "test 1").state, SealState::Damaged) << bit;
  }
}

TEST_F(SealedFileTest, AnotherVersionIsForeign) {
  ASSERT_TRUE(write("some content"));
  SealedRead read = readSealed(path, "test 2");
  EXPECT_EQ(read.state, SealState::Damaged);
  EXPECT_EQ(read.reason, "not a file of this kind or version");
}

TEST_F(SealedFileTest, AFailedWriteIsAnErrorAndLeavesNothing) {
  EXPECT_TRUE(llvm::errorToBool(writeSealed(path, dir.path("nowhere"), "test 1", "x")));
  EXPECT_TRUE(llvm::errorToBool(writeSealed(dir.path("nowhere/file"), dir.root(), "test 1", "x")));
  EXPECT_TRUE(dir.empty());
}

} // namespace
} // namespace custody::support
