// Blocks and edges: each path node becomes a block (split where a call may throw), each edge gets its kind, and what
// has to happen on the way: variables that end, values of phis.
#include "lower/folding.h"
#include "lower/function_lowering.h"
#include "lower/temporaries.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace custody::ir;

namespace custody::lower {

static constexpr size_t MaxEnds = 200000; // ends of variables at the exits of a function; more, and exits are merged

FunctionLowering::FunctionLowering(UnitContext &unit, llvm::Function &source, ir::Function &out)
    : unit(unit), types(unit.types), source(source), layout(source.getParent()->getDataLayout()),
      decl(unit.declarations.declOf(source)), draft(unit.module, out, unit.types), places(draft, layout) {
  if (decl && decl->getDefinition())
    decl = decl->getDefinition();
}

// The block whose last call, if nothing is thrown, leads here and nowhere else.
static const BasicBlock *invokerOf(const BasicBlock &block) {
  const BasicBlock *before = block.getSinglePredecessor();
  auto *invoke = before ? dyn_cast<InvokeInst>(before->getTerminator()) : nullptr;
  return invoke && invoke->getNormalDest() == &block ? before : nullptr;
}

static DebugLoc jumpFollowing(const BasicBlock &block, const DebugLoc &before, std::optional<unsigned> way,
                              const SourceFacts &facts) {
  const std::optional<Position> jump = facts.jumpAfter(position(before.get()), way);
  return jump ? DebugLoc(DILocation::get(block.getContext(), jump->line, jump->column, before.getScope())) : DebugLoc();
}

// A block that has nothing but cleanup code: the jump is all there is in the branch or the catch clause it belongs to.
static DebugLoc hiddenJump(const BasicBlock &block, const SourceFacts &facts) {
  if (block.getName().rtrim("0123456789") == "catch") {
    for (const Instruction &instruction : block)
      if (const DebugLoc &location = instruction.getDebugLoc())
        return jumpFollowing(block, location, {}, facts);
    return {};
  }
  const BasicBlock *before = block.getSinglePredecessor();
  auto *branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
  if (!branch || !branch->isConditional() || !branch->getDebugLoc())
    return {};
  return jumpFollowing(block, branch->getDebugLoc(), branch->getSuccessor(0) == &block ? 0 : 1, facts);
}

// The jump of the source that a block ends with. Between the jump and the branch there may be code that cleans up.
static DebugLoc jumpBefore(const BasicBlock &block, const SourceFacts &facts) {
  const Instruction &terminator = *block.getTerminator();
  auto *branch = dyn_cast<BranchInst>(&terminator);
  const bool testsFlag = branch && branch->isConditional() && branch->getCondition()->getName().starts_with("nrvo");
  if (terminator.getNumSuccessors() != 1 && !testsFlag)
    return {};
  // Its own position is missing where Clang put the end of a catch clause on the way of a jump, and else only behind
  // the right side of `a && b`.
  const bool isHidden = branch && branch->isUnconditional() && !terminator.getDebugLoc() &&
                        !branch->getSuccessor(0)->getName().starts_with("land.end");
  for (const BasicBlock *at = &block; at; at = invokerOf(*at)) {
    for (const Instruction &instruction : llvm::reverse(*at)) {
      const DebugLoc &location = instruction.getDebugLoc();
      if (!location)
        continue;
      if (facts.jumps.count(position(location.get())))
        return location;
      if (!facts.scopeEnds.count(position(location.get())))
        return isHidden ? jumpFollowing(*at, location, {}, facts) : DebugLoc();
    }
    if (isHidden && !invokerOf(*at))
      return hiddenJump(*at, facts);
  }
  return {};
}

void FunctionLowering::run() {
  if (decl)
    facts = collectFacts(*decl);
  else if (source.getName().starts_with("__cxx_global_var_init"))
    facts = collectGlobalFacts(*unit.parsed.ast.getTranslationUnitDecl());
  for (const clang::VarDecl *variable : facts.staticLocals)
    unit.declarations.noteStaticLocal(*variable, *decl);
  auto jumpOf = [&](const BasicBlock &block) { return jumpBefore(block, facts); };
  auto isBreak = [&](const DebugLoc &jump) {
    auto found = facts.jumps.find(position(jump.get()));
    return found != facts.jumps.end() && found->second == EdgeKind::Break;
  };
  const Jumps jumps{jumpOf, isBreak};
  graph = buildPaths(source, jumps);
  // Each way out ends every variable: both by the thousand would be too much.
  size_t exits = 0, slotCount = 0;
  for (const PathNode &node : graph.nodes)
    exits += node.block->getTerminator()->getNumSuccessors() == 0;
  for (const Instruction &instruction : source.getEntryBlock())
    slotCount += isa<AllocaInst>(instruction);
  if (exits * slotCount > MaxEnds)
    graph = buildPaths(source, jumps, /*keepExits=*/false);
  bindParameters();
  bindResult();
  bindSlots();
  completeTypes();
  findUnits();
  scopes.emplace(graph, facts.scopeEnds, scoped);
  held = valuesToHold(source);
  for (size_t i = 0; i < graph.nodes.size(); ++i)
    draft.addBlock();
  for (uint32_t node = 0; node < graph.nodes.size(); ++node)
    lowerNode(node);
  draft.function.isOverBudget = graph.isOverBudget;
  draft.function.isDefined = true;
  endTemporaries(draft);
  draft.assemble();
}

// Cleanup code on the way of a jump has the jump's position.
DebugLoc FunctionLowering::jumpOf(const PathNode &node, const Instruction &at) const {
  if (node.exitLoc)
    return node.exitLoc;
  const bool isHidden = !at.getDebugLoc() && at.isTerminator() && !node.isUnwinding;
  return isHidden ? jumpBefore(*at.getParent(), facts) : at.getDebugLoc();
}

// A macro may contain more than the jump: where the jump is spelled.
Loc FunctionLowering::jumpLoc(const DebugLoc &location) {
  Loc loc = locOf(location);
  auto spelled = facts.jumpSpellings.find(position(location.get()));
  if (loc.macro && spelled != facts.jumpSpellings.end())
    loc.macro = macroOf(spelled->second);
  return loc;
}

// Where control leaves a node.
Loc FunctionLowering::wayLoc(uint32_t node, const Instruction &terminator) {
  const PathNode &path = graph.nodes[node];
  if (path.isUnwinding && isa<BranchInst>(terminator) && path.edges.size() > 1)
    return locOf(terminator); // handlers are chosen where they stand
  const DebugLoc at = jumpOf(path, terminator);
  auto isJump = [](EdgeKind kind) {
    return kind == EdgeKind::Return || kind == EdgeKind::Break || kind == EdgeKind::Continue || kind == EdgeKind::Goto;
  };
  const bool jumps = path.exitLoc || (path.edges.size() == 1 && isJump(edgeKind(node, path.edges[0])));
  return jumps ? jumpLoc(at) : locOf(at);
}

// The jump on whose way an instruction runs, if it is cleanup code: its own position is the closing brace of its scope.
// A function's last `return` is no jump; what is cleaned up stands before it, at the brace of the function.
std::optional<Loc> FunctionLowering::leavingLoc(const PathNode &node, const Instruction &at) {
  const Position brace = position(at.getDebugLoc().get());
  if (at.isTerminator() && !isa<CallBase>(at))
    return {};
  if (node.exitLoc)
    return facts.scopeEnds.count(brace) ? std::optional(jumpLoc(node.exitLoc)) : std::nullopt;
  const Loc &end = draft.function.endLoc;
  if (node.isUnwinding || end.macro || brace != Position{end.line, end.column})
    return {};
  const PathNode *next = &node;
  for (size_t steps = 0; steps < graph.nodes.size(); ++steps) {
    const Instruction &terminator = *next->block->getTerminator();
    if (auto *inst = dyn_cast<ReturnInst>(&terminator))
      return returnLoc(*next, *inst);
    if (next->edges.empty() || (next->edges.size() > 1 && !isa<InvokeInst>(terminator)))
      return {};
    next = &graph.nodes[next->edges[0].to];
  }
  return {};
}

// A variable ends at the closing brace of its block, or where a jump leaves it.
Loc FunctionLowering::endLocOf(unsigned variable, const PathNode &node, const Instruction &at) {
  const DebugLoc jump = jumpOf(node, at);
  if (node.exitLoc || (at.isTerminator() && facts.jumps.count(position(jump.get()))))
    return jumpLoc(jump);
  if (const std::optional<Loc> leaving = leavingLoc(node, at))
    return *leaving;
  if (const std::optional<SourceRange> &range = scopes->all()[variable].range)
    return {draft.function.endLoc.file, range->last.line, range->last.column, {}};
  auto *block = dyn_cast_or_null<DILexicalBlock>(scopes->all()[variable].scope);
  auto found = block ? facts.blockEnds.find({block->getLine(), block->getColumn()}) : facts.blockEnds.end();
  return found == facts.blockEnds.end() ? locOf(at) : types.loc(found->second);
}

Loc FunctionLowering::locOf(const DebugLoc &location) {
  Loc loc = types.loc(location.get());
  auto found = facts.macros.find(position(location.get()));
  if (loc.valid() && found != facts.macros.end())
    loc.macro = macroOf(found->second);
  return loc;
}

MacroId FunctionLowering::macroOf(clang::SourceLocation location) {
  const clang::SourceManager &sources = unit.parsed.ast.getSourceManager();
  const clang::SourceLocation expansion = sources.getExpansionLoc(location);
  const Loc spelling = types.loc(sources.getSpellingLoc(location));
  Macro macro;
  macro.name = types.sym(clang::Lexer::getSourceText(clang::CharSourceRange::getTokenRange(expansion), sources,
                                                     unit.parsed.ast.getLangOpts()));
  macro.file = spelling.file;
  macro.line = spelling.line;
  macro.column = spelling.column;
  auto [entry, isNew] = unit.macros.try_emplace(macro, MacroId(unit.module.macros.size()));
  if (isNew)
    unit.module.macros.push_back(macro);
  return entry->second;
}

// Several calls of one macro have the same position, but each is spelled elsewhere.
Loc FunctionLowering::callLoc(const CallBase &call) {
  if (const std::optional<Loc> leaving = leavingLoc(*currentNode, call))
    return *leaving;
  Loc loc = locOf(call.getDebugLoc());
  if (!loc.macro)
    return loc;
  llvm::Function *callee = call.getCalledFunction();
  const clang::Expr *expr = sourceCall(call, callee ? unit.declarations.declOf(*callee) : nullptr);
  if (expr && expr->getExprLoc().isMacroID())
    loc.macro = macroOf(expr->getExprLoc());
  return loc;
}

Loc FunctionLowering::locOf(const Instruction &instruction) {
  return locOf(instruction.getDebugLoc());
}

// `this` and the arguments of compiler-made functions are declared nowhere.
static Loc beginOfFormal(const ir::Function &function, VarId param) {
  return function[param].loc.valid() ? function[param].loc : function.loc;
}

void FunctionLowering::lowerNode(uint32_t node) {
  const PathNode &path = graph.nodes[node];
  current = BlockId(node);
  currentNode = &path;
  draft.block(current).fanIn = path.fanIn;
  cursor.emplace(scopes->enter(node));
  isUnwindingNode = path.isUnwinding;
  if (path.predecessors.size() == 1)
    if (auto *invoke = dyn_cast<InvokeInst>(graph.nodes[path.predecessors[0]].block->getTerminator()))
      if (ignoredInvokes.contains(invoke) && path.block == invoke->getNormalDest())
        emit(locOf(*invoke), Ignore{temps.lookup(invoke)});
  const auto variables = scopes->all();
  if (node == 0)
    for (VarId param : draft.function.params)
      emit(beginOfFormal(draft.function, param), Begin{param});
  if (node == 0)
    for (unsigned i : cursor->begun.set_bits())
      emit(draft.function.loc, Begin{variables[i].var});
  for (Instruction &instruction : *path.block) {
    auto end = [&](unsigned i) { emit(endLocOf(i, path, instruction), End{variables[i].var}); };
    if (!isUnwindingNode && scopes->arrives(instruction))
      cursor->arriveAt(position(instruction.getDebugLoc().get()), end);
    if (!isUnwindingNode && scopes->arrives(instruction) && movesScope(instruction)) {
      cursor->moveTo(
          instruction, scopes->isAtBrace(instruction),
          [&](unsigned i) { emit(draft.function[variables[i].var].loc, Begin{variables[i].var}); }, end);
    }
    const std::optional<unsigned> cleanedUp = scopes->cleanedUpBy(instruction, isUnwindingNode);
    if (cleanedUp)
      cursor->beforeCleanup(*cleanedUp, end);
    scopes->beginUsed(instruction, *cursor, [&](unsigned i) { emit(locOf(instruction), Begin{variables[i].var}); });
    forEachDeclare(instruction, [&](const Value *slot, DILocalVariable *variable, bool) {
      if (auto index = scopes->variableOf(slot))
        cursor->declare(*index,
                        [&](unsigned i) { emit(draft.function[variables[i].var].loc, Begin{variables[i].var}); });
    });
    if (instruction.isTerminator())
      lowerTerminator(node, instruction);
    else
      lowerInstruction(instruction);
    if (cleanedUp && Scopes::endsBehind(instruction))
      cursor->afterCleanup(*cleanedUp, end);
  }
}

// Inside a macro all statements have one position; there the name of the target tells whether an edge is the jump.
static bool isTargetOf(EdgeKind kind, const BasicBlock &target, bool isInMacro) {
  const StringRef name = target.getName().rtrim("0123456789");
  if (!isInMacro || name == "cleanup")
    return true;
  switch (kind) {
  case EdgeKind::Return:
    return name == "return";
  case EdgeKind::Break:
    return name.ends_with(".end") || name == "sw.epilog";
  case EdgeKind::Continue:
    return name == "for.inc" || name == "while.cond" || name == "do.cond";
  default:
    return !name.contains('.');
  }
}

EdgeKind FunctionLowering::edgeKind(uint32_t node, const PathEdge &edge) const {
  const PathNode &path = graph.nodes[node];
  const Instruction &terminator = *path.block->getTerminator();
  if (auto *invoke = dyn_cast<InvokeInst>(&terminator); invoke && edge.successor == 1)
    return EdgeKind::Unwind;
  if (isa<IndirectBrInst>(terminator))
    return EdgeKind::Goto;
  if (isa<CallBrInst>(terminator) && edge.successor > 0)
    return EdgeKind::Goto;
  const DebugLoc jump = path.isUnwinding ? DebugLoc() : path.exitLoc ? path.exitLoc : jumpBefore(*path.block, facts);
  if (auto found = facts.jumps.find(position(jump.get())); found != facts.jumps.end())
    if (path.exitLoc || isTargetOf(found->second, *graph.nodes[edge.to].block, facts.macros.count(found->first)))
      return found->second;
  if (edge.isLoopBack)
    return EdgeKind::LoopBack;
  return path.edges.size() > 1 && !isa<InvokeInst>(terminator) ? EdgeKind::Branch : EdgeKind::Fall;
}

// Is the value constant on every other way?
static bool isOnlyUnknown(const PHINode &phi, const BasicBlock &from) {
  return count_if(phi.blocks(), [&](const BasicBlock *block) { return block == &from; }) == 1 &&
         all_of(phi.blocks(), [&](const BasicBlock *block) {
           return block == &from || isa<ConstantInt>(phi.getIncomingValueForBlock(block));
         });
}

// Gives each phi of the target its value. A phi that takes the value of another one of the same block reads it before
// any is assigned.
void FunctionLowering::assignPhis(uint32_t node, const PathEdge &edge, Loc loc) {
  BasicBlock &from = *graph.nodes[node].block;
  BasicBlock &to = *graph.nodes[edge.to].block;
  if (isArrayLoop(to))
    return;
  SmallVector<std::pair<VarId, ExprId>, 2> assignments;
  for (PHINode &phi : to.phis()) {
    const bool isKnown = graph.nodes[edge.to].isDecided && graph.conditionPhis.contains(&phi);
    if (phi.use_empty() || isVaArgAddress(phi) || graph.flagPhis.contains(&phi) || isKnown)
      continue;
    ExprId incoming = value(phi.getIncomingValueForBlock(&from));
    if (graph.conditionPhis.contains(&phi) && isOnlyUnknown(phi, from)) {
      values[&phi] = incoming; // nothing happens before the branch that tests it
      continue;
    }
    VarId temp = tempFor(phi, phi.getType()->isPointerTy() ? draft[incoming].type : types.type(phi.getType()));
    auto *other = dyn_cast<PHINode>(phi.getIncomingValueForBlock(&from));
    if (other && other != &phi && other->getParent() == &to) {
      VarId copy = draft.addTemp(draft[incoming].type);
      emit(loc, Assign{draft.var(copy), incoming});
      incoming = draft.load(draft.var(copy));
    }
    assignments.push_back({temp, incoming});
  }
  for (auto [var, incoming] : assignments)
    emit(loc, Assign{draft.var(var), incoming});
}

// What has to happen on an edge happens at the end of its source if that has no other edge, else in a block of its own
// (which disappears if nothing has to happen).
Edge FunctionLowering::edgeTo(uint32_t node, const PathEdge &edge, bool mayAppend) {
  const EdgeKind kind = edgeKind(node, edge);
  const BlockId from = current;
  const ScopeCursor saved = *cursor;
  const PathNode &path = graph.nodes[node];
  const Instruction &terminator = *path.block->getTerminator();
  const Loc loc = wayLoc(node, terminator);
  if (!mayAppend)
    current = draft.addBlock();
  const size_t before = draft.block(current).stmts.size();
  assignPhis(node, edge, loc);
  const auto variables = scopes->all();
  scopes->cross(
      *cursor, node, edge, [&](unsigned i) { emit(draft.function[variables[i].var].loc, Begin{variables[i].var}); },
      [&](unsigned i) { emit(endLocOf(i, path, terminator), End{variables[i].var}); });
  const bool isEmpty = draft.block(current).stmts.size() == before;
  Edge result{BlockId(edge.to), kind};
  if (!mayAppend) {
    if (isEmpty) {
      draft.blocks.pop_back();
    } else {
      DraftBlock &middle = draft.block(current);
      middle.fanIn = 1;
      middle.term.kind = TermKind::Goto;
      middle.term.loc = loc;
      middle.term.edges.push_back({BlockId(edge.to), kind == EdgeKind::Unwind ? EdgeKind::Fall : kind});
      result.to = current;
      if (kind != EdgeKind::Unwind && path.edges.size() > 1 && !isa<IndirectBrInst>(terminator))
        result.kind = EdgeKind::Branch; // what it is shows on the way out of the block between
    }
  }
  current = from;
  *cursor = saved;
  return result;
}

void FunctionLowering::finishWith(TermKind kind, ExprId value, const Instruction &terminator, uint32_t node) {
  const PathNode &path = graph.nodes[node];
  const bool mayAppend = path.edges.size() == 1 && kind == TermKind::Goto;
  SmallVector<Edge, 4> edges;
  for (const PathEdge &edge : path.edges)
    edges.push_back(edgeTo(node, edge, mayAppend));
  Term &term = draft.block(current).term;
  term.kind = kind;
  term.value = value;
  term.loc = wayLoc(node, terminator);
  term.edges.assign(edges.begin(), edges.end());
}

// Is the last statement, made since `before`, one that an exception can come from?
static bool endsInThrower(const DraftBlock &block, size_t before) {
  if (block.stmts.size() == before)
    return false;
  const StmtOp &last = block.stmts.back().op;
  if (const auto *call = std::get_if<ir::Call>(&last))
    return call->mayThrow || call->noReturn;
  return std::holds_alternative<Alloc>(last) || std::holds_alternative<Throw>(last) ||
         std::holds_alternative<ir::Unknown>(last);
}

// `if (!a)` asks for `a` and goes the other way. What a successor is called tells what the source asks for; on the way
// to the next part of `a && b`, what that part asks for.
static bool isTurned(const BranchInst &branch) {
  auto holds = [&](unsigned successor) {
    return StringSwitch<std::optional<bool>>(branch.getSuccessor(successor)->getName().rtrim("0123456789"))
        .Cases("if.then", "for.body", "while.body", "do.body", "cond.true", "land.lhs.true", "land.rhs", "lor.end",
               true)
        .Cases("if.else", "if.end", "for.end", "for.cond.cleanup", "while.end", "do.end", false)
        .Cases("cond.false", "lor.lhs.false", "lor.rhs", "land.end", false)
        .Default(std::nullopt);
  };
  const std::optional<bool> taken = holds(0), otherwise = holds(1);
  return taken != otherwise && (taken ? !*taken : *otherwise);
}

void FunctionLowering::lowerTerminator(uint32_t node, Instruction &terminator) {
  const PathNode &path = graph.nodes[node];
  Term &term = draft.block(current).term;
  term.loc = wayLoc(node, terminator);
  if (auto *inst = dyn_cast<ReturnInst>(&terminator))
    return lowerReturn(node, *inst);
  if (isa<ResumeInst>(terminator)) {
    endEverything(term.loc);
    draft.block(current).term.kind = TermKind::Resume;
    return;
  }
  if (auto *call = dyn_cast<CallBase>(&terminator)) {
    const size_t before = draft.block(current).stmts.size();
    lowerCall(*call); // invoke, asm goto
    if (isa<InvokeInst>(call) && !endsInThrower(draft.block(current), before)) {
      // It became something that cannot throw, `free` for one.
      for (const PathEdge &edge : path.edges)
        if (edge.successor == 0) {
          const Edge normal = edgeTo(node, edge, /*mayAppend=*/true);
          draft.block(current).term.kind = TermKind::Goto;
          draft.block(current).term.edges.push_back(normal);
        }
      return;
    }
    if (auto *invoke = dyn_cast<InvokeInst>(call)) {
      const bool throws =
          !draft.block(current).stmts.empty() && std::holds_alternative<Throw>(draft.block(current).stmts.back().op);
      const bool isNoReturn = throws || call->doesNotReturn() || isa<UnreachableInst>(invoke->getNormalDest()->front());
      if (isNoReturn && !draft.block(current).stmts.empty())
        if (auto *last = std::get_if<ir::Call>(&draft.block(current).stmts.back().op))
          last->noReturn = true;
      if (!isNoReturn)
        return finishWith(TermKind::Invoke, {}, terminator, node);
      Edge unwind{};
      for (const PathEdge &edge : path.edges)
        if (edge.successor == 1)
          unwind = edgeTo(node, edge, false);
      draft.block(current).term.kind = TermKind::Throw;
      draft.block(current).term.edges.push_back(unwind);
      return;
    }
    return finishWith(TermKind::IndirectGoto, draft.unknown("asm goto", types.intType(64)), terminator, node);
  }
  if (auto *branch = dyn_cast<BranchInst>(&terminator)) {
    if (path.edges.size() < 2)
      return finishWith(TermKind::Goto, {}, terminator, node);
    finishWith(TermKind::Branch, value(branch->getCondition()), terminator, node);
    draft.block(current).term.isTurned = isTurned(*branch);
    return;
  }
  if (auto *choice = dyn_cast<SwitchInst>(&terminator)) {
    if (path.edges.size() < 2 || choice->getNumCases() == 0)
      return finishWith(TermKind::Goto, {}, terminator, node);
    for (auto &entry : choice->cases())
      draft.block(current).term.cases.push_back(entry.getCaseValue()->getSExtValue());
    return finishWith(TermKind::Switch, value(choice->getCondition()), terminator, node);
  }
  if (auto *jump = dyn_cast<IndirectBrInst>(&terminator))
    return finishWith(TermKind::IndirectGoto, value(jump->getAddress()), terminator, node);
  if (draft.block(current).term.kind != TermKind::Throw) // a call that throws or never comes back has ended the block
    draft.block(current).term.kind = TermKind::Unreachable;
}

void FunctionLowering::endEverything(Loc loc) {
  const auto variables = scopes->all();
  for (int i = cursor->begun.find_last(); i != -1; i = cursor->begun.find_prev(i))
    emit(loc, End{variables[i].var});
  for (VarId param : llvm::reverse(draft.function.params))
    emit(loc, End{param});
}

// A function's only `return`: Clang leaves its position out where it saves itself the jump.
static std::optional<Position> onlyReturn(const SourceFacts &facts) {
  std::optional<Position> found;
  for (const auto &[at, kind] : facts.jumps) {
    if (kind == EdgeKind::Return && found)
      return std::nullopt;
    if (kind == EdgeKind::Return)
      found = at;
  }
  return found;
}

Loc FunctionLowering::returnLoc(const PathNode &node, const ReturnInst &inst) {
  if (inst.getReturnValue() && !node.exitLoc && !facts.jumps.count(position(inst.getDebugLoc().get())))
    if (std::optional<Position> only = onlyReturn(facts))
      return {draft.function.endLoc.file, only->line, only->column, {}};
  return jumpLoc(jumpOf(node, inst));
}

void FunctionLowering::lowerReturn(uint32_t node, ReturnInst &inst) {
  const Loc loc = returnLoc(graph.nodes[node], inst);
  Value *result = inst.getReturnValue();
  // A load of the slot of the result says nothing new.
  auto *loaded = dyn_cast_or_null<LoadInst>(result);
  const AllocaInst *slot = loaded ? slotOf(loaded->getPointerOperand()) : nullptr;
  const bool isDone = slot && slots.lookup(slot) == draft.function.returnVar;
  if (result && draft.function.returnVar && !isDone && !result->getType()->isVoidTy()) {
    ExprId target = draft.var(draft.function.returnVar);
    ExprId returned = value(result);
    if (draft.typeOf(target).kind != TypeKind::Record)
      emit(loc, Assign{target, returned});
    else if (draft[returned].kind == ExprKind::Load)
      emit(loc, Copy{target, draft[returned].a, draft.sizeValue(sizeOf(draft.module, draft[target].type))});
    else
      emit(loc, Assign{places.part(target, 0, result->getType()), returned});
  }
  endEverything(loc);
  Term &term = draft.block(current).term;
  term.kind = TermKind::Return;
  term.loc = loc;
}

// Where an exception goes that nothing in this function cares about: everything ends, and it goes on.
BlockId FunctionLowering::unwindExit() {
  std::vector<unsigned> begun;
  for (unsigned i : cursor->begun.set_bits())
    begun.push_back(i);
  auto [entry, isNew] = unwindExits.try_emplace(std::move(begun));
  if (isNew)
    entry->second = addUnwindExit(draft.function.endLoc);
  draft.block(entry->second).fanIn++;
  return entry->second;
}

BlockId FunctionLowering::addUnwindExit(Loc loc) {
  const BlockId from = current, exit = draft.addBlock();
  current = exit;
  endEverything(loc);
  draft.block(exit).term.kind = TermKind::Resume;
  draft.block(exit).term.loc = loc;
  current = from;
  return exit;
}

// The last statement is a plain call that may throw: it ends its block here. What certainly throws leaves the function
// there and has an exit of its own, as a `return` has; calls share theirs.
void FunctionLowering::endCallBlock(bool isNoReturn) {
  const BlockId unwind = isNoReturn ? addUnwindExit(draft.block(current).stmts.back().loc) : unwindExit();
  if (isNoReturn)
    draft.block(unwind).fanIn = 1;
  const BlockId next = isNoReturn ? BlockId() : draft.addBlock();
  Term &term = draft.block(current).term;
  term.loc = draft.block(current).stmts.back().loc;
  term.kind = isNoReturn ? TermKind::Throw : TermKind::Invoke;
  if (!isNoReturn)
    term.edges.push_back({next, EdgeKind::Fall});
  term.edges.push_back({unwind, EdgeKind::Unwind});
  if (isNoReturn)
    return;
  draft.block(next).fanIn = 1;
  current = next;
}

} // namespace custody::lower
