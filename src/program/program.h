// The linked program: all translation units as one.
//
// Problem: engines ask "what does this call run", "which variable is this", "are these two structures the same type",
// and the answer crosses files. A compile database also holds more than one program: twenty tools with a `main` each,
// and a `usage` each.
//
//     tools/a/main.c   int main() { usage(); xmalloc(1); }      usage  is tools/a/usage.c's
//     tools/a/usage.c  void usage() {...}                       xmalloc is lib/xmalloc.c's, the only one there is
//     tools/b/main.c   static void usage() {...}                an entity of its own
//     lib/xmalloc.c    void *xmalloc(size_t n) {...}
//
// Idea: one id an entity. Each (module, local id) maps to the entities it may mean: mostly one; several where the
// database defines a symbol twice and neither the file nor the directory decides (link.cpp has the rules). A function
// without a body has an id too: that is where specifications apply.
//
// A Program is a value: it owns the modules and never changes after `link`. Ids depend on the modules' names and
// contents, not on the order in which they arrive.
#pragma once

#include "ir/module.h"
#include "program/ids.h"
#include "program/symbols.h"
#include "program/types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"

namespace custody::program {

struct ProgFunction {
  ModuleId module; // of the body that was kept, or of the first declaration
  ir::FuncId local;
  bool hasBody = false;
  bool isReplaceable = false; // weak: what runs may be another body
};

struct ProgGlobal {
  ModuleId module; // of the definition that was kept, or of the first declaration
  ir::GlobalId local;
  bool isDefined = false;
};

struct ProgRecord {
  ModuleId module; // of the first complete declaration, or the first at all
  ir::RecordId local;
  std::vector<std::pair<ModuleId, ir::RecordId>> members; // every declaration that is this record
};

class Program {
public:
  static Program link(std::vector<ir::Module> modules);

  llvm::ArrayRef<ir::Module> modules() const { return units; }
  const ir::Module &operator[](ModuleId id) const { return units[id.index]; }
  const ProgFunction &operator[](ProgFuncId id) const { return functions[id.index]; }
  const ProgGlobal &operator[](ProgGlobalId id) const { return globals[id.index]; }
  const ProgRecord &operator[](ProgRecordId id) const { return records[id.index]; }
  uint32_t numFunctions() const { return functions.size(); }
  uint32_t numGlobals() const { return globals.size(); }
  uint32_t numRecords() const { return records.size(); }

  const ir::Module &moduleOf(ProgFuncId id) const { return units[functions[id.index].module.index]; }
  const ir::Function &function(ProgFuncId id) const { return moduleOf(id)[functions[id.index].local]; }
  const ir::Module &moduleOf(ProgGlobalId id) const { return units[globals[id.index].module.index]; }
  const ir::Global &global(ProgGlobalId id) const { return moduleOf(id)[globals[id.index].local]; }
  const ir::Module &moduleOf(ProgRecordId id) const { return units[records[id.index].module.index]; }
  const ir::Record &record(ProgRecordId id) const { return moduleOf(id)[records[id.index].local]; }
  bool hasBody(ProgFuncId id) const { return functions[id.index].hasBody; }

  llvm::StringRef linkName(ProgFuncId id) const { return moduleOf(id).text(function(id).linkName); }
  llvm::StringRef sourceName(ProgFuncId id) const; // falls back to the link name
  llvm::StringRef libraryName(ProgFuncId id) const;
  llvm::StringRef linkName(ProgGlobalId id) const { return moduleOf(id).text(global(id).linkName); }
  llvm::StringRef name(ProgRecordId id) const { return moduleOf(id).text(record(id).name); }

  // What a name of a module means: one entity, or the candidates. Never empty. Aliases and thunks are seen through.
  llvm::ArrayRef<ProgFuncId> resolve(ModuleId module, ir::FuncId local) const;
  llvm::ArrayRef<ProgGlobalId> resolve(ModuleId module, ir::GlobalId local) const;
  ProgRecordId resolve(ModuleId module, ir::RecordId local) const;
  ProgTypeId resolve(ModuleId module, ir::TypeId local) const; // none for no type

  // The same, for what a function's body mentions.
  template <class LocalId>
  auto resolve(ProgFuncId in, LocalId local) const {
    return resolve(functions[in.index].module, local);
  }

  const TypeTable &types() const { return typeTable; }

  // By link name, in id order; empty if nobody mentions it.
  llvm::ArrayRef<ProgFuncId> find(llvm::StringRef linkName) const;

  llvm::ArrayRef<ProgFuncId> mains() const { return find("main"); }
  llvm::ArrayRef<ProgFuncId> startup() const { return startupFunctions; }
  llvm::ArrayRef<ProgFuncId> shutdown() const { return shutdownFunctions; }

  // With a main, all code is here except libraries; without, other code may call and change whatever is external.
  bool isClosed() const { return hasMain; }

private:
  friend class Linker;

  std::vector<ir::Module> units;
  std::vector<ProgFunction> functions;
  std::vector<ProgGlobal> globals;
  std::vector<ProgRecord> records;
  TypeTable typeTable;

  std::vector<std::vector<Slice>> functionSlices, globalSlices; // by module, by local id, into the pools
  std::vector<ProgFuncId> functionPool;
  std::vector<ProgGlobalId> globalPool;
  std::vector<std::vector<ProgRecordId>> recordMap;
  std::vector<std::vector<ProgTypeId>> typeMap;
  llvm::StringMap<std::vector<ProgFuncId>> byLinkName;
  std::vector<ProgFuncId> startupFunctions, shutdownFunctions;
  bool hasMain = false;
};

} // namespace custody::program
