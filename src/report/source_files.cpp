#include "report/source_files.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FileSystem.h"
#include <array>

namespace custody::report {

namespace {

constexpr uint64_t LargestFile = 64 << 20; // what is larger was not written by people

std::vector<llvm::StringRef> splitLines(llvm::StringRef text) {
  std::vector<llvm::StringRef> lines;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    lines.push_back(line.ends_with("\r") ? line.drop_back() : line);
    text = rest;
  }
  return lines;
}

std::unique_ptr<llvm::MemoryBuffer> read(llvm::StringRef path) {
  llvm::sys::fs::file_status status;
  if (llvm::sys::fs::status(path, status) || !llvm::sys::fs::is_regular_file(status) || status.getSize() > LargestFile)
    return nullptr;
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  return buffer ? std::move(*buffer) : nullptr;
}

std::vector<uint16_t> utf16(llvm::StringRef text) {
  llvm::SmallVector<llvm::UTF16, 0> units;
  if (!llvm::convertUTF8ToUTF16String(text, units))
    return {text.bytes_begin(), text.bytes_end()};
  return {units.begin(), units.end()};
}

uint64_t power(uint64_t base, size_t exponent) {
  uint64_t result = 1;
  for (size_t i = 0; i < exponent; ++i)
    result *= base;
  return result;
}

// A polynomial in 37 over a window that slides along the text; a line's hash is complete when its first character
// leaves the window.
class LineHasher {
public:
  std::vector<std::string> run(const std::vector<uint16_t> &text) {
    for (uint16_t unit : text)
      character(unit);
    step(EndOfText);
    for (size_t i = 0; i < Window; ++i)
      push(0);
    return std::move(hashes);
  }

private:
  static constexpr size_t Window = 100;
  static constexpr uint64_t Base = 37;
  static constexpr uint16_t EndOfText = 65535;

  // All ends of lines count alike, blanks do not count.
  void character(uint16_t unit) {
    bool endsPair = wasReturn && unit == '\n';
    wasReturn = unit == '\r';
    if (unit == ' ' || unit == '\t' || endsPair)
      return;
    step(unit == '\r' ? '\n' : unit);
  }

  void step(uint16_t unit) {
    emit();
    startsLine[at] = isLineStart;
    isLineStart = unit == '\n';
    shift(unit);
  }

  void push(uint16_t unit) {
    emit();
    shift(unit);
  }

  void emit() {
    if (!startsLine[at])
      return;
    startsLine[at] = false;
    std::string hash = llvm::utohexstr(value, /*LowerCase=*/true);
    unsigned count = ++seen[hash];
    hashes.push_back(hash + ":" + std::to_string(count));
  }

  void shift(uint16_t unit) {
    value = Base * value + unit - firstFactor * window[at];
    window[at] = unit;
    at = (at + 1) % Window;
  }

  const uint64_t firstFactor = power(Base, Window);
  std::array<uint16_t, Window> window{};
  std::array<bool, Window> startsLine{};
  size_t at = 0;
  uint64_t value = 0;
  bool isLineStart = true;
  bool wasReturn = false;
  llvm::StringMap<unsigned> seen;
  std::vector<std::string> hashes;
};

} // namespace

std::vector<std::string> lineHashes(llvm::StringRef text) {
  return LineHasher().run(utf16(text));
}

SourceFiles::File &SourceFiles::open(llvm::StringRef path) {
  auto [entry, isNew] = files.try_emplace(path);
  File &file = entry->second;
  if (isNew && (file.buffer = read(path)))
    file.lines = splitLines(file.buffer->getBuffer());
  return file;
}

std::optional<llvm::StringRef> SourceFiles::line(llvm::StringRef file, unsigned number) {
  const File &found = open(file);
  if (number == 0 || number > found.lines.size())
    return std::nullopt;
  return found.lines[number - 1];
}

std::string SourceFiles::lineHash(llvm::StringRef file, unsigned number) {
  File &found = open(file);
  if (number == 0 || number > found.lines.size())
    return "";
  if (found.hashes.empty())
    found.hashes = lineHashes(found.buffer->getBuffer());
  return number <= found.hashes.size() ? found.hashes[number - 1] : "";
}

} // namespace custody::report
