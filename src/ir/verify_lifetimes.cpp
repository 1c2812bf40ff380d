// Variables live from `begin` to `end`, on every path.
//
//     bb0: begin p            bb2: *p = 1      fault: on the way over bb1, p has ended
//          if c goto bb1 else bb2
//     bb1: end p
//          goto bb2
//
// A forward data-flow problem with two bits per variable: *surely begun* (on all paths here) and *maybe begun* (on
// some). Use and `end` need the first, `begin` needs that there is not even the second, and so does leaving the
// function. Two variables' bits have nothing to do with each other, so the bits go in vectors, a word at a time.
//
// Most variables are temporaries that begin and end inside one block. They get no bits: the walk through the block
// finds their faults. So the vectors are as long as the number of variables that cross a block's border. The iteration
// ends because bits of `surely` only fall and bits of `maybe` only rise.
//
// A statement that ends its block and may throw writes its target only if it does not throw: on the unwind edge, a
// temporary that it would begin has not begun.
#include "ir/verify_parts.h"
#include "ir/visit.h"
#include "llvm/ADT/BitVector.h"

namespace custody::ir {
namespace {

enum class EventKind : uint8_t { Use, Begin, Write, End };

struct Event {
  VarId var;
  EventKind kind;
  uint32_t stmt; // the block's statement count past its last: the terminator
};

struct BlockEvents {
  uint32_t first = 0;
  uint32_t count = 0;
  VarId onNormalEdge; // a temporary that begins on the normal edge only
};

// What statements do to variables, in order.
class Events {
public:
  std::vector<Event> events;
  std::vector<BlockEvents> blocks;

  explicit Events(const Function &function) : function(function), seen(function.exprs.size()) {
    for (const Block &block : function.blocks)
      collect(block);
  }

  llvm::ArrayRef<Event> of(BlockId id) const {
    const BlockEvents &range = blocks[id.index];
    return llvm::ArrayRef(events).slice(range.first, range.count);
  }

private:
  const Function &function;
  std::vector<uint32_t> seen; // the last walk that visited the expression
  uint32_t walk = 0;
  std::vector<ExprId> work;

  void add(VarId var, EventKind kind, uint32_t stmt) { events.push_back({var, kind, stmt}); }

  void collect(const Block &block) {
    BlockEvents range;
    range.first = events.size();
    for (uint32_t i = block.firstStmt; i != block.firstStmt + block.stmtCount; ++i) {
      bool mayNotHappen = block.term.kind == TermKind::Invoke && i + 1 == block.firstStmt + block.stmtCount;
      range.onNormalEdge = collect(i, function.stmts[i].op, mayNotHappen);
    }
    ++walk;
    uses(block.term.value, block.firstStmt + block.stmtCount);
    range.count = events.size() - range.first;
    blocks.push_back(range);
  }

  // Returns the temporary that the statement writes only if it does not throw.
  VarId collect(uint32_t stmt, const StmtOp &op, bool mayNotHappen) {
    if (const auto *begin = std::get_if<Begin>(&op))
      add(begin->var, EventKind::Begin, stmt);
    else if (const auto *end = std::get_if<End>(&op))
      add(end->var, EventKind::End, stmt);
    else if (const auto *ignore = std::get_if<Ignore>(&op))
      add(ignore->var, EventKind::Use, stmt);
    ExprId target = destination(op);
    VarId written = target ? writtenTemporary(target) : VarId();
    ++walk;
    if (written)
      usesBeside(target, stmt);
    forEachOperand(op, [&](ExprId id) {
      if (!written || id != target)
        uses(id, stmt);
    });
    for (ExprId id : function.list(listOf(op)))
      uses(id, stmt);
    if (written && !mayNotHappen)
      add(written, EventKind::Write, stmt);
    return mayNotHappen ? written : VarId();
  }

  // The temporary that a target is, or is a part of.
  VarId writtenTemporary(ExprId target) const {
    while (isPlace(function[target].kind) && function[target].kind != ExprKind::Deref && function[target].a)
      target = function[target].a;
    const Expr &root = function[target];
    bool isTemp = root.kind == ExprKind::Var && function[root.var()].kind == VarKind::Temp;
    return isTemp ? root.var() : VarId();
  }

  // The indices on the way from a target to its root.
  void usesBeside(ExprId target, uint32_t stmt) {
    for (; target; target = function[target].a)
      uses(function[target].b, stmt);
  }

  void uses(ExprId root, uint32_t stmt) {
    if (!root)
      return;
    work.push_back(root);
    while (!work.empty()) {
      ExprId id = work.back();
      work.pop_back();
      if (seen[id.index] == walk)
        continue;
      seen[id.index] = walk;
      const Expr &expr = function[id];
      if (expr.kind == ExprKind::Var)
        add(expr.var(), EventKind::Use, stmt);
      for (ExprId child : {expr.a, expr.b, expr.c})
        if (child)
          work.push_back(child);
    }
  }
};

class Lifetimes {
public:
  Lifetimes(const Function &function, Faults &faults)
      : function(function), faults(faults), events(function), bitOf(function.vars.size(), NoBit),
        isBegun(function.vars.size()), local(function.vars.size()), visited(function.vars.size(), ~0u) {
    for (const Event &event : events.events)
      if (event.kind == EventKind::Begin)
        isBegun[event.var.index] = true;
  }

  void run() {
    findCrossing();
    order();
    summarise();
    solve();
    for (uint32_t block : reversePostOrder)
      check(BlockId(block));
  }

private:
  static constexpr uint32_t NoBit = ~0u;

  struct State {
    llvm::BitVector surely, maybe;
    bool isReached = false;
  };
  struct Bits {
    bool surely = false;
    bool maybe = false;
  };
  struct Effect {
    std::vector<uint32_t> begins, ends; // bits; a bit is in at most one of them
  };

  const Function &function;
  Faults &faults;
  Events events;
  std::vector<uint32_t> bitOf;
  std::vector<VarId> varOf; // by bit
  std::vector<uint32_t> reversePostOrder;
  std::vector<Effect> effects;
  std::vector<State> entries;
  std::vector<bool> isBegun;     // by variable: by a statement
  std::vector<Bits> local;       // while walking through a block
  std::vector<uint32_t> visited; // the block whose walk `local` belongs to

  // `ret`, and parameters without a `begin`, as short pieces of heap IR have them.
  bool hasBegunAtEntry(VarId var) const {
    return function[var].kind == VarKind::Return || (function[var].kind == VarKind::Param && !isBegun[var.index]);
  }

  void addBit(VarId var) {
    if (bitOf[var.index] != NoBit)
      return;
    bitOf[var.index] = varOf.size();
    varOf.push_back(var);
  }

  // A variable crosses borders if some block's first event on it is no beginning, or its last no end.
  void findCrossing() {
    for (uint32_t i = 0; i != function.vars.size(); ++i)
      if (hasBegunAtEntry(VarId(i)))
        addBit(VarId(i));
    std::vector<uint32_t> firstSeenIn(function.vars.size(), ~0u);
    std::vector<bool> isOpen(function.vars.size());
    for (uint32_t block = 0; block != function.blocks.size(); ++block) {
      llvm::ArrayRef<Event> list = events.of(BlockId(block));
      for (const Event &event : list) {
        if (firstSeenIn[event.var.index] != block && event.kind != EventKind::Begin && event.kind != EventKind::Write)
          addBit(event.var);
        firstSeenIn[event.var.index] = block;
        isOpen[event.var.index] = event.kind != EventKind::End;
      }
      for (const Event &event : list)
        if (isOpen[event.var.index])
          addBit(event.var);
      if (VarId var = events.blocks[block].onNormalEdge)
        addBit(var);
    }
  }

  void order() {
    std::vector<bool> seen(function.blocks.size());
    std::vector<std::pair<uint32_t, uint32_t>> stack; // block, next edge
    if (function.blocks.empty())
      return;
    seen[0] = true;
    stack.push_back({0, 0});
    while (!stack.empty()) {
      auto &[block, next] = stack.back();
      const auto &edges = function.blocks[block].term.edges;
      if (next == edges.size()) {
        reversePostOrder.push_back(block);
        stack.pop_back();
        continue;
      }
      uint32_t to = edges[next++].to.index;
      if (!seen[to]) {
        seen[to] = true;
        stack.push_back({to, 0});
      }
    }
    std::reverse(reversePostOrder.begin(), reversePostOrder.end());
  }

  void summarise() {
    effects.resize(function.blocks.size());
    std::vector<uint32_t> lastIn(varOf.size(), ~0u);
    for (uint32_t block : reversePostOrder)
      for (const Event &event : llvm::reverse(events.of(BlockId(block)))) {
        uint32_t bit = bitOf[event.var.index];
        if (bit == NoBit || event.kind == EventKind::Use || lastIn[bit] == block)
          continue;
        lastIn[bit] = block;
        Effect &effect = effects[block];
        (event.kind == EventKind::End ? effect.ends : effect.begins).push_back(bit);
      }
  }

  State exit(BlockId block) const {
    State state = entries[block.index];
    for (uint32_t bit : effects[block.index].begins)
      state.surely.set(bit), state.maybe.set(bit);
    for (uint32_t bit : effects[block.index].ends)
      state.surely.reset(bit), state.maybe.reset(bit);
    return state;
  }

  static bool join(State &into, const State &from) {
    if (!into.isReached) {
      into = from;
      into.isReached = true;
      return true;
    }
    bool changes = from.maybe.test(into.maybe) || into.surely.test(from.surely);
    into.maybe |= from.maybe;
    into.surely &= from.surely;
    return changes;
  }

  void solve() {
    entries.resize(function.blocks.size());
    if (function.blocks.empty())
      return;
    State start{llvm::BitVector(varOf.size()), llvm::BitVector(varOf.size()), true};
    for (auto [bit, var] : llvm::enumerate(varOf))
      if (hasBegunAtEntry(var))
        start.surely.set(bit), start.maybe.set(bit);
    join(entries[0], start);
    std::vector<bool> isDirty(function.blocks.size());
    isDirty[0] = true;
    for (bool changed = true; changed;) {
      changed = false;
      for (uint32_t block : reversePostOrder)
        if (isDirty[block]) {
          isDirty[block] = false;
          changed |= propagate(BlockId(block), isDirty);
        }
    }
  }

  bool propagate(BlockId block, std::vector<bool> &isDirty) {
    State state = exit(block);
    const Term &term = function[block].term;
    VarId written = events.blocks[block.index].onNormalEdge;
    bool changed = false;
    // The unwind edge comes second, so it goes first: the write happens on the other one only.
    for (const Edge &edge : llvm::reverse(term.edges)) {
      if (written && edge.kind != EdgeKind::Unwind)
        state.surely.set(bitOf[written.index]), state.maybe.set(bitOf[written.index]);
      if (join(entries[edge.to.index], state)) {
        isDirty[edge.to.index] = true;
        changed = true;
      }
    }
    return changed;
  }

  Bits &bits(BlockId block, VarId var) {
    if (visited[var.index] != block.index) {
      visited[var.index] = block.index;
      uint32_t bit = bitOf[var.index];
      const State &entry = entries[block.index];
      local[var.index] = bit == NoBit ? Bits() : Bits{entry.surely.test(bit), entry.maybe.test(bit)};
    }
    return local[var.index];
  }

  void fault(BlockId block, const Event &event, const llvm::Twine &message) {
    std::string name = faults.name(function, event.var);
    const Block &where = function[block];
    if (event.stmt == where.firstStmt + where.stmtCount)
      faults.add(block, "terminator: " + llvm::Twine(name) + message);
    else
      faults.add(block, StmtId(event.stmt), llvm::Twine(name) + message);
  }

  void check(BlockId block) {
    for (const Event &event : events.of(block)) {
      Bits &now = bits(block, event.var);
      switch (event.kind) {
      case EventKind::Use:
        if (!now.surely)
          fault(block, event, now.maybe ? " is used where it may not have begun" : " is used where it has not begun");
        break;
      case EventKind::Begin:
        if (now.maybe)
          fault(block, event, " begins while it may not have ended");
        now = {true, true};
        break;
      case EventKind::Write:
        now = {true, true};
        break;
      case EventKind::End:
        if (!now.surely)
          fault(block, event, now.maybe ? " ends where it may not have begun" : " ends where it has not begun");
        now = {false, false};
        break;
      }
    }
    TermKind term = function[block].term.kind;
    if (term == TermKind::Return || term == TermKind::Resume)
      checkExit(block);
  }

  void checkExit(BlockId block) {
    State state = exit(block);
    for (unsigned bit : state.maybe.set_bits())
      if (function[varOf[bit]].kind != VarKind::Return)
        faults.add(block, llvm::Twine(faults.name(function, varOf[bit])) + " has not ended where the function is left");
  }
};

} // namespace

void verifyLifetimes(const Module &, const Function &function, Faults &faults) {
  if (!function.blocks.empty())
    Lifetimes(function, faults).run();
}

} // namespace custody::ir
