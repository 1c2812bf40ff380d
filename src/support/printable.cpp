#include "support/printable.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Unicode.h"

namespace custody::support {

static Glyph spelledOut(std::string text, size_t bytes) {
  unsigned width = text.size();
  return {std::move(text), width, bytes};
}

Glyph firstGlyph(llvm::StringRef text) {
  const auto *begin = text.bytes_begin(), *at = begin;
  llvm::UTF32 character = 0;
  if (llvm::convertUTF8Sequence(&at, text.bytes_end(), &character, llvm::strictConversion) != llvm::conversionOK)
    return spelledOut(llvm::formatv("<{0:X-2}>", *begin), 1);
  size_t bytes = at - begin;
  if (character < 0x20 || character == 0x7f)
    return spelledOut(llvm::formatv("<{0:X-2}>", *begin), bytes);
  if (!llvm::sys::unicode::isPrintable(character))
    return spelledOut(llvm::formatv("<U+{0:X-4}>", character), bytes);
  int width = llvm::sys::unicode::columnWidthUTF8(text.take_front(bytes));
  return {text.take_front(bytes).str(), static_cast<unsigned>(std::max(width, 0)), bytes};
}

std::string printable(llvm::StringRef text) {
  std::string result;
  while (!text.empty()) {
    Glyph glyph = firstGlyph(text);
    result += glyph.text;
    text = text.drop_front(glyph.bytes);
  }
  return result;
}

} // namespace custody::support
