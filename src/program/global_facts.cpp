#include "program/global_facts.h"
#include "ir/visit.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::program {

using namespace ir;

static constexpr size_t MaxRanges = 64; // of one global; more and it counts as written anywhere

GlobalFacts::GlobalFacts(const Program &program, const PointsTo &pointsTo, const Layouts &layouts,
                         const LibraryModel &library)
    : program(&program), pointsTo(&pointsTo), layouts(&layouts), writes(program.numGlobals()) {
  for (uint32_t g = 0; g < program.numGlobals(); ++g) {
    ProgGlobalId id(g);
    const Global &global = program.global(id);
    bool isKnown = program[id].isDefined && global.isInitKnown;
    writes[g].anywhere = !isKnown || (pointsTo.isEscaped(id) && !global.isConstant);
  }
  for (uint32_t f = 0; f < program.numFunctions(); ++f)
    if (program.hasBody(ProgFuncId(f)))
      scan(ProgFuncId(f), library);
}

void GlobalFacts::scan(ProgFuncId id, const LibraryModel &library) {
  const Function &function = program->function(id);
  const Module &module = program->moduleOf(id);
  auto sizeAt = [&](ExprId place) { return place ? sizeOf(module, function[place].type) : 0; };
  // 0 if it is not a constant.
  auto constant = [&](ExprId size) {
    return size && function[size].kind == ExprKind::Int && function[size].imm > 0 ? function[size].imm : 0;
  };
  for (const Stmt &stmt : function.stmts)
    std::visit(Overloaded{
                   [&](const Copy &s) { writeTo(id, s.dst, constant(s.size)); },
                   [&](const Fill &s) { writeTo(id, s.dst, constant(s.size)); },
                   [&](const Call &s) {
                     writeTo(id, s.dst, sizeAt(s.dst));
                     scanCall(id, function, s, library);
                   },
                   [&](const VaOp &s) {
                     writeTo(id, s.list, 0);
                     writeTo(id, s.dst, 0);
                   },
                   [&](const auto &) { writeTo(id, destination(stmt.op), sizeAt(destination(stmt.op))); },
               },
               stmt.op);
}

// A function that is not in the model made its arguments escape already.
void GlobalFacts::scanCall(ProgFuncId id, const Function &function, const Call &call, const LibraryModel &library) {
  if (call.calleeKind != CalleeKind::Direct || !call.function) {
    return;
  }
  for (ProgFuncId target : program->resolve(id, call.function)) {
    const LibraryEffect *effect = library.find(target);
    if (!effect)
      continue;
    llvm::ArrayRef<ExprId> args = function.list(call.args);
    for (size_t i = 0; i < args.size() && i < 64; ++i)
      if (effect->writes >> i & 1)
        writeThrough(id, args[i]);
  }
}

void GlobalFacts::writeTo(ProgFuncId id, ExprId place, uint64_t size) {
  if (!place || program->function(id)[place].kind == ExprKind::Var)
    return;
  for (const PointsTo::GlobalOffset &at : pointsTo->globalsAt(id, place))
    mark(at.global, at.offset, size);
}

void GlobalFacts::writeThrough(ProgFuncId id, ExprId pointer) {
  for (const PointsTo::GlobalOffset &at : pointsTo->globalsAtPointer(id, pointer))
    mark(at.global, std::nullopt, 0);
}

void GlobalFacts::mark(ProgGlobalId id, std::optional<int64_t> offset, uint64_t size) {
  Writes &w = writes[id.index];
  if (w.anywhere || program->global(id).isConstant)
    return;
  // Within an array a long write wraps around: not worth following.
  ProgTypeId type = program->resolve((*program)[id].module, program->global(id).type);
  bool fits = type && offset && size > 0 && layouts->normalise(type, *offset + size - 1) == *offset + int64_t(size) - 1;
  bool isScalar = size <= 8 && size > 0 && offset;
  if ((!fits && !isScalar) || w.ranges.size() >= MaxRanges) {
    w.anywhere = true;
    return;
  }
  Range range{*offset, *offset + int64_t(size)};
  if (!llvm::any_of(w.ranges, [&](Range r) { return r.begin <= range.begin && range.end <= r.end; }))
    w.ranges.push_back(range);
}

bool GlobalFacts::neverWritten(ProgGlobalId id) const {
  return !writes[id.index].anywhere && writes[id.index].ranges.empty();
}

bool GlobalFacts::neverWritten(ProgGlobalId id, int64_t offset, uint32_t size) const {
  const Writes &w = writes[id.index];
  if (w.anywhere)
    return false;
  ProgTypeId type = program->resolve((*program)[id].module, program->global(id).type);
  int64_t at = type ? layouts->normalise(type, offset) : offset;
  return llvm::none_of(w.ranges, [&](Range r) { return at < r.end && r.begin < at + int64_t(size); });
}

std::optional<InitValue> GlobalFacts::constantAt(ProgGlobalId id, int64_t offset, uint32_t size) const {
  const Global &global = program->global(id);
  if (offset < 0 || uint64_t(offset) + size > global.size || !neverWritten(id, offset, size))
    return std::nullopt;
  InitValue zero;
  zero.offset = offset;
  zero.size = size;
  auto next = llvm::partition_point(global.init, [&](const InitValue &v) { return v.offset < uint64_t(offset); });
  if (next != global.init.begin() && std::prev(next)->offset + std::prev(next)->size > uint64_t(offset))
    return std::nullopt;
  if (next == global.init.end() || next->offset >= uint64_t(offset) + size)
    return zero;
  if (next->offset == uint64_t(offset) && next->size == size)
    return *next;
  return std::nullopt;
}

} // namespace custody::program
