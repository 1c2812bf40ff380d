#include "ir/binary.h"
#include "ir/binary_layout.h"
#include "ir/references.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/xxhash.h"

namespace custody::ir {
namespace {

constexpr llvm::StringLiteral Magic = "CuIR";
constexpr size_t HeaderSize = 24;

uint64_t checksum(llvm::StringRef payload) {
  return llvm::xxh3_64bits(llvm::ArrayRef(payload.bytes_begin(), payload.size()));
}

llvm::Error damaged(const llvm::Twine &how) {
  return llvm::createStringError("heap IR file: " + how);
}

void writeStrings(Writer &writer, const StringTable &strings) {
  writer.number(strings.size());
  for (uint32_t i = 0; i != strings.size(); ++i)
    writer.text(strings[Sym(i)]);
}

// A text that is there twice would shift the numbers of those after it.
void readStrings(Reader &reader, StringTable &strings) {
  uint32_t count;
  reader.number(count);
  for (uint32_t i = 0; i != count && !reader.failed(); ++i)
    if (strings.intern(reader.text()).index != i)
      reader.fail();
}

} // namespace

std::string serialize(const Module &module) {
  Writer writer;
  writer.text(module.name);
  writeStrings(writer, module.strings);
  describe(writer, module);
  std::string payload = writer.take();

  std::string result(HeaderSize, 0);
  std::memcpy(result.data(), Magic.data(), Magic.size());
  llvm::support::endian::write32le(result.data() + 4, BinaryVersion);
  llvm::support::endian::write64le(result.data() + 8, payload.size());
  llvm::support::endian::write64le(result.data() + 16, checksum(payload));
  return result += payload;
}

llvm::Expected<Module> deserialize(llvm::StringRef bytes) {
  if (bytes.size() < HeaderSize || !bytes.starts_with(Magic))
    return damaged("this is none");
  uint32_t version = llvm::support::endian::read32le(bytes.data() + 4);
  if (version != BinaryVersion)
    return damaged("version " + llvm::Twine(version) + ", expected " + llvm::Twine(BinaryVersion));
  llvm::StringRef payload = bytes.drop_front(HeaderSize);
  if (llvm::support::endian::read64le(bytes.data() + 8) != payload.size())
    return damaged("its size is not what it says");
  if (llvm::support::endian::read64le(bytes.data() + 16) != checksum(payload))
    return damaged("its checksum is wrong");

  Module module;
  Reader reader(payload);
  module.name = reader.text().str();
  readStrings(reader, module.strings);
  describe(reader, module);
  if (reader.failed() || !reader.atEnd())
    return damaged("its contents make no sense");
  if (auto fault = findBrokenReference(module))
    return damaged(*fault);
  return std::move(module);
}

} // namespace custody::ir
