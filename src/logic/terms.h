// Formulas of one function: conditions ("guards") and bit vectors ("words") in one arena.
//
// The path engine says under which condition a statement is reached and which value a variable has, as formulas over
// what is not known (saturn-leaks-2005, section 2). Formulas are shared: equal ones are one node, so a formula is a
// 32-bit handle, equality is equality of handles, and what a branch adds to a guard is one node.
//
//     Terms terms;
//     Word len = terms.unknown(32);
//     Guard small = terms.lessSigned(len, terms.constant(32, 10));
//     Guard atJoin = terms.either(terms.both(g, small), terms.both(g, terms.negate(small))); // is `g` again
//
// Every constructor simplifies (guards.cpp, words.cpp, compare.cpp), for most conditions that a function can ask about
// are decided by that alone. Rules look at a bounded neighbourhood; they never make a formula larger by more than that
// bound. Nothing here recurs on the depth of a formula: 100,000 branches in a row are an ordinary input.
//
// Words have a width of 1 to 64 bits and wrap around. A guard is a literal of an and-inverter graph: the lowest bit of
// its id is negation, so negation costs nothing. Division is not modelled: its result is an unknown.
//
// Nodes are in one table in which operands stand before what uses them: going through it upwards is a topological
// order.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace custody::logic {

// A condition: node number, and in the lowest bit whether it is negated.
struct Guard {
  uint32_t id = 0;

  uint32_t node() const { return id >> 1; }
  bool isNegated() const { return id & 1; }
  Guard operator!() const { return {id ^ 1}; }
  friend auto operator<=>(const Guard &, const Guard &) = default;
};

// A bit vector: node number.
struct Word {
  uint32_t id = 0;

  uint32_t node() const { return id; }
  friend auto operator<=>(const Word &, const Word &) = default;
};

enum class Op : uint8_t {
  // Guards, whose width is 0.
  False,
  Variable,     // a: index of the unknown
  And,          // a, b: guards
  Equal,        // a, b: words
  LessUnsigned, // a, b: words
  LessSigned,   // a, b: words
  // Words.
  Constant, // a, b: low and high half of the value
  Unknown,  // a: index of the unknown
  Add,      // a, b: words, and so on; a constant operand is b, but in Subtract
  Subtract,
  Multiply,
  BitAnd,
  BitOr,
  BitXor,
  ShiftLeft, // by b; an amount of the width or more leaves 0, or copies of the sign
  ShiftRight,
  ShiftRightSigned,
  ZeroExtend, // a: a narrower word
  SignExtend,
  Truncate, // a: a wider word
  Ite,      // a: guard, not negated; b, c: words
};

struct Node {
  Op op = Op::False;
  uint8_t width = 0;
  uint32_t a = 0, b = 0, c = 0;

  friend bool operator==(const Node &, const Node &) = default;
};

bool isGuard(Op op);
uint64_t maskOf(unsigned width); // the lowest `width` bits
int64_t signedValue(uint64_t value, unsigned width);

class Terms {
public:
  // Without the rules for guards, only constants and equal conditions are seen: to measure what the rules do.
  explicit Terms(bool simplifyGuards = true);

  Guard always() const { return {1}; }
  Guard never() const { return {0}; }
  Guard variable(); // a fresh unknown
  Guard negate(Guard a) const { return !a; }
  Guard both(Guard a, Guard b);
  Guard either(Guard a, Guard b) { return !both(!a, !b); }
  Guard implies(Guard a, Guard b) { return !both(a, !b); }
  Guard same(Guard a, Guard b) { return ite(a, b, !b); }
  Guard ite(Guard condition, Guard a, Guard b);
  Guard all(llvm::ArrayRef<Guard> guards);
  Guard any(llvm::ArrayRef<Guard> guards);

  Word constant(unsigned width, uint64_t value); // the lowest bits of the value
  Word unknown(unsigned width);                  // a fresh one
  Word add(Word a, Word b);
  Word subtract(Word a, Word b);
  Word multiply(Word a, Word b);
  Word negate(Word a);
  Word bitAnd(Word a, Word b);
  Word bitOr(Word a, Word b);
  Word bitXor(Word a, Word b);
  Word bitNot(Word a);
  // Amount and value have one width. An amount of the width or more leaves 0, or copies of the sign.
  Word shiftLeft(Word a, Word amount);
  Word shiftRight(Word a, Word amount);
  Word shiftRightSigned(Word a, Word amount);
  Word zeroExtend(Word a, unsigned width); // to a width that is not less
  Word signExtend(Word a, unsigned width);
  Word truncate(Word a, unsigned width); // to a width that is not greater
  Word ite(Guard condition, Word a, Word b);
  Word fromGuard(Guard a, unsigned width); // 1 or 0

  // Both operands have one width.
  Guard equal(Word a, Word b);
  Guard lessUnsigned(Word a, Word b);
  Guard lessSigned(Word a, Word b);
  Guard atMostUnsigned(Word a, Word b) { return !lessUnsigned(b, a); }
  Guard atMostSigned(Word a, Word b) { return !lessSigned(b, a); }
  Guard isZero(Word a) { return equal(a, constant(width(a), 0)); }

  // The guard or word that an operator with two words as operands makes, as its id.
  uint32_t apply(Op op, Word a, Word b);

  unsigned width(Word a) const { return nodes[a.id].width; }
  std::optional<uint64_t> constantOf(Word a) const;
  size_t size() const { return nodes.size(); } // nodes, for budgets

  // Unknowns, guards and words alike, are numbered from 0 in the order in which they were made.
  std::optional<uint32_t> unknownIndex(Guard a) const; // none if it is not an unknown; of a negated one, its index
  std::optional<uint32_t> unknownIndex(Word a) const;
  uint32_t numUnknowns() const { return unknowns.size(); }
  const Node &unknownNode(uint32_t index) const { return nodes[unknowns[index]]; }
  bool isGuardUnknown(uint32_t index) const { return unknownNode(index).op == Op::Variable; }
  Guard guardUnknown(uint32_t index) const { return {unknowns[index] << 1}; }
  Word wordUnknown(uint32_t index) const { return {unknowns[index]}; }
  std::vector<uint32_t> unknownsOf(llvm::ArrayRef<Guard> guards, llvm::ArrayRef<Word> words = {}) const; // ascending
  std::vector<uint32_t> unknownsOf(Guard guard) const { return unknownsOf(llvm::ArrayRef(guard)); }
  std::vector<uint32_t> unknownsOf(Word word) const { return unknownsOf({}, word); }

  // The formula in prefix form, for tests and people: "(and g0 (not (= w1 3)))". A node that is used twice is written
  // twice; what is longer than `limit` characters is cut.
  std::string text(Guard a, size_t limit = 4096) const;
  std::string text(Word a, size_t limit = 4096) const;

  const Node &node(uint32_t index) const { return nodes[index]; }

private:
  friend class GuardRewriter;
  friend class CompareRewriter;

  uint32_t intern(const Node &node);
  Word internWord(Op op, Word a, Word b);
  void order(Word &a, Word &b) const;
  std::pair<Word, uint64_t> splitSum(Word a) const;
  std::optional<Word> onChoices(Op op, Word a, Word b);
  std::optional<Word> joinConstants(Op op, Word a, uint64_t k);
  bool isBitNotOf(Word a, Word b) const;
  bool truncatesWell(Word a) const;
  Word bitwise(Op op, Word a, Word b);
  Word shift(Op op, Word a, Word amount);
  std::string text(uint32_t root, bool isNegated, size_t limit) const;

  std::vector<Node> nodes;
  std::vector<uint8_t> leaves; // by node: how many constants this choice among constants has; 0 for all else, and many
  std::vector<uint32_t> unknowns; // index to node
  llvm::DenseMap<Node, uint32_t> table;
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, Guard> conjoined; // of two guards what the rules made
  bool simplifyGuards;
  unsigned nesting = 0, work = 0; // of rules for guards that are being tried
};

// `f(operand)` for the number of each node that a node uses.
template <class F>
void forEachOperand(const Node &node, F f) {
  switch (node.op) {
  case Op::False:
  case Op::Variable:
  case Op::Constant:
  case Op::Unknown:
    return;
  case Op::And:
    f(node.a >> 1);
    f(node.b >> 1);
    return;
  case Op::ZeroExtend:
  case Op::SignExtend:
  case Op::Truncate:
    f(node.a);
    return;
  case Op::Ite:
    f(node.a >> 1);
    f(node.b);
    f(node.c);
    return;
  default:
    f(node.a);
    f(node.b);
  }
}

} // namespace custody::logic

template <>
struct llvm::DenseMapInfo<custody::logic::Guard> {
  static custody::logic::Guard getEmptyKey() { return {~0u}; }
  static custody::logic::Guard getTombstoneKey() { return {~0u - 1}; }
  static unsigned getHashValue(custody::logic::Guard a) { return DenseMapInfo<uint32_t>::getHashValue(a.id); }
  static bool isEqual(custody::logic::Guard a, custody::logic::Guard b) { return a == b; }
};

template <>
struct llvm::DenseMapInfo<custody::logic::Word> {
  static custody::logic::Word getEmptyKey() { return {~0u}; }
  static custody::logic::Word getTombstoneKey() { return {~0u - 1}; }
  static unsigned getHashValue(custody::logic::Word a) { return DenseMapInfo<uint32_t>::getHashValue(a.id); }
  static bool isEqual(custody::logic::Word a, custody::logic::Word b) { return a == b; }
};

template <>
struct llvm::DenseMapInfo<custody::logic::Node> {
  static custody::logic::Node getEmptyKey() { return {custody::logic::Op::False, 255, 0, 0, 0}; }
  static custody::logic::Node getTombstoneKey() { return {custody::logic::Op::False, 254, 0, 0, 0}; }
  // Looked up for every formula that is made: a multiplication for each operand, and the high bits.
  static unsigned getHashValue(const custody::logic::Node &node) {
    const uint64_t kind = uint64_t(node.op) << 8 | node.width;
    uint64_t hash = (node.a ^ kind << 32) * 0x9E3779B97F4A7C15u;
    hash = (hash ^ hash >> 32 ^ node.b) * 0xBF58476D1CE4E5B9u;
    hash = (hash ^ hash >> 32 ^ node.c) * 0x94D049BB133111EBu;
    return unsigned(hash >> 32);
  }
  static bool isEqual(const custody::logic::Node &a, const custody::logic::Node &b) { return a == b; }
};

template <>
struct std::hash<custody::logic::Guard> {
  size_t operator()(custody::logic::Guard a) const { return std::hash<uint32_t>()(a.id); }
};

template <>
struct std::hash<custody::logic::Word> {
  size_t operator()(custody::logic::Word a) const { return std::hash<uint32_t>()(a.id); }
};
