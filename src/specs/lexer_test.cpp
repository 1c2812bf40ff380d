// The lexer's tokens, their positions, and what it does with text that is none of ours.
#include "specs/lexer.h"
#include "gtest/gtest.h"

namespace custody::specs {

static std::string spellings(const std::string &text) {
  SourceFile source{"t.own", text};
  std::string out;
  for (const Token &token : lex(source, 0, static_cast<Offset>(text.size())))
    out += (out.empty() ? "" : "|") + (token.kind == TokenKind::End ? "END" : token.text.str());
  return out;
}

TEST(Lexer, splitsLikeC) {
  EXPECT_EQ(spellings("own T *elem;"), "own|T|*|elem|;|END");
  EXPECT_EQ(spellings("a->b ... x[] == -1 && y"), "a|->|b|...|x|[|]|==|-|1|&&|y|END");
  EXPECT_EQ(spellings("std::map<K,std::vector<V>>"), "std|::|map|<|K|,|std|::|vector|<|V|>|>|END");
}

TEST(Lexer, skipsComments) {
  EXPECT_EQ(spellings("a // b\n c /* d \n e */ f"), "a|c|f|END");
}

TEST(Lexer, marksWhatItCannotRead) {
  SourceFile source{"t.own", "a /* open"};
  const auto tokens = lex(source, 0, 9);
  ASSERT_EQ(tokens.size(), 3U);
  EXPECT_EQ(tokens[1].kind, TokenKind::Error);
  EXPECT_EQ(spellings("\"x"), "\"x|END");
  EXPECT_EQ(spellings("@"), "@|END");
}

TEST(Source, countsLinesAndColumns) {
  const SourceFile source{"t.own", "ab\ncd\n"};
  EXPECT_EQ(source.locate(4).line, 2U);
  EXPECT_EQ(source.locate(4).column, 2U);
  EXPECT_EQ(source.lineAt(4), "cd");
  EXPECT_EQ(source.lineAt(100), "");
}

} // namespace custody::specs
