// The generator of constraints, inside. generate.cpp has control flow, statements.cpp statements, calls.cpp calls.
#pragma once

#include "engines/ownership/generate.h"
#include "engines/ownership/places.h"
#include "llvm/ADT/DenseMap.h"

namespace custody::engines::ownership {

class Generator {
public:
  explicit Generator(const Task &task)
      : task(task), module(task.module()), function(task.function()), places(task.model.program, task.id),
        current(function.blocks.size()), predecessors(function.blocks.size()), isReached(function.blocks.size()),
        isMain(task.isMain()) {}

  System run();

private:
  struct EdgeId {
    uint32_t from;
    uint32_t index; // of the terminator's edges
  };
  struct PendingJoin {
    uint32_t block;
    SlotId slot;
    OwnVar variable;
  };

  // Control flow.
  void addCalleeSlots();
  std::vector<uint32_t> reachableOrder();
  bool endsEarly(uint32_t block) const; // a call in it never returns
  void walk(uint32_t block);
  void abort();
  void loseUnfinished();
  void testPointers(uint32_t block);
  void setNullOnEdge(uint32_t block, uint32_t edge, OwnVar tested);
  void join();
  void joinEdge(const PendingJoin &pending, const EdgeId &edge);
  void finish();
  void settleUncertain();
  struct History {
    bool mayBeEntry = false; // what the slot was at entry
    bool mayBeNull = false;  // set to null, or nobody knows
    bool isNullOnly = true;
  };
  History historyOf(OwnVar version, SlotId slot) const;

  // Versions.
  OwnVar fresh(SlotId slot = {});
  OwnVar freshLike(OwnVar other, SlotId slot); // the same pointer
  OwnVar freshNull(SlotId slot);
  OwnVar read(SlotId slot) { return readAt(block, slot); }
  OwnVar readAt(uint32_t block, SlotId slot);
  OwnVar entryVersion(SlotId slot);
  OwnVar enter(SlotId slot);
  void write(SlotId slot, OwnVar variable);
  bool isNullOnEdge(const EdgeId &edge, SlotId slot) const;
  void forget(SlotId slot) { write(slot, fresh(slot)); }

  // Constraints.
  Constraint &require(OwnConstraint::Kind kind, OwnVar source, llvm::ArrayRef<OwnVar> targets, Cause cause, Rank rank);
  void zero(OwnVar variable, Cause cause, SlotId slot = {}) {
    require(OwnConstraint::Kind::Zero, variable, {}, cause, Rank::Constant).slot = slot;
  }
  void one(OwnVar variable, Cause cause, SlotId slot = {}) {
    require(OwnConstraint::Kind::One, variable, {}, cause, Rank::Constant).slot = slot;
  }

  // Statements.
  void visit(const ir::Begin &s);
  void visit(const ir::End &s);
  void visit(const ir::Assign &s);
  void visit(const ir::Copy &s);
  void visit(const ir::Fill &s);
  void visit(const ir::Alloc &s);
  void visit(const ir::Realloc &s);
  void visit(const ir::Free &s);
  void visit(const ir::StackAlloc &s);
  void visit(const ir::Call &s);
  void visit(const ir::Ignore &) {}
  void visit(const ir::Throw &s);
  void visit(const ir::Catch &s);
  void visit(const ir::VaOp &s);
  void visit(const ir::Unknown &s);

  bool mayCarry(ir::ExprId value) const;
  OwnVar transfer(const Source &source, Cause cause); // what the receiver gets
  void store(ir::ExprId place, OwnVar value);
  void storeUnknown(ir::ExprId place);
  void afterAssignment(ir::VarId root);
  void noteKept(const Source &source);
  void noteKept(ir::VarId root);
  void noteCopied(ir::VarId from, ir::VarId into);
  void noteComesBack(const ir::Call &call, const Source &source);
  void keepWhatCameBack();
  void release(const Source &source, Cause after);
  void forgetObject(const Address &object, int64_t size);
  llvm::SmallVector<SlotId, 4> slotsIn(const Address &object, int64_t size) const;
  void useField(FieldEvent::Kind kind, FieldKey field, OwnVar variable, ir::VarId root = {});

  // Calls.
  struct Binding {
    const Signature *signature;
    ProgFuncId callee;
    std::vector<OwnVar> variables; // by formal
    bool isInternal = false;
  };
  const Signature *signatureOf(const ir::Call &call, ProgFuncId &callee);
  void callUnknown(const ir::Call &call);
  bool isRecord(ir::ExprId place) const {
    return place && function[place].type && module[function[place].type].kind == ir::TypeKind::Record;
  }
  void noteVariadic(const ir::Call &call, const Signature *signature);
  void bindParams(const ir::Call &call, Binding &binding);
  void bindFields(const ir::Call &call, Binding &binding);
  void overwriteOwn(const Signature &signature, OwnVar formal, SlotId slot);
  void bindResultFields(const ir::Call &call, Binding &binding);
  bool isGiven(const Binding &binding, OwnVar formal) const;
  std::optional<OwnVar> movedFrom(const Binding &binding, OwnVar formal) const;
  void instantiate(const Binding &binding);
  void checkSender();
  void finishResult(const ir::Call &call, const Binding &binding);

  const Task task;
  const ir::Module &module;
  const ir::Function &function;
  Places places;
  System system;
  std::vector<llvm::DenseMap<SlotId, OwnVar>> current; // by block: versions at its end, or where the walk is
  std::vector<std::vector<EdgeId>> predecessors;
  std::vector<bool> isReached;
  std::map<std::pair<uint32_t, uint32_t>, std::vector<SlotId>> nullOnEdge;
  std::vector<PendingJoin> pending;
  llvm::DenseMap<OwnVar, std::vector<OwnVar>> joined; // what came together in a version
  std::vector<std::pair<uint32_t, OwnVar>> outs;      // formals behind parameters, with a version at a return
  std::vector<std::vector<SlotId>> holders;           // by value: slots that have had it
  // Whoever holds what the first variable has holds what the second has: the result of `strcpy(p, s)` and p.
  std::vector<std::pair<ir::VarId, ir::VarId>> sameAs;
  llvm::DenseMap<SlotId, OwnVar> entries;
  llvm::DenseMap<uint32_t, SlotId>
      keptIfNull;                // realloc: by value of the result, the slot that still owns if it is null
  std::vector<Signature> merged; // of calls with several targets
  uint32_t block = 0;
  ir::StmtId stmt;
  const bool isMain;
};

} // namespace custody::engines::ownership
