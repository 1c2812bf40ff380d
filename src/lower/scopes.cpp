#include "lower/scopes.h"
#include "lower/folding.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace custody::lower {

static const DILocalScope *plain(const DILocalScope *scope) {
  return scope ? scope->getNonLexicalBlockFileScope() : nullptr;
}

const DILocalScope *scopeOf(const Instruction &instruction) {
  const DILocation *location = instruction.getDebugLoc();
  return location ? plain(location->getScope()) : nullptr;
}

static const DILocalScope *parent(const DILocalScope *scope) {
  return plain(dyn_cast_or_null<DILocalScope>(scope->getScope()));
}

bool contains(const DILocalScope *outer, const DILocalScope *inner) {
  if (!outer || isa<DISubprogram>(outer))
    return true;
  for (; inner && !isa<DISubprogram>(inner); inner = parent(inner))
    if (inner == outer)
      return true;
  return false;
}

static const DILocalScope *commonScope(const DILocalScope *a, const DILocalScope *b) {
  while (a && !contains(a, b))
    a = isa<DISubprogram>(a) ? nullptr : parent(a);
  return a;
}

bool isUnwinding(const BasicBlock &block) {
  StringRef name = block.getName();
  return block.isLandingPad() || name.starts_with("ehcleanup") || name.starts_with("eh.resume") ||
         name.starts_with("terminate") || name.starts_with("catch.dispatch") || name.starts_with("lpad");
}

static bool isWholeVariable(const DIExpression *expression) {
  return !expression || expression->getNumElements() == 0 ||
         (expression->getNumElements() == 1 && expression->getElement(0) == dwarf::DW_OP_deref);
}

void forEachDeclare(Instruction &instruction, function_ref<void(const Value *, DILocalVariable *, bool)> visit) {
  for (DbgVariableRecord &record : filterDbgVars(instruction.getDbgRecordRange()))
    if (record.isDbgDeclare() && record.getNumVariableLocationOps() == 1)
      visit(record.getVariableLocationOp(0), record.getVariable(), isWholeVariable(record.getExpression()));
  if (auto *declare = dyn_cast<DbgDeclareInst>(&instruction))
    visit(declare->getAddress(), declare->getVariable(), isWholeVariable(declare->getExpression()));
}

void ScopeCursor::move(const DILocalScope *to, Event begin, Event end) {
  if (!to || to == scope)
    return;
  for (int i = begun.find_last(); i != -1; i = begun.find_prev(i))
    if (!contains(variables[i].scope, to)) {
      begun.reset(i);
      end(i);
    }
  for (unsigned i = 0; i < variables.size(); ++i)
    if (variables[i].fromEntry && !begun.test(i) && contains(variables[i].scope, to)) {
      begun.set(i);
      begin(i);
    }
  scope = to;
}

void ScopeCursor::declare(unsigned variable, Event begin) {
  if (begun.test(variable))
    return;
  begun.set(variable);
  begin(variable);
}

Scopes::Scopes(const PathGraph &graph, std::vector<ScopedVariable> list) : graph(graph), variables(std::move(list)) {
  for (unsigned i = 0; i < variables.size(); ++i)
    bySlot[variables[i].slot] = i;
  computeEntryScopes();
  while (!solve()) {
  }
}

std::optional<unsigned> Scopes::variableOf(const Value *slot) const {
  auto found = bySlot.find(slot);
  if (found == bySlot.end())
    return std::nullopt;
  return found->second;
}

void Scopes::computeEntryScopes() {
  const size_t count = graph.nodes.size();
  entryScopes.assign(count, nullptr);
  exitScopes.assign(count, nullptr);
  for (uint32_t node = 0; node < count; ++node) {
    const PathNode &path = graph.nodes[node];
    for (const Instruction &instruction : *path.block)
      if (const DILocalScope *scope = isa<PHINode>(instruction) ? nullptr : scopeOf(instruction)) {
        if (!entryScopes[node])
          entryScopes[node] = scope;
        exitScopes[node] = scope;
      }
    if (entryScopes[node] && !isUnwinding(*path.block))
      continue;
    // No position of its own: what all predecessors are in. Reverse post-order has seen those but for loops.
    const DILocalScope *common = nullptr;
    bool isFirst = true;
    for (uint32_t pred : path.predecessors)
      if (pred < node) {
        common = isFirst ? exitScopes[pred] : commonScope(common, exitScopes[pred]);
        isFirst = false;
      }
    entryScopes[node] = exitScopes[node] = common;
  }
}

ScopeCursor Scopes::enter(uint32_t node) const {
  ScopeCursor cursor(variables);
  cursor.begun = begunAtEntry[node];
  const PathNode &path = graph.nodes[node];
  cursor.scope = path.predecessors.size() == 1 ? exitScopes[path.predecessors[0]] : entryScopes[node];
  return cursor;
}

bool Scopes::moveOutward(unsigned index) {
  ScopedVariable &variable = variables[index];
  if (!variable.fromEntry)
    variable.fromEntry = true;
  else if (variable.scope)
    variable.scope = isa<DISubprogram>(variable.scope) ? nullptr : parent(variable.scope);
  else
    return false;
  return true;
}

static void ignore(unsigned) {}

bool Scopes::checkUses(const Instruction &instruction, const ScopeCursor &cursor) {
  for (const Value *operand : instruction.operands())
    if (const AllocaInst *slot = operand->getType()->isPointerTy() ? slotOf(operand) : nullptr)
      if (auto variable = variableOf(slot); variable && !cursor.begun.test(*variable) && moveOutward(*variable))
        return false;
  return true;
}

bool Scopes::runNode(uint32_t node, ScopeCursor &cursor) {
  BasicBlock &block = *graph.nodes[node].block;
  const bool moves = !isUnwinding(block);
  for (Instruction &instruction : block) {
    if (moves && !isa<PHINode>(instruction))
      cursor.move(scopeOf(instruction), ignore, ignore);
    forEachDeclare(instruction, [&](const Value *slot, DILocalVariable *, bool) {
      if (auto variable = variableOf(slot))
        cursor.declare(*variable, ignore);
    });
    if (!isa<AllocaInst>(instruction) && !checkUses(instruction, cursor))
      return false;
  }
  return true;
}

bool Scopes::solve() {
  const size_t count = graph.nodes.size();
  begunAtEntry.assign(count, BitVector(variables.size()));
  isKnown.assign(count, false);
  isKnown[0] = true;
  for (unsigned i = 0; i < variables.size(); ++i)
    if (variables[i].fromEntry && contains(variables[i].scope, nullptr))
      begunAtEntry[0].set(i);
  // One pass in reverse post-order reaches every node after one of its predecessors; the others must agree with it.
  for (uint32_t node = 0; node < count; ++node) {
    ScopeCursor cursor = enter(node);
    if (!runNode(node, cursor))
      return false;
    for (const PathEdge &edge : graph.nodes[node].edges) {
      ScopeCursor after = cursor;
      if (isJoin(edge.to))
        after.move(entryScopes[edge.to], ignore, ignore);
      if (!isKnown[edge.to]) {
        isKnown[edge.to] = true;
        begunAtEntry[edge.to] = after.begun;
        continue;
      }
      BitVector difference = begunAtEntry[edge.to];
      difference ^= after.begun;
      bool moved = false;
      for (unsigned variable : difference.set_bits())
        moved |= moveOutward(variable);
      if (moved)
        return false;
    }
  }
  return true;
}

} // namespace custody::lower
