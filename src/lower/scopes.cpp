#include "lower/scopes.h"
#include "lower/folding.h"
#include "llvm/ADT/DenseSet.h"
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

const DILocalScope *outerScope(const DILocalScope *scope) {
  return plain(dyn_cast_or_null<DILocalScope>(scope->getScope()));
}

bool contains(const DILocalScope *outer, const DILocalScope *inner) {
  if (!outer || isa<DISubprogram>(outer))
    return true;
  for (; inner && !isa<DISubprogram>(inner); inner = outerScope(inner))
    if (inner == outer)
      return true;
  return false;
}

const DILocalScope *commonScope(const DILocalScope *a, const DILocalScope *b) {
  while (a && !contains(a, b))
    a = isa<DISubprogram>(a) ? nullptr : outerScope(a);
  return a;
}

// A branch has the position of its statement, which is outside of the scope whose variable it tests.
bool movesScope(const Instruction &instruction) {
  return !isa<PHINode>(instruction) && (!instruction.isTerminator() || isa<CallBase>(instruction));
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

void ScopeCursor::moveTo(const Instruction &instruction, bool isAtBrace, Event begin, Event end) {
  const DILocalScope *to = scopeOf(instruction);
  if (!to)
    return;
  const Position at = position(instruction.getDebugLoc().get());
  if (to != scope && isAtBrace && contains(to, scope)) {
    if (behindBrace && (at != brace || to != behindBrace))
      move(behindBrace, begin, end); // one brace after another: the inner scope is done
    behindBrace = to;
    brace = at;
    return;
  }
  behindBrace = nullptr;
  move(to, begin, end);
}

void ScopeCursor::beforeCleanup(unsigned variable, Event end) {
  for (int i = begun.find_last(); i > static_cast<int>(variable); i = begun.find_prev(i))
    if (variables[i].scope) {
      begun.reset(i);
      end(i);
    }
}

void ScopeCursor::afterCleanup(unsigned variable, Event end) {
  if (!begun.test(variable))
    return;
  begun.reset(variable);
  end(variable);
}

void ScopeCursor::arriveAt(Position at, Event end) {
  if (!at.line)
    return;
  for (int i = begun.find_last(); i != -1; i = begun.find_prev(i))
    if (variables[i].range && !variables[i].range->contains(at)) {
      begun.reset(i);
      end(i);
    }
}

void ScopeCursor::declare(unsigned variable, Event begin) {
  if (begun.test(variable))
    return;
  begun.set(variable);
  begin(variable);
}

Scopes::Scopes(const PathGraph &graph, const std::set<Position> &scopeEnds, std::vector<ScopedVariable> list)
    : graph(graph), scopeEnds(scopeEnds), variables(std::move(list)) {
  for (unsigned i = 0; i < variables.size(); ++i)
    bySlot[variables[i].slot] = i;
  findOpenings();
  findPrologues();
  findCleaned();
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

void Scopes::findOpenings() {
  DenseSet<const DILocalScope *> seen;
  for (const PathNode &node : graph.nodes)
    for (const Instruction &instruction : *node.block)
      for (const DILocalScope *scope = scopeOf(instruction); scope && seen.insert(scope).second;
           scope = outerScope(scope))
        if (auto *block = dyn_cast<DILexicalBlock>(scope))
          openings.insert({Position{block->getLine(), block->getColumn()}, outerScope(scope)});
}

void Scopes::findPrologues() {
  for (const PathNode &node : graph.nodes) {
    if (node.block->getName().rtrim("0123456789") != "catch")
      continue;
    const auto beginsCatch = [](const Instruction &instruction) {
      auto *call = dyn_cast<CallBase>(&instruction);
      return call && call->getCalledFunction() && call->getCalledFunction()->getName() == "__cxa_begin_catch";
    };
    const auto last = llvm::find_if(*node.block, beginsCatch);
    if (last == node.block->end())
      continue;
    for (const Instruction &instruction : *node.block) {
      if (!prologues.contains(&*last) || instruction.getDebugLoc() == last->getDebugLoc())
        prologues.insert(&instruction);
      else
        break;
    }
  }
}

void Scopes::findCleaned() {
  cleaned.resize(variables.size());
  for (const PathNode &node : graph.nodes)
    for (const Instruction &instruction : *node.block)
      if (auto variable = cleanedUpBy(instruction, node.isUnwinding))
        cleaned.set(*variable);
}

bool Scopes::isAtBrace(const Instruction &instruction) const {
  const Position at = position(instruction.getDebugLoc().get());
  return scopeEnds.count(at) || openings.count({at, scopeOf(instruction)});
}

void Scopes::computeEntryScopes() {
  const size_t count = graph.nodes.size();
  entryScopes.assign(count, nullptr);
  exitScopes.assign(count, nullptr);
  entersAtBrace.assign(count, false);
  entryPositions.assign(count, {});
  for (uint32_t node = 0; node < count; ++node) {
    const PathNode &path = graph.nodes[node];
    for (const Instruction &instruction : *path.block)
      if (const DILocalScope *scope =
              isa<PHINode>(instruction) || prologues.contains(&instruction) ? nullptr : scopeOf(instruction)) {
        if (!entryScopes[node])
          entryPositions[node] = position(instruction.getDebugLoc().get());
        if (!entryScopes[node]) {
          entryScopes[node] = scope;
          entersAtBrace[node] = isAtBrace(instruction) && !path.isBehindLoop;
        }
        exitScopes[node] = scope;
      }
    if (entryScopes[node] && !path.isUnwinding && !entersAtBrace[node])
      continue;
    // No position of its own: what all predecessors are in. Reverse post-order has seen those but for loops.
    const DILocalScope *common = nullptr;
    bool isFirst = true;
    for (uint32_t pred : path.predecessors)
      if (pred < node) {
        common = isFirst ? exitScopes[pred] : commonScope(common, exitScopes[pred]);
        isFirst = false;
      }
    if (!common && entersAtBrace[node])
      continue;
    entryScopes[node] = common;
    if (path.isUnwinding || !exitScopes[node])
      exitScopes[node] = common;
  }
}

ScopeCursor Scopes::enter(uint32_t node) const {
  const PathNode &path = graph.nodes[node];
  if (path.predecessors.size() == 1 && exits[path.predecessors[0]])
    return *exits[path.predecessors[0]];
  ScopeCursor cursor(variables);
  cursor.begun = begunAtEntry[node];
  cursor.scope = entryScopes[node];
  return cursor;
}

std::optional<unsigned> Scopes::cleanedUpBy(const Instruction &instruction, bool isUnwinding) const {
  auto *call = dyn_cast<CallBase>(&instruction);
  if (!call || isa<IntrinsicInst>(call) || call->arg_size() != 1)
    return std::nullopt;
  if (!isUnwinding && !isAtBrace(instruction) && !call->getParent()->getName().starts_with("cleanup"))
    return std::nullopt;
  const llvm::Function *callee = call->getCalledFunction();
  const std::optional<unsigned> variable = variableOf(call->getArgOperand(0));
  if (!callee || !variable)
    return std::nullopt;
  const StringRef name = callee->getName();
  const bool isCleanup = name.ends_with("D1Ev") || name.ends_with("D2Ev") || name == variables[*variable].cleanup;
  return isCleanup ? variable : std::nullopt;
}

// Where the function returns everything ends, after the result was set.
bool Scopes::endsBehind(const Instruction &cleanup) {
  return !cleanup.isTerminator() && !isa<ReturnInst>(cleanup.getParent()->getTerminator());
}

// Where paths meet, and where the only way on leaves the scope. On the way into cleanup code nothing ends yet.
bool Scopes::movesOnEdge(uint32_t from, uint32_t to) const {
  if (isJoin(to))
    return true;
  const PathNode &source = graph.nodes[from], &target = graph.nodes[to];
  return source.edges.size() == 1 && !isa<CallBase>(source.block->getTerminator()) && !target.isExit &&
         !target.isUnwinding && !entersAtBrace[to];
}

void Scopes::cross(ScopeCursor &cursor, uint32_t from, const PathEdge &edge, ScopeCursor::Event begin,
                   ScopeCursor::Event end) const {
  const uint32_t node = edge.to;
  if (!movesOnEdge(from, node))
    return;
  moveOver(cursor, node, begin, end);
  // A variable of a loop's body is gone when the next iteration begins, also where the body itself is the loop's head.
  // While an exception unwinds, a variable that only some of the paths know is of no more use.
  const bool endsAll = graph.nodes[node].isUnwinding || edge.isLoopBack;
  for (int i = cursor.begun.find_last(); i != -1; i = cursor.begun.find_prev(i))
    if (!begunAtEntry[node].test(i) && (endsAll || cleaned.test(i))) {
      cursor.begun.reset(i);
      end(i);
    }
}

void Scopes::moveOver(ScopeCursor &cursor, uint32_t node, ScopeCursor::Event begin, ScopeCursor::Event end) const {
  cursor.behindBrace = nullptr;
  if (!graph.nodes[node].isUnwinding)
    cursor.arriveAt(entryPositions[node], end);
  cursor.move(entryScopes[node], begin, end);
}

void Scopes::moveOutward(unsigned index) {
  ScopedVariable &variable = variables[index];
  if (moved.test(index) || (variable.fromEntry && !variable.scope))
    return;
  moved.set(index);
  if (variable.range)
    variable.range.reset();
  else if (!variable.fromEntry)
    variable.fromEntry = true;
  else
    variable.scope = isa<DISubprogram>(variable.scope) ? nullptr : outerScope(variable.scope);
}

static void ignore(unsigned) {}

void Scopes::beginUsed(const Instruction &instruction, ScopeCursor &cursor, ScopeCursor::Event begin) const {
  if (isa<AllocaInst>(instruction))
    return;
  for (const Value *operand : instruction.operands())
    if (const AllocaInst *slot = operand->getType()->isPointerTy() ? slotOf(operand) : nullptr)
      if (auto variable = variableOf(slot); variable && variables[*variable].atFirstUse)
        cursor.declare(*variable, begin);
}

void Scopes::checkUses(const Instruction &instruction, ScopeCursor &cursor) {
  for (const Value *operand : instruction.operands())
    if (const AllocaInst *slot = operand->getType()->isPointerTy() ? slotOf(operand) : nullptr)
      if (auto variable = variableOf(slot); variable && !cursor.begun.test(*variable)) {
        moveOutward(*variable);
        cursor.begun.set(*variable);
      }
}

void Scopes::runNode(uint32_t node, ScopeCursor &cursor) {
  BasicBlock &block = *graph.nodes[node].block;
  const bool moves = !graph.nodes[node].isUnwinding;
  for (Instruction &instruction : block) {
    if (moves && arrives(instruction))
      cursor.arriveAt(position(instruction.getDebugLoc().get()), ignore);
    if (moves && arrives(instruction) && movesScope(instruction))
      cursor.moveTo(instruction, isAtBrace(instruction), ignore, ignore);
    forEachDeclare(instruction, [&](const Value *slot, DILocalVariable *, bool) {
      if (auto variable = variableOf(slot))
        cursor.declare(*variable, ignore);
    });
    const std::optional<unsigned> cleanedUp = cleanedUpBy(instruction, !moves);
    if (cleanedUp)
      cursor.beforeCleanup(*cleanedUp, ignore);
    beginUsed(instruction, cursor, ignore);
    if (!isa<AllocaInst>(instruction) && !instruction.isLifetimeStartOrEnd()) // coroutines have markers
      checkUses(instruction, cursor);
    if (cleanedUp && endsBehind(instruction))
      cursor.afterCleanup(*cleanedUp, ignore);
  }
}

bool Scopes::solve() {
  const size_t count = graph.nodes.size();
  begunAtEntry.assign(count, BitVector(variables.size()));
  isKnown.assign(count, false);
  moved = BitVector(variables.size());
  isKnown[0] = true;
  for (unsigned i = 0; i < variables.size(); ++i)
    if (variables[i].fromEntry && contains(variables[i].scope, nullptr))
      begunAtEntry[0].set(i);
  exits.assign(count, std::nullopt);
  // One pass in reverse post-order reaches every node after one of its predecessors; the others must agree with it.
  for (uint32_t node = 0; node < count; ++node) {
    ScopeCursor cursor = enter(node);
    runNode(node, cursor);
    for (const PathEdge &edge : graph.nodes[node].edges) {
      ScopeCursor after = cursor;
      const bool unwinds = graph.nodes[edge.to].isUnwinding && !edge.isLoopBack;
      if (movesOnEdge(node, edge.to))
        moveOver(after, edge.to, ignore, ignore);
      if (!isKnown[edge.to]) {
        isKnown[edge.to] = true;
        begunAtEntry[edge.to] = after.begun;
        continue;
      }
      if (unwinds) {
        begunAtEntry[edge.to] &= after.begun;
        continue;
      }
      BitVector difference = begunAtEntry[edge.to];
      if (edge.isLoopBack)
        difference.reset(after.begun); // what only this edge knows ends on it
      else
        difference ^= after.begun;
      for (unsigned variable : difference.set_bits())
        if (cleaned.test(variable) && !edge.isLoopBack)
          begunAtEntry[edge.to].reset(variable);
        else
          moveOutward(variable);
    }
    // A node with one predecessor goes on from where that ended; if the edge moved, from there.
    if (graph.nodes[node].edges.size() == 1 && !isJoin(graph.nodes[node].edges[0].to) &&
        movesOnEdge(node, graph.nodes[node].edges[0].to))
      moveOver(cursor, graph.nodes[node].edges[0].to, ignore, ignore);
    exits[node] = std::move(cursor);
  }
  return moved.none();
}

} // namespace custody::lower
