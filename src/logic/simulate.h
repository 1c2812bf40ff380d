// 64 assignments of all unknowns at once, and which of them satisfy a formula.
//
// Most conditions that a program can reach are easy to satisfy, and the models of earlier queries often satisfy the
// next, which asks about a longer path. So 64 assignments are kept with the value of each node under each of them:
// small numbers and random bits at first, and models of queries as they come. A guard's values are the bits of one
// number, so a conjunction is tried by one instruction a condition. A node is computed when it is first asked about.
#pragma once

#include "logic/terms.h"
#include <array>

namespace custody::logic {

class Simulation {
public:
  static constexpr unsigned Patterns = 64;

  explicit Simulation(const Terms &terms) : terms(terms) {}

  // An assignment that makes all of them true, if one of those kept does.
  std::optional<unsigned> satisfying(llvm::ArrayRef<Guard> conditions);
  // The assignment that makes most of them true.
  unsigned closest(llvm::ArrayRef<Guard> conditions);
  std::vector<uint64_t> assignment(unsigned pattern) const;

  // Keeps an assignment, by index of the unknown, instead of the oldest.
  void keep(std::vector<uint64_t> values);

private:
  using Column = std::array<uint64_t, Patterns>;

  uint64_t simulate(Guard condition); // its values
  void compute(uint32_t node);
  void recompute(uint32_t node, unsigned pattern);
  uint64_t valueOf(uint32_t node, unsigned pattern) const;
  uint64_t unknownValue(uint32_t index, unsigned pattern) const;

  const Terms &terms;
  std::vector<uint64_t> slots; // by node: of a guard, its values; of a word, the number of its column
  std::vector<bool> done;      // by node
  std::vector<Column> columns;
  std::vector<uint32_t> order; // nodes that are done, operands first
  std::array<std::vector<uint64_t>, Patterns>
      kept; // instead of the first values; those of later unknowns are the first
  unsigned nextKept = FirstKept;
  std::vector<uint32_t> pending;

  static constexpr unsigned FirstKept = 8; // some plain assignments stay
};

} // namespace custody::logic
