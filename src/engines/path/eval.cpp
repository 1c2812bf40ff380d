#include "engines/path/eval.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace custody::engines::path {

using namespace heap;
using ir::Expr;
using ir::ExprId;
using ir::ExprKind;
using ir::Op;

namespace {

// Deeper expressions are not looked into; nobody writes them by hand.
constexpr unsigned MaxDepth = 60;
// An address that is cut to at least so many bits is a half of it, one of fewer bits a hash or a tag.
constexpr unsigned HalfWidth = 32;

bool isComparison(Op op) {
  return op >= Op::Eq && op <= Op::SGe;
}

} // namespace

ReadAs Evaluator::readAs(ir::TypeId type) const {
  if (!type)
    return {};
  const ir::Type &t = context.module[type];
  if (t.kind == ir::TypeKind::Pointer || t.kind == ir::TypeKind::MemberPointer)
    return {true, 64};
  if (t.kind == ir::TypeKind::Int && t.bits >= 1 && t.bits <= 64)
    return {false, t.bits};
  return {};
}

// Places.

Value Evaluator::moved(Value address, int64_t bytes) {
  return bytes == 0 ? address : values.map(address, [&](Cell c) { return Cell{c.loc, c.offset.plus(bytes)}; });
}

Value Evaluator::indexed(const Expr &expr, Value base, unsigned depth) {
  const ValueData index = values[valueAt(expr.b, depth + 1)];
  std::optional<int64_t> constant;
  if (index.targets.empty())
    if (std::optional<uint64_t> known = terms.constantOf(index.number))
      constant = logic::signedValue(*known, terms.width(index.number));
  const bool holdsPointer = expr.imm % context.module.pointerSize == 0; // of others nobody follows the elements
  const bool isKnown = !constant && !values[base].hasIndex() && holdsPointer;
  const Value element = values.map(base, [&](Cell c) { return Cell{c.loc, c.offset.index(constant, expr.imm)}; });
  return constant == 0 ? element : values.withIndex(element, isKnown ? indexOf(index) : Word());
}

// Of an element, however wide it is written: an index that does not fit is another error.
Word Evaluator::indexOf(const ValueData &index) {
  return index.targets.empty() ? values.resize(index.number, 32) : Word();
}

Value Evaluator::derefAt(const Expr &expr, unsigned depth, bool isAccess) {
  const Value pointer = valueAt(expr.a, depth + 1);
  if (isAccess) // whoever accesses it had a pointer that was not null
    memory.assume(values.isNonNull(pointer));
  return pointer;
}

Value Evaluator::addressAt(ExprId place, unsigned depth, bool isAccess) {
  const Expr &expr = function[place];
  const Value somewhere = values.address({LocTable::foreign(), Offset::unknown()});
  if (depth > MaxDepth)
    return somewhere;
  switch (expr.kind) {
  case ExprKind::Var:
    return values.address({context.locs.var(expr.var()), Offset()});
  case ExprKind::Global: {
    const auto ids = context.model.program.resolve(context.id, expr.global());
    ValueData all{{}, terms.constant(64, 0), ids.size() > 1};
    for (program::ProgGlobalId id : ids)
      all.targets.push_back({{context.locs.global(id), Offset()}, terms.always()});
    return values.make(std::move(all));
  }
  case ExprKind::Deref:
    return derefAt(expr, depth, isAccess);
  case ExprKind::Field:
    return moved(addressAt(expr.a, depth + 1, isAccess),
                 context.module[expr.record].fields[expr.entity].offsetBits / 8);
  case ExprKind::Base:
    return moved(addressAt(expr.a, depth + 1, isAccess), context.module[expr.record].bases[expr.entity].offset);
  case ExprKind::Offset:
    return moved(addressAt(expr.a, depth + 1, isAccess), expr.imm);
  case ExprKind::Index:
    return indexed(expr, addressAt(expr.a, depth + 1, isAccess), depth);
  default:
    return somewhere;
  }
}

// Values.

Value Evaluator::valueAt(ExprId id, unsigned depth) {
  const Expr &expr = function[id];
  const ReadAs as = readAs(expr.type);
  if (depth > MaxDepth)
    return memory.unknown(as);
  switch (expr.kind) {
  case ExprKind::Int:
    return values.number(terms.constant(as.width, uint64_t(expr.imm)));
  case ExprKind::Null:
    return values.null();
  case ExprKind::FuncAddr: // no heap object hangs on it: a number that tells functions apart
    return values.number(terms.constant(64, codeAddress(context.model.program.resolve(context.id, expr.func())[0])));
  case ExprKind::Load: {
    const Value value = memory.read(addressAt(expr.a, depth + 1, true), as);
    noteNamed(value);
    return value;
  }
  case ExprKind::AddrOf:
    return addressAt(expr.a, depth + 1, false);
  case ExprKind::Unary:
    return unary(expr, depth);
  case ExprKind::Binary:
    return binary(expr, depth);
  case ExprKind::Cast:
    return cast(expr, depth);
  case ExprKind::Select: {
    const Guard condition = conditionAt(expr.a, depth + 1);
    return values.ite(condition, valueAt(expr.b, depth + 1), valueAt(expr.c, depth + 1));
  }
  default:
    return memory.unknown(as);
  }
}

// An address that is computed with is still an address: tagged pointers, alignment. Of two both are held: a pointer
// that is put together from its page and its place there, a list whose links are the neighbours' addresses in one.
Value Evaluator::computed(Op op, Value a, Value b, unsigned width) {
  auto somewhereIn = [&](Value value) {
    return values[values.map(value, [](Cell c) { return Cell{c.loc, Offset::unknown()}; })];
  };
  ValueData data = somewhereIn(a);
  const ValueData other = somewhereIn(b);
  const bool isEither = !data.targets.empty() && !other.targets.empty() && data.targets != other.targets;
  data.targets.append(other.targets);
  data.isWeak |= other.isWeak || isEither;
  data.isThere.reset();
  data.number = values.opaque(unsigned(op), a, b, width);
  return values.make(std::move(data));
}

// `p & 7`, `p % 8`: whether memory is aligned. New memory is; of other memory nobody knows, but it is always the same.
// In an address of ours that was computed the bits may be a mark: it is an address still.
std::optional<Value> Evaluator::lowBits(Op op, Value address, Value other, unsigned width) {
  constexpr uint64_t Alignment = 16, MaxMask = 4095;
  const ValueData data = values[address];
  const std::optional<uint64_t> constant =
      values[other].targets.empty() ? terms.constantOf(values[other].number) : std::nullopt;
  if (!constant || (op != Op::And && op != Op::URem && op != Op::SRem))
    return {};
  const bool isMask = op == Op::And || llvm::isPowerOf2_64(*constant);
  const uint64_t mask = op == Op::And ? *constant : *constant - 1;
  if (op == Op::And && mask > MaxMask)
    return {};
  auto isOurs = [&](const Pointee &p) { return context.isSite(p.cell.loc); };
  if (llvm::any_of(data.targets, [&](const Pointee &p) { return isOurs(p) && !p.cell.offset.isExact(); }))
    return {};
  const Word bits = values.opaque(unsigned(op), address, other, width);
  Word result = isMask ? terms.bitAnd(bits, terms.constant(width, mask)) : bits;
  for (const Pointee &p : data.targets)
    if (isMask && isOurs(p) && mask < Alignment && !data.isWeak)
      result = terms.ite(p.when, terms.constant(width, uint64_t(p.cell.offset.bytes()) & mask), result);
  const Word number = values.resize(data.number, width);
  const Word ofNumber = isMask ? terms.bitAnd(number, terms.constant(width, mask)) : bits;
  return values.number(terms.ite(values.isAddress(address), result, ofNumber));
}

Value Evaluator::unary(const Expr &expr, unsigned depth) {
  const unsigned width = readAs(expr.type).width;
  const Value operand = valueAt(expr.a, depth + 1);
  if (!values[operand].targets.empty() && expr.op != Op::Neg)
    return computed(expr.op, operand, values.null(), width);
  const Word a = values.word(operand, width);
  return values.number(expr.op == Op::Neg ? terms.negate(a) : terms.bitNot(a));
}

Value Evaluator::binary(const Expr &expr, unsigned depth) {
  const ReadAs as = readAs(expr.type);
  if (isComparison(expr.op))
    return values.number(terms.fromGuard(compare(expr, depth), as.width));
  const Value a = valueAt(expr.a, depth + 1), b = valueAt(expr.b, depth + 1);
  const bool isAddressA = !values[a].targets.empty(), isAddressB = !values[b].targets.empty();
  const bool isDifference = isAddressA && isAddressB && expr.op == Op::Sub;
  if (isAddressA && !isAddressB)
    if (const std::optional<Value> bits = lowBits(expr.op, a, b, as.width))
      return *bits;
  if ((isAddressA || isAddressB) && !isDifference)
    return computed(expr.op, a, b, as.width);
  const Word x = values.word(a, as.width), y = values.word(b, as.width);
  switch (expr.op) {
  case Op::Add:
    return values.number(terms.add(x, y));
  case Op::Sub:
    return values.number(isDifference ? difference(a, b, as.width) : terms.subtract(x, y));
  case Op::Mul:
    return values.number(product(expr, x, y));
  case Op::Shl:
    return values.number(terms.shiftLeft(x, y));
  case Op::LShr:
    return values.number(terms.shiftRight(x, y));
  case Op::AShr:
    return values.number(terms.shiftRightSigned(x, y));
  case Op::And:
    return values.number(terms.bitAnd(x, y));
  case Op::Or:
    return values.number(terms.bitOr(x, y));
  case Op::Xor:
    return values.number(terms.bitXor(x, y));
  default: // division, floating point
    return values.number(values.opaque(unsigned(expr.op), a, b, as.width));
  }
}

// Signed numbers do not overflow: a size that doubles does not become 0.
Word Evaluator::product(const Expr &expr, Word a, Word b) {
  const Word result = terms.multiply(a, b);
  const ir::Type &type = context.module[expr.type];
  if (type.kind != ir::TypeKind::Int || !type.isSigned)
    return result;
  if (terms.constantOf(a))
    std::swap(a, b);
  if (!terms.constantOf(a) && terms.constantOf(b).value_or(0) != 0)
    memory.assume(terms.implies(terms.isZero(result), terms.isZero(a)));
  return result;
}

// Of addresses: how far they are from each other is known in one object, at known places. Whoever subtracts addresses
// has two, so if all places are known it is one of these distances.
Word Evaluator::difference(Value a, Value b, unsigned width) {
  const ValueData x = values[a], y = values[b];
  const Word unknown = values.opaque(unsigned(Op::Sub), a, b, width);
  if (x.isWeak || y.isWeak)
    return unknown;
  std::optional<Word> result;
  for (const Pointee &p : x.targets)
    for (const Pointee &q : y.targets) {
      if (!isOneObject(p.cell, q.cell) || !p.cell.offset.isExact() || !q.cell.offset.isExact())
        return unknown;
      const int64_t bytes = int64_t(p.cell.offset.bytes()) - q.cell.offset.bytes();
      const Word distance = terms.constant(width, uint64_t(bytes));
      result = result ? terms.ite(terms.both(p.when, q.when), distance, *result) : distance;
    }
  return result.value_or(unknown);
}

// A pointer goes through two arguments of 32 bits, or two fields: as long as somebody has them it is not lost. What the
// caller gave is a number there, as of `GPOINTER_TO_INT(data)`.
Value Evaluator::halfOf(Value address, unsigned from, unsigned width) {
  ValueData data = values[address];
  llvm::erase_if(data.targets, [&](const Pointee &p) { return !context.isSite(p.cell.loc); });
  for (Pointee &pointee : data.targets)
    pointee.cell.offset = Offset::unknown();
  data.number = values.resize(values.word(address, from), width);
  return values.make(std::move(data));
}

Value Evaluator::cast(const Expr &expr, unsigned depth) {
  const Value from = valueAt(expr.a, depth + 1);
  const ReadAs as = readAs(expr.type), source = readAs(function[expr.a].type);
  const ValueData &data = values[from];
  if (!data.targets.empty() && (as.isPointer || as.width == 64))
    return from; // an address stays one whatever it is called
  if (!data.targets.empty() && as.width >= HalfWidth)
    return halfOf(from, source.width, as.width);
  switch (expr.op) {
  case Op::FloatCast:
    return values.number(values.opaque(unsigned(expr.op), from, from, as.width));
  case Op::SExt: {
    const Word word = values.word(from, source.width);
    return values.number(as.width > source.width ? terms.signExtend(word, as.width) : values.resize(word, as.width));
  }
  case Op::Trunc:
    if (as.width == 1) // bool
      return values.number(terms.truncate(values.word(from, std::max(source.width, 1u)), 1));
    [[fallthrough]];
  default:
    return values.number(values.resize(values.word(from, source.width), as.width));
  }
}

// Conditions.

Guard Evaluator::conditionAt(ExprId id, unsigned depth) {
  const Expr &expr = function[id];
  if (depth <= MaxDepth && expr.kind == ExprKind::Binary && isComparison(expr.op))
    return compare(expr, depth);
  const Value value = valueAt(id, depth + 1);
  noteTested(value);
  return values.isNonNull(value);
}

void Evaluator::noteNamed(Value value) {
  for (const Pointee &pointee : values[value].targets)
    if (context.locs[pointee.cell.loc].kind == LocKind::Input)
      context.noteNamed(context.entryNonNull(context.locs[pointee.cell.loc].from));
}

void Evaluator::noteTested(Value value) {
  // Which element was tested nobody knows, and so not what becomes of those that it may be.
  if (values[value].isWeak)
    memory.escapeIfAddress(value);
  for (const Pointee &pointee : values[value].targets)
    if (context.locs[pointee.cell.loc].kind == LocKind::Input)
      context.noteTested(context.entryNonNull(context.locs[pointee.cell.loc].from));
}

bool Evaluator::isOneObject(const Cell &x, const Cell &y) const {
  const Loc &loc = context.locs[x.loc];
  return x.loc == y.loc && loc.kind != LocKind::Foreign && !loc.isMany;
}

// Can the two be one address?
Guard Evaluator::isSameCell(const Pointee &p, const Pointee &q, Value a, Value b) {
  const Cell &x = p.cell, &y = q.cell;
  const LocKind k = context.locs[x.loc].kind, l = context.locs[y.loc].kind;
  const bool mayBeOther =
      k == LocKind::Foreign || l == LocKind::Foreign ||
      ((k == LocKind::Input || k == LocKind::Global) && (l == LocKind::Input || l == LocKind::Global));
  if (isOneObject(x, y)) {
    if (x.offset.isExact() && y.offset.isExact())
      return x.offset == y.offset ? terms.always() : terms.never();
  } else if (!mayBeOther || (k == LocKind::Global && l == LocKind::Global && x.loc != y.loc)) {
    return terms.never();
  }
  if (k == LocKind::Input && l == LocKind::Global)
    return context.entryIsGlobal(context.locs[x.loc].from, program::ProgGlobalId(context.locs[y.loc].entity));
  if (k == LocKind::Global && l == LocKind::Input)
    return context.entryIsGlobal(context.locs[y.loc].from, program::ProgGlobalId(context.locs[x.loc].entity));
  return !terms.isZero(values.opaque(unsigned(Op::Eq), a, b, 1)); // nobody knows, but the answer is always the same
}

// Memory that was there before us may be at any address that we know as a number: that of a function, or a mark such as
// (void *)-1. Our own objects are elsewhere.
Guard Evaluator::isAtNumber(const Pointee &p, Value pointer, Value number) {
  if (!context.locs.isElsewhere(p.cell.loc))
    return terms.never();
  const Guard isNumber = terms.both(!values.isAddress(number), !terms.isZero(values[number].number));
  if (isNumber == terms.never())
    return isNumber;
  return terms.both(terms.both(p.when, isNumber), !terms.isZero(values.opaque(unsigned(Op::Eq), pointer, number, 1)));
}

Guard Evaluator::isSame(Value a, Value b) {
  if (a == b)
    return terms.always();
  if (a.id > b.id)
    std::swap(a, b);
  const ValueData x = values[a], y = values[b];
  if (x.targets.empty() && y.targets.empty()) {
    const unsigned width = std::max(terms.width(x.number), terms.width(y.number));
    return terms.equal(values.resize(x.number, width), values.resize(y.number, width));
  }
  if (a == values.null() || b == values.null()) {
    const Value tested = a == values.null() ? b : a;
    noteTested(tested);
    return !values.isNonNull(tested);
  }
  if (x.isWeak || y.isWeak)
    return !terms.isZero(values.opaque(unsigned(Op::Eq), a, b, 1));
  Guard same = terms.both(terms.both(!values.isAddress(a), !values.isAddress(b)),
                          terms.equal(values.resize(x.number, 64), values.resize(y.number, 64)));
  for (const Pointee &p : x.targets) {
    same = terms.either(same, isAtNumber(p, a, b));
    for (const Pointee &q : y.targets)
      same = terms.either(same, terms.both(terms.both(p.when, q.when), isSameCell(p, q, a, b)));
  }
  for (const Pointee &q : y.targets)
    same = terms.either(same, isAtNumber(q, b, a));
  return same;
}

// Null is the least address: `obstack_free(h, NULL)` asks whether null is above the first byte of a chunk.
std::optional<Guard> Evaluator::compareWithNull(Op op, Value a, Value b) {
  if (a != values.null() && b != values.null())
    return std::nullopt;
  const bool isLeft = a == values.null();
  const Guard isOther = values.isNonNull(isLeft ? b : a);
  switch (op) {
  case Op::ULt:
    return isLeft ? isOther : terms.never();
  case Op::ULe:
    return isLeft ? terms.always() : !isOther;
  case Op::UGt:
    return isLeft ? terms.never() : isOther;
  case Op::UGe:
    return isLeft ? !isOther : terms.always();
  default:
    return std::nullopt;
  }
}

// `p >= table && p < table + 3` asks whether p points into the table. Globals lie below everything else, so whatever
// does not point there is not below the end.
Guard Evaluator::compareAddresses(Op op, Value a, Value b) {
  const Guard unknown = !terms.isZero(values.opaque(unsigned(op), a, b, 1));
  const ValueData x = values[a], y = values[b];
  if (x.isWeak || y.isWeak || x.targets.size() != 1 || y.targets.size() != 1)
    return unknown;
  const Loc &p = context.locs[x.targets[0].cell.loc], &q = context.locs[y.targets[0].cell.loc];
  const bool isLess = op == Op::ULt || op == Op::ULe || op == Op::SLt || op == Op::SLe;
  if (q.kind == LocKind::Global && p.kind == LocKind::Input)
    return isLess ? terms.both(unknown, context.entryIsGlobal(p.from, program::ProgGlobalId(q.entity))) : unknown;
  if (q.kind == LocKind::Global && p.kind == LocKind::Site)
    return isLess ? terms.never() : terms.always();
  if (p.kind == LocKind::Global && (q.kind == LocKind::Input || q.kind == LocKind::Site))
    return compareAddresses(isLess ? Op::UGt : Op::ULt, b, a);
  return unknown;
}

Guard Evaluator::compare(const Expr &expr, unsigned depth) {
  const Value a = valueAt(expr.a, depth + 1), b = valueAt(expr.b, depth + 1);
  if (expr.op == Op::Eq)
    return isSame(a, b);
  if (expr.op == Op::Ne)
    return !isSame(a, b);
  const unsigned width = std::max(readAs(function[expr.a].type).width, readAs(function[expr.b].type).width);
  if (!values[a].targets.empty() || !values[b].targets.empty()) {
    const std::optional<Guard> known = compareWithNull(expr.op, a, b);
    return known ? *known : compareAddresses(expr.op, a, b);
  }
  const Word x = values.word(a, width), y = values.word(b, width);
  switch (expr.op) {
  case Op::ULt:
    return terms.lessUnsigned(x, y);
  case Op::ULe:
    return terms.atMostUnsigned(x, y);
  case Op::UGt:
    return terms.lessUnsigned(y, x);
  case Op::UGe:
    return terms.atMostUnsigned(y, x);
  case Op::SLt:
    return terms.lessSigned(x, y);
  case Op::SLe:
    return terms.atMostSigned(x, y);
  case Op::SGt:
    return terms.lessSigned(y, x);
  default:
    return terms.atMostSigned(y, x);
  }
}

} // namespace custody::engines::path
