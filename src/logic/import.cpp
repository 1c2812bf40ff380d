#include "logic/import.h"
#include "logic/cone.h"
#include <cassert>

namespace custody::logic {

void Importer::replace(Guard unknown, Guard with) {
  assert(from.unknownIndex(unknown) && !unknown.isNegated());
  copies[unknown.node()] = with.id;
}

void Importer::replace(Word unknown, Word with) {
  assert(from.unknownIndex(unknown) && from.width(unknown) == to.width(with));
  copies[unknown.node()] = with.id;
}

Guard Importer::import(Guard a) {
  Guard copied = {copy(a.node())};
  return a.isNegated() ? !copied : copied;
}

Word Importer::import(Word a) {
  return {copy(a.node())};
}

uint32_t Importer::copy(uint32_t root) {
  visitCone(
      from, root, pending, [&](uint32_t index) { return copies.contains(index); },
      [&](uint32_t index) {
        uint32_t id = build(index);
        copies[index] = id;
      });
  return copies.lookup(root);
}

uint32_t Importer::build(uint32_t index) {
  Node node = from.node(index); // by value, for building may move the arena's nodes
  if (node.op == Op::Variable || node.op == Op::Unknown) {
    if (&from == &to)
      return node.op == Op::Variable ? index << 1 : index;
    return node.op == Op::Variable ? to.variable().id : to.unknown(node.width).id;
  }
  auto guard = [&](uint32_t id) {
    Guard copied = {copies.lookup(id >> 1)};
    return id & 1 ? !copied : copied;
  };
  auto word = [&](uint32_t id) { return Word{copies.lookup(id)}; };
  switch (node.op) {
  case Op::False:
    return to.never().id;
  case Op::And:
    return to.both(guard(node.a), guard(node.b)).id;
  case Op::Constant:
    return to.constant(node.width, *from.constantOf({index})).id;
  case Op::Ite:
    return to.ite(guard(node.a), word(node.b), word(node.c)).id;
  case Op::ZeroExtend:
    return to.zeroExtend(word(node.a), node.width).id;
  case Op::SignExtend:
    return to.signExtend(word(node.a), node.width).id;
  case Op::Truncate:
    return to.truncate(word(node.a), node.width).id;
  default:
    return to.apply(node.op, word(node.a), word(node.b));
  }
}

} // namespace custody::logic
