#include "heap/alternatives.h"
#include "heap/cases.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <tuple>

namespace custody::heap {

namespace {

using Names = std::map<NodeId, NodeId>; // of an object: the one that it is

using Places = std::vector<NodeCell>;

// By object: the places that hold it, in order.
std::map<NodeId, Places> holdersOf(const Case &c) {
  std::map<NodeId, Places> holders;
  for (const Write &write : c.writes)
    for (NodeCell target : write.value.targets)
      if (Places &places = holders[target.node]; places.empty() || places.back() != write.cell)
        places.push_back(write.cell);
  return holders;
}

// Can the place hold one pointer only?
bool isOnePlace(const Summary &summary, NodeCell cell) {
  return cell.offset.isExact() && !summary[cell.node].isMany && summary.isOneObject(cell.node);
}

Names findAlternatives(const Summary &summary, const Case &c) {
  const auto holders = holdersOf(c);
  auto isFreed = [&](NodeId node) {
    return llvm::any_of(c.freed, [&](const FreedNode &freed) { return freed.node == node; });
  };
  Names names;
  std::map<std::tuple<Places, llvm::StringRef, bool>, NodeId> first; // by places, family, whether it is many
  for (const AllocatedNode &allocated : c.allocated) {
    const Node &node = summary[allocated.node];
    const auto found = holders.find(allocated.node);
    if (found == holders.end() || isFreed(allocated.node) ||
        !llvm::all_of(found->second, [&](NodeCell place) { return isOnePlace(summary, place); }))
      continue;
    auto [entry, isNew] = first.try_emplace({found->second, node.family, node.isMany}, allocated.node);
    if (!isNew)
      names[allocated.node] = entry->second;
  }
  return names;
}

void rename(Case &c, const Names &names) {
  auto nameOf = [&](NodeId node) {
    const auto entry = names.find(node);
    return entry == names.end() ? node : entry->second;
  };
  for (Write &write : c.writes) {
    write.cell.node = nameOf(write.cell.node);
    for (NodeCell &target : write.value.targets)
      target.node = nameOf(target.node);
    llvm::sort(write.value.targets);
    write.value.targets.erase(llvm::unique(write.value.targets), write.value.targets.end());
  }
  llvm::sort(c.writes, [](const Write &a, const Write &b) { return a.cell < b.cell; });
  std::vector<Write> writes;
  for (Write &write : c.writes) {
    if (!writes.empty() && writes.back().cell == write.cell)
      writes.back().value = join(writes.back().value, write.value);
    else
      writes.push_back(std::move(write));
  }
  c.writes = std::move(writes);
  for (const AllocatedNode &allocated : c.allocated)
    if (const NodeId name = nameOf(allocated.node); name != allocated.node && allocated.mayBeNull)
      llvm::find_if(c.allocated, [&](const AllocatedNode &a) { return a.node == name; })->mayBeNull = true;
  llvm::erase_if(c.allocated, [&](const AllocatedNode &allocated) { return names.count(allocated.node) != 0; });
}

} // namespace

void uniteAlternatives(const Summary &summary, Case &c) {
  if (c.allocated.size() < 2)
    return;
  for (Names names = findAlternatives(summary, c); !names.empty(); names = findAlternatives(summary, c))
    rename(c, names);
}

} // namespace custody::heap
