// Problem: a linker sees the objects of one program; a compile database mixes the objects of many. Taking the first
// definition of `usage` for all twenty tools would be wrong in nineteen.
//
// Idea: the linker's precedence first, then nearness.
//   1. An internal symbol is its own entity.
//   2. Of a symbol's definitions, strong ones are entities each. Inline (linkonce) and weak ones stand for each other
//   if
//      the source defines them at the same place; a strong one replaces them. Tentative definitions (common) are one.
//      A body that is only to look at (available_externally) counts if there is nothing else.
//   3. A name means the definition in its own module; else those whose directory shares the longest prefix with the
//      module's; all of them if several are as near.
//   4. What nobody defines is one entity a symbol.
//
// Equal names at different places of the source are different inline functions: two programs may each have a class
// `Parser` with a method `next`. One program cannot (the one-definition rule), so nothing is lost there.
//
// Cost: linear in the number of names, times the number of definitions of names defined more than once.
#include "program/symbols.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <algorithm>

namespace custody::program {

namespace {

using ir::Linkage;

constexpr uint32_t None = ~0u;
constexpr unsigned MaxAliasDepth = 16;

struct Definition {
  uint32_t module, local;
  Linkage linkage;
  uint64_t origin;
  uint32_t leader; // index of the definition that stands for this one
  bool isKept = false;
  uint32_t entity = None;
};

struct Symbol {
  llvm::SmallVector<Definition, 1> definitions;
  uint32_t undefined = None;
};

bool isMergeable(Linkage linkage) {
  return linkage == Linkage::LinkOnce || linkage == Linkage::Weak;
}

bool isStrong(Linkage linkage) {
  return linkage == Linkage::External;
}

class Resolver {
public:
  Resolver(const std::vector<std::vector<LocalSymbol>> &modules,
           const std::vector<std::vector<llvm::StringRef>> &directories, bool severalPrograms)
      : modules(modules), directories(directories), severalPrograms(severalPrograms) {}

  Resolution run() {
    collect();
    for (auto &entry : symbols)
      choose(entry.second);
    makeEntities();
    result.targets.resize(modules.size());
    for (uint32_t m = 0; m < modules.size(); ++m)
      for (uint32_t l = 0; l < modules[m].size(); ++l)
        store(m, resolve(m, l, 0));
    return std::move(result);
  }

private:
  struct Place {
    Symbol *symbol = nullptr;   // none: internal
    uint32_t definition = None; // none: a mere mention
  };

  void store(uint32_t m, const std::vector<uint32_t> &targets) {
    result.targets[m].push_back({uint32_t(result.pool.size()), uint32_t(targets.size())});
    result.pool.insert(result.pool.end(), targets.begin(), targets.end());
  }

  static bool isDefinition(const LocalSymbol &local) {
    return local.isDefined || local.aliasOf != LocalSymbol::NoAlias;
  }

  void collect() {
    places.resize(modules.size());
    for (uint32_t m = 0; m < modules.size(); ++m) {
      places[m].resize(modules[m].size());
      for (uint32_t l = 0; l < modules[m].size(); ++l)
        collect(m, l);
    }
  }

  void collect(uint32_t m, uint32_t l) {
    const LocalSymbol &local = modules[m][l];
    if (local.linkage == Linkage::Internal || local.name.empty())
      return;
    Symbol &symbol = symbols[local.name];
    places[m][l].symbol = &symbol;
    if (!isDefinition(local))
      return;
    places[m][l].definition = symbol.definitions.size();
    symbol.definitions.push_back({m, l, local.linkage, local.origin, uint32_t(symbol.definitions.size())});
  }

  // Which definitions of a symbol stand for themselves, and which are kept.
  void choose(Symbol &symbol) {
    auto &all = symbol.definitions;
    for (uint32_t i = 0; i < all.size(); ++i)
      all[i].leader = leaderOf(all, i);
    bool hasStrong = llvm::any_of(all, [](const Definition &d) { return isStrong(d.linkage); });
    bool hasMergeable = llvm::any_of(all, [](const Definition &d) { return isMergeable(d.linkage); });
    bool hasCommon = llvm::any_of(all, [](const Definition &d) { return d.linkage == Linkage::Common; });
    for (uint32_t i = 0; i < all.size(); ++i) {
      Definition &d = all[i];
      if (d.leader != i)
        continue;
      if (isStrong(d.linkage))
        d.isKept = true;
      else if (isMergeable(d.linkage))
        d.isKept = !hasStrong || (severalPrograms && !hasStrongAt(all, d.origin));
      else if (d.linkage == Linkage::Common)
        d.isKept = !hasStrong && !hasMergeable;
      else
        d.isKept = !hasStrong && !hasMergeable && !hasCommon;
    }
  }

  static uint32_t leaderOf(llvm::ArrayRef<Definition> all, uint32_t index) {
    const Definition &d = all[index];
    if (isStrong(d.linkage))
      return index;
    for (uint32_t i = 0; i < index; ++i) {
      bool sameRank =
          isMergeable(d.linkage) ? isMergeable(all[i].linkage) && sameOrigin(all[i], d) : all[i].linkage == d.linkage;
      if (all[i].leader == i && sameRank)
        return i;
    }
    return index;
  }

  static bool sameOrigin(const Definition &a, const Definition &b) {
    return a.origin == b.origin || !a.origin || !b.origin;
  }

  static bool hasStrongAt(llvm::ArrayRef<Definition> all, uint64_t origin) {
    return origin && llvm::any_of(all, [&](const Definition &d) { return isStrong(d.linkage) && d.origin == origin; });
  }

  // Numbers entities in the order of modules and their tables, whatever the hash table's order is.
  void makeEntities() {
    for (uint32_t m = 0; m < modules.size(); ++m)
      for (uint32_t l = 0; l < modules[m].size(); ++l)
        makeEntity(m, l);
  }

  void makeEntity(uint32_t m, uint32_t l) {
    const LocalSymbol &local = modules[m][l];
    Place place = places[m][l];
    if (local.aliasOf != LocalSymbol::NoAlias)
      return;
    if (!place.symbol) {
      internals.push_back({m, l, add({m, l, local.isDefined, false})});
    } else if (place.definition != None) {
      Definition &d = place.symbol->definitions[place.definition];
      if (d.isKept)
        d.entity = add({m, l, true, d.linkage == Linkage::Weak});
    } else if (place.symbol->undefined == None &&
               llvm::none_of(place.symbol->definitions, [](const Definition &d) { return d.isKept; })) {
      place.symbol->undefined = add({m, l, false, false});
    }
  }

  uint32_t add(Entity entity) {
    result.entities.push_back(entity);
    return result.entities.size() - 1;
  }

  std::vector<uint32_t> resolve(uint32_t m, uint32_t l, unsigned depth) {
    if (depth > MaxAliasDepth)
      return {mention(m, l)};
    const LocalSymbol &local = modules[m][l];
    Place place = places[m][l];
    if (!place.symbol)
      return local.aliasOf != LocalSymbol::NoAlias ? resolve(m, local.aliasOf, depth + 1)
                                                   : std::vector{internalEntity(m, l)};
    std::vector<uint32_t> chosen = chooseTargets(m, place);
    std::vector<uint32_t> out;
    for (uint32_t index : chosen) {
      const Definition &d = place.symbol->definitions[index];
      uint32_t aliasOf = modules[d.module][d.local].aliasOf;
      if (aliasOf == LocalSymbol::NoAlias) {
        out.push_back(d.entity);
      } else {
        std::vector<uint32_t> targets = resolve(d.module, aliasOf, depth + 1);
        out.insert(out.end(), targets.begin(), targets.end());
      }
    }
    if (out.empty())
      out.push_back(mention(m, l));
    llvm::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }

  // The definitions that a name of module `m` means.
  std::vector<uint32_t> chooseTargets(uint32_t m, Place place) {
    const auto &all = place.symbol->definitions;
    std::vector<uint32_t> strong, kept;
    for (uint32_t i = 0; i < all.size(); ++i) {
      if (!all[i].isKept)
        continue;
      kept.push_back(i);
      if (isStrong(all[i].linkage))
        strong.push_back(i);
    }
    if (place.definition == None)
      return nearest(m, all, kept);
    const Definition &own = all[all[place.definition].leader];
    if (!own.isKept)
      return nearest(m, all, kept);
    uint32_t leader = all[place.definition].leader;
    if (own.linkage != Linkage::Weak || strong.empty())
      return {leader};
    std::vector<uint32_t> both = nearest(m, all, strong);
    both.push_back(leader);
    return both;
  }

  std::vector<uint32_t> nearest(uint32_t m, llvm::ArrayRef<Definition> all, const std::vector<uint32_t> &candidates) {
    if (candidates.size() <= 1)
      return candidates;
    std::vector<uint32_t> best;
    size_t bestLength = 0;
    for (uint32_t index : candidates) {
      size_t length = commonPrefix(directories[m], directories[all[index].module]);
      if (best.empty() || length > bestLength) {
        best.clear();
        bestLength = length;
      }
      if (length == bestLength)
        best.push_back(index);
    }
    return best;
  }

  static size_t commonPrefix(llvm::ArrayRef<llvm::StringRef> a, llvm::ArrayRef<llvm::StringRef> b) {
    return std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin();
  }

  uint32_t internalEntity(uint32_t m, uint32_t l) const {
    auto found = std::lower_bound(internals.begin(), internals.end(), std::pair(m, l),
                                  [](const Internal &i, auto key) { return std::pair(i.module, i.local) < key; });
    return found->entity;
  }

  // Aliases of nothing, or of each other.
  uint32_t mention(uint32_t m, uint32_t l) {
    Symbol *symbol = places[m][l].symbol;
    if (!symbol)
      return add({m, l, false, false});
    if (symbol->undefined == None)
      symbol->undefined = add({m, l, false, false});
    return symbol->undefined;
  }

  struct Internal {
    uint32_t module, local, entity;
  };

  const std::vector<std::vector<LocalSymbol>> &modules;
  const std::vector<std::vector<llvm::StringRef>> &directories;
  const bool severalPrograms;
  llvm::StringMap<Symbol> symbols;
  std::vector<std::vector<Place>> places;
  std::vector<Internal> internals; // by module and local index
  Resolution result;
};

} // namespace

Resolution resolveSymbols(const std::vector<std::vector<LocalSymbol>> &modules,
                          const std::vector<std::vector<llvm::StringRef>> &directories, bool severalPrograms) {
  return Resolver(modules, directories, severalPrograms).run();
}

} // namespace custody::program
