#include "report/json_lines.h"
#include "report/kinds.h"
#include "report/sarif.h"
#include "report/stored.h"
#include "report/uri.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace custody::report {
namespace {

using testing::HasSubstr;

// Everything set, so that nothing can be forgotten on the way.
Result whole() {
  Result result;
  Finding &finding = result.finding;
  finding.function = "ns::f";
  finding.loss = {"a b.c", 7, 3, "M"};
  finding.otherLosses = {{"a b.c", 9, 3, ""}};
  finding.object = "p->q";
  finding.allocator = "new[]";
  finding.allocFunction = "g";
  finding.allocation = {"/usr/x.h", 3, 1, ""};
  for (Event::Kind kind : {Event::Kind::Allocated, Event::Kind::Handed, Event::Kind::Stored, Event::Kind::Branch,
                           Event::Kind::Freed, Event::Kind::Lost, Event::Kind::Note})
    finding.chain.push_back({kind, {"a b.c", 5, 2, ""}, "g", "text"});
  finding.interfaces = {{"h", "'h' frees nothing", {"c.c", 1, 1, ""}}};
  finding.reasons = {{20, "sure"}, {-3, "or not"}};
  result.engines = {"path", "summary"};
  result.rank = 67;
  result.fingerprint = "abc:1";
  result.related = {{Kind::DoubleFree, 40, "def:1", "'p' is freed here a second time", {"a b.c", 8, 1, ""}, {}}};
  result.suppression = Suppression{"why", {"a b.c", 6, 1, ""}};
  result.isKnown = true;
  return result;
}

std::string lines(llvm::ArrayRef<Result> results) {
  std::string text;
  llvm::raw_string_ostream out(text);
  writeJsonLines(out, results);
  return text;
}

std::string sarif(std::vector<Result> results) {
  Report report;
  report.results = std::move(results);
  report.hasBaseline = true;
  SourceFiles sources;
  std::string text;
  llvm::raw_string_ostream out(text);
  writeSarif(out, report, {"1.2.3", "/base"}, sources);
  return text;
}

std::vector<Result> read(llvm::StringRef text) {
  llvm::Expected<std::vector<Result>> results = readResults(text, "file");
  if (!results) {
    ADD_FAILURE() << llvm::toString(results.takeError());
    return {};
  }
  return *results;
}

TEST(Stored, BothFormsReadBackUnchanged) {
  std::vector<Result> all;
  for (const KindInfo &info : allKinds()) {
    all.push_back(whole());
    all.back().finding.kind = info.kind;
  }
  Result bare;
  bare.fingerprint = "x:1";
  bare.finding.loss = {"a.c", 1, 0, ""};
  all.push_back(bare);
  EXPECT_EQ(read(lines(all)), all);
  EXPECT_EQ(read(sarif(all)), all);
  EXPECT_TRUE(read("").empty());
}

TEST(Stored, NamesNeedNotBeUtf8) {
  Result result = whole();
  result.finding.object = "\xff\xfe";
  result.finding.loss.macro = "\x80";
  EXPECT_EQ(read(lines({result}))[0].finding.object, "\uFFFD\uFFFD");
  EXPECT_EQ(read(sarif({result}))[0].finding.loss.macro, "\uFFFD");
}

TEST(Stored, SarifKeepsToItsLimits) {
  std::vector<Result> many(MostSarifResults + 2);
  for (size_t i = 0; i < many.size(); ++i) {
    many[i].fingerprint = std::to_string(i);
    many[i].rank = i == 0 || i == 5 ? 10 : 50;
  }
  std::string text = sarif(many);
  EXPECT_THAT(text, HasSubstr("2 results of lower rank were left out: a file holds 25000"));
  std::vector<Result> kept = read(text);
  ASSERT_EQ(kept.size(), MostSarifResults);
  EXPECT_EQ(kept[0].fingerprint, "1");
  EXPECT_EQ(kept[4].fingerprint, "6");

  Result result = whole();
  result.finding.chain.resize(MostSarifSteps + 10, {Event::Kind::Note, {"a.c", 1, 1, ""}, "g", "step"});
  result.finding.chain.back().text = "the last";
  std::vector<Event> chain = read(sarif({result}))[0].finding.chain;
  ASSERT_EQ(chain.size(), MostSarifSteps);
  EXPECT_EQ(chain.back().text, "the last");
}

TEST(Stored, BracketsWithoutEndAreAnError) {
  for (llvm::StringRef begin : {"", "{\n\"runs\":", "\"\\\"\""}) {
    auto results = readResults(begin.str() + std::string(1000000, '['), "file");
    ASSERT_FALSE(results);
    EXPECT_EQ(llvm::toString(results.takeError()), "file: nested too deep to be a result");
  }
  Result result = whole();
  result.finding.object = std::string(1000, '[') + "\"{";
  EXPECT_EQ(read(lines({result})), std::vector{result});
}

TEST(Stored, DifferencesAreByFingerprint) {
  Result same = whole(), moved = whole(), gone = whole(), come = whole(), quiet = whole();
  same.suppression = moved.suppression = gone.suppression = come.suppression = std::nullopt;
  for (Result *result : {&same, &moved, &gone, &come, &quiet})
    result->related.clear();
  moved.finding.loss.line = 99;
  gone.fingerprint = "gone:1";
  come.fingerprint = "come:1";
  quiet.fingerprint = "quiet:1";
  Difference difference = differenceOf({same, gone}, {moved, come, quiet});
  ASSERT_EQ(difference.introduced.size(), 1u);
  EXPECT_EQ(difference.introduced[0].fingerprint, "come:1");
  ASSERT_EQ(difference.fixed.size(), 1u);
  EXPECT_EQ(difference.fixed[0].fingerprint, "gone:1");
  EXPECT_EQ(difference.unchanged, 1u);
}

// Who mends the double free is not told that the leak is new, and who adds one is.
TEST(Stored, RelatedKindsAreComparedForThemselves) {
  Result both = whole(), leak = whole(), twice = whole();
  both.suppression = leak.suppression = twice.suppression = std::nullopt;
  leak.related.clear();
  twice.related.clear();
  twice.finding.kind = Kind::DoubleFree;
  twice.fingerprint = both.related.front().fingerprint;
  const Difference mended = differenceOf({both}, {leak});
  EXPECT_TRUE(mended.introduced.empty());
  ASSERT_EQ(mended.fixed.size(), 1u);
  EXPECT_EQ(mended.fixed[0].finding.kind, Kind::DoubleFree);
  EXPECT_EQ(mended.fixed[0].finding.loss.line, 8u);
  EXPECT_EQ(mended.unchanged, 1u);
  const Difference added = differenceOf({twice}, {both});
  ASSERT_EQ(added.introduced.size(), 1u);
  EXPECT_EQ(added.introduced[0].finding.kind, Kind::Leak);
  EXPECT_TRUE(added.fixed.empty());

  std::vector<Result> results = {leak, twice, both};
  markKnown(results, {both});
  EXPECT_TRUE(results[0].isKnown && results[1].isKnown && results[2].isKnown);
  results = {both};
  markKnown(results, {leak});
  EXPECT_FALSE(results[0].isKnown);
}

TEST(Stored, ABaselineMarksWhatItKnows) {
  std::vector<Result> results = {whole(), whole()};
  results[1].fingerprint = "other:1";
  markKnown(results, {whole()});
  EXPECT_TRUE(results[0].isKnown);
  EXPECT_FALSE(results[1].isKnown);
}

TEST(Uri, ThereAndBack) {
  EXPECT_EQ(uriOf("src/a b%.c"), "src/a%20b%25.c");
  EXPECT_EQ(uriOf("/x/a:b.c"), "file:///x/a%3Ab.c");
  EXPECT_EQ(directoryUri("/"), "file:///");
  EXPECT_EQ(directoryUri("/x"), "file:///x/");
  for (llvm::StringRef path : {"a b%.c", "/x/größe:1.c", "%zz", "\x01\xff"})
    EXPECT_EQ(pathOf(uriOf(path)), path);
  EXPECT_EQ(pathOf("file://host/x.c"), "/x.c");
  EXPECT_EQ(pathOf("file://host"), "");
}

} // namespace
} // namespace custody::report
