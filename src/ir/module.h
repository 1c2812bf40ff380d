// A translation unit in heap IR: the tables that its functions share.
#pragma once

#include "ir/function.h"
#include "ir/strings.h"
#include "ir/type.h"
#include "llvm/ADT/DenseMap.h"
#include <string>
#include <vector>

namespace custody::ir {

enum class InitKind : uint8_t { Int, FuncAddr, GlobalAddr, Text };

// One scalar of a global's initial value. Bytes that no scalar covers are zero.
struct InitValue {
  uint64_t offset = 0;
  uint32_t size = 0; // bytes
  InitKind kind = InitKind::Int;
  int64_t value = 0;   // Int; the addend of GlobalAddr
  uint32_t entity = 0; // FuncId, GlobalId; Sym of the Text (a character array)

  bool operator==(const InitValue &) const = default;
};

struct Global {
  Sym linkName;
  Sym sourceName; // qualified; of a static local: `function::name`
  TypeId type;
  Linkage linkage = Linkage::External;
  bool isDefined = false;
  bool isConstant = false;
  bool isThreadLocal = false;
  bool isInitKnown = false; // `init` is its value when the program starts
  GlobalId aliasOf;
  uint64_t size = 0; // bytes
  Loc loc;
  std::vector<InitValue> init; // by offset

  bool operator==(const Global &) const = default;
};

struct Module {
  uint32_t pointerSize = 8; // bytes
  std::string name;         // the main source file, as the compile database gives it
  StringTable strings;
  std::vector<Sym> files;
  std::vector<Macro> macros;
  std::vector<Type> types;
  std::vector<Record> records;
  std::vector<Global> globals;
  std::vector<Function> functions; // definitions and declarations
  std::vector<FuncId> startup;     // run before main (global constructors), in order
  std::vector<FuncId> shutdown;    // run at exit (destructor attributes)

  llvm::StringRef text(Sym sym) const { return sym ? strings[sym] : llvm::StringRef(); }
  llvm::StringRef fileName(FileId id) const { return id ? text(files[id.index]) : llvm::StringRef(); }
  const Macro &operator[](MacroId id) const { return macros[id.index]; }
  const Type &operator[](TypeId id) const { return types[id.index]; }
  const Record &operator[](RecordId id) const { return records[id.index]; }
  const Global &operator[](GlobalId id) const { return globals[id.index]; }
  const Function &operator[](FuncId id) const { return functions[id.index]; }

  bool operator==(const Module &) const = default;
};

// Size in bytes; 0 for void, functions and incomplete records.
uint64_t sizeOf(const Module &module, TypeId type);

} // namespace custody::ir
