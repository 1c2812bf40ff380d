// What functions without a body do, as far as the program model must know: which call back, which keep their arguments,
// which return new memory or one of their arguments.
//
// Problem: points-to, MOD sets and the call graph ask at every call, and ask less than a specification says: neither
// families nor conditions matter to them, but every pointer that may flow does.
//
//     char *strsep(char **stringp, const char *delim) returns *stringp sets *stringp to into *stringp;
//        returnsHeld {0}, stores *0 = *0, writes {0}
//
// Idea: each specification becomes masks of arguments. Facts about places that masks cannot name (`p->f`) are widened:
// the argument escapes, which covers whatever is done to it. Conditions are dropped: what may happen, happens.
//
// A function that is not in the model may do anything: its arguments escape, its result is external, and a function
// whose address it receives may be called. So it is with those of which only attributes are known.
#pragma once

#include "program/function_specs.h"
#include "llvm/ADT/SmallVector.h"

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

// Masks have bit i for argument i.
struct LibraryEffect {
  bool noReturn = false;

  // The result may be any of these. If nothing is said, it is external.
  bool allocates = false;   // each call yields a new object
  bool isFilled = false;    // which comes with pointers in it: a structure of the library, not raw memory
  uint64_t returns = 0;     // the argument, or a pointer into what it points to
  uint64_t returnsHeld = 0; // what `*argument` holds, or a pointer into what that points to
  bool returnsExternal = false;
  int reallocates = -1; // has the contents of what this argument points to, or is the argument

  uint64_t keeps = 0;         // stored where it outlives the call
  uint64_t keepsHeld = 0;     // what `*argument` holds is
  uint64_t writes = 0;        // written through
  uint64_t allocatesInto = 0; // `*argument` holds a new object afterwards
  uint64_t resizes = 0;       // one with the contents of the old
  uint64_t setsExternal = 0;  // `*argument` points to what others own afterwards

  struct Store {
    unsigned into;   // `*into` holds afterwards
    unsigned from;   // this argument, or a pointer into what it points to;
    bool isFromHeld; // or what `*from` holds
  };
  llvm::SmallVector<Store, 1> stores;

  struct Copy {
    int to; // an argument, or -1 for the result
    unsigned from;
  };
  llvm::SmallVector<Copy, 1> copies; // of all that lies there

  std::vector<CallbackRule> callbacks;

  // Pointers are stored somewhere.
  bool storesPointers() const {
    return keeps || keepsHeld || allocatesInto || resizes || setsExternal || !stores.empty() || !copies.empty() ||
           !callbacks.empty();
  }
  bool returnsArgument() const { return returns || returnsHeld || reallocates >= 0; }
  bool returnsNew() const { return allocates && !returnsExternal && !returnsArgument(); }
};

class LibraryModel {
public:
  LibraryModel(const Program &program, const FunctionSpecs &specs);

  // Null for functions with a body, and for those about which too little is known.
  const LibraryEffect *find(ProgFuncId id) const {
    return byFunction[id.index] == None ? nullptr : &effects[byFunction[id.index]];
  }

private:
  static constexpr uint32_t None = ~0U;

  std::vector<LibraryEffect> effects;
  std::vector<uint32_t> byFunction; // into `effects`
};

} // namespace custody::program
