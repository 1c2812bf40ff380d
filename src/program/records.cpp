#include "program/records.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace custody::program {

namespace {

using ir::TypeKind;

// The form of a field's type: what it is made of, records by name. Pointers are all alike, so this ends.
uint64_t hashType(const ir::Module &module, ir::TypeId id) {
  if (!id)
    return 0;
  const ir::Type &type = module[id];
  switch (type.kind) {
  case TypeKind::Array:
    return llvm::hash_combine(unsigned(type.kind), type.count, hashType(module, type.inner));
  case TypeKind::Record:
    return llvm::hash_combine(unsigned(type.kind), module.text(module[type.record].name));
  case TypeKind::Int:
  case TypeKind::Float:
    return llvm::hash_combine(unsigned(type.kind), type.bits);
  default:
    return unsigned(type.kind) + 1;
  }
}

uint64_t hashLayout(const ir::Module &module, const ir::Record &record) {
  uint64_t hash = llvm::hash_combine(record.kind == ir::RecordKind::Union, record.size);
  for (const ir::Field &field : record.fields)
    hash = llvm::hash_combine(hash, module.text(field.name), field.offsetBits, field.bitWidth,
                              hashType(module, field.type));
  for (const ir::BaseClass &base : record.bases)
    hash = llvm::hash_combine(hash, module.text(module[base.record].name), base.offset, base.isVirtual);
  return hash;
}

class Unifier {
public:
  Unifier(const std::vector<ir::Module> &modules, const std::vector<std::vector<llvm::StringRef>> &directories)
      : modules(modules), directories(directories) {}

  RecordMap run() {
    map.ids.resize(modules.size());
    for (uint32_t m = 0; m < modules.size(); ++m) {
      map.ids[m].resize(modules[m].records.size());
      for (uint32_t r = 0; r < modules[m].records.size(); ++r)
        if (modules[m].records[r].isComplete)
          addComplete(m, r);
    }
    for (uint32_t m = 0; m < modules.size(); ++m)
      for (uint32_t r = 0; r < modules[m].records.size(); ++r)
        if (!modules[m].records[r].isComplete)
          addIncomplete(m, r);
    return std::move(map);
  }

private:
  struct Variant {
    uint64_t layout;
    uint32_t module; // none unless the record belongs to one module
    ProgRecordId id;
  };

  static constexpr uint32_t AnyModule = ~0u;

  uint32_t ownerOf(uint32_t m, llvm::StringRef name) const {
    return name.contains("(anonymous namespace)") ? m : AnyModule;
  }

  void addComplete(uint32_t m, uint32_t r) {
    const ir::Record &record = modules[m].records[r];
    llvm::StringRef name = modules[m].text(record.name);
    uint64_t layout = hashLayout(modules[m], record);
    uint32_t owner = ownerOf(m, name);
    auto &variants = byName[name];
    auto found = llvm::find_if(variants, [&](const Variant &v) { return v.layout == layout && v.module == owner; });
    if (found != variants.end()) {
      join(m, r, found->id);
      return;
    }
    variants.push_back({layout, owner, create(m, r)});
  }

  void addIncomplete(uint32_t m, uint32_t r) {
    llvm::StringRef name = modules[m].text(modules[m].records[r].name);
    uint32_t owner = ownerOf(m, name);
    auto &variants = byName[name];
    const Variant *best = nullptr;
    size_t bestLength = 0;
    for (const Variant &v : variants) {
      if (v.module != owner)
        continue;
      size_t length = nearness(m, v.id);
      if (!best || length > bestLength) {
        best = &v;
        bestLength = length;
      }
    }
    if (best) {
      join(m, r, best->id);
      return;
    }
    variants.push_back({0, owner, create(m, r)});
  }

  size_t nearness(uint32_t m, ProgRecordId id) const {
    size_t best = 0;
    for (auto [module, local] : map.records[id.index].members) {
      const auto &a = directories[m], &b = directories[module.index];
      best = std::max<size_t>(best, std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
      if (module.index == m)
        return ~size_t(0);
    }
    return best;
  }

  ProgRecordId create(uint32_t m, uint32_t r) {
    ProgRecordId id(map.records.size());
    map.records.push_back({ModuleId(m), ir::RecordId(r), {}});
    join(m, r, id);
    return id;
  }

  void join(uint32_t m, uint32_t r, ProgRecordId id) {
    map.records[id.index].members.push_back({ModuleId(m), ir::RecordId(r)});
    map.ids[m][r] = id;
  }

  const std::vector<ir::Module> &modules;
  const std::vector<std::vector<llvm::StringRef>> &directories;
  llvm::StringMap<std::vector<Variant>> byName;
  RecordMap map;
};

} // namespace

RecordMap unifyRecords(const std::vector<ir::Module> &modules,
                       const std::vector<std::vector<llvm::StringRef>> &directories) {
  return Unifier(modules, directories).run();
}

} // namespace custody::program
