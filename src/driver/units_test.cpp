#include "driver/units.h"
#include "support/temporary_dir.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <atomic>

namespace custody::driver {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Units are made by a fake: a module that is only a name, an error for files called `bad…`.
struct UnitsTest : testing::Test {
  support::TemporaryDir dir{"units"};
  std::atomic<unsigned> compiled = 0;
  LoadOptions options;
  std::string progressText;

  UnitsTest() {
    options.maker.compile = [this](const frontend::CompileCommand &command) {
      ++compiled;
      CompiledUnit unit;
      unit.files = {command.directory + "/" + command.file};
      if (llvm::StringRef(command.file).starts_with("bad")) {
        unit.errors = command.file + ":1:1: error: no\n";
        return unit;
      }
      unit.module.emplace();
      unit.module->name = command.file;
      return unit;
    };
  }

  UnitInput source(llvm::StringRef name) {
    std::error_code code;
    llvm::raw_fd_ostream(dir.path(name), code) << name;
    return {{dir.root(), name.str(), {"cc", name.str()}}};
  }

  LoadedUnits load(llvm::ArrayRef<UnitInput> inputs) {
    llvm::raw_string_ostream out(progressText);
    Progress progress(out, 0, inputs.size());
    return loadUnits(inputs, options, progress);
  }

  static std::vector<std::string> names(const LoadedUnits &units) {
    std::vector<std::string> result;
    for (const ir::Module &module : units.modules)
      result.push_back(module.name);
    return result;
  }
};

TEST_F(UnitsTest, ResultsComeInTheOrderOfTheInputs) {
  std::vector<UnitInput> inputs;
  std::vector<std::string> expected;
  for (int i = 0; i < 50; ++i) {
    inputs.push_back(source("unit" + std::to_string(i) + ".c"));
    expected.push_back(inputs.back().command.file);
  }
  for (unsigned jobs : {1u, 2u, 8u}) {
    options.jobs = jobs;
    EXPECT_EQ(names(load(inputs)), expected);
  }
  EXPECT_EQ(progressText, "");
}

TEST_F(UnitsTest, FailuresAreCollectedAndTheRestGoesOn) {
  LoadedUnits units = load({source("a.c"), source("bad1.c"), source("b.c"), source("bad2.c")});
  EXPECT_THAT(names(units), ElementsAre("a.c", "b.c"));
  ASSERT_EQ(units.failures.size(), 2u);
  EXPECT_EQ(units.failures[0].file, "bad1.c");
  EXPECT_EQ(units.failures[1].errors, "bad2.c:1:1: error: no\n");
  EXPECT_EQ(units.parsed, 4u);
}

TEST_F(UnitsTest, ASecondRunParsesNothingButFailures) {
  std::vector<UnitInput> inputs = {source("a.c"), source("bad.c"), source("b.c")};
  for (unsigned expected : {3u, 4u}) {
    Cache cache(dir.path("cache"));
    options.cache = &cache;
    LoadedUnits units = load(inputs);
    EXPECT_THAT(names(units), ElementsAre("a.c", "b.c"));
    EXPECT_EQ(compiled, expected);
    EXPECT_EQ(units.parsed + units.fromCache, 3u);
  }
}

TEST_F(UnitsTest, AnotherToolTrustsNothing) {
  std::vector<UnitInput> inputs = {source("a.c")};
  for (llvm::StringRef tool : {"one", "two"}) {
    Cache cache(dir.path("cache"));
    options.cache = &cache;
    options.maker.tool = support::hashOf(tool);
    EXPECT_EQ(load(inputs).parsed, 1u);
  }
}

TEST_F(UnitsTest, AResultThatIsNoModuleIsToldAndMadeAgain) {
  UnitInput input = source("a.c");
  Cache cache(dir.path("cache"));
  options.cache = &cache;
  cache.keep(compileKey(input.command, options.maker.tool), {dir.path("a.c")}, "not heap IR");
  LoadedUnits units = load({input});
  EXPECT_THAT(names(units), ElementsAre("a.c"));
  ASSERT_EQ(units.complaints.size(), 1u);
  EXPECT_THAT(units.complaints[0], HasSubstr("is damaged"));
  EXPECT_EQ(load({input}).fromCache, 1u);
}

TEST_F(UnitsTest, HeapIrTextIsAnInput) {
  UnitInput bad{{dir.root(), dir.path("bad.hir"), {}}, /*isHeapIr=*/true};
  UnitInput absent{{dir.root(), dir.path("absent.hir"), {}}, /*isHeapIr=*/true};
  source("bad.hir");
  LoadedUnits units = load({bad, absent});
  EXPECT_EQ(units.fromText, 2u);
  ASSERT_EQ(units.failures.size(), 2u);
  EXPECT_THAT(units.failures[0].errors, HasSubstr("bad.hir:1:"));
  EXPECT_THAT(units.failures[1].errors, HasSubstr("absent.hir"));
  EXPECT_EQ(compiled, 0u);
}

} // namespace
} // namespace custody::driver
