#include "cli/command_line.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace custody::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

CommandLine parsed(std::vector<const char *> arguments, CommandBit command = Dump) {
  llvm::Expected<CommandLine> line = parseCommandLine(arguments, command, "dump");
  if (!line) {
    ADD_FAILURE() << llvm::toString(line.takeError());
    return {};
  }
  return *line;
}

std::string problem(std::vector<const char *> arguments, CommandBit command = Dump) {
  llvm::Expected<CommandLine> line = parseCommandLine(arguments, command, "dump");
  return line ? "none" : llvm::toString(line.takeError());
}

TEST(CommandLine, EveryFormOfAValue) {
  for (std::vector<const char *> arguments :
       {std::vector{"-j", "4", "--format=json", "a.c"}, std::vector{"-j4", "--format", "json", "a.c"},
        std::vector{"a.c", "-j4", "--format=json"}}) {
    CommandLine line = parsed(arguments);
    EXPECT_EQ(line.value(Opt::Jobs), "4");
    EXPECT_EQ(line.value(Opt::DumpFormat), "json");
    EXPECT_THAT(line.operands, ElementsAre("a.c"));
  }
}

// LLVM searches its table by a binary search: a row out of order would not be found.
TEST(CommandLine, EveryOptionIsFound) {
  for (const OptionSpec &option : OptionTable) {
    std::string spelling = option.spelling.str();
    // A spelling may mean different things to different commands.
    auto command = static_cast<CommandBit>(option.commands & -option.commands);
    CommandLine line =
        option.takesValue() ? parsed({spelling.c_str(), "x"}, command) : parsed({spelling.c_str()}, command);
    EXPECT_TRUE(line.has(option.id)) << spelling;
    if (option.takesValue() && option.isLong()) {
      std::string joined = option.joined.str() + "x=y";
      EXPECT_EQ(parsed({joined.c_str()}, command).value(option.id), "x=y") << spelling;
    }
  }
}

TEST(CommandLine, WhatFollowsTheDashesIsUntouched) {
  CommandLine line = parsed({"a.c", "--", "-j", "--format=x", "--", "-I."});
  EXPECT_TRUE(line.hasDashes);
  EXPECT_FALSE(line.has(Opt::Jobs));
  EXPECT_THAT(line.afterDashes, ElementsAre("-j", "--format=x", "--", "-I."));
}

TEST(CommandLine, TheLastValueCountsAndAllAreKept) {
  CommandLine line = parsed({"--function=f", "--function=g"});
  EXPECT_EQ(line.value(Opt::Function), "g");
  EXPECT_THAT(line.values(Opt::Function), ElementsAre("f", "g"));
  EXPECT_EQ(line.value(Opt::File, "none"), "none");
}

TEST(CommandLine, MistakesAreExplained) {
  EXPECT_EQ(problem({"--statz"}), "unknown option '--statz' of 'custody dump'; did you mean '--stats'?");
  EXPECT_EQ(problem({"--forma=json"}), "unknown option '--forma=json' of 'custody dump'; did you mean '--format'?");
  EXPECT_THAT(problem({"--quite-another"}), HasSubstr("'custody help dump' lists them"));
  EXPECT_EQ(problem({"-j"}), "option '-j' needs a value");
  EXPECT_EQ(problem({"--format"}), "option '--format' needs a value");
}

TEST(CommandLine, OptionsOfOtherCommandsAreUnknown) {
  EXPECT_THAT(problem({"--engine=path"}), HasSubstr("unknown option '--engine=path' of 'custody dump'"));
  EXPECT_THAT(problem({"--callgraph"}, Check), HasSubstr("unknown option '--callgraph'"));
}

} // namespace
} // namespace custody::cli
