#include "logic/terms.h"
#include "logic/cone.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cassert>

namespace custody::logic {

bool isGuard(Op op) {
  return op < Op::Constant;
}

uint64_t maskOf(unsigned width) {
  return ~uint64_t(0) >> (64 - width);
}

int64_t signedValue(uint64_t value, unsigned width) {
  return int64_t(value << (64 - width)) >> (64 - width);
}

Terms::Terms(bool simplifyGuards) : simplifyGuards(simplifyGuards) {
  intern({});
}

uint32_t Terms::intern(const Node &node) {
  auto [entry, isNew] = table.try_emplace(node, nodes.size());
  if (!isNew)
    return entry->second;
  constexpr unsigned Many = 255;
  unsigned count = node.op == Op::Constant;
  if (node.op == Op::Ite && leaves[node.b] && leaves[node.c])
    count = leaves[node.b] + leaves[node.c];
  leaves.push_back(count < Many ? count : 0);
  nodes.push_back(node);
  return nodes.size() - 1;
}

Guard Terms::variable() {
  uint32_t node = intern({Op::Variable, 0, uint32_t(unknowns.size())});
  unknowns.push_back(node);
  return {node << 1};
}

Word Terms::unknown(unsigned width) {
  assert(width >= 1 && width <= 64);
  uint32_t node = intern({Op::Unknown, uint8_t(width), uint32_t(unknowns.size())});
  unknowns.push_back(node);
  return {node};
}

Word Terms::constant(unsigned width, uint64_t value) {
  assert(width >= 1 && width <= 64);
  value &= maskOf(width);
  return {intern({Op::Constant, uint8_t(width), uint32_t(value), uint32_t(value >> 32)})};
}

std::optional<uint64_t> Terms::constantOf(Word a) const {
  const Node &node = nodes[a.id];
  if (node.op != Op::Constant)
    return std::nullopt;
  return uint64_t(node.b) << 32 | node.a;
}

std::optional<uint32_t> Terms::unknownIndex(Guard a) const {
  const Node &node = nodes[a.node()];
  return node.op == Op::Variable ? std::optional(node.a) : std::nullopt;
}

std::optional<uint32_t> Terms::unknownIndex(Word a) const {
  const Node &node = nodes[a.id];
  return node.op == Op::Unknown ? std::optional(node.a) : std::nullopt;
}

std::vector<uint32_t> Terms::unknownsOf(llvm::ArrayRef<Guard> guards, llvm::ArrayRef<Word> words) const {
  std::vector<bool> seen(nodes.size());
  std::vector<uint32_t> pending, result;
  auto isDone = [&](uint32_t node) { return seen[node]; };
  auto visit = [&](uint32_t index) {
    seen[index] = true;
    const Node &node = nodes[index];
    if (node.op == Op::Variable || node.op == Op::Unknown)
      result.push_back(node.a);
  };
  for (Guard guard : guards)
    visitCone(*this, guard.node(), pending, isDone, visit);
  for (Word word : words)
    visitCone(*this, word.node(), pending, isDone, visit);
  std::sort(result.begin(), result.end());
  return result;
}

static llvm::StringRef spelling(Op op) {
  switch (op) {
  case Op::And:
    return "and";
  case Op::Equal:
    return "=";
  case Op::LessUnsigned:
    return "<u";
  case Op::LessSigned:
    return "<s";
  case Op::Add:
    return "+";
  case Op::Subtract:
    return "-";
  case Op::Multiply:
    return "*";
  case Op::BitAnd:
    return "&";
  case Op::BitOr:
    return "|";
  case Op::BitXor:
    return "^";
  case Op::ShiftLeft:
    return "<<";
  case Op::ShiftRight:
    return ">>u";
  case Op::ShiftRightSigned:
    return ">>s";
  case Op::ZeroExtend:
    return "zext";
  case Op::SignExtend:
    return "sext";
  case Op::Truncate:
    return "trunc";
  case Op::Ite:
    return "ite";
  default:
    return "";
  }
}

std::string Terms::text(uint32_t root, bool isNegated, size_t limit) const {
  // What is still to be written, last first: a term, or a closing parenthesis.
  struct Piece {
    bool closes, isNegated;
    uint32_t node;
  };
  std::string result;
  std::vector<Piece> pieces = {{false, isNegated, root}};
  while (!pieces.empty() && result.size() < limit) {
    Piece piece = pieces.back();
    pieces.pop_back();
    if (piece.closes) {
      result += ')';
      continue;
    }
    const Node &node = nodes[piece.node];
    if (!result.empty() && result.back() != '(')
      result += ' ';
    if (node.op == Op::False) {
      result += piece.isNegated ? "true" : "false";
      continue;
    }
    if (piece.isNegated) {
      result += "(not ";
      pieces.push_back({true, false, 0});
    }
    if (node.op == Op::Variable) {
      result += "g" + llvm::utostr(node.a);
    } else if (node.op == Op::Unknown) {
      result += "w" + llvm::utostr(node.a);
    } else if (node.op == Op::Constant) {
      result += llvm::utostr(*constantOf({piece.node}));
    } else {
      result += "(";
      result += spelling(node.op);
      pieces.push_back({true, false, 0});
      size_t first = pieces.size();
      if (node.op == Op::And) {
        pieces.push_back({false, bool(node.a & 1), node.a >> 1});
        pieces.push_back({false, bool(node.b & 1), node.b >> 1});
      } else {
        forEachOperand(node, [&](uint32_t operand) { pieces.push_back({false, false, operand}); });
      }
      std::reverse(pieces.begin() + first, pieces.end());
    }
  }
  if (!pieces.empty())
    result += "...";
  return result;
}

std::string Terms::text(Guard a, size_t limit) const {
  return text(a.node(), a.isNegated(), limit);
}
std::string Terms::text(Word a, size_t limit) const {
  return text(a.node(), false, limit);
}

} // namespace custody::logic
