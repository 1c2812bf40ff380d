#include "program/mod.h"
#include "ir/visit.h"
#include "program/aliasing.h"

namespace custody::program {

using namespace ir;

static constexpr size_t MaxLookedAt = 16; // targets of a call

ModSets::ModSets(const Program &program, const PointsTo &pointsTo, const CallGraph &graph, const LibraryModel &library)
    : program(&program), pointsTo(&pointsTo), graph(&graph), library(&library),
      parameterMasks(computeWrittenParameters(program, graph, library)) {
  computeRegions();
}

static void add(ModSets::Regions &into, const ModSets::Regions &from) {
  if (into.isAnything)
    return;
  into.regions.add(from.regions);
  into.isAnything |= from.isAnything || into.regions.size() > ModSets::MaxRegions;
  if (into.isAnything)
    into.regions = RegionId::external();
}

static RegionSet without(const PointsTo &pointsTo, const RegionSet &set, ProgFuncId owner) {
  llvm::SmallVector<RegionId, 4> kept;
  for (RegionId id : set) {
    const ObjectInfo &info = pointsTo.object(id);
    if (info.sort != ObjectSort::Variable || info.function != owner)
      kept.push_back(id);
  }
  return RegionSet::from(std::move(kept));
}

void ModSets::computeRegions() {
  byComponent.resize(graph->numComponents());
  for (uint32_t c = 0; c < graph->numComponents(); ++c) {
    Regions &out = byComponent[c];
    for (uint32_t callee : graph->calleeComponents(c))
      add(out, byComponent[callee]);
    for (ProgFuncId id : graph->functionsOf(c)) {
      if (program->hasBody(id))
        add(out, ownWrites(id));
      else if (writesUnknown(id))
        add(out, {RegionId::external(), false});
      for (const CallTargets &call : graph->calls(id))
        if (call.mayBeUnknown)
          add(out, {RegionId::external(), false});
    }
    if (!graph->isRecursive(c) && graph->functionsOf(c).size() == 1)
      out.regions = without(*pointsTo, out.regions, graph->functionsOf(c).front());
  }
}

// Of a function with a body: its statements, and what library functions do for it.
ModSets::Regions ModSets::ownWrites(ProgFuncId id) const {
  Regions out;
  const Aliasing aliasing(*program, pointsTo);
  const Function &function = program->function(id);
  for (uint32_t s = 0; s < function.stmts.size(); ++s) {
    StmtId stmt(s);
    // Most statements assign to a variable of the function.
    ExprId dst = destination(function[stmt].op);
    if (dst && function[dst].kind == ExprKind::Var)
      continue;
    add(out, {aliasing.written(id, stmt), false});
  }
  for (const CallTargets &call : graph->calls(id))
    addCallWrites(id, call, out);
  return out;
}

// Without a body and without a model it may write all that escaped. So may one that writes through its arguments, if it
// is called through a pointer among many: nobody looks at the arguments there.
bool ModSets::writesUnknown(ProgFuncId id) const {
  const LibraryEffect *effect = library->find(id);
  return !effect || (effect->writes && pointsTo->isAddressTaken(id));
}

// What library functions write through the arguments of this call.
void ModSets::addCallWrites(ProgFuncId caller, const CallTargets &call, Regions &out) const {
  if (!call.isOwnCall() || graph->targets(call.targets).size() > MaxLookedAt)
    return;
  const Function &function = program->function(caller);
  llvm::ArrayRef<ExprId> args = function.list(std::get<Call>(function[call.stmt].op).args);
  for (ProgFuncId target : graph->targets(call.targets)) {
    const LibraryEffect *effect = library->find(target);
    for (size_t i = 0; effect && i < args.size() && i < 64; ++i)
      if (effect->writes >> i & 1)
        add(out, {pointsTo->spread(pointsTo->pt(caller, args[i]), 0), false});
  }
}

ModSets::CallWrites ModSets::callWrites(ProgFuncId caller, StmtId stmt) const {
  CallWrites writes;
  for (const CallTargets &call : graph->callsAt(caller, stmt)) {
    writes.isUnknown |= call.mayBeUnknown;
    writes.callees.push_back(&byComponent[graph->componentOf(call.targets)]);
    addCallWrites(caller, call, writes.byLibraries);
  }
  return writes;
}

bool ModSets::CallWrites::mayWrite(const RegionSet &set) const {
  auto writes = [&](const Regions &regions) { return regions.isAnything || regions.regions.intersects(set); };
  return (isUnknown && set.hasEscaped()) || writes(byLibraries) ||
         llvm::any_of(callees, [&](const Regions *callee) { return writes(*callee); });
}

} // namespace custody::program
