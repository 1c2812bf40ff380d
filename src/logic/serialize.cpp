// The form: "CUSTODYF" and a version, the number of nodes, the nodes, then guards and words. Numbers are LEB128. A node
// is its operator, its width if it is a word, and its operands, as numbers of earlier nodes in this form; guards among
// them are shifted left by their sign, as their ids are.
#include "logic/serialize.h"
#include "logic/cone.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

namespace custody::logic {

static constexpr llvm::StringLiteral Magic = "CUSTODYF1";

namespace {

class Writer {
public:
  explicit Writer(const Terms &terms) : terms(terms) {}

  void visit(uint32_t root) {
    visitCone(
        terms, root, pending, [&](uint32_t index) { return numbers.contains(index); },
        [&](uint32_t index) {
          write(terms.node(index));
          uint32_t number = numbers.size();
          numbers[index] = number;
        });
  }

  std::string finish(llvm::ArrayRef<Guard> guards, llvm::ArrayRef<Word> words) {
    std::string nodes = std::exchange(out, Magic.str());
    number(numbers.size());
    out += nodes;
    number(guards.size());
    for (Guard guard : guards)
      this->guard(guard.id);
    number(words.size());
    for (Word word : words)
      this->word(word.id);
    return std::move(out);
  }

private:
  void number(uint64_t value) {
    llvm::raw_string_ostream stream(out);
    llvm::encodeULEB128(value, stream);
  }
  void guard(uint32_t id) { number(uint64_t(numbers.lookup(id >> 1)) << 1 | (id & 1)); }
  void word(uint32_t id) { number(numbers.lookup(id)); }

  void write(const Node &node) {
    number(uint64_t(node.op));
    if (!isGuard(node.op))
      number(node.width);
    switch (node.op) {
    case Op::False:
      return;
    case Op::Variable:
    case Op::Unknown:
      return number(node.a);
    case Op::Constant:
      return number(uint64_t(node.b) << 32 | node.a);
    case Op::And:
      guard(node.a);
      return guard(node.b);
    case Op::ZeroExtend:
    case Op::SignExtend:
    case Op::Truncate:
      return word(node.a);
    case Op::Ite:
      guard(node.a);
      word(node.b);
      return word(node.c);
    default:
      word(node.a);
      return word(node.b);
    }
  }

  const Terms &terms;
  std::string out;
  llvm::DenseMap<uint32_t, uint32_t> numbers; // node to number in the form
  std::vector<uint32_t> pending;
};

class Reader {
public:
  Reader(llvm::StringRef bytes, Terms &terms) : bytes(bytes), terms(terms) {}

  llvm::Expected<Formulas> read();

private:
  // Numbers that are wrong are read as 0, and remembered.
  uint64_t number();
  uint64_t below(uint64_t end);
  Guard guard();
  Word word();
  bool readNode();
  bool readWord(Op op, unsigned width);
  bool readBinary(Op op, unsigned width);
  bool add(bool isGuard, uint32_t id);
  void addUnknown(uint32_t index, bool isGuard, uint32_t id);

  struct Read {
    bool isGuard;
    uint32_t id;
  };

  llvm::StringRef bytes;
  Terms &terms;
  Formulas result;
  std::vector<Read> nodes;
  bool failed = false;
};

uint64_t Reader::number() {
  const char *error = nullptr;
  unsigned length = 0;
  uint64_t value = llvm::decodeULEB128(bytes.bytes_begin(), &length, bytes.bytes_end(), &error);
  if (error || failed) {
    failed = true;
    return 0;
  }
  bytes = bytes.drop_front(length);
  return value;
}

uint64_t Reader::below(uint64_t end) {
  uint64_t value = number();
  failed |= value >= end;
  return failed ? 0 : value;
}

Guard Reader::guard() {
  uint64_t id = below(2 * uint64_t(nodes.size()));
  if (failed || !nodes[id >> 1].isGuard) {
    failed = true;
    return terms.never();
  }
  Guard read = {nodes[id >> 1].id};
  return id & 1 ? !read : read;
}

Word Reader::word() {
  uint64_t id = below(nodes.size());
  if (failed || nodes[id].isGuard) {
    failed = true;
    return terms.constant(1, 0);
  }
  return {nodes[id].id};
}

bool Reader::add(bool isGuard, uint32_t id) {
  nodes.push_back({isGuard, id});
  return !failed;
}

void Reader::addUnknown(uint32_t index, bool isGuard, uint32_t id) {
  result.unknowns.push_back({index, isGuard, isGuard ? Guard{id} : Guard{}, isGuard ? Word{} : Word{id}});
  add(isGuard, id);
}

bool Reader::readBinary(Op op, unsigned width) {
  Word a = word(), b = word();
  unsigned operandWidth = terms.width(a);
  if (failed || operandWidth != terms.width(b) || (!isGuard(op) && operandWidth != width))
    return false;
  return add(isGuard(op), terms.apply(op, a, b));
}

bool Reader::readWord(Op op, unsigned width) {
  switch (op) {
  case Op::Constant:
    return add(false, terms.constant(width, number()).id);
  case Op::Unknown:
    addUnknown(below(~0u), false, terms.unknown(width).id);
    return !failed;
  case Op::ZeroExtend:
  case Op::SignExtend: {
    Word a = word();
    if (failed || terms.width(a) > width)
      return false;
    return add(false, (op == Op::ZeroExtend ? terms.zeroExtend(a, width) : terms.signExtend(a, width)).id);
  }
  case Op::Truncate: {
    Word a = word();
    if (failed || terms.width(a) < width)
      return false;
    return add(false, terms.truncate(a, width).id);
  }
  case Op::Ite: {
    Guard condition = guard();
    Word a = word(), b = word();
    if (failed || terms.width(a) != width || terms.width(b) != width)
      return false;
    return add(false, terms.ite(condition, a, b).id);
  }
  default:
    return readBinary(op, width);
  }
}

bool Reader::readNode() {
  Op op = Op(below(uint64_t(Op::Ite) + 1));
  if (failed)
    return false;
  if (!isGuard(op)) {
    unsigned width = below(65);
    return width && readWord(op, width);
  }
  switch (op) {
  case Op::False:
    return add(true, terms.never().id);
  case Op::Variable:
    addUnknown(below(~0u), true, terms.variable().id);
    return !failed;
  case Op::And: {
    Guard a = guard(), b = guard();
    return add(true, terms.both(a, b).id);
  }
  default:
    return readBinary(op, 0);
  }
}

llvm::Expected<Formulas> Reader::read() {
  auto damaged = [] { return llvm::createStringError("damaged formula"); };
  if (!bytes.consume_front(Magic))
    return damaged();
  for (uint64_t count = number(); count && !failed; --count)
    if (!readNode())
      return damaged();
  for (uint64_t count = number(); count && !failed; --count)
    result.guards.push_back(guard());
  for (uint64_t count = number(); count && !failed; --count)
    result.words.push_back(word());
  if (failed || !bytes.empty())
    return damaged();
  llvm::sort(result.unknowns, [](const auto &a, const auto &b) { return a.index < b.index; });
  return std::move(result);
}

} // namespace

std::string serialize(const Terms &terms, llvm::ArrayRef<Guard> guards, llvm::ArrayRef<Word> words) {
  Writer writer(terms);
  for (Guard guard : guards)
    writer.visit(guard.node());
  for (Word word : words)
    writer.visit(word.node());
  return writer.finish(guards, words);
}

llvm::Expected<Formulas> deserialize(llvm::StringRef bytes, Terms &into) {
  return Reader(bytes, into).read();
}

} // namespace custody::logic
