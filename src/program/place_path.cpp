#include "program/place_path.h"

namespace custody::program {

using namespace ir;

int64_t movement(Op op, int64_t by) {
  constexpr int64_t Largest = int64_t(1) << 40;
  if (by < -Largest || by > Largest)
    return 0;
  return op == Op::Sub ? -by : by;
}

static bool isComposite(const TypeTable &types, ProgTypeId id) {
  while (id && types[id].kind == TypeKind::Array)
    id = types[id].inner;
  return id && types[id].kind == TypeKind::Record;
}

PlacePath pathOf(const Program &program, ProgFuncId in, ExprId place) {
  const Function &function = program.function(in);
  const Module &module = program.moduleOf(in);
  PlacePath path{place, 0, program.resolve(in, function[place].type), 0};
  bool isWithin = true; // in what the type so far is a part of
  for (;;) {
    const Expr &e = function[path.root];
    int64_t distance = 0;
    switch (e.kind) {
    case ExprKind::Field:
      distance = module[e.record].fields[e.entity].offsetBits / 8;
      break;
    case ExprKind::Base:
      distance = module[e.record].bases[e.entity].offset;
      break;
    case ExprKind::Offset:
      // A cast to a record is believed; a scalar is a piece of what it was taken from.
      distance = e.imm;
      isWithin &= !isComposite(program.types(), path.seenAs);
      break;
    case ExprKind::Index:
      break;
    default:
      return path;
    }
    path.offset += distance;
    path.root = e.a;
    if (isWithin) {
      path.seenAs = program.resolve(in, function[e.a].type);
      path.inSeen += distance;
    }
  }
}

} // namespace custody::program
