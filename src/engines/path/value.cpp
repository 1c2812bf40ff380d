#include "engines/path/value.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::path {

std::vector<Choice> choicesOf(Terms &terms, Word word) {
  constexpr size_t MaxVisited = 64;
  std::vector<Choice> choices, work{{word, terms.always()}};
  for (size_t visited = 0; !work.empty(); ++visited) {
    if (visited == MaxVisited)
      return {};
    const Choice next = work.back();
    work.pop_back();
    const logic::Node node = terms.node(next.word.node());
    if (node.op != logic::Op::Ite) {
      choices.push_back(next);
      continue;
    }
    work.push_back({{node.b}, terms.both(next.when, Guard{node.a})});
    work.push_back({{node.c}, terms.both(next.when, !Guard{node.a})});
  }
  return choices;
}

Values::Values(Terms &terms) : terms(terms), zero(terms.constant(64, 0)) {
  make({{}, zero, false}); // null is the first
}

// By cell, each once; nothing that never is.
void Values::normalize(ValueData &data) {
  llvm::erase_if(data.targets, [&](const Pointee &p) { return p.when == terms.never(); });
  if (!llvm::is_sorted(data.targets)) // mostly they are
    std::sort(data.targets.begin(), data.targets.end());
  size_t kept = 0;
  for (size_t i = 0; i < data.targets.size(); ++i) {
    if (kept != 0 && data.targets[kept - 1].cell == data.targets[i].cell)
      data.targets[kept - 1].when = terms.either(data.targets[kept - 1].when, data.targets[i].when);
    else
      data.targets[kept++] = data.targets[i];
  }
  data.targets.truncate(kept);
  data.isWeak &= !data.targets.empty();
  if (!data.isWeak)
    data.isThere.reset();
  if (data.hasIndex() && llvm::none_of(data.targets, [](const Pointee &p) { return p.cell.offset.isAny(); }))
    data.index = {};
}

// Values are made at every read and every join: two multiplications a target.
static uint64_t hashOf(const ValueData &data) {
  uint64_t hash = data.number.id * 2 + data.isWeak + (uint64_t(data.index.id) << 40);
  auto mix = [&](uint64_t bits) { hash = (hash ^ hash >> 29 ^ bits) * 0x9E3779B97F4A7C15u; };
  for (const Pointee &p : data.targets) {
    mix(uint64_t(p.cell.loc.index) << 32 | p.when.id);
    mix(p.cell.offset.isUnknown() ? ~uint64_t(0) : uint64_t(p.cell.offset.bytes()) * 2 + p.cell.offset.isAny());
  }
  if (data.isThere)
    mix(data.isThere->id);
  return hash >> 1; // the largest two numbers have a meaning of their own in the table
}

Value Values::make(ValueData data) {
  normalize(data);
  llvm::SmallVector<uint32_t, 1> &same = ids[hashOf(data)];
  for (uint32_t id : same)
    if (table[id] == data)
      return {id};
  same.push_back(table.size());
  table.push_back(std::move(data));
  return {uint32_t(table.size() - 1)};
}

Guard Values::isAddress(Value value) {
  Guard any = terms.never();
  for (const Pointee &p : table[value.id].targets)
    any = terms.either(any, p.when);
  return any;
}

Guard Values::isNonNull(Value value) {
  const ValueData &data = table[value.id];
  const Guard mayBe = terms.either(isAddress(value), !terms.isZero(data.number));
  if (!data.isWeak)
    return mayBe;
  if (data.isThere)
    return *data.isThere;
  auto [known, isNew] = weakNonNull.try_emplace(value.id);
  if (isNew)
    known->second = terms.both(terms.variable(), mayBe);
  return known->second;
}

std::optional<Guard> Values::askedNonNull(Value value) const {
  const ValueData &data = table[value.id];
  if (!data.isWeak || data.isThere)
    return data.isThere;
  const auto asked = weakNonNull.find(value.id);
  return asked == weakNonNull.end() ? std::nullopt : std::optional(asked->second);
}

Guard Values::pointsInto(Value value, heap::LocId loc) {
  Guard any = terms.never();
  for (const Pointee &p : table[value.id].targets)
    if (p.cell.loc == loc)
      any = terms.either(any, p.when);
  return any;
}

Word Values::resize(Word word, unsigned width) {
  const unsigned has = terms.width(word);
  return has == width ? word : has > width ? terms.truncate(word, width) : terms.zeroExtend(word, width);
}

Word Values::word(Value value, unsigned width) {
  const ValueData &data = table[value.id];
  if (data.targets.empty())
    return resize(data.number, width);
  // An address as a number is nobody knows which, but it is not zero.
  const Word address = terms.bitOr(opaque(~0u, value, value, width), terms.constant(width, 1));
  const Guard is = data.isWeak ? isNonNull(value) : isAddress(value);
  return terms.ite(is, address, resize(data.number, width));
}

Value Values::ite(Guard condition, Value a, Value b) {
  if (a == b || condition == terms.always())
    return a;
  if (condition == terms.never())
    return b;
  const ValueData x = table[a.id], y = table[b.id];
  ValueData result;
  result.isWeak = x.isWeak || y.isWeak;
  if (x.index == y.index)
    result.index = x.index;
  const auto *p = x.targets.begin(), *q = y.targets.begin();
  while (p != x.targets.end() || q != y.targets.end()) {
    if (q == y.targets.end() || (p != x.targets.end() && p->cell < q->cell)) {
      result.targets.push_back({p->cell, terms.both(condition, p->when)});
      ++p;
    } else if (p == x.targets.end() || q->cell < p->cell) {
      result.targets.push_back({q->cell, terms.both(!condition, q->when)});
      ++q;
    } else {
      result.targets.push_back({p->cell, terms.ite(condition, p->when, q->when)});
      ++p, ++q;
    }
  }
  const unsigned width = std::max(terms.width(x.number), terms.width(y.number));
  result.number = terms.ite(condition, resize(x.number, width), resize(y.number, width));
  if (askedNonNull(a) || askedNonNull(b)) // else nobody cares
    result.isThere = terms.ite(condition, isNonNull(a), isNonNull(b));
  return make(std::move(result));
}

Value Values::weakUnion(llvm::ArrayRef<Value> values) {
  if (llvm::all_equal(values))
    return weakened(values[0]);
  ValueData result = table[values[0].id];
  result.isWeak = true;
  result.isThere.reset();
  result.index = {};
  for (Value value : values.drop_front()) {
    const ValueData &other = table[value.id];
    result.targets.append(other.targets.begin(), other.targets.end());
    if (result.number != other.number)
      result.number = opaque(~1u, number(result.number), number(other.number),
                             std::max(terms.width(result.number), terms.width(other.number)));
  }
  return make(std::move(result));
}

Value Values::weakened(Value value) {
  ValueData data = table[value.id];
  data.isWeak = true;
  data.index = {};
  return make(std::move(data));
}

Value Values::withIndex(Value address, Word index) {
  ValueData data = table[address.id];
  data.index = index;
  return make(std::move(data));
}

Value Values::guarded(Guard when, Value value) {
  return ite(when, value, number(undefined(terms.width(table[value.id].number))));
}

Word Values::opaque(unsigned operation, Value a, Value b, unsigned width) {
  auto [known, isNew] = opaques.try_emplace({(uint64_t(operation) << 32) | width, (uint64_t(a.id) << 32) | b.id});
  if (isNew)
    known->second = terms.unknown(width);
  return known->second;
}

Word Values::undefined(unsigned width) {
  auto [known, isNew] = undefineds.try_emplace(width);
  if (isNew)
    known->second = terms.unknown(width);
  return known->second;
}

} // namespace custody::engines::path
