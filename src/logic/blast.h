// Formulas as clauses: each guard a literal, each word its bits.
//
// Only what is asked about is translated, and each node once, so a later query pays for what is new in it. Gates with
// constant or equal inputs are decided here; that makes comparisons with constants and shifts by constants small.
#pragma once

#include "logic/terms.h"

namespace CaDiCaL {
class Solver;
}

namespace custody::logic {

enum class Depth {
  Skeleton, // a comparison of words is an unknown
  Whole,
};

class Blaster {
public:
  Blaster(const Terms &terms, CaDiCaL::Solver &solver, Depth depth = Depth::Whole);

  // They hold, and with each conjunction its factors are among them. Before anything else.
  void fix(llvm::ArrayRef<Guard> facts);
  int literalOf(Guard guard); // not 0

  // The unknowns that have been translated, and their literals, lowest bit first.
  llvm::ArrayRef<uint32_t> unknowns() const { return seenUnknowns; }
  llvm::ArrayRef<int> bitsOfUnknown(uint32_t index) const { return bitsOf(nodeOfUnknown(index)); }

  uint64_t clauses() const { return numClauses; }

private:
  using Bits = std::vector<int>;

  bool isAbstract(const Node &node) const { return depth == Depth::Skeleton && isGuard(node.op) && node.op > Op::And; }
  void translateCone(uint32_t root);
  void translate(uint32_t node);
  int translateGuard(const Node &node);
  Bits translateWord(const Node &node);
  Bits translateShift(const Node &node);

  uint32_t nodeOfUnknown(uint32_t index) const;
  llvm::ArrayRef<int> bitsOf(uint32_t node) const;
  int guardOf(uint32_t id) const { return id & 1 ? -bits[starts[id >> 1] - 1] : bits[starts[id >> 1] - 1]; }

  void clause(std::initializer_list<int> literals);
  int fresh() { return ++numVariables; }
  int andGate(int a, int b);
  int orGate(int a, int b) { return -andGate(-a, -b); }
  int xorGate(int a, int b);
  int choose(int condition, int a, int b);
  int majority(int a, int b, int c);
  int allOf(llvm::ArrayRef<int> literals);
  Bits sum(llvm::ArrayRef<int> a, llvm::ArrayRef<int> b, int carry);
  Bits product(llvm::ArrayRef<int> a, llvm::ArrayRef<int> b);
  Bits negated(llvm::ArrayRef<int> a) const;
  int less(llvm::ArrayRef<int> a, llvm::ArrayRef<int> b, bool isSigned);

  static constexpr int True = 1;

  const Terms &terms;
  CaDiCaL::Solver &solver;
  const Depth depth;
  int numVariables = True;
  uint64_t numClauses = 0;
  std::vector<uint32_t> starts; // by node: 1 + where its bits start; 0 if it has none yet
  std::vector<int> bits;        // of a guard, one
  std::vector<uint32_t> seenUnknowns;
  std::vector<uint32_t> pending;
};

} // namespace custody::logic
