#include "logic/evaluate.h"
#include "logic/cone.h"
#include "llvm/Support/ErrorHandling.h"

namespace custody::logic {

uint64_t applyBinary(Op op, unsigned width, uint64_t a, uint64_t b) {
  uint64_t mask = maskOf(width);
  switch (op) {
  case Op::Equal:
    return a == b;
  case Op::LessUnsigned:
    return a < b;
  case Op::LessSigned:
    return signedValue(a, width) < signedValue(b, width);
  case Op::Add:
    return (a + b) & mask;
  case Op::Subtract:
    return (a - b) & mask;
  case Op::Multiply:
    return (a * b) & mask;
  case Op::BitAnd:
    return a & b;
  case Op::BitOr:
    return a | b;
  case Op::BitXor:
    return a ^ b;
  case Op::ShiftLeft:
    return b < width ? (a << b) & mask : 0;
  case Op::ShiftRight:
    return b < width ? a >> b : 0;
  case Op::ShiftRightSigned:
    return (signedValue(a, width) >> (b < width ? b : width - 1)) & mask;
  default:
    llvm_unreachable("not a binary operator");
  }
}

uint64_t Evaluator::compute(uint32_t root) {
  if (done.size() < terms.size()) {
    done.resize(terms.size());
    results.resize(terms.size());
  }
  auto unknown = [&](uint32_t index) { return index < values.size() ? values[index] : 0; };
  auto operand = [&](uint32_t index) { return results[index]; };
  visitCone(
      terms, root, pending, [&](uint32_t index) { return done[index]; },
      [&](uint32_t index) {
        results[index] = valueOfNode(terms, terms.node(index), unknown, operand);
        done[index] = true;
      });
  return results[root];
}

} // namespace custody::logic
