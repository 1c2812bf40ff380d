#include "program/aliasing.h"
#include "ir/visit.h"

namespace custody::program {

using namespace ir;

RegionSet Aliasing::pt(ProgFuncId in, ExprId value) const {
  return std::visit([&](const auto *regions) { return regions->pt(in, value); }, variant);
}

RegionSet Aliasing::regionsOf(ProgFuncId in, ExprId place) const {
  return std::visit([&](const auto *regions) { return regions->regionsOf(in, place); }, variant);
}

std::string Aliasing::name(RegionId id) const {
  return std::visit([&](const auto *regions) { return regions->name(id); }, variant);
}

RegionSet Aliasing::spread(ProgFuncId in, ExprId place, uint64_t size) const {
  return std::visit(Overloaded{
                        [&](const PointsTo *p) { return p->spread(p->regionsOf(in, place), size); },
                        [&](const auto *regions) { return regions->spread(in, place, size); },
                    },
                    variant);
}

RegionSet Aliasing::written(ProgFuncId in, StmtId stmt) const {
  const Function &function = program->function(in);
  const Module &module = program->moduleOf(in);
  auto block = [&](ExprId place, ExprId size) {
    bool isKnown = size && function[size].kind == ExprKind::Int && function[size].imm > 0;
    return spread(in, place, isKnown ? function[size].imm : 0);
  };
  auto whole = [&](ExprId place) -> RegionSet {
    if (!place)
      return {};
    TypeId type = function[place].type;
    bool isScalar = !type || (module[type].kind != TypeKind::Record && module[type].kind != TypeKind::Array);
    return isScalar ? regionsOf(in, place) : spread(in, place, sizeOf(module, type));
  };
  return std::visit(Overloaded{
                        [&](const Copy &s) { return block(s.dst, s.size); },
                        [&](const Fill &s) { return block(s.dst, s.size); },
                        [&](const VaOp &s) {
                          RegionSet regions = regionsOf(in, s.list);
                          regions.add(whole(s.dst));
                          return regions;
                        },
                        [&](const Unknown &s) {
                          RegionSet regions = whole(s.dst);
                          if (s.touches.count)
                            regions.add(RegionId::external());
                          for (ExprId touched : function.list(s.touches)) {
                            RegionSet direct = pt(in, touched);
                            if (const auto *const *whole = std::get_if<const PointsTo *>(&variant))
                              direct = (*whole)->spread(direct, 0);
                            regions.add(direct);
                          }
                          return regions;
                        },
                        [&](const auto &) { return whole(destination(function[stmt].op)); },
                    },
                    function[stmt].op);
}

bool Aliasing::isDisjoint(ProgFuncId in, ExprId expr, const RegionSet &regions) const {
  if (!expr)
    return true;
  const Expr &e = program->function(in)[expr];
  // Each place that is read is a memory expression; what its address is made of is looked at in turn.
  if (e.kind == ExprKind::Load && regionsOf(in, e.a).intersects(regions))
    return false;
  return isDisjoint(in, e.a, regions) && isDisjoint(in, e.b, regions) && isDisjoint(in, e.c, regions);
}

} // namespace custody::program
