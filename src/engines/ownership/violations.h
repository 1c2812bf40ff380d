// What does not fit in one function, on its way to findings: the ends of a problem, and the words for them.
//
// `findings.cpp` looks for the ends (what is lost, from where, on which path), `second_releases.cpp` for what is
// released twice, `evidence.cpp` says where things are and what happened to them there.
#pragma once

#include "engines/ownership/findings.h"
#include "engines/ownership/gifts.h"
#include <map>

namespace custody::engines::ownership {

class Findings {
public:
  explicit Findings(const FunctionView &view)
      : view(view), task(view.walks.task), program(task.model.program), function(task.function()),
        module(task.module()), system(view.system), graph(view.solution.graph), constraintsOf(system.numVariables) {
    for (uint32_t i = 0; i < system.constraints.size(); ++i) {
      if (!view.solution.isAccepted[i])
        continue;
      constraintsOf[system.constraints[i].what.source].push_back(i);
      for (OwnVar target : system.constraints[i].what.targets)
        constraintsOf[target].push_back(i);
    }
  }

  std::vector<report::Finding> run();

private:
  using Wanted = llvm::function_ref<bool(const Constraint &)>;

  std::optional<uint32_t> search(llvm::ArrayRef<OwnVar> from, bool label, Wanted wanted,
                                 std::vector<uint32_t> *way = nullptr) const;
  std::optional<report::Finding> explain(const Constraint &violated);
  std::optional<report::Finding> leak(const Constraint &violated, OwnVar owner, llvm::ArrayRef<OwnVar> nobody);
  void addOtherLeaks(std::vector<report::Finding> &all, const Constraint &violated);
  std::optional<report::Finding> misuse(const Constraint &violated, llvm::ArrayRef<OwnVar> nothing, OwnVar owner);
  std::optional<report::Finding> givenTwice(const Constraint &handed, ir::StmtId second);
  std::optional<report::Finding> releasedTwice(uint32_t component);
  void describeRelease(report::Finding &finding, ir::StmtId stmt, bool isFirst) const;
  void addKeepers(report::Finding &finding, uint32_t component) const;
  std::optional<report::Finding> takenFromOwner(const Constraint &violated);
  std::optional<report::Finding> lostGift(const Gift &gift);
  std::optional<report::Finding> lostAfterTaken(const Formal &entered);
  void addTakenAndLost(std::vector<report::Finding> &all);
  void addLostGifts(std::vector<report::Finding> &all);
  bool isRelease(const Constraint &c) const {
    return c.cause == Cause::Freed ||
           (c.cause == Cause::Callee && c.what.kind == OwnConstraint::Kind::One && !c.isGiven);
  }
  uint32_t componentOf(const Constraint &c) const { return view.solution.component[c.what.source]; }
  bool isHandOver(const Constraint &c) const;
  bool isFieldOf(OwnVar variable) const { // of an object that the function follows
    const SlotId slot = system.versions[variable].slot;
    return slot && system.slots[slot.index].field.valid();
  }
  std::optional<report::Finding> field(const Constraint &violated);
  std::optional<report::Finding> escape(const Constraint &violated);
  bool isOrigin(const Constraint &c) const;
  bool isMisunderstood(const Constraint &made) const;
  std::optional<uint32_t> firstOrigin(uint32_t origin) const;
  void describeFreed(report::Finding &finding, const Constraint &freed) const;
  void describeFree(report::Finding &finding, const Constraint &freed) const;
  void describeKept(report::Finding &finding, const Constraint &returned, const Constraint &freed) const;
  void setMaker(report::Finding &finding, const Constraint &made) const;
  void describeOrigin(report::Finding &finding, const Constraint &made, const Constraint &first) const;
  report::Finding start(report::Kind kind) const;
  void describeLoss(report::Finding &finding, const Constraint &lost) const;
  std::string spellJoin(const Constraint &joined) const;
  report::RankReason rankReason(const Constraint &violated) const;
  void add(std::vector<report::Finding> &all, report::Finding finding, const Constraint &violated);
  void describeRefusal(report::Finding &finding, const Refusal &refusal) const;
  void describeWay(report::Finding &finding, llvm::ArrayRef<uint32_t> way) const;
  void addInterface(report::Finding &finding, ProgFuncId callee, std::string text) const;
  report::Position position(ir::StmtId stmt) const;
  report::Position positionOfLoss(const Constraint &lost) const;
  report::Position positionOfOrigin(const Constraint &made) const;
  std::string spell(SlotId slot) const { return slot ? spell(system.slots[slot.index]) : ""; }
  std::string spell(const Slot &what) const;
  std::string spellSmart(const Slot &what, const std::string &name) const;
  bool label(OwnVar variable, bool value) const { return graph.label(variable) == value; }

  const FunctionView &view;
  const Task &task;
  const program::Program &program;
  const ir::Function &function;
  const ir::Module &module;
  const System &system;
  const logic::OwnershipGraph &graph;
  std::vector<std::vector<uint32_t>> constraintsOf; // by variable: accepted ones
  // By kind, component and allocation, of fields by their names too: the index of the finding.
  std::map<std::tuple<report::Kind, uint32_t, report::Position, std::string>, size_t> known;
};
report::RankReason shownByPath();

} // namespace custody::engines::ownership
