#include "report/excerpt.h"
#include "report/message.h"
#include "report/text.h"
#include "support/printable.h"
#include "support/temporary_dir.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <fstream>

namespace custody::report {
namespace {

using testing::HasSubstr;

TEST(Printable, EverythingIsShownAsWhatItIs) {
  EXPECT_EQ(support::printable("plain größe 名"), "plain größe 名");
  EXPECT_EQ(support::printable("a\x1b[2J\n\t\x7f"), "a<1B>[2J<0A><09><7F>");
  EXPECT_EQ(support::printable("x\xff\xc3"), "x<FF><C3>");
  EXPECT_EQ(support::printable("\u202e"), "<U+202E>");
  EXPECT_EQ(support::firstGlyph("名x").width, 2u);
  EXPECT_EQ(support::firstGlyph("名x").bytes, 3u);
}

class Excerpts : public testing::Test {
protected:
  support::TemporaryDir dir{"excerpt"};

  std::string at(llvm::StringRef line, unsigned column) {
    std::string path = dir.path("a.c");
    std::ofstream(path, std::ios::binary) << line.str() << "\n";
    SourceFiles sources;
    std::optional<support::Excerpt> found = excerptAt({path, 1, column, ""}, sources);
    if (!found)
      return "none";
    return found->code + "\n" + std::string(found->indent, ' ') + std::string(found->length, '^');
  }
};

TEST_F(Excerpts, TheMarkIsUnderTheWord) {
  EXPECT_EQ(at("p = strdup(s);", 5), "p = strdup(s);\n    ^^^^^^");
  EXPECT_EQ(at("p = (s);", 5), "p = (s);\n    ^");
  EXPECT_EQ(at("\tp\t= q;", 4), "        p       = q;\n                ^");
  EXPECT_EQ(at("名 = x(y);", 7), "名 = x(y);\n     ^");
  EXPECT_EQ(at("\xff\xff = x;", 6), "<FF><FF> = x;\n           ^");
}

TEST_F(Excerpts, WithoutAPlaceThereIsNoMark) {
  EXPECT_EQ(at("p = q;", 0), "p = q;\n");
  EXPECT_EQ(at("p = q;", 99), "p = q;\n");
  EXPECT_EQ(at("   ", 1), "none");
}

TEST_F(Excerpts, LongLinesAreCutAroundTheMark) {
  std::string line = std::string(1000000, 'x') + " here " + std::string(1000000, 'y');
  std::string excerpt = at(line, 1000002);
  auto [code, mark] = llvm::StringRef(excerpt).split('\n');
  EXPECT_TRUE(code.starts_with("…x") && code.ends_with("y…")) << code.str();
  EXPECT_LE(code.size(), 120u);
  EXPECT_EQ(code.find("here") - 2, mark.find('^')); // … is three bytes and one column
  EXPECT_LE(at(std::string(1000000, 'x'), 1).size(), 200u);
}

TEST(Message, AsMuchAsIsKnown) {
  Finding finding;
  EXPECT_EQ(messageOf(finding), "memory is lost here");
  finding.allocator = "strdup";
  finding.object = "name";
  EXPECT_EQ(messageOf(finding), "memory allocated by 'strdup' is lost here: 'name' is the last pointer to it");
  finding.kind = Kind::DoubleFree;
  EXPECT_EQ(messageOf(finding), "'name' is freed here a second time");
}

TEST(Message, WhatIsNoMemoryHasItsOwnName) {
  Finding finding;
  finding.resource = "directory stream";
  EXPECT_EQ(messageOf(finding), "the directory stream is lost here");
  finding.allocator = "opendir";
  EXPECT_EQ(messageOf(finding), "the directory stream acquired by 'opendir' is lost here");
  finding.object = "d";
  finding.kind = Kind::DoubleFree;
  EXPECT_EQ(messageOf(finding), "the directory stream 'd' is released here a second time");
  finding.kind = Kind::MismatchedFree;
  EXPECT_EQ(messageOf(finding), "the directory stream 'd', acquired by 'opendir', is released by a function that does "
                                "not belong to it");
}

TEST(Text, CutOffFunctionsAndTheScopeStandAtTheEnd) {
  Report report;
  report.notices = {{Notice::Kind::CutOff, "parse", "more than 10000 steps"}, {Notice::Kind::UnitFailed, "a.c", ""}};
  report.scope = "2 units";
  SourceFiles sources;
  std::string text;
  llvm::raw_string_ostream out(text);
  printText(out, report, {}, sources);
  EXPECT_EQ(text, "1 function was not analysed to the end:\n  parse: more than 10000 steps\n2 units\nnothing found\n");
}

} // namespace
} // namespace custody::report
