#include "engines/summary/summarise.h"
#include "engines/unasked.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <set>

namespace custody::engines::summary {

using namespace heap;

namespace {

// The nodes of locations, for all cases.
class Names {
public:
  explicit Names(uint32_t numLocs) : names(numLocs) {}

  struct Name {
    uint32_t exit = 0; // for which one it is known, from 1 on
    NodeId node;
  };
  static constexpr uint32_t EveryExit = ~0u;
  Name &operator[](LocId loc) { return names[loc.index]; }
  void nextExit() { ++exit; }
  uint32_t currentExit() const { return exit; }

private:
  std::vector<Name> names; // by location
  uint32_t exit = 0;
};

class CaseBuilder {
public:
  CaseBuilder(Context &context, Summary &summary, Names &names, const State &state)
      : context(context), summary(summary), names(names), state(state) {
    names.nextExit();
  }

  Case build();
  // Cells of new objects that hold any number. Nobody is told, but where another case tells a number.
  const std::vector<NodeCell> &unknownNumbers() const { return unknown; }

private:
  NodeId nodeOf(LocId loc);
  NodeId computeNode(LocId loc);
  NodeId siteNode(LocId loc);
  std::optional<NodeCell> nodeCell(Target target);
  NodeValue nodeValue(Value value);
  bool isUnchanged(const CellEntry &entry) const;
  bool isVisible(LocId loc) const;
  bool isFarAndShared(LocId loc) const;
  bool hangsOnShared(LocId input) const;
  bool isNumberOfGlobal(const CellEntry &entry) const;
  bool isWorthTelling(NodeCell cell, const CellEntry &entry) const;
  void findReachable();
  void addWrites();
  void addWritesTo(LocId loc, llvm::ArrayRef<FieldValue> fields);
  void addWrite(const Loc &loc, const CellEntry &entry);
  void addBlurs();
  void limitWrites();
  void splitSites();
  void addRequirements();
  void addPointerRequirements();
  void addNumberRequirements();
  void addNumberRequirement(Value value);
  void addFates();
  void limitFrees();
  void tellFreedElsewhere(NodeId part);

  Context &context;
  Summary &summary;
  Names &names;
  const State &state;
  Case result;
  std::vector<NodeCell> unknown;
  std::vector<LocId> reachable; // sites, in the order in which they are found
};

bool isStorage(const Context &context, const Loc &loc) { // of an argument that the caller sees, or of the result
  if (loc.kind != LocKind::Var)
    return false;
  const ir::Var &var = context.function.vars[loc.entity];
  return var.kind == ir::VarKind::Return || (var.kind == ir::VarKind::Param && var.byReference);
}

NodeId CaseBuilder::siteNode(LocId loc) {
  const Loc &site = context.locs[loc];
  const SiteInfo &info = context.siteInfo(loc);
  return summary.add({.kind = NodeKind::Site,
                      .isMany = site.isMany,
                      .function = info.originFunction,
                      .stmt = info.originStmt,
                      .family = info.family,
                      .ordinal = (site.entity << 10) + site.node * 2 + site.isMany});
}

// For a site, the state decides; all others are the same in every state.
NodeId CaseBuilder::nodeOf(LocId id) {
  Names::Name &known = names[id];
  if (known.exit == Names::EveryExit || known.exit == names.currentExit())
    return known.node;
  known.node = computeNode(id);
  known.exit = context.isSite(id) ? names.currentExit() : Names::EveryExit;
  return known.node;
}

NodeId CaseBuilder::computeNode(LocId id) {
  const Loc loc = context.locs[id];
  switch (loc.kind) {
  case LocKind::Foreign:
    return Summary::foreign();
  case LocKind::Global:
    return summary.add({.kind = context.isGlobalArgument(loc) ? NodeKind::GlobalArg : NodeKind::Global,
                        .global = program::ProgGlobalId(loc.entity)});
  case LocKind::Var: {
    const ir::Var &var = context.function.vars[loc.entity];
    if (var.kind == ir::VarKind::Return)
      return summary.add({.kind = NodeKind::Return});
    if (var.kind == ir::VarKind::Param)
      return summary.add({.kind = NodeKind::Arg, .arg = var.index});
    return {};
  }
  case LocKind::Input: {
    NodeId from = nodeOf(loc.from.loc);
    if (!from || summary.isPublic(from))
      return from ? Summary::foreign() : from;
    return summary.add({.kind = NodeKind::Input, .isMany = loc.isMany, .from = {from, loc.from.offset}});
  }
  case LocKind::Site:
    if (state.is(id, Escaped))
      return Summary::foreign();
    return state.statusOf(id) & (Allocated | Freed) ? siteNode(id) : NodeId();
  case LocKind::Frame:
    return {};
  }
  return {};
}

std::optional<NodeCell> CaseBuilder::nodeCell(Target target) {
  const NodeId node = target.loc ? nodeOf(target.loc) : NodeId();
  return node ? std::optional(NodeCell{node, target.offset}) : std::nullopt;
}

NodeValue CaseBuilder::nodeValue(Value value) {
  NodeValue result;
  result.numbers = context.values.numbers(value);
  if (value.symbol)
    if (std::optional<NodeCell> cell = nodeCell(context.values.cellOf(value.symbol));
        cell && cell->node != Summary::foreign())
      result.copyOf = cell;
  bool isDangling = false;
  const auto targets = context.values.targets(value);
  result.targets.reserve(targets.size());
  for (Target target : targets) {
    if (std::optional<NodeCell> cell = nodeCell(target))
      result.targets.push_back(*cell);
    else
      isDangling = true;
  }
  llvm::sort(result.targets);
  result.targets.erase(std::unique(result.targets.begin(), result.targets.end()), result.targets.end());
  if (result.targets.empty() && isDangling)
    result.numbers = Numbers::except(0).join(result.numbers);
  return result;
}

// Does an input's cell hold what it held on entry, as far as a caller could care?
bool CaseBuilder::isUnchanged(const CellEntry &entry) const {
  const auto targets = context.values.targets(entry.value);
  const Numbers &numbers = context.values.numbers(entry.value);
  LocId input = context.locs.findInput(entry.cell);
  if (targets.empty())
    return entry.value.symbol != 0 && context.values.cellOf(entry.value.symbol) == entry.cell;
  return targets.size() == 1 && input && targets[0] == Target{input, Offset()} && numbers.without(0).isNone();
}

bool CaseBuilder::isVisible(LocId id) const {
  const Loc &loc = context.locs[id];
  const bool isGlobal = loc.kind == LocKind::Global && (!context.options.mergeGlobals || context.isGlobalArgument(loc));
  return loc.kind == LocKind::Input || isGlobal || isStorage(context, loc) ||
         (loc.kind == LocKind::Site && llvm::is_contained(reachable, id));
}

// What others can reach more than one pointer away from the arguments: callers learn that others can, which is all that
// matters to them. What lies there is most of what functions write.
bool CaseBuilder::isFarAndShared(LocId id) const {
  return state.is(id, Escaped) && context.locs.depthOf(id) > 1;
}

// Does a caller find the input by itself when it learns what others can reach? Not if it is taken from there and put
// somewhere that is not told.
bool CaseBuilder::hangsOnShared(LocId input) const {
  const Cell from = context.locs[input].from;
  if (!state.is(from.loc, Escaped))
    return false;
  const Value *now = state.find(from);
  return !now || llvm::any_of(context.values.targets(*now), [&](Target target) { return target.loc == input; });
}

// An error code, say, that the function leaves in a global.
bool CaseBuilder::isNumberOfGlobal(const CellEntry &entry) const {
  const Value value = entry.value;
  const bool isKnown =
      value.symbol == 0 ? context.values.numbers(value).isOne() : context.values.cellOf(value.symbol) != entry.cell;
  return context.locs[entry.cell.loc].kind == LocKind::Global && value.targets == 0 && isKnown;
}

// The sites that hang on arguments or on the result. Those beyond the limit are left to others.
void CaseBuilder::findReachable() {
  auto visit = [&](Value value) {
    for (Target target : context.values.targets(value))
      if (context.isSite(target.loc) && (state.statusOf(target.loc) & (Allocated | Freed)) &&
          !state.is(target.loc, Escaped) && !llvm::is_contained(reachable, target.loc) &&
          reachable.size() < context.options.maxSites)
        reachable.push_back(target.loc);
  };
  state.forEachObject(HasSites, [&](LocId loc, ContentsId contents) {
    if (!context.isSite(loc) && isVisible(loc))
      for (const FieldValue &field : context.contents[contents])
        visit(field.value);
  });
  for (size_t i = 0; i < reachable.size(); ++i)
    for (const FieldValue &field : state.cellsOf(reachable[i]))
      visit(field.value);
}

// Numbers deep in the caller's structures are left out: hardly any caller decides by them, and they are most of what
// functions write.
bool CaseBuilder::isWorthTelling(NodeCell cell, const CellEntry &entry) const {
  if (entry.value.targets != 0)
    return true;
  const Numbers &numbers = context.values.numbers(entry.value);
  const unsigned depth = summary.depth(cell.node);
  // Any number is what a caller expects in a new object, unless it is told that the object is all zeros.
  if (summary[cell.node].kind == NodeKind::Site && numbers.isAll()) {
    const Value *everywhere = state.find({entry.cell.loc, Offset::unknown()});
    return everywhere && *everywhere == context.values.null();
  }
  return depth <= (numbers.isExactly(0) ? 2u : 1u);
}

// Of too many writes the important ones stay: the result, what holds new objects, what lies near the arguments. What
// the others made reachable in a way that is not told counts as kept by somebody.
void CaseBuilder::limitWrites() {
  if (result.writes.size() <= context.options.maxWrites)
    return;
  auto rank = [&](const Write &write) -> unsigned {
    auto isSite = [&](NodeCell cell) { return summary[cell.node].kind == NodeKind::Site; };
    const NodeKind kind = summary[write.cell.node].kind;
    if (kind != NodeKind::Input || llvm::any_of(write.value.targets, isSite))
      return 0;
    return summary.depth(write.cell.node);
  };
  llvm::sort(result.writes,
             [&](const Write &a, const Write &b) { return std::pair(rank(a), a.cell) < std::pair(rank(b), b.cell); });
  for (size_t i = context.options.maxWrites; i < result.writes.size(); ++i)
    for (NodeCell target : result.writes[i].value.targets)
      if (summary[target.node].kind == NodeKind::Input)
        result.escaped.push_back(target.node);
  result.writes.resize(context.options.maxWrites);
}

// What others may have put anywhere.
void CaseBuilder::addBlurs() {
  for (const StatusEntry &entry : state.statuses()) {
    if ((entry.bits & (Blurred | Freed)) != Blurred || !isVisible(entry.loc) || isFarAndShared(entry.loc))
      continue;
    const std::optional<NodeCell> cell = nodeCell({entry.loc, Offset::unknown()});
    if (cell && cell->node != Summary::foreign())
      result.writes.push_back({*cell, {{{Summary::foreign(), Offset::unknown()}}, Numbers::all()}});
  }
}

void CaseBuilder::addWrite(const Loc &loc, const CellEntry &entry) {
  const std::optional<NodeCell> cell = nodeCell(entry.cell);
  if (!cell || cell->node == Summary::foreign())
    return;
  if (isWorthTelling(*cell, entry))
    result.writes.push_back({*cell, nodeValue(entry.value)});
  else if (loc.kind == LocKind::Site && context.values.numbers(entry.value).isAll())
    unknown.push_back(*cell);
}

void CaseBuilder::addWritesTo(LocId id, llvm::ArrayRef<FieldValue> fields) {
  const Loc &loc = context.locs[id];
  const bool isTold = isVisible(id);
  if ((!isTold && loc.kind != LocKind::Global) || isFarAndShared(id))
    return;
  const bool isOfEntry = loc.kind == LocKind::Input || loc.kind == LocKind::Var || context.isGlobalArgument(loc);
  const bool mayBeUnchanged = isOfEntry && !isStorage(context, loc);
  for (const FieldValue &field : fields) {
    const CellEntry entry{{id, field.offset}, field.value};
    if ((isTold || isNumberOfGlobal(entry)) && !(mayBeUnchanged && isUnchanged(entry)))
      addWrite(loc, entry);
  }
}

void CaseBuilder::addWrites() {
  result.writes.reserve(std::min<size_t>(state.numCells(), 16));
  state.forEachObject([&](LocId loc, ContentsId id) { addWritesTo(loc, context.contents[id]); });
  addBlurs();
  limitWrites();
  llvm::sort(result.writes, [](const Write &a, const Write &b) { return a.cell < b.cell; });
  for (LocId site : reachable) {
    result.allocated.push_back({siteNode(site), state.is(site, MayBeNull)});
    if (!state.is(site, Allocated)) { // handed out although it is freed
      const Release &release = context.freedBy[site.index];
      result.freed.push_back({siteNode(site), release.family, release.withParts, !state.is(site, Unsure)});
    }
  }
  if (!context.options.siteNames)
    splitSites();
  llvm::sort(result.allocated, [](const AllocatedNode &a, const AllocatedNode &b) { return a.node < b.node; });
}

// Without names, a second way to an object is a way to another one.
void CaseBuilder::splitSites() {
  std::set<NodeId> seen;
  for (Write &write : result.writes)
    for (NodeCell &target : write.value.targets)
      if (summary[target.node].kind == NodeKind::Site && !seen.insert(target.node).second) {
        Node another = summary[target.node];
        another.ordinal = (1u << 31) | summary.numNodes();
        target.node = summary.add(another);
        result.allocated.push_back({target.node, false});
      }
}

// What the path took for granted about pointers near the arguments.
void CaseBuilder::addPointerRequirements() {
  for (const StatusEntry &entry : state.statuses()) {
    const Loc &loc = context.locs[entry.loc];
    if (loc.kind != LocKind::Input || !(entry.bits & (NonNull | IsNull | IsMark)) || !loc.from.offset.isExact())
      continue;
    const NodeId from = nodeOf(loc.from.loc);
    if (!from || summary.isPublic(from) || summary.depth(from) > 1)
      continue;
    const bool isNull = entry.bits & IsNull;
    result.requires_.push_back({.cell = {from, loc.from.offset},
                                .numbers = isNull ? Numbers::exactly(0) : Numbers::except(0),
                                .isPointer = true,
                                .isMark = (entry.bits & IsMark) != 0});
  }
}

// ... and about numbers.
void CaseBuilder::addNumberRequirement(Value value) {
  if (value.symbol == 0 || value.targets != 0 || context.values.numbers(value).isAll())
    return;
  const std::optional<NodeCell> cell = nodeCell(context.values.cellOf(value.symbol));
  if (!cell || cell->node == Summary::foreign() || summary.depth(cell->node) > 1)
    return;
  const Requirement requirement{*cell, context.values.numbers(value), false};
  if (!llvm::is_contained(result.requires_, requirement))
    result.requires_.push_back(requirement);
}

void CaseBuilder::addNumberRequirements() {
  state.forEachObject(HasSymbols, [&](LocId, ContentsId id) {
    for (const FieldValue &field : context.contents[id])
      addNumberRequirement(field.value);
  });
}

void CaseBuilder::addRequirements() {
  addPointerRequirements();
  addNumberRequirements();
  llvm::sort(result.requires_, [](const Requirement &a, const Requirement &b) { return a.cell < b.cell; });
}

// A part that is freed, but not told by name: whoever is told to be freed on the way to it is freed with its parts.
// Where nobody is, what lies in its place may be freed by others.
void CaseBuilder::tellFreedElsewhere(NodeId part) {
  constexpr unsigned MaxDepth = 3; // what hangs deeper is one with what it hangs on
  NodeId kept = part;
  for (NodeId at = part; summary[at].kind == NodeKind::Input; at = summary[at].from.node) {
    auto freed = llvm::find_if(result.freed, [&](const FreedNode &other) { return other.node == at; });
    if (freed != result.freed.end()) {
      freed->withParts = true;
      return;
    }
    if (summary.depth(at) >= MaxDepth)
      kept = at;
  }
  result.escaped.push_back(kept);
}

// Who frees a tree frees five elements of each of its lists with all their fields, and so does every caller that it
// has. Of so many the ones nearest to the arguments have names.
void CaseBuilder::limitFrees() {
  // What the function made, and hands out freed, is told in any case.
  auto isSite = [&](const FreedNode &freed) { return summary[freed.node].kind == NodeKind::Site; };
  const size_t numTold = context.options.maxFrees + llvm::count_if(result.freed, isSite);
  if (result.freed.size() <= numTold)
    return;
  auto rank = [&](const FreedNode &freed) { return std::tuple(!isSite(freed), summary.depth(freed.node), freed.node); };
  llvm::sort(result.freed, [&](const FreedNode &a, const FreedNode &b) { return rank(a) < rank(b); });
  const std::vector<FreedNode> others(result.freed.begin() + numTold, result.freed.end());
  result.freed.resize(numTold);
  for (const FreedNode &other : others)
    tellFreedElsewhere(other.node);
}

// What became of the inputs.
void CaseBuilder::addFates() {
  for (const StatusEntry &entry : state.statuses()) {
    const Loc &loc = context.locs[entry.loc];
    if (loc.kind != LocKind::Input)
      continue;
    NodeId node = nodeOf(entry.loc);
    if (!node || summary.isPublic(node))
      continue;
    if (entry.bits & Freed) {
      const Release &release = context.freedBy[entry.loc.index];
      // Who looks at more than there are names for may have freed parts that have none.
      const bool withParts = release.withParts || context.locs.lacksInputs();
      result.freed.push_back({node, release.family, withParts, !(entry.bits & Unsure) && !loc.isMany});
    }
    if ((entry.bits & Escaped) && !hangsOnShared(entry.loc))
      result.escaped.push_back(node);
  }
  limitFrees();
  llvm::sort(result.freed, [](const FreedNode &a, const FreedNode &b) { return a.node < b.node; });
  llvm::sort(result.escaped);
  result.escaped.erase(std::unique(result.escaped.begin(), result.escaped.end()), result.escaped.end());
}

Case CaseBuilder::build() {
  findReachable();
  addWrites();
  addRequirements();
  addFates();
  return std::move(result);
}

// Joins two cases, given by their numbers, those first that a caller has least reason to tell apart.
bool mergePair(Summary &summary, const Options &options, llvm::function_ref<bool(size_t, size_t)> isAlike) {
  std::vector<Case> &cases = summary.cases;
  for (size_t i = 0; i < cases.size(); ++i)
    for (size_t j = i + 1; j < cases.size(); ++j)
      if (isAlike(i, j)) {
        cases[i] = mergeCases(summary, std::move(cases[i]), cases[j], mergeRules(options));
        cases.erase(cases.begin() + j);
        return true;
      }
  return false;
}

// Success or failure, as far as a result tells: "nothing happened, 0" and "nothing happened, -1" are different news.
uint64_t outcomeOf(const Summary &summary, const Case &c) {
  const NodeValue *result = c.result(summary.find({.kind = NodeKind::Return}));
  if (!result)
    return 0;
  return (result->numbers.contains(0) ? 1 : 0) | (result->numbers.without(0).isNone() ? 0 : 2) |
         (result->targets.empty() ? 0 : 4);
}

bool mergeAlike(Summary &summary, const Options &options) {
  const std::vector<Case> &cases = summary.cases;
  std::vector<uint64_t> results, outcomes;
  for (const Case &c : cases) {
    results.push_back(resultClass(summary, c));
    outcomes.push_back(outcomeOf(summary, c));
  }
  auto haveSameFates = [&](size_t a, size_t b) {
    return cases[a].allocated == cases[b].allocated && cases[a].freed == cases[b].freed;
  };
  auto haveSameResult = [&](size_t a, size_t b) { return results[a] == results[b]; };
  auto haveSameOutcome = [&](size_t a, size_t b) { return outcomes[a] == outcomes[b]; };
  auto haveSameBoth = [&](size_t a, size_t b) { return haveSameResult(a, b) && haveSameFates(a, b); };
  auto isSameNews = [&](size_t a, size_t b) { return haveSameOutcome(a, b) && haveSameFates(a, b); };
  return mergePair(summary, options, haveSameBoth) || mergePair(summary, options, isSameNews) ||
         mergePair(summary, options, haveSameResult) || mergePair(summary, options, haveSameOutcome) ||
         mergePair(summary, options, haveSameFates);
}

void limitCases(Summary &summary, const Options &options) {
  while (summary.cases.size() > options.maxCases)
    if (!mergeAlike(summary, options))
      mergePair(summary, options, [](size_t, size_t) { return true; });
}

} // namespace

// An error code that one case tells is not that of another, which leaves any number there.
static void tellUnknownNumbers(const Summary &summary, std::vector<Case> &cases,
                               llvm::ArrayRef<std::vector<NodeCell>> unknown) {
  if (llvm::all_of(unknown, [](const std::vector<NodeCell> &cells) { return cells.empty(); }))
    return;
  std::set<NodeCell> told;
  for (const Case &c : cases)
    for (const Write &write : c.writes)
      if (summary[write.cell.node].kind == NodeKind::Site && write.value.targets.empty())
        told.insert(write.cell);
  auto isBefore = [](const Write &a, const Write &b) { return a.cell < b.cell; };
  for (const auto &[c, cells] : llvm::zip_equal(cases, unknown))
    for (NodeCell cell : cells)
      if (told.count(cell)) {
        const Write write{cell, {{}, Numbers::all()}};
        c.writes.insert(llvm::upper_bound(c.writes, write, isBefore), write);
      }
}

Summary summarise(Context &context, const std::vector<State> &exits) {
  Summary summary;
  if (context.function.returnVar)
    summary.add({.kind = NodeKind::Return});
  for (ir::VarId param : context.function.params)
    summary.add({.kind = NodeKind::Arg, .arg = context.function[param].index});
  Names names(context.locs.size());
  std::vector<Case> cases;
  std::vector<std::vector<NodeCell>> unknown;
  for (const State &exit : exits) {
    CaseBuilder builder(context, summary, names, exit);
    cases.push_back(builder.build());
    unknown.push_back(builder.unknownNumbers());
  }
  tellUnknownNumbers(summary, cases, unknown);
  for (Case &c : cases)
    if (!llvm::is_contained(summary.cases, c))
      summary.cases.push_back(std::move(c));
  limitCases(summary, context.options);
  summary.merged = mergeByResult(summary, summary.cases, mergeRules(context.options));
  summary.takenOnSuccess = takenOnSuccess(summary);
  return summary;
}

} // namespace custody::engines::summary
