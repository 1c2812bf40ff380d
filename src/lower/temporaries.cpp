#include "lower/temporaries.h"
#include "ir/visit.h"
#include "llvm/ADT/BitVector.h"
#include <map>

using namespace custody::ir;

namespace custody::lower {
namespace {

constexpr uint32_t NoBit = ~0u;

struct Mention {
  VarId var;
  uint32_t stmt = 0;     // statement of the block; its count for the terminator
  bool begins = false;   // writes it, and so begins it
  bool replaces = false; // writes all of it: what it held before is of no use
};

// Where an edge needs temporaries to begin or to end.
struct EdgeWork {
  llvm::SmallVector<VarId, 2> begins, ends;
  friend bool operator==(const EdgeWork &, const EdgeWork &) = default;
  bool isEmpty() const { return begins.empty() && ends.empty(); }
};

class TemporaryEnder {
public:
  explicit TemporaryEnder(Draft &draft) : draft(draft), seen(draft.function.exprs.size(), 0) {}

  void run() {
    for (uint32_t block = 0; block < draft.blocks.size(); ++block)
      mentions.push_back(collect(draft.blocks[block]));
    findCrossing();
    solve();
    const uint32_t count = draft.blocks.size();
    for (uint32_t block = 0; block < count; ++block)
      rewrite(block);
    placeEdgeWork(count);
  }

private:
  bool isTemp(VarId var) const { return draft.function[var].kind == VarKind::Temp; }

  // Mentions of temporaries.

  VarId rootOf(ExprId place) const {
    while (place && isPlace(draft[place].kind) && draft[place].kind != ExprKind::Var) {
      if (draft[place].kind == ExprKind::Deref || draft[place].kind == ExprKind::Global)
        return {};
      place = draft[place].a;
    }
    return place && draft[place].kind == ExprKind::Var ? draft[place].var() : VarId();
  }

  void addUses(ExprId root, uint32_t stmt, std::vector<Mention> &out) {
    if (!root)
      return;
    llvm::SmallVector<ExprId, 16> work = {root};
    while (!work.empty()) {
      ExprId id = work.pop_back_val();
      if (seen[id.index] == walk)
        continue;
      seen[id.index] = walk;
      const Expr &expr = draft[id];
      if (expr.kind == ExprKind::Var && isTemp(expr.var()))
        out.push_back({expr.var(), stmt, false, false});
      for (ExprId child : {expr.a, expr.b, expr.c})
        if (child)
          work.push_back(child);
    }
  }

  std::vector<Mention> collect(const DraftBlock &block) {
    std::vector<Mention> out;
    for (uint32_t i = 0; i < block.stmts.size(); ++i) {
      const StmtOp &op = block.stmts[i].op;
      ++walk;
      ExprId target = destination(op);
      VarId written = target ? rootOf(target) : VarId();
      if (written && !isTemp(written))
        written = VarId();
      if (const auto *ignore = std::get_if<Ignore>(&op))
        out.push_back({ignore->var, i, false, false});
      forEachOperand(op, [&](ExprId id) {
        if (!written || id != target)
          addUses(id, i, out);
      });
      if (written) // indices on the way to the written part
        for (ExprId at = target; at && draft[at].kind != ExprKind::Var; at = draft[at].a)
          addUses(draft[at].b, i, out);
      for (ExprId id : draft.function.list(listOf(op)))
        addUses(id, i, out);
      if (written)
        out.push_back({written, i, true, draft[target].kind == ExprKind::Var});
    }
    ++walk;
    addUses(block.term.value, block.stmts.size(), out);
    return out;
  }

  // Temporaries that occur in more than one block get a bit each.
  void findCrossing() {
    bitOf.assign(draft.function.vars.size(), NoBit);
    std::vector<uint32_t> home(draft.function.vars.size(), NoBit);
    for (uint32_t block = 0; block < mentions.size(); ++block)
      for (const Mention &mention : mentions[block]) {
        uint32_t &first = home[mention.var.index];
        if (first == NoBit)
          first = block;
        else if (first != block && bitOf[mention.var.index] == NoBit) {
          bitOf[mention.var.index] = varOf.size();
          varOf.push_back(mention.var);
        }
      }
  }

  // Needed later: read before it is replaced. Seen before: mentioned on some path to here. It lives where both hold.
  void solve() {
    const uint32_t count = draft.blocks.size(), bits = varOf.size();
    needed.assign(count, llvm::BitVector(bits));
    seenBefore.assign(count, llvm::BitVector(bits));
    std::vector<llvm::BitVector> reads = needed, replaces = needed, mentioned = needed;
    for (uint32_t block = 0; block < count; ++block)
      for (const Mention &mention : mentions[block]) {
        const uint32_t bit = bitOf[mention.var.index];
        if (bit == NoBit)
          continue;
        // A partial write needs what is there; so does a write that may not happen, but nothing reads it then.
        if (!mention.replaces && !replaces[block].test(bit))
          reads[block].set(bit);
        if (mention.replaces)
          replaces[block].set(bit);
        mentioned[block].set(bit);
      }
    predecessors.assign(count, {});
    for (uint32_t block = 0; block < count; ++block)
      for (const Edge &edge : draft.blocks[block].term.edges)
        predecessors[edge.to.index].push_back(block);

    std::vector<uint32_t> work;
    for (uint32_t block = 0; block < count; ++block) {
      needed[block] = reads[block];
      work.push_back(block);
    }
    while (!work.empty()) {
      const uint32_t block = work.back();
      work.pop_back();
      for (uint32_t pred : predecessors[block]) {
        llvm::BitVector incoming = needed[block];
        incoming.reset(replaces[pred]);
        if (incoming.test(needed[pred])) {
          needed[pred] |= incoming;
          work.push_back(pred);
        }
      }
    }
    for (uint32_t block = count; block-- > 0;)
      work.push_back(block);
    while (!work.empty()) {
      const uint32_t block = work.back();
      work.pop_back();
      llvm::BitVector outgoing = seenBefore[block];
      outgoing |= mentioned[block];
      for (const Edge &edge : draft.blocks[block].term.edges)
        if (outgoing.test(seenBefore[edge.to.index])) {
          seenBefore[edge.to.index] |= outgoing;
          work.push_back(edge.to.index);
        }
    }
    livesAtEntry.assign(count, {});
    for (uint32_t block = 0; block < count; ++block) {
      livesAtEntry[block] = needed[block];
      livesAtEntry[block] &= seenBefore[block];
    }
  }

  bool endsWithCall(const DraftBlock &block) const {
    return block.term.kind == TermKind::Invoke || block.term.kind == TermKind::Throw;
  }

  // Puts begins and ends between the statements of a block and notes what its edges need.
  void rewrite(uint32_t index) {
    DraftBlock &block = draft.blocks[index];
    const std::vector<Mention> &list = mentions[index];
    llvm::BitVector alive = livesAtEntry[index];
    std::map<VarId, bool> localAlive;
    auto isAlive = [&](VarId var) {
      return bitOf[var.index] == NoBit ? localAlive[var] : alive.test(bitOf[var.index]);
    };
    auto setAlive = [&](VarId var, bool is) {
      if (bitOf[var.index] == NoBit)
        localAlive[var] = is;
      else if (is)
        alive.set(bitOf[var.index]);
      else
        alive.reset(bitOf[var.index]);
    };
    // Which mention of each temporary is followed by a read, seen from behind.
    std::vector<bool> neededAfter(list.size());
    {
      llvm::BitVector later(varOf.size());
      for (const Edge &edge : block.term.edges)
        later |= livesIn(edge);
      std::map<VarId, bool> localLater;
      for (size_t i = list.size(); i-- > 0;) {
        const uint32_t bit = bitOf[list[i].var.index];
        neededAfter[i] = bit == NoBit ? localLater[list[i].var] : later.test(bit);
        const bool before = !list[i].replaces;
        if (bit == NoBit)
          localLater[list[i].var] = before;
        else if (before)
          later.set(bit);
        else
          later.reset(bit);
      }
    }
    std::vector<Stmt> out;
    out.reserve(block.stmts.size());
    VarId onNormalEdge;
    size_t next = 0;
    for (uint32_t i = 0; i <= block.stmts.size(); ++i) {
      const size_t first = next;
      while (next < list.size() && list[next].stmt == i)
        ++next;
      const Loc loc = i < block.stmts.size() ? block.stmts[i].loc : block.term.loc;
      for (size_t m = first; m < next; ++m)
        if (!isAlive(list[m].var) && !list[m].begins) {
          // An uninitialised part, or a slot that a constructor fills in.
          out.push_back({loc, Begin{list[m].var}});
          setAlive(list[m].var, true);
        }
      const bool mustBeLast =
          i + 1 == block.stmts.size() && (endsWithCall(block) || block.term.kind == TermKind::Unreachable);
      for (size_t m = first; m < next; ++m)
        if (list[m].begins && !isAlive(list[m].var)) {
          if (mustBeLast)
            onNormalEdge = list[m].var;
          setAlive(list[m].var, true);
        }
      if (i < block.stmts.size())
        out.push_back(block.stmts[i]);
      if (i == block.stmts.size() || mustBeLast)
        continue; // what ends now ends on the edges
      for (size_t m = first; m < next; ++m)
        if (!neededAfter[m] && isAlive(list[m].var)) {
          out.push_back({loc, End{list[m].var}});
          setAlive(list[m].var, false);
        }
    }
    block.stmts = std::move(out);
    noteEdges(index, alive, localAlive, onNormalEdge);
  }

  const llvm::BitVector &livesIn(const Edge &edge) const { return livesAtEntry[edge.to.index]; }

  void noteEdges(uint32_t index, const llvm::BitVector &alive, const std::map<VarId, bool> &localAlive,
                 VarId onNormalEdge) {
    const DraftBlock &block = draft.blocks[index];
    for (uint32_t e = 0; e < block.term.edges.size(); ++e) {
      EdgeWork work;
      const bool isUnwind = endsWithCall(block) && block.term.edges[e].kind == EdgeKind::Unwind;
      const llvm::BitVector &wanted = livesIn(block.term.edges[e]);
      for (unsigned bit = 0; bit < varOf.size(); ++bit) {
        const bool is = alive.test(bit) && !(isUnwind && varOf[bit] == onNormalEdge);
        if (is && !wanted.test(bit))
          work.ends.push_back(varOf[bit]);
        else if (!is && wanted.test(bit))
          work.begins.push_back(varOf[bit]);
      }
      for (auto [var, is] : localAlive)
        if (is && !(isUnwind && var == onNormalEdge))
          work.ends.push_back(var);
      edgeWork[{index, e}] = std::move(work);
    }
  }

  static void append(std::vector<Stmt> &stmts, const EdgeWork &work, Loc loc, size_t at) {
    std::vector<Stmt> added;
    for (VarId var : work.begins)
      added.push_back({loc, Begin{var}});
    for (VarId var : work.ends)
      added.push_back({loc, End{var}});
    stmts.insert(stmts.begin() + at, added.begin(), added.end());
  }

  // At the start of the target if all its edges need the same, at the end of the source if it has one edge only, else
  // in a block between them.
  void placeEdgeWork(uint32_t count) {
    std::vector<std::vector<std::pair<uint32_t, uint32_t>>> incoming(count);
    for (auto &[key, work] : edgeWork)
      incoming[draft.blocks[key.first].term.edges[key.second].to.index].push_back(key);
    for (uint32_t block = 0; block < count; ++block) {
      if (incoming[block].empty())
        continue;
      const EdgeWork first = edgeWork[incoming[block][0]];
      bool allEqual = block != 0;
      for (auto &key : incoming[block])
        allEqual &= edgeWork[key] == first;
      if (allEqual) {
        std::vector<Stmt> &stmts = draft.blocks[block].stmts;
        const bool hasCatch = !stmts.empty() && std::holds_alternative<Catch>(stmts[0].op);
        append(stmts, first, stmts.empty() ? draft.blocks[block].term.loc : stmts[0].loc, hasCatch ? 1 : 0);
        continue;
      }
      for (auto [from, e] : incoming[block])
        if (!edgeWork[{from, e}].isEmpty())
          placeOnEdge(from, e, edgeWork[{from, e}]);
    }
  }

  void placeOnEdge(uint32_t from, uint32_t e, const EdgeWork &work) {
    if (draft.blocks[from].term.kind == TermKind::Goto) {
      append(draft.blocks[from].stmts, work, draft.blocks[from].term.loc, draft.blocks[from].stmts.size());
      return;
    }
    BlockId middle = draft.addBlock();
    Edge &edge = draft.blocks[from].term.edges[e];
    DraftBlock &block = draft.block(middle);
    block.fanIn = 1;
    block.term.kind = TermKind::Goto;
    block.term.loc = draft.blocks[from].term.loc;
    block.term.edges.push_back({edge.to, edge.kind == EdgeKind::Unwind ? EdgeKind::Fall : edge.kind});
    append(block.stmts, work, block.term.loc, 0);
    edge.to = middle;
    const TermKind kind = draft.blocks[from].term.kind;
    if (kind == TermKind::Branch || kind == TermKind::Switch)
      edge.kind = EdgeKind::Branch;
  }

  Draft &draft;
  std::vector<uint32_t> seen;
  uint32_t walk = 0;
  std::vector<std::vector<Mention>> mentions;
  std::vector<uint32_t> bitOf;
  std::vector<VarId> varOf;
  std::vector<llvm::BitVector> needed, seenBefore, livesAtEntry;
  std::vector<llvm::SmallVector<uint32_t, 2>> predecessors;
  std::map<std::pair<uint32_t, uint32_t>, EdgeWork> edgeWork;
};

} // namespace

void endTemporaries(Draft &draft) {
  TemporaryEnder(draft).run();
}

} // namespace custody::lower
