// Writing and reading bytes by one description. A `describe(archive, value)` (binary_layout.h) names the members of a
// value in order; with a Writer it appends them, with a Reader it fills them in. What is written and what is read
// cannot differ, because it is written once.
//
// A Reader never reads past its end. After the first fault it yields zeros and empty sequences, so a description needs
// no checks; the caller asks `failed()` at the end.
#pragma once

#include "ir/module.h"
#include <cstring>
#include <string>

namespace custody::ir {

constexpr uint64_t zigzag(int64_t value) {
  return (uint64_t(value) << 1) ^ uint64_t(value >> 63);
}
constexpr int64_t unzigzag(uint64_t value) {
  return int64_t(value >> 1) ^ -int64_t(value & 1);
}

// What both sides remember of what came before.
struct ArchiveState {
  Loc loc;
  uint32_t nextList = 0;
  uint32_t nextExpr = 0; // statements name the expressions that were made for them, so these rise
};

class Writer : public ArchiveState {
public:
  static constexpr bool IsReader = false;
  template <class T>
  using Ref = const T &;

  std::string take() {
    bytes.resize(used);
    return std::move(bytes);
  }

  void byte(uint8_t value) {
    room();
    bytes[used++] = char(value);
  }
  template <class Int>
  void number(const Int &value) {
    varint(uint64_t(value));
  }
  void signedNumber(const int64_t &value) { varint(zigzag(value)); }
  void signedNumber(const int32_t &value) { varint(zigzag(value)); }
  template <class Tag>
  void id(const Id<Tag> &value) {
    varint(uint32_t(value.index + 1));
  }
  void expr(const ExprId &value) {
    bool isNone = !value;
    varint(isNone ? 0 : 1 + zigzag(int32_t(value.index - nextExpr)));
    if (!isNone)
      nextExpr = value.index;
  }
  // An index that is mostly a little under or over `base`.
  void near(const uint32_t &value, uint32_t base) { varint(zigzag(int32_t(value - base))); }
  template <class Enum>
  void enumerator(const Enum &value, Enum) {
    byte(uint8_t(value));
  }
  template <class... Bools>
  void flags(const Bools &...values) {
    static_assert(sizeof...(values) <= 8);
    unsigned shift = 0;
    uint8_t packed = 0;
    ((packed |= uint8_t(values) << shift++), ...);
    byte(packed);
  }
  void text(llvm::StringRef value) {
    varint(value.size());
    bytes.resize(used);
    bytes.append(value.begin(), value.end());
    used = bytes.size();
  }
  template <class Sequence, class Each>
  void sequence(const Sequence &values, Each each) {
    varint(values.size());
    for (const auto &value : values)
      each(value);
  }
  bool failed() const { return false; }

private:
  std::string bytes;
  size_t used = 0;

  void room() {
    if (bytes.size() - used < 10)
      bytes.resize(std::max<size_t>(4096, bytes.size() * 2));
  }
  void varint(uint64_t value) {
    room();
    while (value >= 0x80) {
      bytes[used++] = char(value | 0x80);
      value >>= 7;
    }
    bytes[used++] = char(value);
  }
};

class Reader : public ArchiveState {
public:
  static constexpr bool IsReader = true;
  template <class T>
  using Ref = T &;

  explicit Reader(llvm::StringRef bytes) : at(bytes.bytes_begin()), end(bytes.bytes_end()) {}

  bool failed() const { return hasFailed; }
  bool atEnd() const { return at == end; }
  void fail() {
    hasFailed = true;
    at = end;
  }

  uint8_t byte() {
    if (at == end) [[unlikely]] {
      fail();
      return 0;
    }
    return *at++;
  }
  template <class Int>
  void number(Int &value) {
    uint64_t wide = varint();
    if (wide > std::numeric_limits<Int>::max()) [[unlikely]]
      fail();
    value = Int(wide);
  }
  void signedNumber(int64_t &value) { value = unzigzag(varint()); }
  void signedNumber(int32_t &value) {
    int64_t wide = unzigzag(varint());
    if (wide != int32_t(wide)) [[unlikely]]
      fail();
    value = int32_t(wide);
  }
  template <class Tag>
  void id(Id<Tag> &value) {
    uint32_t shifted;
    number(shifted);
    value = Id<Tag>(shifted - 1);
  }
  void expr(ExprId &value) {
    uint64_t shifted = varint();
    value = shifted ? ExprId(nextExpr += uint32_t(unzigzag(shifted - 1))) : ExprId();
  }
  void near(uint32_t &value, uint32_t base) { value = base + uint32_t(unzigzag(varint())); }
  template <class Enum>
  void enumerator(Enum &value, Enum last) {
    uint8_t number = byte();
    if (number > uint8_t(last)) [[unlikely]] {
      fail();
      number = 0;
    }
    value = Enum(number);
  }
  template <class... Bools>
  void flags(Bools &...values) {
    uint8_t packed = byte();
    unsigned shift = 0;
    ((values = (packed >> shift++) & 1), ...);
    if (packed >> shift) [[unlikely]]
      fail();
  }
  llvm::StringRef text() {
    uint64_t size = varint();
    if (size > uint64_t(end - at)) [[unlikely]] {
      fail();
      return {};
    }
    llvm::StringRef result(reinterpret_cast<const char *>(at), size);
    at += size;
    return result;
  }
  // Every element takes a byte at least, so a count beyond what is left is a lie.
  template <class Sequence, class Each>
  void sequence(Sequence &values, Each each) {
    uint64_t count = varint();
    if (count > uint64_t(end - at)) [[unlikely]] {
      fail();
      return;
    }
    values.clear();
    values.reserve(std::min<uint64_t>(count, 1 << 16));
    for (uint64_t i = 0; i != count && !hasFailed; ++i)
      each(values.emplace_back());
  }

private:
  const uint8_t *at;
  const uint8_t *end;
  bool hasFailed = false;

  uint64_t varint() {
    if (at != end && *at < 0x80) [[likely]]
      return *at++;
    return longVarint();
  }
  uint64_t longVarint() {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      uint64_t next = byte();
      if (shift == 63 && next > 1)
        break;
      value |= (next & 0x7f) << shift;
      if (next < 0x80)
        return value;
    }
    fail();
    return 0;
  }
};

} // namespace custody::ir
