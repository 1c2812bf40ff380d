#include "cli/engines.h"
#include "gtest/gtest.h"

namespace custody::cli {
namespace {

constexpr Engine Some[] = {
    {"summary", "", nullptr, nullptr}, {"path", "", nullptr, nullptr}, {"audit", "", nullptr, nullptr, false}};

std::string problem(llvm::ArrayRef<Engine> engines, llvm::StringRef names) {
  auto chosen = chooseEngines(engines, names);
  return chosen ? "none" : llvm::toString(chosen.takeError());
}

TEST(Engines, DefaultOnesOrThoseThatAreNamed) {
  EXPECT_EQ(llvm::cantFail(chooseEngines(Some, "")).size(), 2u);
  auto chosen = llvm::cantFail(chooseEngines(Some, "path,summary"));
  ASSERT_EQ(chosen.size(), 2u);
  EXPECT_EQ(chosen[0].name, "path");
  EXPECT_EQ(llvm::cantFail(chooseEngines(Some, "audit")).size(), 1u);
}

TEST(Engines, AnUnknownNameListsTheKnownOnes) {
  EXPECT_EQ(problem(Some, "path,magic"), "there is no engine 'magic'; built in: summary, path, audit");
  EXPECT_EQ(problem({}, "magic"), "there is no engine 'magic'; none is built in");
  EXPECT_EQ(problem(Some, "path,"), "there is no engine ''; built in: summary, path, audit");
}

} // namespace
} // namespace custody::cli
