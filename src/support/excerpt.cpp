#include "support/excerpt.h"
#include "support/printable.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <vector>

namespace custody::support {

namespace {

constexpr unsigned TabStop = 8;
constexpr unsigned MostColumns = 110;      // of an excerpt
constexpr unsigned MostColumnsBefore = 70; // of them before the mark, if the line is cut
constexpr size_t MostBytesAside = 512;     // on each side of the mark; generated code has lines of a megabyte

struct Cell {
  Glyph glyph;
  size_t byte; // where it stands in the line
};

bool isWordByte(char c) {
  return llvm::isAlnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

bool continuesCharacter(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// The part of the line to look at, as bytes.
std::pair<size_t, size_t> neighbourhood(llvm::StringRef line, size_t mark) {
  size_t begin = mark > MostBytesAside ? mark - MostBytesAside : 0;
  while (begin > 0 && begin < mark && continuesCharacter(line[begin]))
    ++begin;
  size_t end = std::min(line.size(), mark + MostBytesAside);
  while (end > mark && end < line.size() && continuesCharacter(line[end]))
    --end;
  return {begin, end};
}

std::vector<Cell> cellsOf(llvm::StringRef line, size_t begin, size_t end) {
  std::vector<Cell> cells;
  unsigned column = 0;
  for (size_t at = begin; at < end;) {
    Glyph glyph = firstGlyph(line.slice(at, end));
    if (line[at] == '\t') {
      unsigned width = TabStop - column % TabStop;
      glyph = {std::string(width, ' '), width, 1};
    }
    column += glyph.width;
    cells.push_back({glyph, at});
    at += glyph.bytes;
  }
  return cells;
}

unsigned widthOf(llvm::ArrayRef<Cell> cells) {
  unsigned width = 0;
  for (const Cell &cell : cells)
    width += cell.glyph.width;
  return width;
}

// Columns of the cells that begin in a range of bytes.
unsigned widthBetween(llvm::ArrayRef<Cell> cells, size_t begin, size_t end) {
  unsigned width = 0;
  for (const Cell &cell : cells)
    if (cell.byte >= begin && cell.byte < end)
      width += cell.glyph.width;
  return width;
}

Excerpt cut(llvm::ArrayRef<Cell> cells, size_t markBegin, size_t markEnd, bool isCutBefore, bool isCutAfter) {
  if (widthOf(cells) > MostColumns)
    while (widthBetween(cells, 0, markBegin) > MostColumnsBefore) {
      cells = cells.drop_front();
      isCutBefore = true;
    }
  while (widthOf(cells) > MostColumns && cells.back().byte >= markEnd) {
    cells = cells.drop_back();
    isCutAfter = true;
  }
  Excerpt excerpt;
  excerpt.indent = widthBetween(cells, 0, markBegin) + isCutBefore;
  excerpt.length = widthBetween(cells, markBegin, markEnd);
  excerpt.code = isCutBefore ? "…" : "";
  for (const Cell &cell : cells)
    excerpt.code += cell.glyph.text;
  if (isCutAfter)
    excerpt.code += "…";
  return excerpt;
}

} // namespace

unsigned wordLength(llvm::StringRef line, unsigned column) {
  if (column == 0 || column > line.size())
    return 0;
  size_t end = column - 1;
  while (end < line.size() && isWordByte(line[end]))
    ++end;
  return std::max<size_t>(1, end - (column - 1));
}

Excerpt excerptOf(llvm::StringRef line, unsigned column) {
  const unsigned length = wordLength(line, column);
  const size_t mark = length ? column - 1 : 0;
  auto [begin, end] = neighbourhood(line, mark);
  constexpr unsigned LongestMark = 60;
  return cut(cellsOf(line, begin, end), mark, mark + std::min(length, LongestMark), begin > 0, end < line.size());
}

} // namespace custody::support
