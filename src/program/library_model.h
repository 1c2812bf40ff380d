// What functions without a body do, as far as the program model must know: which call back, which keep their arguments,
// which return new memory or one of their arguments. Data, not code: the specification layer adds to it.
//
// A function that is not in the model may do anything: its arguments escape, its result is external, and a function
// whose address it receives may be called.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <cstdint>
#include <vector>

namespace custody::program {

// The call runs a function that it was given.
struct CallbackRule {
  static constexpr int Unknown = -1;

  unsigned argument = 0; // which argument is the function pointer
  bool inMemory = false; // or points to a structure that holds it, at `offset`
  uint32_t offset = 0;
  llvm::SmallVector<int, 4> passes; // for each parameter of the callback, the argument it receives; or Unknown
  bool isLater = false;             // it runs after the call returns: atexit, signal, another thread
};

struct LibraryEffect {
  bool allocates = false; // each call yields a new object
  bool noReturn = false;
  int returns = -1;    // the argument that is returned, or a pointer into what it points to
  uint64_t keeps = 0;  // bit i: argument i is stored where it outlives the call
  uint64_t writes = 0; // bit i: bytes, but no pointers, are written through argument i
  int storesInto = -1; // a pointer into what argument `storesFrom` points to is written to `*argument`
  int storesFrom = -1;
  std::vector<CallbackRule> callbacks;
};

class LibraryModel {
public:
  void add(llvm::StringRef libraryName, LibraryEffect effect) { effects[libraryName] = std::move(effect); }
  const LibraryEffect *find(llvm::StringRef libraryName) const {
    auto entry = effects.find(libraryName);
    return entry == effects.end() ? nullptr : &entry->second;
  }

  // Functions of ISO C and POSIX that every program uses. Enough to keep `strlen` from spoiling everything.
  static LibraryModel standard();

private:
  llvm::StringMap<LibraryEffect> effects;
};

} // namespace custody::program
