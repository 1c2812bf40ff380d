// Lowers one function. The passes, in order:
//
//     buildPaths        copies of cleanup code, one for each exit         paths.h
//     bind              arguments and stack slots become variables        bind.cpp
//     Scopes            where each variable begins and ends               scopes.h
//     valuesToHold      which values need a temporary                     folding.h
//     lowerNode         instructions to statements, block by block        instructions.cpp, calls.cpp, intrinsics.cpp
//     endTemporaries    every temporary ends at its last use              temporaries.h
//
// Between the passes the LLVM function is only read.
#pragma once

#include "lower/abi.h"
#include "lower/declarations.h"
#include "lower/draft.h"
#include "lower/places.h"
#include "lower/scopes.h"
#include "lower/source_facts.h"
#include "llvm/ADT/DenseSet.h"
#include <map>

namespace llvm {
class CallBase;
class InvokeInst;
class IntrinsicInst;
class PHINode;
class ReturnInst;
class StoreInst;
} // namespace llvm

namespace custody::lower {

struct UnitContext {
  frontend::ParsedUnit &parsed;
  ir::Module &module;
  SourceTypes &types;
  Declarations &declarations;
  std::map<ir::Macro, ir::MacroId, bool (*)(const ir::Macro &, const ir::Macro &)> macros;
};

class FunctionLowering {
public:
  FunctionLowering(UnitContext &unit, llvm::Function &source, ir::Function &out);
  void run();

private:
  // bind.cpp: arguments and slots.
  void bindParameters();
  void bindResult();
  void bindSlots();
  void bindArgument(llvm::Argument &argument, ir::VarId param, Passing passing);
  void declareLocal(const llvm::Value *slot, llvm::DILocalVariable *variable, bool isWhole);
  bool declareBypassed(const llvm::AllocaInst &slot);
  const llvm::DILocalScope *lexicalBlock(Position opens) const;
  bool isPrologueStore(const llvm::StoreInst &store) const;
  ir::TypeId slotType(const llvm::AllocaInst &slot) const;
  void findUnits();
  bool isBehindCookie(const llvm::Instruction &instruction) const;
  bool isCookieStore(const llvm::StoreInst &store) const;
  const llvm::Value *savedValue(const llvm::Value *value) const;
  const llvm::Value *objectOf(const llvm::Value *pointer) const;
  const llvm::DILocalScope *scopeOfUses(const llvm::AllocaInst &slot) const;
  void completeTypes();
  bool isCookieRead(const llvm::Instruction &instruction) const;

  // control.cpp: blocks, edges, scopes.
  void lowerNode(uint32_t node);
  void lowerTerminator(uint32_t node, llvm::Instruction &terminator);
  void lowerReturn(uint32_t node, llvm::ReturnInst &inst);
  void finishWith(ir::TermKind kind, ir::ExprId value, const llvm::Instruction &terminator, uint32_t node);
  ir::Edge edgeTo(uint32_t node, const PathEdge &edge, bool mayAppend);
  ir::EdgeKind edgeKind(uint32_t node, const PathEdge &edge) const;
  void assignPhis(uint32_t node, const PathEdge &edge, ir::Loc loc);
  void endEverything(ir::Loc loc);
  ir::BlockId unwindExit();
  ir::BlockId addUnwindExit(ir::Loc loc);
  void endCallBlock(bool isNoReturn);

  // instructions.cpp: values and simple statements.
  void lowerInstruction(llvm::Instruction &instruction);
  void lowerStore(llvm::StoreInst &store);
  void storeAggregate(ir::ExprId place, const llvm::Constant &constant, ir::Loc loc);
  void lowerAtomic(llvm::Instruction &instruction);
  void lowerLandingPad(llvm::Instruction &instruction);
  ir::ExprId value(llvm::Value *value);
  ir::ExprId place(llvm::Value *address) { return draft.deref(value(address)); }
  ir::ExprId place(llvm::Value *address, llvm::Type *accessed);
  ir::ExprId constant(const llvm::Constant &constant);
  ir::ExprId compute(llvm::Instruction &instruction);
  ir::ExprId computeBinary(const llvm::Instruction &instruction);
  ir::ExprId computeCompare(const llvm::Instruction &instruction);
  ir::ExprId computeCast(const llvm::Instruction &instruction);
  ir::ExprId computeExtract(const llvm::Instruction &instruction);
  ir::ExprId operation(ir::Op op, llvm::Value *a, llvm::Value *b, llvm::Type *type);
  void hold(llvm::Instruction &instruction, ir::ExprId value);
  // The temporary of a value: the same in all copies of its block.
  ir::VarId tempFor(const llvm::Instruction &instruction, ir::TypeId type);

  // calls.cpp.
  void lowerCall(llvm::CallBase &call);
  bool lowerFortified(llvm::CallBase &call, llvm::Function &callee);
  bool lowerHeapCall(llvm::CallBase &call, llvm::Function &callee);
  ir::TypeId thrownType(const llvm::CallBase &call) const;
  bool lowerExceptionCall(llvm::CallBase &call, llvm::Function &callee);
  void lowerAsm(llvm::CallBase &call);
  void lowerVirtualDelete(llvm::CallBase &call, const clang::CXXDeleteExpr &expr);
  void emitFree(llvm::CallBase &call, llvm::Value *pointer, llvm::StringRef family);
  const clang::Expr *sourceCall(const llvm::CallBase &call, const clang::FunctionDecl *callee) const;
  std::optional<AbiSignature> signatureOf(const llvm::CallBase &call, const clang::FunctionDecl *callee,
                                          const clang::Expr *source) const;
  std::vector<ir::ExprId> arguments(llvm::CallBase &call, const std::optional<AbiSignature> &signature,
                                    const clang::FunctionDecl *callee);
  ir::ExprId argument(llvm::CallBase &call, const AbiArgument &argument, unsigned shift);
  ir::ExprId pieces(llvm::CallBase &call, const AbiArgument &argument, unsigned shift);
  void setCallee(ir::Call &out, llvm::CallBase &call, const clang::FunctionDecl *decl, const clang::Expr *source);
  ir::ExprId resultPlace(llvm::CallBase &call, ir::TypeId type, bool &isIgnored);
  bool isDropped(const llvm::CallBase &call);
  llvm::StoreInst *soleStore(llvm::CallBase &call) const;
  bool beginsAtFirstUse(const llvm::Value *slot) const;
  ir::TypeId allocatedType(const llvm::CallBase &call, const clang::FunctionDecl *callee) const;
  void finishCall(llvm::CallBase &call, ir::Call out, bool isIgnored);
  ir::VarId rootVariable(ir::ExprId place) const;
  bool mayThrow(const llvm::CallBase &call) const;
  ir::Unit unitOf(const llvm::Value *pointer) const;
  ir::Unit nextUnit() const { return newUnits.size() + deleteUnits.size() + 1; }

  // intrinsics.cpp.
  void lowerIntrinsic(llvm::IntrinsicInst &call);
  ir::ExprId computeIntrinsic(llvm::IntrinsicInst &call);
  void emitUnknown(llvm::CallBase &call, llvm::StringRef cause);
  bool isVaArgAddress(const llvm::Value &address) const;
  void lowerVaArg(llvm::Instruction &address);
  bool isVaListBookkeeping(const llvm::Instruction &instruction) const;

  ir::Loc locOf(const llvm::Instruction &instruction);
  ir::Loc locOf(const llvm::DebugLoc &location);
  ir::Loc callLoc(const llvm::CallBase &call);
  ir::MacroId macroOf(clang::SourceLocation location);
  ir::Loc endLocOf(unsigned variable, const PathNode &node, const llvm::Instruction &at);
  llvm::DebugLoc jumpOf(const PathNode &node, const llvm::Instruction &at) const;
  std::optional<ir::Loc> leavingLoc(const PathNode &node, const llvm::Instruction &at);
  ir::Loc returnLoc(const PathNode &node, const llvm::ReturnInst &inst);
  ir::Loc wayLoc(uint32_t node, const llvm::Instruction &terminator);
  ir::Loc jumpLoc(const llvm::DebugLoc &location);
  template <class Op>
  void emit(ir::Loc loc, Op op) {
    draft.block(current).stmts.push_back({loc, ir::StmtOp(op)});
  }
  bool isHeld(const llvm::Instruction &instruction) const { return held.contains(&instruction); }

  UnitContext &unit;
  SourceTypes &types;
  llvm::Function &source;
  const llvm::DataLayout &layout;
  const clang::FunctionDecl *decl;
  SourceFacts facts;
  PathGraph graph;
  Draft draft;
  Places places;
  llvm::DenseSet<const llvm::Instruction *> held;

  llvm::DenseMap<const llvm::Value *, ir::VarId> slots; // slots and address arguments: the variable they are
  llvm::DenseMap<const llvm::Value *, ir::ExprId> values;
  llvm::DenseMap<const llvm::Instruction *, ir::VarId> temps;
  llvm::DenseSet<const llvm::Value *> ignoredSlots; // copies of arguments that only debuggers read
  llvm::DenseSet<const llvm::Instruction *> doneStores;
  llvm::DenseSet<const clang::VarDecl *> boundVariables;
  llvm::DenseSet<const llvm::InvokeInst *> ignoredInvokes;
  bool hasVtt = false; // a hidden argument of constructors and destructors: the table of virtual tables
  llvm::DenseMap<const llvm::Value *, ir::Unit> newUnits, deleteUnits; // by the pointer
  std::vector<ScopedVariable> scoped;
  std::optional<Scopes> scopes;

  ir::BlockId current;
  const PathNode *currentNode = nullptr;
  std::optional<ScopeCursor> cursor;
  bool isUnwindingNode = false;
  std::map<std::vector<unsigned>, ir::BlockId> unwindExits;
};

} // namespace custody::lower
