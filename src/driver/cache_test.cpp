#include "driver/cache.h"
#include "support/temporary_dir.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <thread>

namespace custody::driver {
namespace {

using testing::HasSubstr;

struct CacheTest : testing::Test {
  support::TemporaryDir dir{"cache"};
  std::string cacheDir = dir.path("cache");
  std::string source = dir.path("a.c");
  std::string header = dir.path("a.h");
  support::Hash unit = support::hashOf("unit");

  void SetUp() override {
    writeFile(source, "int f(void);");
    writeFile(header, "int x;");
  }

  static void writeFile(llvm::StringRef path, llvm::StringRef text) {
    std::error_code code;
    llvm::raw_fd_ostream(path, code) << text;
    ASSERT_FALSE(code);
  }

  // Each call stands for a run of its own: hashes are memorised for a run.
  std::string find(std::string *complaint = nullptr) {
    Cache::Found found = Cache(cacheDir).find(unit);
    if (complaint)
      *complaint = found.complaint;
    return found.result ? found.result->content.str() : "";
  }
  void keep(llvm::StringRef result) { Cache(cacheDir).keep(unit, {source, header}, result); }

  std::vector<std::string> files(llvm::StringRef extension) {
    std::vector<std::string> paths;
    std::error_code code;
    for (llvm::sys::fs::recursive_directory_iterator it(cacheDir, code), end; it != end && !code; it.increment(code))
      if (llvm::StringRef(it->path()).ends_with(extension))
        paths.push_back(it->path());
    return paths;
  }
};

TEST_F(CacheTest, FindsWhatWasKept) {
  EXPECT_EQ(find(), "");
  keep("result");
  EXPECT_EQ(find(), "result");
}

TEST_F(CacheTest, AnyChangedFileMakesTheResultStale) {
  keep("result");
  writeFile(header, "int y;");
  EXPECT_EQ(find(), "");
  keep("other");
  EXPECT_EQ(find(), "other");
  writeFile(header, "int x;");
  EXPECT_EQ(find(), "result") << "going back finds the old result again";
}

TEST_F(CacheTest, AVanishedFileMakesTheResultStale) {
  keep("result");
  llvm::sys::fs::remove(header);
  EXPECT_EQ(find(), "");
}

TEST_F(CacheTest, AnotherUnitIsAnother) {
  keep("result");
  unit = support::hashOf("another");
  EXPECT_EQ(find(), "");
}

TEST_F(CacheTest, AFileEditedDuringTheRunIsNotKept) {
  Cache cache(cacheDir);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  writeFile(header, "int edited;");
  cache.keep(unit, {source, header}, "result of who knows which text");
  EXPECT_EQ(find(), "");
  EXPECT_EQ(cache.trouble(), "");
}

TEST_F(CacheTest, DamageIsToldAndMended) {
  for (llvm::StringRef extension : {".ir", ".manifest"}) {
    keep("result");
    ASSERT_EQ(files(extension).size(), 1u);
    writeFile(files(extension).front(), "garbage");
    std::string complaint;
    EXPECT_EQ(find(&complaint), "");
    EXPECT_THAT(complaint, HasSubstr("is damaged (not a file of this kind or version); it is made again"));
    keep("result");
    EXPECT_EQ(find(&complaint), "result");
    EXPECT_EQ(complaint, "");
  }
}

TEST_F(CacheTest, AMissingResultIsMadeAgainInSilence) {
  keep("result");
  llvm::sys::fs::remove(files(".ir").front());
  std::string complaint;
  EXPECT_EQ(find(&complaint), "");
  EXPECT_EQ(complaint, "");
}

TEST_F(CacheTest, ADirectoryThatCannotBeIsToldOnce) {
  cacheDir = source + "/cache";
  Cache cache(cacheDir);
  EXPECT_THAT(cache.trouble(), HasSubstr("results are not kept for the next run: "));
  cache.keep(unit, {source, header}, "result");
  EXPECT_FALSE(cache.find(unit).result);
}

TEST_F(CacheTest, ManyThreadsShareIt) {
  Cache cache(cacheDir);
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 50; ++i) {
        support::Hash key = support::hashOf(std::to_string((t + i) % 10));
        std::string result = "result " + std::to_string((t + i) % 10);
        Cache::Found found = cache.find(key);
        EXPECT_EQ(found.complaint, "");
        EXPECT_TRUE(!found.result || found.result->content == result);
        cache.keep(key, {source, header}, result);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(cache.trouble(), "");
  EXPECT_TRUE(files("tmp/").empty());
}

TEST_F(CacheTest, TheKeyOfAUnitIsAllThatDecides) {
  frontend::CompileCommand command{"/d", "a.c", {"cc", "-c", "a.c"}};
  support::Hash tool = support::hashOf("tool");
  support::Hash key = unitKey(command, tool);
  EXPECT_EQ(unitKey(command, tool), key);
  EXPECT_NE(unitKey(command, support::hashOf("newer tool")), key);
  frontend::CompileCommand other = command;
  other.directory = "/e";
  EXPECT_NE(unitKey(other, tool), key);
  other = command;
  other.arguments.push_back("-DX");
  EXPECT_NE(unitKey(other, tool), key);
}

TEST_F(CacheTest, AFileIsHashedOnceARun) {
  FileHashes hashes;
  std::optional<support::Hash> first = hashes.of(source);
  writeFile(source, "changed");
  EXPECT_EQ(hashes.of(source), first);
  EXPECT_EQ(hashes.of(dir.path("absent")), std::nullopt);
  EXPECT_EQ(hashes.filesRead(), 2u);
}

} // namespace
} // namespace custody::driver
