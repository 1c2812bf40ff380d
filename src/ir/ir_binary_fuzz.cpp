// Whatever the bytes: loading ends with a module or an error, and a module that came out can be looked at.
#include "ir/binary.h"
#include "ir/parser.h"
#include "ir/printer.h"
#include "ir/stats.h"
#include "ir/verifier.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/xxhash.h"
#include <cstdlib>

using namespace custody::ir;

static void require(bool holds, const char *what) {
  if (holds)
    return;
  llvm::errs() << what << '\n';
  std::abort();
}

// A right header, so that the loader gets past the checksum.
static std::string seal(llvm::StringRef payload) {
  std::string bytes(24, 0);
  std::memcpy(bytes.data(), "CuIR", 4);
  llvm::support::endian::write32le(bytes.data() + 4, BinaryVersion);
  llvm::support::endian::write64le(bytes.data() + 8, payload.size());
  llvm::support::endian::write64le(bytes.data() + 16,
                                   llvm::xxh3_64bits(llvm::ArrayRef(payload.bytes_begin(), payload.size())));
  return bytes + payload.str();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef payload(reinterpret_cast<const char *>(data), size);
  llvm::consumeError(deserialize(payload).takeError());
  llvm::Expected<Module> module = deserialize(seal(payload));
  if (!module) {
    llvm::consumeError(module.takeError());
    return 0;
  }
  statsOf(*module);
  llvm::Expected<Module> again = deserialize(serialize(*module));
  require(bool(again) && *again == *module, "binary form changed the module");
  std::string text = toText(*module);
  if (!verify(*module).empty())
    return 0;
  llvm::Expected<Module> parsed = parse(text, "fuzz.ir");
  if (!parsed)
    llvm::errs() << text << llvm::toString(parsed.takeError()) << '\n';
  require(bool(parsed), "the printed text does not parse");
  std::string second = toText(*parsed);
  if (second != text)
    llvm::errs() << text << "\n----\n" << second;
  require(second == text, "text form changed the module");
  return 0;
}
