#include "lower/folding.h"
#include "lower/scopes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace custody::lower {

static bool isPureIntrinsic(const Instruction &instruction) {
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return call && !call->mayHaveSideEffects() && !call->getType()->isVoidTy() && !call->mayReadOrWriteMemory();
}

bool isFoldable(const Instruction &instruction) {
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return !load->isVolatile() && !load->isAtomic();
  return isa<BinaryOperator>(instruction) || isa<UnaryOperator>(instruction) || isa<CmpInst>(instruction) ||
         isa<CastInst>(instruction) || isa<GetElementPtrInst>(instruction) || isa<SelectInst>(instruction) ||
         isa<ExtractValueInst>(instruction) || isa<InsertValueInst>(instruction) || isa<FreezeInst>(instruction) ||
         isa<ExtractElementInst>(instruction) || isa<InsertElementInst>(instruction) ||
         isa<ShuffleVectorInst>(instruction) || isPureIntrinsic(instruction);
}

const AllocaInst *slotOf(const Value *address) {
  while (true) {
    if (auto *slot = dyn_cast<AllocaInst>(address))
      return slot;
    if (auto *gep = dyn_cast<GEPOperator>(address))
      address = gep->getPointerOperand();
    else
      return nullptr;
  }
}

// The address of a part of a variable is the same everywhere.
static bool isFixedAddress(const Instruction &instruction) {
  auto *gep = dyn_cast<GetElementPtrInst>(&instruction);
  return gep && gep->hasAllConstantIndices() &&
         (isa<AllocaInst>(gep->getPointerOperand()) ||
          (isa<Instruction>(gep->getPointerOperand()) && isFixedAddress(*cast<Instruction>(gep->getPointerOperand()))));
}

static bool isPrivate(const AllocaInst &slot) {
  SmallVector<const Value *, 8> work = {&slot};
  while (!work.empty()) {
    const Value *address = work.pop_back_val();
    for (const User *user : address->users()) {
      if (isa<LoadInst>(user) || isa<MemIntrinsic>(user))
        continue;
      if (auto *store = dyn_cast<StoreInst>(user);
          store && store->getPointerOperand() == address && store->getValueOperand() != address)
        continue;
      if (isa<GetElementPtrInst>(user))
        work.push_back(user);
      else
        return false;
    }
  }
  return true;
}

DenseSet<const AllocaInst *> privateSlots(const Function &function) {
  DenseSet<const AllocaInst *> result;
  for (const BasicBlock &block : function)
    for (const Instruction &instruction : block)
      if (auto *slot = dyn_cast<AllocaInst>(&instruction); slot && isPrivate(*slot))
        result.insert(slot);
  return result;
}

namespace {

constexpr unsigned LargeToRepeat = 6; // nodes; a larger tree with several uses is held
constexpr unsigned LargeToFold = 64;  // nodes; a larger tree is held in any case
constexpr unsigned Never = ~0u;

class BlockFolder {
public:
  BlockFolder(const BasicBlock &block, const DenseSet<const AllocaInst *> &privates,
              DenseSet<const Instruction *> &held)
      : block(block), privates(privates), held(held) {}

  void run() {
    unsigned index = 0;
    for (const Instruction &instruction : block) {
      order[&instruction] = index++;
      sequence.push_back(&instruction);
      if (isFoldable(instruction))
        weigh(instruction);
    }
    for (const Instruction &instruction : reverse(block))
      visitBackward(instruction);
  }

private:
  void weigh(const Instruction &instruction) {
    unsigned weight = 1;
    for (const Value *operand : instruction.operands())
      if (auto *inner = dyn_cast<Instruction>(operand); inner && inner->getParent() == &block)
        weight += weights.lookup(inner);
    const bool isAddress =
        isa<GetElementPtrInst>(instruction) && cast<GetElementPtrInst>(instruction).hasAllConstantIndices();
    if (isa<WithOverflowInst>(instruction)) {
      weights[&instruction] = weight; // a pair; its parts are held, right behind it
      return;
    }
    if (weight > LargeToFold || (weight > LargeToRepeat && instruction.hasNUsesOrMore(2) && !isAddress)) {
      held.insert(&instruction);
      weight = 1;
    }
    weights[&instruction] = weight;
  }

  void visitBackward(const Instruction &instruction) {
    if (isFoldable(instruction) && !isFixedAddress(instruction)) {
      unsigned last = lastUse(instruction);
      if (isa<WithOverflowInst>(instruction))
        last = std::min(last, static_cast<unsigned>(order.size()) - 1);
      else if (last == Never || (isa<LoadInst>(instruction) &&
                                 (changedBefore(cast<LoadInst>(instruction), last) || leavesScope(instruction, last))))
        held.insert(&instruction);
      // A held value is computed at its own place, so that is where its operands are used last.
      lastUses[&instruction] = held.contains(&instruction) ? order[&instruction] : last;
    }
    noteChange(instruction);
  }

  // Is the value used where the variable that it was read from may have ended?
  bool leavesScope(const Instruction &load, unsigned last) const {
    const Instruction &consumer = *sequence[last];
    const DILocalScope *from = scopeOf(load), *to = scopeOf(consumer);
    if (isa<ReturnInst>(consumer)) // behind the destructors
      return nextCall < last;
    return from && to && from != to && movesScope(consumer) && !contains(from, to);
  }

  // Where the value is consumed for the last time in this block; Never if it is used outside.
  unsigned lastUse(const Instruction &instruction) {
    unsigned last = 0;
    for (const User *user : instruction.users()) {
      auto *consumer = cast<Instruction>(user);
      if (isa<PHINode>(consumer)) {
        // The variable of a phi is assigned at the end of this block, if it comes from here.
        last = std::max<unsigned>(last, order[block.getTerminator()]);
        if (!comesFromHere(cast<PHINode>(*consumer), instruction))
          return Never;
      } else if (consumer->getParent() != &block) {
        return Never;
      } else {
        last = std::max(last, isFoldable(*consumer) ? lastUses.lookup(consumer) : order[consumer]);
      }
    }
    return last;
  }

  bool comesFromHere(const PHINode &phi, const Instruction &value) const {
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
      if (phi.getIncomingValue(i) == &value && phi.getIncomingBlock(i) != &block)
        return false;
    return true;
  }

  bool changedBefore(const LoadInst &load, unsigned last) {
    const AllocaInst *slot = slotOf(load.getPointerOperand());
    if (slot && privates.contains(slot)) {
      auto found = nextStore.find(slot);
      return found != nextStore.end() && found->second < last;
    }
    return nextChange < last;
  }

  void noteChange(const Instruction &instruction) {
    if (!instruction.mayWriteToMemory())
      return;
    const unsigned index = order[&instruction];
    if (isa<CallBase>(instruction))
      nextCall = index;
    if (auto *store = dyn_cast<StoreInst>(&instruction)) {
      const AllocaInst *slot = slotOf(store->getPointerOperand());
      if (slot && privates.contains(slot)) {
        nextStore[slot] = index;
        return;
      }
    } else if (auto *transfer = dyn_cast<MemIntrinsic>(&instruction)) {
      const AllocaInst *slot = slotOf(transfer->getDest());
      if (slot && privates.contains(slot)) {
        nextStore[slot] = index;
        return;
      }
    }
    nextChange = index;
  }

  const BasicBlock &block;
  const DenseSet<const AllocaInst *> &privates;
  DenseSet<const Instruction *> &held;
  DenseMap<const Instruction *, unsigned> order, weights, lastUses;
  DenseMap<const AllocaInst *, unsigned> nextStore;
  std::vector<const Instruction *> sequence;
  unsigned nextChange = Never;
  unsigned nextCall = Never;
};

} // namespace

DenseSet<const Instruction *> valuesToHold(const Function &function) {
  DenseSet<const Instruction *> held;
  const DenseSet<const AllocaInst *> privates = privateSlots(function);
  for (const BasicBlock &block : function)
    BlockFolder(block, privates, held).run();
  return held;
}

} // namespace custody::lower
