// Joining states that meet.
#pragma once

#include "engines/summary/context.h"
#include <utility>

namespace custody::engines::summary {

// Makes `into` hold for what either holds for. True if it changed. `widening`: numbers that grow go to infinity.
bool joinInto(Context &context, State &into, const State &other, bool widening);

// What tells states apart where they meet: hashes of it. What became of the caller's memory far from the arguments does
// not: a buffer deep in a structure that may or may not have grown would make two states of each.
struct Partition {
  uint64_t objects = 0; // which are to be released and which are released
  // The same without new objects that others can reach. States that differ in those only, and no variable holds one,
  // are joined where ways meet: nothing is left to be done about them.
  uint64_t openObjects = 0;
  uint64_t holders = 0; // which variables hold those that are to be released: `p = NULL` on one way is not forgotten
  // Not told apart where ways of the program meet.
  uint64_t others = 0;  // which places that are no variables hold them: `*out = p`
  uint64_t escapes = 0; // which of them others can reach
  // What has not been around a loop may not leave it yet: joined with what has only where nothing else is left.
  ir::BlockId firstIteration;
};

enum class Meeting : uint8_t {
  OfWays,     // two ways through the program: what escapes on one counts as escaped on both (the paper's choice)
  OfOutcomes, // two outcomes of one statement, which its result may tell apart
};

// The states at one point, one a partition, at most `max-states`. If there are more, those that differ least are
// joined first; the last takes what does not fit.
class StateSet {
public:
  // False if nothing changed.
  bool add(Context &context, State &&state, Meeting meeting, bool widening);

  size_t size() const { return members.size(); }
  const State &operator[](size_t index) const { return members[index].state; }
  // Did it change since somebody asked?
  bool takeNew(size_t index) { return std::exchange(members[index].isNew, false); }
  void moveTo(std::vector<State> &states);

private:
  void joinPair(Context &context, size_t i, size_t j, Meeting meeting);
  bool joinAlike(Context &context, unsigned tier, Meeting meeting); // false: no two are
  bool joinSurplus(Context &context, Meeting meeting);
  size_t makeRoom(Context &context, const Partition &partition, Meeting meeting);
  bool joinAt(Context &context, size_t index, const State &state, Meeting meeting, bool widening);

  struct Member {
    State state;
    Partition partition; // of the state
    bool isNew = true;
  };
  llvm::SmallVector<Member, 1> members;
};

// At most so many states, by joining.
void limitStates(Context &context, std::vector<State> &states);

// Objects that are done with and that nobody can name are forgotten.
void forgetDone(const Context &context, State &state);

// What others can reach holds nothing that is to be released here. Where it may hold one of several things, nobody
// follows which.
void blurEscaped(const Context &context, State &state);

} // namespace custody::engines::summary
