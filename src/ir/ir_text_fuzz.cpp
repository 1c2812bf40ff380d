// Whatever the text: parsing ends with a module or an error, and a module that came out goes round by both forms.
#include "ir/binary.h"
#include "ir/parser.h"
#include "ir/printer.h"
#include "ir/stats.h"
#include "ir/verifier.h"
#include <cstdlib>

using namespace custody::ir;

static void require(bool holds, const char *what) {
  if (holds)
    return;
  llvm::errs() << what << '\n';
  std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::Expected<Module> module = parse({reinterpret_cast<const char *>(data), size}, "fuzz.ir");
  if (!module) {
    llvm::consumeError(module.takeError());
    return 0;
  }
  statsOf(*module);
  llvm::Expected<Module> loaded = deserialize(serialize(*module));
  require(bool(loaded) && *loaded == *module, "binary form changed the module");
  bool isValid = verify(*module).empty();
  std::string text = toText(*module);
  if (!isValid)
    return 0;
  llvm::Expected<Module> again = parse(text, "again.ir");
  if (!again) {
    llvm::errs() << text << llvm::toString(again.takeError()) << '\n';
    std::abort();
  }
  std::string second = toText(*again);
  if (second != text)
    llvm::errs() << text << "\n----\n" << second;
  require(second == text, "text form changed the module");
  return 0;
}
