// From heap IR to the solver's constraints, and from its solution to a PointsTo. Only points_to.cpp includes this.
#pragma once

#include "ir/visit.h"
#include "program/alloc_wrappers.h"
#include "program/place_path.h"
#include "program/points_to.h"
#include "program/solver.h"
#include "llvm/ADT/MapVector.h"
#include <map>

namespace custody::program {

class PointsToBuilder {
public:
  PointsToBuilder(const Program &program, const ClassHierarchy &classes, const Layouts &layouts,
                  const LibraryModel &library, std::optional<uint64_t> budget);
  PointsTo run();

private:
  // Part of a value: what lies `offset` bytes from its beginning. A scalar has one part, a structure one a pointer.
  struct Part {
    uint32_t offset;
    NodeId node;
  };
  struct Place {
    llvm::SmallVector<ObjectId, 1> objects; // designated by name; or
    NodeId pointer = Solver::None;          // by this pointer
    PlacePath path;
    bool isScalar = false; // and can hold a pointer
  };
  struct Actual {
    llvm::SmallVector<Part, 1> parts;
    Place place; // of a structure
    bool isFunctionPointer = false;
    ProgTypeId heldPointee; // of `T **`: T
    ProgTypeId pointee;     // of a pointer
  };
  struct Arguments {
    std::vector<Actual> actuals;
    llvm::SmallVector<Part, 1> results; // nodes that receive what the call returns
    ProgTypeId resultPointee;
  };
  struct CallPoint {
    ProgFuncId caller;
    ir::StmtId stmt;
  };
  // A call through a pointer, or one that hands out functions.
  struct Site {
    CallPoint at;
    SiteKind kind;
    uint32_t rule = 0;
    NodeId pointer;
    ProgTypeId signature;
    Arguments arguments;
    std::vector<ProgFuncId> found;
    uint32_t group = Solver::None; // resolved by signature too
  };
  // Functions that the same calls may reach: overriders of a method, or functions of a signature. Calls and functions
  // meet at the group's nodes, so that n calls of m functions make n + m edges.
  struct Group {
    std::vector<ClassHierarchy::Target> targets;
    std::map<std::pair<uint32_t, uint32_t>, NodeId> arguments; // by argument and offset
    std::map<uint32_t, NodeId> results;                        // by offset
  };

  // Objects.
  void addObjects();
  void addGlobalObjects();
  void reserveFunctions();
  ObjectId addObject(ObjectInfo info, Solver::ObjectKind kind = Solver::ObjectKind::Memory);
  ObjectId objectOf(ProgGlobalId id) const { return globalObjects[id.index]; }
  ObjectId objectOf(ProgFuncId id) const { return 1 + program.numGlobals() + id.index; }
  ObjectId objectOf(ProgFuncId id, ir::VarId var) const { return varBase[id.index] + var.index; }
  ProgFuncId functionOf(ObjectId id) const { return ProgFuncId(id - 1 - program.numGlobals()); }
  ObjectId statementObject(ObjectSort sort, ProgFuncId in, uint32_t stmt, ProgTypeId type);
  ObjectId varArgs(ProgFuncId id);

  // Constraints of globals and functions.
  void addGlobals();
  void addInitialValues(ProgGlobalId id);
  void addFunction(ProgFuncId id);
  void addStatement(uint32_t index, const ir::Stmt &stmt);
  void addAssign(const ir::Assign &s);
  void addCopyStatement(const ir::Copy &s);
  void addNew(uint32_t index, ir::ExprId dst, ProgTypeId type, ObjectSort sort);
  void addRealloc(uint32_t index, const ir::Realloc &s);
  void addVaOp(const ir::VaOp &s);
  void addUnknown(const ir::Unknown &s);
  void addBlockCopy(NodeId to, NodeId from);
  void exposeFunction(ProgFuncId id); // unknown code calls it

  // Calls.
  void addCall(uint32_t index, const ir::Call &s);
  Arguments argumentsOf(const ir::Call &s);
  void connect(const Arguments &arguments, ProgFuncId target);
  void connectParameter(const Actual &actual, ProgFuncId target, uint32_t index);
  void connectWrapper(const CallPoint &at, const Arguments &arguments, ProgFuncId target);
  void connectTarget(const CallPoint &at, const Arguments &arguments, ProgFuncId target);
  void connectLibrary(const CallPoint &at, const Arguments &arguments, const LibraryEffect &effect);
  void connectUnknown(const CallPoint &at, const Arguments &arguments, ProgFuncId target);
  void escapeArguments(const Arguments &arguments);
  NodeId newObject(const CallPoint &at, ProgTypeId type, bool isFilled); // its address
  Solver::Step held(const Actual &actual);                               // to what a pointer points to
  static NodeId nodeOf(const Arguments &arguments, int index);           // None if there is no such pointer
  void returnNode(const Arguments &arguments, NodeId node);
  void connectLibraryArgument(const CallPoint &at, const Arguments &arguments, uint32_t index,
                              const LibraryEffect &effect);
  void connectLibraryResult(const CallPoint &at, const Arguments &arguments, const LibraryEffect &effect);
  bool isHarmless(ProgFuncId id) const;
  void callUnknown(const Arguments &arguments);
  void addCallbacks(const CallPoint &at, const Arguments &arguments, const LibraryEffect &effect);
  void addMayCalls(const CallPoint &at, const Arguments &arguments);
  void addSite(Site site);
  void handleCall(uint32_t site, ObjectId function);
  bool canCall(const Site &site, ProgFuncId function) const;
  uint32_t virtualGroup(ProgRecordId record, ProgFuncId method);
  void connectGroup(const Arguments &arguments, uint32_t group);
  void connectGroupArgument(const ClassHierarchy::Target &target, uint32_t index, uint32_t offset, NodeId node);
  void connectGroupResult(const ClassHierarchy::Target &target, uint32_t offset, NodeId node);
  bool resolveBySignature(); // whether anything was added
  void findAddressTaken();
  uint32_t signatureGroup(const Site &site);
  uint32_t arityGroup(uint32_t arity);
  uint32_t addGroup(llvm::ArrayRef<ProgFuncId> targets);
  bool hasArity(ProgFuncId id, uint32_t arity) const;
  bool isOpen(const Site &site) const;
  void exposeUncalled();
  void substituteVariables();

  // Expressions of the current function.
  NodeId value(ir::ExprId id);
  NodeId makeValue(const ir::Expr &e);
  NodeId join(NodeId a, NodeId b);
  Place place(ir::ExprId id);
  Solver::Step stepTo(const Place &place, int64_t offset);
  NodeId read(const Place &place, int64_t offset);
  void write(const Place &place, int64_t offset, NodeId node);
  NodeId addressOf(const Place &place);
  Actual actualOf(ir::ExprId id);
  llvm::SmallVector<Part, 1> receiversAt(ir::ExprId place, ProgTypeId type);
  ProgTypeId typeOf(ir::ExprId id) const;
  bool isRecordLike(ProgTypeId type) const;
  bool mayHold(ProgTypeId type) const;

  // The solution.
  PointsTo finish();
  void finishRegions(PointsTo &result);
  void finishContents(PointsTo &result);
  RegionSet regionSet(const PointsTo &result, const PointerSet &pointees) const;
  void finishSites(PointsTo &result);

  const Program &program;
  const ClassHierarchy &classes;
  const Layouts &layouts;
  const LibraryModel &library;
  std::vector<AllocWrapper> wrappers;
  Solver solver;
  std::optional<uint64_t> budget;
  std::vector<ObjectInfo> objects;
  std::vector<ObjectId> globalObjects;
  ObjectId literals = Solver::None;
  std::vector<uint32_t> varBase;
  llvm::DenseMap<uint64_t, ObjectId> statementObjects;
  llvm::DenseMap<ProgFuncId, ObjectId> varArgObjects;
  std::vector<Site> sites;
  llvm::DenseSet<uint64_t> seenTargets; // site and function
  std::vector<Group> groups;
  llvm::DenseMap<std::pair<ProgRecordId, ProgFuncId>, uint32_t> virtualGroups;
  // Functions whose address is taken, and the groups of those that some call could mean: by type, by shape, by number
  // of arguments.
  std::vector<ProgFuncId> taken;
  llvm::DenseMap<ProgTypeId, std::vector<ProgFuncId>> takenByType;
  llvm::StringMap<std::vector<ProgFuncId>> takenByShape;
  llvm::DenseMap<ProgTypeId, uint32_t> typeGroups;
  llvm::StringMap<uint32_t> shapeGroups;
  std::map<uint32_t, uint32_t> arityGroups;
  std::vector<bool> isCalled;
  NodeId exceptionNode;

  // The function whose statements are being translated.
  ProgFuncId current;
  const ir::Function *function = nullptr;
  const ir::Module *module = nullptr;
  std::vector<NodeId> memo; // by expression
};

} // namespace custody::program
