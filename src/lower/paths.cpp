#include "lower/paths.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include <map>
#include <optional>

using namespace llvm;

namespace custody::lower {
namespace {

constexpr int64_t UnknownFlag = INT64_MIN;

// `cleanup12` is `cleanup`: Clang numbers blocks of the same name.
StringRef baseName(const Value &value) {
  StringRef name = value.getName();
  while (!name.empty() && llvm::isDigit(name.back()))
    name = name.drop_back();
  return name;
}

bool isFlagName(StringRef name) {
  return name.starts_with("cleanup.dest.slot") || name.starts_with("nrvo") || name.starts_with("cleanup.cond") ||
         name.starts_with("cleanup.isactive");
}

bool isFlag(const AllocaInst &slot) {
  if (!isFlagName(slot.getName()) || !slot.getAllocatedType()->isIntegerTy())
    return false;
  return all_of(slot.users(), [&](const User *user) {
    if (isa<LoadInst>(user))
      return true;
    auto *store = dyn_cast<StoreInst>(user);
    return store && store->getPointerOperand() == &slot && isa<ConstantInt>(store->getValueOperand());
  });
}

// Whether a phi stays may depend on which others do.
template <class IsKept>
void keepThose(SmallVectorImpl<const PHINode *> &phis, IsKept isKept) {
  for (size_t before = phis.size() + 1; phis.size() != before;) {
    before = phis.size();
    erase_if(phis, [&](const PHINode *phi) { return !isKept(phi); });
  }
}

// In coroutines Clang keeps the number of the exit in a phi. Those that are made of constants and of each other.
SmallVector<const PHINode *, 4> flagPhis(const Function &function) {
  SmallVector<const PHINode *, 4> phis;
  for (const BasicBlock &block : function)
    for (const PHINode &phi : block.phis())
      if (phi.getType()->isIntegerTy() && phi.getName().starts_with("cleanup.dest.slot"))
        phis.push_back(&phi);
  auto isFixed = [&](const PHINode *phi) {
    return all_of(phi->incoming_values(), [&](const Value *value) {
      return isa<ConstantInt>(value) || is_contained(phis, dyn_cast<PHINode>(value));
    });
  };
  keepThose(phis, isFixed);
  return phis;
}

// `while (a || b)`: Clang computes whether to go on where the parts meet, although each part knows it. The phis that
// only a branch of their own block tests, or another such phi, and that are constant on some ways.
SmallVector<const PHINode *, 4> conditionPhis(const Function &function) {
  SmallVector<const PHINode *, 4> phis;
  for (const BasicBlock &block : function)
    for (const PHINode &phi : block.phis())
      if (phi.getType()->isIntegerTy(1) && phi.hasOneUse() &&
          any_of(phi.incoming_values(), [](const Value *value) { return isa<ConstantInt>(value); }))
        phis.push_back(&phi);
  auto isCondition = [&](const PHINode *phi) {
    const User *user = *phi->user_begin();
    const bool isTested = isa<BranchInst>(user) && cast<BranchInst>(user)->getParent() == phi->getParent();
    return isTested || is_contained(phis, dyn_cast<PHINode>(user));
  };
  keepThose(phis, isCondition);
  return phis;
}

// Does nothing but return: all returns meet here, whatever its name is.
bool onlyReturns(const BasicBlock &block) {
  return isa<ReturnInst>(block.getTerminator()) &&
         all_of(drop_end(block), [](const Instruction &inst) { return isa<LoadInst>(inst); });
}

bool isFunnelName(StringRef name) {
  return name == "cleanup" || name == "return" || name == "nrvo.unused" || name == "nrvo.skipdtor";
}

// Where a path enters the code that exits share.
bool isFunnelEntry(const BasicBlock &block) {
  return isFunnelName(baseName(block)) || onlyReturns(block);
}

// Blocks through which an exit that is under way goes on. `invoke.cont` only as the normal way on from cleanup code.
bool continuesFunnel(const BasicBlock &from, const BasicBlock &to) {
  StringRef name = baseName(to);
  if (isFunnelEntry(to))
    return true;
  if (name == "invoke.cont")
    return isa<InvokeInst>(from.getTerminator()) && cast<InvokeInst>(from.getTerminator())->getNormalDest() == &to;
  return StringSwitch<bool>(name)
      .Cases("cleanup.action", "cleanup.done", "nrvo.unused", "nrvo.skipdtor", true)
      .Cases("arraydestroy.body", "arraydestroy.done", "lpad", "ehcleanup", "eh.resume", true)
      .Cases("catch.dispatch", "catch.fallthrough", true)
      .Default(false);
}

bool isThrow(const Instruction &terminator) {
  auto *invoke = dyn_cast<InvokeInst>(&terminator);
  Function *callee = invoke ? invoke->getCalledFunction() : nullptr;
  return callee && (callee->getName() == "__cxa_throw" || callee->getName() == "__cxa_rethrow");
}

struct State {
  BasicBlock *block = nullptr;
  uint32_t exit = 0; // number of the edge that began it; 0: none
  uint32_t pad = 0;  // number of the edge into a landing pad
  SmallVector<int64_t, 2> flags;
};

struct StateLess {
  static bool less(ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  }
  bool operator()(const State &a, const State &b) const {
    if (a.block != b.block)
      return std::less<>()(a.block, b.block); // only to find states again; numbering follows the walk
    if (a.exit != b.exit)
      return a.exit < b.exit;
    if (a.pad != b.pad)
      return a.pad < b.pad;
    return less(a.flags, b.flags);
  }
};

class Walker {
public:
  Walker(Function &function, const Jumps &jumps, bool keepExits, bool keepFlags)
      : function(function), jumps(jumps), keepExits(keepExits), budget(8 * function.size() + 512) {
    if (keepFlags)
      collectFlags();
    computeLiveFlags();
  }

  // False if there were too many copies.
  bool walk() {
    State entry;
    entry.block = &function.getEntryBlock();
    entry.flags.assign(flagSlots.size(), UnknownFlag);
    dropDeadFlags(entry);
    nodeOf(std::move(entry), DebugLoc());
    for (uint32_t next = 0; next < states.size(); ++next) {
      if (states.size() > budget)
        return false;
      expand(next);
    }
    return true;
  }

  PathGraph finish() {
    PathGraph graph;
    graph.flags = std::move(flagIndex);
    for (auto [phi, flag] : phiIndex)
      (conditions.contains(phi) ? graph.conditionPhis : graph.flagPhis).insert(phi);
    graph.nodes = std::move(nodes);
    orderNodes(graph);
    markUnwinding(graph);
    return graph;
  }

private:
  void collectFlags() {
    for (Instruction &inst : function.getEntryBlock())
      if (auto *slot = dyn_cast<AllocaInst>(&inst); slot && isFlag(*slot)) {
        flagIndex[slot] = flagSlots.size();
        flagSlots.push_back(slot);
      }
    for (const PHINode *phi : flagPhis(function)) {
      phiIndex[phi] = flagSlots.size();
      flagSlots.push_back(phi);
    }
    for (const PHINode *phi : conditionPhis(function)) {
      conditions.insert(phi);
      phiIndex[phi] = flagSlots.size();
      flagSlots.push_back(phi);
    }
  }

  // A flag is live in a block if it may be loaded before it is stored to.
  void computeLiveFlags() {
    if (flagSlots.empty())
      return;
    DenseMap<BasicBlock *, SmallVector<int8_t, 4>> firstUse; // 'l' loads first, 's' stores first
    for (BasicBlock &block : function) {
      auto &use = firstUse[&block];
      use.assign(flagSlots.size(), 0);
      for (Instruction &inst : block)
        noteFirstUse(inst, use);
      notePhis(block, use);
    }
    SmallVector<BasicBlock *, 16> work;
    for (BasicBlock &block : function) {
      auto &live = liveIn[&block];
      live.resize(flagSlots.size());
      for (unsigned flag = 0; flag < flagSlots.size(); ++flag)
        if (firstUse[&block][flag] == 'l')
          live.set(flag);
      work.push_back(&block);
    }
    while (!work.empty()) {
      BasicBlock *block = work.pop_back_val();
      for (BasicBlock *pred : predecessors(block)) {
        auto &live = liveIn[pred];
        bool grew = false;
        for (unsigned flag : liveIn[block].set_bits())
          if (!live.test(flag) && firstUse[pred][flag] == 0) {
            live.set(flag);
            grew = true;
          }
        if (grew)
          work.push_back(pred);
      }
    }
  }

  void noteFirstUse(Instruction &inst, SmallVectorImpl<int8_t> &use) {
    if (auto *load = dyn_cast<LoadInst>(&inst)) {
      if (auto flag = flagOf(load->getPointerOperand()); flag && !use[*flag])
        use[*flag] = 'l';
    } else if (auto *store = dyn_cast<StoreInst>(&inst)) {
      if (auto flag = flagOf(store->getPointerOperand()); flag && !use[*flag])
        use[*flag] = 's';
    }
  }

  // A phi is set where its block begins, and used by what tests it and by phis of the blocks behind.
  void notePhis(BasicBlock &block, SmallVectorImpl<int8_t> &use) {
    for (const PHINode &phi : block.phis())
      if (auto flag = phiFlagOf(&phi))
        use[*flag] = 's';
    auto read = [&](const Value *value) {
      if (auto flag = phiFlagOf(value); flag && !use[*flag])
        use[*flag] = 'l';
    };
    for (const Value *operand : block.getTerminator()->operands())
      read(operand);
    for (BasicBlock *next : successors(&block))
      for (const PHINode &phi : next->phis())
        if (phiFlagOf(&phi))
          read(phi.getIncomingValueForBlock(&block));
  }

  std::optional<unsigned> phiFlagOf(const Value *value) const {
    auto *phi = dyn_cast<PHINode>(value);
    auto found = phi ? phiIndex.find(phi) : phiIndex.end();
    return found == phiIndex.end() ? std::nullopt : std::optional<unsigned>(found->second);
  }

  // The values that the phis of a block have on the way from another.
  void enterPhis(const State &after, State &next) const {
    for (const PHINode &phi : next.block->phis())
      if (auto flag = phiFlagOf(&phi); flag && phi.getBasicBlockIndex(after.block) >= 0) {
        const Value *incoming = phi.getIncomingValueForBlock(after.block);
        const auto *constant = dyn_cast<ConstantInt>(incoming);
        const auto other = phiFlagOf(incoming);
        next.flags[*flag] = constant ? constant->getSExtValue() : other ? after.flags[*other] : UnknownFlag;
      }
  }

  bool isDecided(const State &state) const {
    return any_of(state.block->phis(), [&](const PHINode &phi) {
      const auto flag = conditions.contains(&phi) ? phiFlagOf(&phi) : std::nullopt;
      return flag && state.flags[*flag] != UnknownFlag;
    });
  }

  std::optional<unsigned> flagOf(const Value *pointer) const {
    auto *slot = dyn_cast<AllocaInst>(pointer);
    auto found = slot ? flagIndex.find(slot) : flagIndex.end();
    if (found == flagIndex.end())
      return std::nullopt;
    return found->second;
  }

  bool isSetIn(unsigned flag, const BasicBlock &block) const {
    auto *phi = dyn_cast<PHINode>(flagSlots[flag]);
    return phi && phi->getParent() == &block;
  }

  void dropDeadFlags(State &state) {
    if (flagSlots.empty())
      return;
    const BitVector &live = liveIn[state.block];
    for (unsigned flag = 0; flag < state.flags.size(); ++flag)
      if (!live.test(flag) && !isSetIn(flag, *state.block))
        state.flags[flag] = UnknownFlag;
  }

  uint32_t nodeOf(State state, const DebugLoc &exitLoc, bool isBehindLoop = false) {
    auto [entry, isNew] = indices.try_emplace(state, states.size());
    if (isNew) {
      PathNode node;
      node.block = state.block;
      node.fanIn = pred_size(state.block);
      node.exitLoc = exitLoc;
      node.isExit = state.exit != 0 && !isBehindLoop;
      node.isBehindLoop = isBehindLoop;
      node.isDecided = isDecided(state);
      nodes.push_back(std::move(node));
      states.push_back(std::move(state));
    }
    return entry->second;
  }

  // The flags' values after the block, and the value that its terminator tests if that is a flag.
  std::optional<int64_t> runFlags(State &state) {
    std::optional<int64_t> tested;
    const Instruction *terminator = state.block->getTerminator();
    for (const Value *operand : terminator->operands())
      if (auto flag = phiFlagOf(operand); flag && state.flags[*flag] != UnknownFlag)
        tested = state.flags[*flag];
    for (Instruction &inst : *state.block) {
      if (auto *store = dyn_cast<StoreInst>(&inst)) {
        if (auto flag = flagOf(store->getPointerOperand()))
          state.flags[*flag] = cast<ConstantInt>(store->getValueOperand())->getSExtValue();
      } else if (auto *load = dyn_cast<LoadInst>(&inst)) {
        if (auto flag = flagOf(load->getPointerOperand());
            flag && is_contained(terminator->operands(), static_cast<Value *>(load)) &&
            state.flags[*flag] != UnknownFlag)
          tested = state.flags[*flag];
      }
    }
    return tested;
  }

  void expand(uint32_t index) {
    State after = states[index];
    std::optional<int64_t> tested = runFlags(after);
    Instruction *terminator = after.block->getTerminator();
    std::optional<unsigned> only = tested ? successorFor(*terminator, *tested) : loopsOver(*terminator);
    for (unsigned i = 0; i < terminator->getNumSuccessors(); ++i)
      if ((!only || *only == i) && !isArrayLoopBack(*after.block, *terminator->getSuccessor(i)))
        addEdge(index, after, i);
  }

  static std::optional<unsigned> successorFor(const Instruction &terminator, int64_t value) {
    if (auto *branch = dyn_cast<BranchInst>(&terminator))
      return branch->isConditional() ? std::optional<unsigned>(value ? 0 : 1) : std::nullopt;
    auto *choice = dyn_cast<SwitchInst>(&terminator);
    if (!choice)
      return std::nullopt;
    for (auto &entry : choice->cases())
      if (entry.getCaseValue()->getSExtValue() == value)
        return entry.getSuccessorIndex();
    return 0;
  }

  // The loops over the elements of arrays run once: their call is marked "for each".
  static bool isArrayLoopBack(const BasicBlock &from, const BasicBlock &to) {
    if (!isArrayLoop(to))
      return false;
    if (&from == &to)
      return true;
    auto *invoke = dyn_cast<InvokeInst>(to.getTerminator());
    return invoke && invoke->getNormalDest() == &from;
  }

  // The loop over the elements of an array is taken in any case: "for each" of no elements does nothing.
  static std::optional<unsigned> loopsOver(const Instruction &terminator) {
    for (unsigned i = 0; i < terminator.getNumSuccessors(); ++i) {
      const StringRef name = baseName(*terminator.getSuccessor(i));
      if (terminator.getNumSuccessors() == 2 && (name == "new.ctorloop" || name == "arraydestroy.body") &&
          !isArrayLoopBack(*terminator.getParent(), *terminator.getSuccessor(i)))
        return i;
      if (name == "vaarg.in_reg") // one of two ways to the same value
        return i;
    }
    return std::nullopt;
  }

  void addEdge(uint32_t index, const State &after, unsigned successor) {
    State next = after;
    next.block = after.block->getTerminator()->getSuccessor(successor);
    if (baseName(*next.block) == "vaarg.in_reg" && next.block->getSingleSuccessor())
      next.block = next.block->getSingleSuccessor();
    DebugLoc exitLoc = nodes[index].exitLoc;
    next.exit = keepExits ? exitAfter(index, after, successor, *next.block, exitLoc) : 0;
    // A loop may be the last that the function does: `break` leaves the loop, and the function ends behind it.
    const bool isBehindLoop =
        next.exit && jumps.isBreak(exitLoc) && !isFunnelName(baseName(*next.block)) && onlyReturns(*next.block);
    if (!next.exit || isBehindLoop)
      exitLoc = DebugLoc();
    // A landing pad begins with the exception of one call: each call has its own copy.
    // So has a computed goto the jump that all of them share.
    const bool isOwn = next.block->isLandingPad() || isa<IndirectBrInst>(next.block->getTerminator());
    next.pad = isOwn ? edgeNumber(index, successor) : 0;
    enterPhis(after, next);
    dropDeadFlags(next);
    uint32_t to = nodeOf(std::move(next), exitLoc, isBehindLoop);
    nodes[index].edges.push_back({to, successor, false});
    nodes[to].predecessors.push_back(index);
  }

  uint32_t exitAfter(uint32_t index, const State &after, unsigned successor, const BasicBlock &to, DebugLoc &exitLoc) {
    const Instruction &terminator = *after.block->getTerminator();
    const bool unwinds = isThrow(terminator) && cast<InvokeInst>(terminator).getUnwindDest() == &to;
    if (after.exit && continuesFunnel(*after.block, to))
      return after.exit;
    if (!unwinds && !isFunnelEntry(to))
      return 0;
    exitLoc = unwinds ? terminator.getDebugLoc() : jumps.endOf(*after.block);
    // Without cleanup code only the returns of the source are told apart.
    if (!unwinds && !exitLoc && (baseName(to) == "return" || onlyReturns(to)))
      return 0;
    return edgeNumber(index, successor);
  }

  uint32_t edgeNumber(uint32_t node, unsigned successor) {
    return edgeNumbers.try_emplace({node, successor}, edgeNumbers.size() + 1).first->second;
  }

  // Reverse post-order, by an explicit stack; marks the edges that close loops.
  static void orderNodes(PathGraph &graph) {
    enum Colour : uint8_t { White, Grey, Black };
    std::vector<uint8_t> colour(graph.nodes.size(), White);
    std::vector<uint32_t> postOrder;
    SmallVector<std::pair<uint32_t, unsigned>, 32> stack = {{0, 0}};
    colour[0] = Grey;
    while (!stack.empty()) {
      auto &[node, nextEdge] = stack.back();
      auto &edges = graph.nodes[node].edges;
      if (nextEdge == edges.size()) {
        colour[node] = Black;
        postOrder.push_back(node);
        stack.pop_back();
        continue;
      }
      // Last successor first, so that reverse post-order lists the first one first, as the source does.
      PathEdge &edge = edges[edges.size() - ++nextEdge];
      edge.isLoopBack = colour[edge.to] == Grey;
      if (colour[edge.to] == White) {
        colour[edge.to] = Grey;
        stack.push_back({edge.to, 0});
      }
    }
    std::vector<uint32_t> position(graph.nodes.size());
    for (uint32_t i = 0; i < postOrder.size(); ++i)
      position[postOrder[postOrder.size() - 1 - i]] = i;
    std::vector<PathNode> ordered(graph.nodes.size());
    for (uint32_t i = 0; i < graph.nodes.size(); ++i) {
      for (PathEdge &edge : graph.nodes[i].edges)
        edge.to = position[edge.to];
      for (uint32_t &pred : graph.nodes[i].predecessors)
        pred = position[pred];
      llvm::sort(graph.nodes[i].predecessors);
      ordered[position[i]] = std::move(graph.nodes[i]);
    }
    graph.nodes = std::move(ordered);
  }

  // From a landing pad until the exception is caught.
  static void markUnwinding(PathGraph &graph) {
    for (uint32_t i = 0; i < graph.nodes.size(); ++i) {
      PathNode &node = graph.nodes[i];
      const StringRef name = baseName(*node.block);
      const bool catches = name.starts_with("catch") && name != "catch.dispatch" && name != "catch.fallthrough";
      node.isUnwinding = node.block->isLandingPad() ||
                         (!catches && !node.predecessors.empty() && all_of(node.predecessors, [&](uint32_t pred) {
                           return pred >= i || graph.nodes[pred].isUnwinding;
                         }));
    }
  }

  Function &function;
  const Jumps jumps;
  const bool keepExits;
  const size_t budget;
  DenseMap<const AllocaInst *, unsigned> flagIndex;
  DenseMap<const PHINode *, unsigned> phiIndex;
  DenseSet<const PHINode *> conditions;          // of phiIndex
  SmallVector<const Instruction *, 4> flagSlots; // slots and phis
  DenseMap<BasicBlock *, BitVector> liveIn;
  std::map<State, uint32_t, StateLess> indices;
  std::map<std::pair<uint32_t, unsigned>, uint32_t> edgeNumbers;
  std::vector<State> states;
  std::vector<PathNode> nodes;
};

} // namespace

bool isArrayLoop(const BasicBlock &block) {
  StringRef name = baseName(block);
  return name == "arrayctor.loop" || name == "arraydestroy.body";
}

PathGraph buildPaths(Function &function, const Jumps &jumps, bool keepAllExits) {
  for (auto [keepExits, keepFlags] : {std::pair(true, true), std::pair(false, true), std::pair(false, false)}) {
    if (keepExits && !keepAllExits)
      continue;
    Walker walker(function, jumps, keepExits, keepFlags);
    if (!walker.walk() && keepFlags)
      continue;
    PathGraph graph = walker.finish();
    graph.isOverBudget = !keepExits;
    return graph;
  }
  llvm_unreachable("the last walk makes one copy of each block");
}

} // namespace custody::lower
