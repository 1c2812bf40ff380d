// Any bytes: parsing, indexing, checking and looking up never crash; what parses prints to text that means the same.
#include "specs/commands.h"
#include "specs/describe.h"
#include "specs/index.h"
#include "specs/parser.h"
#include "specs/printer.h"
#include <cstdlib>

using namespace custody::specs;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  const ParseResult first = parseText("fuzz.own", text);
  (void)render(first.diagnostics);
  const std::string printed = print(first.declarations);
  const ParseResult second = parseText("fuzz.own", printed);
  if (!second.diagnostics.empty() || print(second.declarations) != printed)
    abort();

  SpecStore store;
  store.addText("fuzz.own", text, Authority::User);
  for (const FunctionSpec *spec : store.all()) {
    (void)describe(*spec);
    (void)store.find(FunctionQuery(spec->name));
  }
  (void)render(store.diagnostics());
  const SpecStore nothing;
  (void)checkSpecText("fuzz.own", text, nothing);
  (void)showFunction(store, text);
  return 0;
}
