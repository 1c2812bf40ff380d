#include "report/results.h"
#include "support/temporary_dir.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <fstream>

namespace custody::report {
namespace {

using testing::ElementsAre;

Finding leak(unsigned allocLine, unsigned lossLine, std::string engine = "summary") {
  Finding finding;
  finding.engine = engine;
  finding.function = "f";
  finding.loss = {"/r/a.c", lossLine, 3, ""};
  finding.allocation = {"/r/a.c", allocLine, 7, ""};
  finding.allocator = "strdup";
  finding.allocFunction = "f";
  return finding;
}

std::vector<Result> resultsOf(std::vector<Finding> findings) {
  SourceFiles sources;
  return makeResults(std::move(findings), "/r", sources);
}

TEST(Results, SeveralExitsAndEnginesAreOneResult) {
  std::vector<Finding> findings = {leak(3, 9), leak(3, 7, "path"), leak(3, 7), leak(3, 8)};
  std::vector<Result> results = resultsOf(findings);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(results[0].finding.loss, (Position{"a.c", 7, 3, ""}));
  EXPECT_THAT(results[0].finding.otherLosses, ElementsAre(Position{"a.c", 8, 3, ""}, Position{"a.c", 9, 3, ""}));
  EXPECT_THAT(results[0].engines, ElementsAre("path", "summary"));
  EXPECT_EQ(results[0].rank, 60u);
  std::reverse(findings.begin(), findings.end());
  EXPECT_EQ(resultsOf(findings), results);
}

TEST(Results, KindsSitesAndFunctionsKeepThemApart) {
  Finding other = leak(3, 7);
  other.function = "g";
  Finding mismatched = leak(3, 7);
  mismatched.kind = Kind::MismatchedFree;
  EXPECT_EQ(resultsOf({leak(3, 7), leak(4, 7), other, mismatched}).size(), 4u);
}

// Lost on one way, freed twice on another: one problem, with the fingerprints that each kind would have alone.
TEST(Results, ALeakAndADoubleFreeOfOneObjectAreOneResult) {
  Finding twice = leak(3, 9);
  twice.kind = Kind::DoubleFree;
  std::vector<Result> results = resultsOf({leak(3, 7), leak(3, 8), twice});
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(results[0].finding.kind, Kind::DoubleFree);
  EXPECT_EQ(results[0].fingerprint, resultsOf({twice})[0].fingerprint);
  ASSERT_EQ(results[0].related.size(), 1u);
  const Related &lost = results[0].related[0];
  EXPECT_EQ(lost.kind, Kind::Leak);
  EXPECT_EQ(lost.loss, (Position{"a.c", 7, 3, ""}));
  EXPECT_THAT(lost.otherLosses, ElementsAre(Position{"a.c", 8, 3, ""}));
  EXPECT_EQ(lost.fingerprint, resultsOf({leak(3, 7)})[0].fingerprint);

  Finding sure = leak(3, 7); // the kind with the higher rank tells the story
  sure.reasons = {{10, "sure"}};
  results = resultsOf({sure, twice});
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(results[0].finding.kind, Kind::Leak);
  EXPECT_EQ(results[0].related[0].kind, Kind::DoubleFree);
  EXPECT_EQ(resultsOf({leak(4, 7), twice}).size(), 2u);
}

// `a = xstrdup(x); b = xstrdup(y);`: one malloc, two things to lose.
TEST(Results, TheSiteIsWhereTheMemoryComesIntoTheLosingFunction) {
  auto through = [](unsigned callLine) {
    Finding finding = leak(100, 7);
    finding.allocFunction = "xstrdup";
    finding.chain = {{Event::Kind::Allocated, finding.allocation, "xstrdup", "allocated here"},
                     {Event::Kind::Handed, {"/r/a.c", callLine, 5, ""}, "f", "returned by 'xstrdup'"}};
    return finding;
  };
  EXPECT_EQ(resultsOf({through(3), through(4)}).size(), 2u);
  EXPECT_EQ(resultsOf({through(3), through(3)}).size(), 1u);
}

// One engine looks into `xstrdup`, the other only sees that it hands memory over: the same leak.
TEST(Results, WhoeverOnlyKnowsWhoHandedItOverMeansTheSame) {
  const Position call = {"/r/a.c", 3, 5, ""};
  Finding deep = leak(100, 7), flat = leak(3, 9, "ownership");
  deep.allocFunction = "xstrdup";
  deep.chain = {{Event::Kind::Allocated, deep.allocation, "xstrdup", "allocated here"},
                {Event::Kind::Handed, call, "f", "returned by 'xstrdup'"}};
  flat.allocation = call;
  flat.chain = {{Event::Kind::Handed, call, "f", "'xstrdup' hands it over"}};
  const std::vector<Result> results = resultsOf({flat, deep});
  ASSERT_EQ(results.size(), 1u);
  EXPECT_THAT(results[0].engines, ElementsAre("ownership", "summary"));
  EXPECT_EQ(resultsOf({deep, flat}), results);
  flat.function = "g";
  flat.chain.front().function = "g";
  EXPECT_EQ(resultsOf({flat, deep}).size(), 2u);
}

TEST(Results, RanksAreKeptBetween0And100AndTheHighestTellsTheStory) {
  Finding high = leak(3, 9), low = leak(3, 7);
  high.reasons = {{70, "sure"}};
  low.reasons = {{-80, "doubtful"}};
  EXPECT_EQ(resultsOf({low})[0].rank, 0u);
  std::vector<Result> results = resultsOf({low, high});
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(results[0].rank, 100u);
  EXPECT_EQ(results[0].finding.loss.line, 9u);
}

TEST(Results, SortedByPlaceOrByRank) {
  Finding first = leak(1, 7), second = leak(2, 8);
  second.reasons = {{5, ""}};
  std::vector<Result> results = resultsOf({second, first});
  EXPECT_EQ(results[0].finding.loss.line, 7u);
  sort(results, SortBy::Rank);
  EXPECT_EQ(results[0].finding.loss.line, 8u);
}

TEST(Results, OnlyWhatIsBelowTheBaseIsRelative) {
  Finding outside = leak(3, 7);
  outside.loss.file = "/rest/./a.c";
  outside.allocation.file = "/r/sub/../b.c";
  Finding finding = resultsOf({outside})[0].finding;
  EXPECT_EQ(finding.loss.file, "/rest/a.c");
  EXPECT_EQ(finding.allocation.file, "sub/../b.c");
}

// Fingerprints and comments need real files.
class InAFile : public testing::Test {
protected:
  support::TemporaryDir dir{"results"};

  std::vector<Result> of(llvm::StringRef text, std::vector<Finding> findings, llvm::StringRef name = "a.c") {
    std::string path = dir.path(name);
    std::ofstream(path, std::ios::binary) << text.str();
    for (Finding &finding : findings)
      finding.loss.file = finding.allocation.file = path;
    SourceFiles sources;
    return makeResults(std::move(findings), "/nowhere", sources);
  }

  std::string fingerprint(llvm::StringRef text, unsigned alloc, unsigned loss, llvm::StringRef name = "a.c") {
    return of(text, {leak(alloc, loss)}, name)[0].fingerprint;
  }

  std::string suppressed(llvm::StringRef text, unsigned alloc, unsigned loss) {
    std::optional<Suppression> found = of(text, {leak(alloc, loss)})[0].suppression;
    return found ? "yes: " + found->reason : "no";
  }
};

TEST_F(InAFile, FingerprintsSurviveEditsElsewhere) {
  std::string before = fingerprint("p = strdup(s);\nreturn 0;\n", 1, 2);
  EXPECT_EQ(fingerprint("\n// more\n\tp = strdup( s );\nint x;\n    return 0;\r\n", 3, 5), before);
  llvm::sys::fs::create_directory(dir.path("sub"));
  EXPECT_EQ(fingerprint("p = strdup(s);\nreturn 0;\n", 1, 2, "sub/a.c"), before);
  EXPECT_NE(fingerprint("p = strdup(t);\nreturn 0;\n", 1, 2), before);
  EXPECT_NE(fingerprint("p = strdup(s);\nreturn 1;\n", 1, 2), before);
  EXPECT_NE(fingerprint("p = strdup(s);\nreturn 0;\n", 1, 2, "b.c"), before);
}

TEST_F(InAFile, EqualFindingsAreNumbered) {
  std::vector<Result> results = of("p = strdup(s);\nreturn 0;\np = strdup(s);\nreturn 0;\n", {leak(1, 2), leak(3, 4)});
  ASSERT_EQ(results.size(), 2u);
  auto [first, one] = llvm::StringRef(results[0].fingerprint).split(':');
  auto [second, two] = llvm::StringRef(results[1].fingerprint).split(':');
  EXPECT_EQ(first, second);
  EXPECT_EQ(one, "1");
  EXPECT_EQ(two, "2");
}

TEST_F(InAFile, CommentsSuppress) {
  EXPECT_EQ(suppressed("p = strdup(s);\nreturn 0;\n", 1, 2), "no");
  EXPECT_EQ(suppressed("p = strdup(s);\nreturn 0; // custody-ignore\n", 1, 2), "yes: ");
  EXPECT_EQ(suppressed("p = strdup(s); /* custody-ignore: for ever */ x();\nreturn 0;\n", 1, 2), "yes: for ever");
  EXPECT_EQ(suppressed("p = strdup(s);\n\n  // custody-ignore: why not\nreturn 0;\n", 1, 4), "yes: why not");
  EXPECT_EQ(suppressed("p = strdup(s);\n  /* custody-ignore */\nreturn 0;\n", 1, 3), "yes: ");
}

TEST_F(InAFile, CommentsSpeakOfTheirOwnLineUnlessTheyStandAlone) {
  EXPECT_EQ(suppressed("p = strdup(s);\n\nq(); // custody-ignore\nreturn 0;\n", 1, 4), "no");
  EXPECT_EQ(suppressed("p = strdup(s);\n\n/* custody-ignore */ q();\nreturn 0;\n", 1, 4), "no");
  EXPECT_EQ(suppressed("p = strdup(s);\n\n// custody-ignore\n\nreturn 0;\n", 1, 5), "no");
}

TEST_F(InAFile, CommentsMayNameKinds) {
  EXPECT_EQ(suppressed("\nreturn 0; // custody-ignore[leak]: ok\n", 1, 2), "yes: ok");
  EXPECT_EQ(suppressed("\nreturn 0; // custody-ignore[double-free, leak]\n", 1, 2), "yes: ");
  EXPECT_EQ(suppressed("\nreturn 0; // custody-ignore[double-free]\n", 1, 2), "no");
  EXPECT_EQ(suppressed("\nreturn 0; // custody-ignore[]\n", 1, 2), "no");
  EXPECT_EQ(suppressed("\nreturn 0; // custody-ignored\n", 1, 2), "no");
  EXPECT_EQ(suppressed("\nreturn custody-ignore;\n", 1, 2), "no");
}

} // namespace
} // namespace custody::report
