// The solver's solution becomes regions and sets of regions, numbered by object and offset.
#include "program/points_to_builder.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::program {

PointsTo PointsToBuilder::finish() {
  PointsTo result;
  result.program = &program;
  result.layouts = &layouts;
  result.keys.emplace(solver.fieldKeys());
  result.objects = std::move(objects);
  result.globalObjects = std::move(globalObjects);
  result.literals = literals;
  result.varBase = std::move(varBase);
  result.stepCount = solver.steps();
  result.coarse = solver.isCoarse();
  for (uint32_t f = 0; f < program.numFunctions(); ++f)
    result.addressTaken.push_back(solver.isAddressTaken(objectOf(ProgFuncId(f))));
  finishRegions(result);
  finishContents(result);
  finishSites(result);
  return result;
}

void PointsToBuilder::finishRegions(PointsTo &result) {
  for (ObjectId object = 0; object < solver.numObjects(); ++object) {
    result.isDividedByField.push_back(!solver.hasType(object));
    result.objectEscaped.push_back(solver.isEscaped(object));
    result.firstRegion.push_back(result.regionTable.size());
    if (solver.kind(object) == Solver::ObjectKind::External)
      result.regionTable.push_back({object, 0, 0});
    else if (solver.kind(object) != Solver::ObjectKind::Block)
      for (uint32_t offset : solver.offsets(object))
        result.regionTable.push_back({object, offset, 0});
  }
  result.firstRegion.push_back(result.regionTable.size());
}

// Merged nodes share their set, and most others hold what some other node holds.
void PointsToBuilder::finishContents(PointsTo &result) {
  struct Set {
    NodeId node;
    uint32_t index;
  };
  llvm::DenseMap<NodeId, uint32_t> setOfNode;
  llvm::DenseMap<uint64_t, Set> setOfHash;
  result.setTable.emplace_back();
  auto findSet = [&](NodeId node) {
    const PointerSet &pointees = solver.pointees(node);
    const Set next{node, uint32_t(result.setTable.size())};
    const Set known = setOfHash.try_emplace(pointees.hash(), next).first->second;
    if (known.index != next.index && solver.pointees(known.node) == pointees)
      return known.index;
    result.setTable.push_back(regionSet(result, pointees));
    return next.index;
  };
  for (PointsTo::Region &region : result.regionTable) {
    NodeId node = solver.findContent(region.object, region.offset);
    if (node == Solver::None || solver.pointees(node).empty())
      continue;
    auto [entry, isNew] = setOfNode.try_emplace(solver.find(node), 0);
    if (isNew)
      entry->second = findSet(node);
    region.contents = entry->second;
  }
}

RegionSet PointsToBuilder::regionSet(const PointsTo &result, const PointerSet &pointees) const {
  llvm::SmallVector<RegionId, 4> ids;
  ids.reserve(pointees.count());
  for (LocationId id : pointees) {
    const Solver::Location &location = solver.location(id);
    ids.push_back(location.object == Solver::External ? RegionId::external()
                                                      : result.regionOf(location.object, location.offset));
  }
  return RegionSet::from(std::move(ids));
}

void PointsToBuilder::finishSites(PointsTo &result) {
  std::map<std::vector<ProgFuncId>, uint32_t> known;
  std::vector<uint32_t> setOfGroup(groups.size(), Solver::None);
  auto intern = [&](std::vector<ProgFuncId> targets) {
    llvm::sort(targets);
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    auto [entry, isNew] = known.try_emplace(std::move(targets), result.targetTable.size());
    if (isNew)
      result.targetTable.push_back(entry->first);
    return entry->second;
  };
  result.siteTable.resize(program.numFunctions());
  for (const Site &site : sites) {
    ResolvedSite resolved;
    resolved.stmt = site.at.stmt;
    resolved.kind = site.kind;
    resolved.rule = site.rule;
    resolved.bySignature = site.group != Solver::None && !groups[site.group].targets.empty();
    for (LocationId id : solver.pointees(site.pointer)) {
      resolved.mayBeUnknown |= solver.kind(solver.location(id).object) == Solver::ObjectKind::External;
      break; // External's location is the first of all
    }
    resolved.mayBeUnknown |= site.kind == SiteKind::Indirect && site.found.empty();
    if (resolved.bySignature && !site.found.empty()) {
      std::vector<ProgFuncId> targets = site.found;
      for (const ClassHierarchy::Target &target : groups[site.group].targets)
        targets.push_back(target.function);
      resolved.targetSet = intern(std::move(targets));
    } else if (resolved.bySignature) {
      uint32_t &set = setOfGroup[site.group];
      if (set == Solver::None) {
        std::vector<ProgFuncId> targets;
        for (const ClassHierarchy::Target &target : groups[site.group].targets)
          targets.push_back(target.function);
        set = intern(std::move(targets));
      }
      resolved.targetSet = set;
    } else {
      resolved.targetSet = intern(site.found);
    }
    result.siteTable[site.at.caller.index].push_back(resolved);
  }
  for (std::vector<ResolvedSite> &list : result.siteTable)
    llvm::sort(list, [](const ResolvedSite &a, const ResolvedSite &b) {
      return std::tie(a.stmt, a.kind, a.rule, a.targetSet) < std::tie(b.stmt, b.kind, b.rule, b.targetSet);
    });
}

PointsTo PointsTo::compute(const Program &program, const ClassHierarchy &classes, const Layouts &layouts,
                           const LibraryModel &library, std::optional<uint64_t> budget) {
  return PointsToBuilder(program, classes, layouts, library, budget).run();
}

} // namespace custody::program
