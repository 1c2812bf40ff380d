// One walk over a function with one pointer: which slots hold it, and what the path knows (paths.h says what for).
//
// walk.cpp has statements and control flow, walk_calls.cpp what callees do with the pointer, paths.cpp what walks are
// asked.
#pragma once

#include "engines/ownership/paths.h"
#include <deque>
#include <set>

namespace custody::engines::ownership {

struct State {
  uint32_t block = 0;
  uint32_t stmt = 0;           // of the function
  std::vector<SlotId> holders; // sorted
  Knowledge known;
  Refusal refusal;
  ir::StmtId released;           // where it was freed or handed over, where a second time is looked for
  std::optional<int64_t> result; // what the function returns, where a refusal or a gift is looked for
  bool isOtherResult = false;    // it is not known, but not the wanted one

  auto operator<=>(const State &) const = default;
};

// Taken: a loss, but not by what overwrites the first holder, a field that may have been empty.
enum class Aim : uint8_t { Loss, Taken, SecondFree, Refusal, Gift };

class Walk {
public:
  Walk(WalkContext &context, const Slot &holder, Aim aim, std::optional<ir::StmtId> second = {})
      : task(context.task), function(task.function()), places(context.places()), aim(aim), second(second),
        isMain(task.isMain()), first(places.findOrAdd({holder.root, holder.isBehind, holder.offset, holder.field})),
        conditions(context.conditions()) {}

  // With the result of the call that is the start, if it tells that something was given.
  std::vector<Loss> lossesAfter(ir::StmtId start, const std::optional<ResultTest> &test = {});
  // The two releases on one path from the statement on, or from the function's beginning.
  std::optional<Releases> releasesAfter(ir::StmtId start, ir::StmtId firstRelease = {});
  bool isHandedOver(ir::StmtId stmt) const; // the call takes what the first holder has
  std::optional<int64_t> refusal();
  std::optional<int64_t> gift();
  // The one result with which the first holder has got memory, where all that it gets is memory or null.
  std::optional<int64_t> onlyGift();

private:
  enum class Verdict { Go, Safe, Found };
  static constexpr unsigned MaxStates = 4000;
  static constexpr unsigned MaxMoreStates = 200;    // for other places where it is lost too
  static constexpr unsigned MaxRefusalStates = 400; // asked of every function, not only where something is wrong
  static constexpr unsigned MaxReleaseStates = 400; // asked of every allocation of a component that does not fit
  static constexpr unsigned MaxTakenStates = 400;   // asked of every owning field in such a component

  State stateAfter(ir::StmtId start) const;
  void findSources();
  struct Filled {
    SlotId into;
    std::optional<ResultTest> test;
  };
  bool mayReceive() const;
  bool getsOther() const;
  std::optional<Filled> filledBy(const ir::Call &call, ir::StmtId stmt) const;
  void receive(State &state, ir::StmtId stmt);
  void receiveFrom(State &state, const ir::Call &call, ir::StmtId stmt);
  void noteGift(const State &state);
  // The results with which the first holder has something in the end; others that are wanted too.
  struct Gifts {
    std::set<int64_t> given;
    bool isRefuted = false;
    bool isVague = false; // it may have got something with other results too
  };
  std::optional<Gifts> giftsWith(int64_t result);
  void pushAll(const State &from);
  Verdict release(State &state, ir::StmtId stmt) const;
  bool takes(ir::StmtId stmt, uint32_t param) const;
  bool mayGiveBack(const State &state, const ir::Call &call) const;

  Verdict walkBlock(State &state);
  Verdict abortVerdict() const { return task.options.abortLeaks && aim == Aim::Loss ? Verdict::Found : Verdict::Safe; }
  Verdict step(State &state, ir::StmtId stmt);
  Verdict assign(State &state, ir::ExprId place, ir::ExprId value);
  Verdict call(State &state, const ir::Call &call, ir::StmtId stmt);
  Verdict drop(State &state, SlotId slot) const;
  Verdict overwrite(State &state, SlotId slot) const;
  bool holds(const State &state, ir::ExprId value) const;
  bool touches(const State &state, const Address &object) const;
  bool isElsewhere(SlotId slot) const { // it outlives the function
    const Slot &what = places.slots()[slot.index];
    return (what.isBehind && !isUnfinished(what)) || function[what.root].kind == ir::VarKind::Return;
  }
  // A field of the object that a constructor makes, which is there for others only if the constructor does not throw.
  bool isUnfinished(const Slot &what) const {
    return task.options.exceptions && aim == Aim::Loss && isConstructor(function) &&
           what.root == function.params.front();
  }
  bool isLostWithObject(const State &state) const {
    return function.blocks[state.block].term.kind == ir::TermKind::Resume &&
           llvm::any_of(state.holders, [&](SlotId slot) { return isUnfinished(places.slots()[slot.index]); });
  }
  std::optional<bool> labelOf(ir::StmtId stmt, uint32_t param) const;
  std::optional<int64_t> numberOf(const State &state, ir::ExprId value) const;
  std::optional<bool> isNotNull(const State &state, ir::ExprId value) const;
  void push(const State &from, uint32_t edge);
  bool isToldByObject(const State &state, uint32_t edge) const;
  bool readsBehindHolder(const State &state, ir::ExprId expr) const;
  Verdict callOnHolder(State &state, const Address &object, ir::StmtId stmt, uint32_t param);
  std::optional<SlotId> storedInto(const ir::Call &call, ir::StmtId stmt, uint32_t param);
  bool returnsArgument(ir::StmtId stmt, uint32_t param) const;
  void learnResult(State &state, const ir::Call &call, ir::StmtId stmt) const;
  std::optional<int64_t> refusedWith(const State &state, const ir::Call &call, ir::StmtId stmt, uint32_t param) const;
  void noteReturned(State &state, ir::ExprId place, ir::ExprId value) const;
  bool passesTest(State &state, ir::ExprId condition, bool outcome) const;
  void dominatingFacts(State &state, ir::StmtId start) const;

  const Task &task;
  const ir::Function &function;
  Places &places;
  const Aim aim;
  const std::optional<ir::StmtId> second;
  const bool isMain;
  const SlotId first;
  Conditions &conditions;
  std::vector<SlotId> received; // by the call that is looked at: slots that get what a callee returns
  std::vector<SlotId> sources;  // Gift: slots that the first holder gets its pointer from, and itself
  int64_t wanted = 0;           // Gift: the result that is asked for
  Gifts gifts;
  bool isMade = false; // an allocation that throws has made nothing
  std::set<State> seen;
  std::deque<State> work; // the shortest path first: it has the fewest conditions that could contradict each other
};

} // namespace custody::engines::ownership
