#include "ir/binary.h"
#include "ir/parser.h"
#include "ir/test_samples.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/xxhash.h"
#include "gmock/gmock.h"

namespace custody::ir {
namespace {

using testing::HasSubstr;

std::string sample() {
  llvm::Expected<Module> module = parse(CompleteSample, "t.ir");
  return serialize(llvm::cantFail(std::move(module)));
}

std::string errorOf(llvm::StringRef bytes) {
  llvm::Expected<Module> module = deserialize(bytes);
  return module ? "no error" : llvm::toString(module.takeError());
}

// Makes the checksum right again, to get past it.
void reseal(std::string &bytes) {
  llvm::StringRef payload = llvm::StringRef(bytes).drop_front(24);
  llvm::support::endian::write64le(bytes.data() + 8, payload.size());
  llvm::support::endian::write64le(bytes.data() + 16,
                                   llvm::xxh3_64bits(llvm::ArrayRef(payload.bytes_begin(), payload.size())));
}

TEST(Binary, keepsTheSample) {
  Module module = llvm::cantFail(parse(CompleteSample, "t.ir"));
  EXPECT_TRUE(llvm::cantFail(deserialize(serialize(module))) == module);
  EXPECT_TRUE(llvm::cantFail(deserialize(serialize(Module()))) == Module());
}

TEST(Binary, everyFlippedBitIsFound) {
  const std::string bytes = sample();
  for (size_t i = 0; i != bytes.size(); ++i)
    for (unsigned bit = 0; bit != 8; ++bit) {
      std::string damaged = bytes;
      damaged[i] = char(damaged[i] ^ (1 << bit));
      ASSERT_THAT(errorOf(damaged), HasSubstr("heap IR file")) << "byte " << i << ", bit " << bit;
    }
}

TEST(Binary, everyTruncationIsFound) {
  const std::string bytes = sample();
  for (size_t size = 0; size != bytes.size(); ++size)
    ASSERT_THAT(errorOf(llvm::StringRef(bytes).take_front(size)), HasSubstr("heap IR file")) << size;
  EXPECT_THAT(errorOf(bytes + "x"), HasSubstr("size"));
}

// Damage under a right checksum: an error or a module, and nothing worse.
TEST(Binary, damageUnderARightChecksum) {
  const std::string bytes = sample();
  for (size_t i = 24; i != bytes.size(); ++i)
    for (uint8_t value : {0x00, 0x01, 0x7f, 0x80, 0xff}) {
      std::string damaged = bytes;
      damaged[i] = char(value);
      reseal(damaged);
      errorOf(damaged);
    }
  for (size_t size = 24; size != bytes.size(); ++size) {
    std::string damaged = bytes.substr(0, size);
    reseal(damaged);
    ASSERT_THAT(errorOf(damaged), HasSubstr("heap IR file")) << size;
  }
}

TEST(Binary, foreignFiles) {
  EXPECT_EQ(errorOf(""), "heap IR file: this is none");
  EXPECT_EQ(errorOf("SQLite format 3 and a lot more of it, long enough"), "heap IR file: this is none");
  std::string newer = sample();
  newer[4] = char(BinaryVersion + 1);
  EXPECT_THAT(errorOf(newer), HasSubstr("version"));
}

} // namespace
} // namespace custody::ir
