// Links modules into a Program: orders them, drops copies, unifies records and types, resolves symbols, frees the
// bodies that another copy stands for. The rules of resolution are in symbols.cpp, those of records in records.cpp.
//
// Two modules of one source file that are equal in every detail are one: libtool compiles each file twice, with and
// without -fPIC. If they differ (another -D), both stay.
#include "program/program.h"
#include "program/records.h"
#include "program/symbols.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <numeric>
#include <tuple>

namespace custody::program {

class Linker {
public:
  explicit Linker(std::vector<ir::Module> modules) { program.units = std::move(modules); }

  Program run() {
    orderModules();
    splitDirectories();
    linkRecordsAndTypes();
    linkFunctions(); // from here on every function has its id
    linkGlobals();
    freeDuplicateBodies();
    collectEntryPoints();
    return std::move(program);
  }

private:
  void orderModules() {
    std::vector<uint32_t> order(program.units.size());
    std::iota(order.begin(), order.end(), 0);
    llvm::sort(order, [&](uint32_t a, uint32_t b) {
      return std::tie(program.units[a].name, a) < std::tie(program.units[b].name, b);
    });
    std::vector<ir::Module> kept;
    for (uint32_t index : order) {
      ir::Module &module = program.units[index];
      bool isCopy = false;
      for (size_t i = kept.size(); i-- > 0 && kept[i].name == module.name && !isCopy;)
        isCopy = kept[i] == module;
      if (!isCopy)
        kept.push_back(std::move(module));
    }
    program.units = std::move(kept);
  }

  void splitDirectories() {
    for (const ir::Module &module : program.units) {
      std::vector<llvm::StringRef> parts;
      llvm::StringRef directory = llvm::sys::path::parent_path(module.name);
      for (auto part = llvm::sys::path::begin(directory); part != llvm::sys::path::end(directory); ++part)
        if (*part != ".")
          parts.push_back(*part);
      directories.push_back(std::move(parts));
    }
  }

  void linkRecordsAndTypes() {
    RecordMap map = unifyRecords(program.units, directories);
    program.records = std::move(map.records);
    program.recordMap = std::move(map.ids);
    for (uint32_t m = 0; m < program.units.size(); ++m)
      program.typeMap.push_back(internTypes(program.typeTable, program.units[m], program.recordMap[m]));
  }

  // The file's last component only: the same header is spelled in many ways.
  static uint64_t originOf(const ir::Module &module, const ir::Loc &loc) {
    if (!loc.valid())
      return 0;
    llvm::StringRef file = llvm::sys::path::filename(module.fileName(loc.file));
    return uint64_t(llvm::hash_combine(file, loc.line, loc.column)) | 1;
  }

  template <class Local>
  static LocalSymbol symbolOf(const ir::Module &module, const Local &local) {
    uint32_t alias = local.aliasOf ? local.aliasOf.index : LocalSymbol::NoAlias;
    return {module.text(local.linkName), local.linkage, local.isDefined, alias, originOf(module, local.loc)};
  }

  template <class GetLocals>
  Resolution resolve(GetLocals locals) {
    std::vector<std::vector<LocalSymbol>> table;
    for (const ir::Module &module : program.units) {
      table.emplace_back();
      for (const auto &local : locals(module))
        table.back().push_back(symbolOf(module, local));
    }
    return resolveSymbols(table, directories, countMains() > 1);
  }

  unsigned countMains() const {
    unsigned count = 0;
    for (const ir::Module &module : program.units)
      for (const ir::Function &function : module.functions)
        count += function.isDefined && module.text(function.linkName) == "main";
    return count;
  }

  template <class ProgId>
  static void store(Resolution &&resolution, std::vector<std::vector<Slice>> &slices, std::vector<ProgId> &pool) {
    slices = std::move(resolution.targets);
    for (uint32_t target : resolution.pool)
      pool.push_back(ProgId(target));
  }

  void linkFunctions() {
    Resolution resolution = resolve([](const ir::Module &m) -> auto & { return m.functions; });
    for (const Entity &e : resolution.entities) {
      ProgFuncId id(program.functions.size());
      program.functions.push_back({ModuleId(e.module), ir::FuncId(e.local), e.isDefined, e.isReplaceable});
      program.byLinkName[program.linkName(id)].push_back(id);
    }
    store(std::move(resolution), program.functionSlices, program.functionPool);
  }

  void linkGlobals() {
    Resolution resolution = resolve([](const ir::Module &m) -> auto & { return m.globals; });
    for (const Entity &e : resolution.entities)
      program.globals.push_back({ModuleId(e.module), ir::GlobalId(e.local), e.isDefined});
    store(std::move(resolution), program.globalSlices, program.globalPool);
  }

  void freeDuplicateBodies() {
    std::vector<std::vector<bool>> isKept;
    for (const ir::Module &module : program.units)
      isKept.emplace_back(module.functions.size());
    for (const ProgFunction &f : program.functions)
      isKept[f.module.index][f.local.index] = true;
    for (uint32_t m = 0; m < program.units.size(); ++m)
      for (uint32_t l = 0; l < isKept[m].size(); ++l)
        if (!isKept[m][l])
          freeBody(program.units[m].functions[l]);
  }

  static void freeBody(ir::Function &function) {
    function.isDefined = false;
    function.returnVar = ir::VarId();
    function.params = {};
    function.vars = {};
    function.exprs = {};
    function.lists = {};
    function.stmts = {};
    function.blocks = {};
  }

  void collectEntryPoints() {
    for (ProgFuncId main : program.mains())
      program.hasMain |= program.hasBody(main);
    for (uint32_t m = 0; m < program.units.size(); ++m) {
      addAll(ModuleId(m), program.units[m].startup, program.startupFunctions);
      addAll(ModuleId(m), program.units[m].shutdown, program.shutdownFunctions);
    }
  }

  void addAll(ModuleId module, llvm::ArrayRef<ir::FuncId> locals, std::vector<ProgFuncId> &out) {
    for (ir::FuncId local : locals)
      for (ProgFuncId id : program.resolve(module, local))
        if (!llvm::is_contained(out, id))
          out.push_back(id);
  }

  Program program;
  std::vector<std::vector<llvm::StringRef>> directories;
};

Program Program::link(std::vector<ir::Module> modules) {
  return Linker(std::move(modules)).run();
}

} // namespace custody::program
