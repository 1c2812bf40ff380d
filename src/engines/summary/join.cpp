#include "engines/summary/join.h"
#include "engines/summary/memory.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <cstring>

namespace custody::engines::summary {

using namespace heap;

namespace {

class Join {
public:
  Join(Context &context, State &into, const State &other, bool widening)
      : context(context), into(into), other(other), widening(widening) {}

  bool run();
  bool joinIterations();

private:
  uint8_t joinStatus(LocId loc, uint8_t x, uint8_t y) const;
  bool joinStatuses();
  llvm::SmallVector<ObjectEntry, 16> joinObjects();
  ContentsId joinObject(LocId loc, ContentsId left, ContentsId right);
  ContentsId joinFields(LocId loc, ContentsId left, ContentsId right);
  uint64_t surroundings() const;
  bool limitWide(llvm::ArrayRef<ObjectEntry> changed);
  bool joinLosses();
  bool joinDecided();
  Value joinValues(Value a, Value b);
  bool isNullOf(const State &state, Value null, Value pointer) const;
  std::optional<Value> joinMissing(const State &without, Cell cell, Value value);
  bool isOfEntry(Cell cell, Value value) const;

  Context &context;
  State &into;
  const State &other;
  const bool widening;
  uint64_t surround = 0;                    // of all objects (object_joins.h)
  bool isWide = false;                      // something may be one of very many objects now
  llvm::SmallVector<FieldValue, 16> fields; // of the object that is joined
};

uint8_t Join::joinStatus(LocId loc, uint8_t x, uint8_t y) const {
  if (context.locs[loc].kind == LocKind::Input) // what is known about its pointer must hold on both sides
    return ((x | y) & (Freed | Escaped | Unsure | Blurred)) | (x & y & (NonNull | IsNull | IsMark)) |
           ((x ^ y) & Freed ? Unsure : 0);
  uint8_t both = x | y;
  // To be released on one side: to be released. It counts as released only where that is certain.
  if ((both & Allocated) && (both & Freed) && !(x & Allocated && y & Allocated))
    both &= ~Freed;
  return both;
}

// True if something changed.
bool Join::joinStatuses() {
  bool isChanged = false;
  into.statuses().forEachDifference(other.statuses(), [&](LocId loc) {
    const uint8_t before = into.statusOf(loc), both = joinStatus(loc, before, other.statusOf(loc));
    isChanged |= both != before;
    into.setStatus(loc, both);
  });
  return isChanged;
}

// The pointer that the cell held on entry, and nothing else.
bool Join::isOfEntry(Cell cell, Value value) const {
  const auto targets = context.values.targets(value);
  if (targets.size() != 1 || targets[0].offset != Offset())
    return false;
  const Loc &input = context.locs[targets[0].loc];
  return input.kind == LocKind::Input && input.from == cell;
}

// A cell that one side knows and the other does not.
std::optional<Value> Join::joinMissing(const State &without, Cell cell, Value value) {
  const Loc &loc = context.locs[cell.loc];
  if (into.is(cell.loc, Blurred) || other.is(cell.loc, Blurred))
    return {};
  switch (loc.kind) {
  case LocKind::Global:
    if (context.isOwnGlobal(loc))
      return context.values.join(value, context.values.anything());
    if (!context.isGlobalArgument(loc))
      return {};
    break;
  case LocKind::Foreign:
    return {};
  case LocKind::Site: // not there on the other side, or not written yet
    return without.statusOf(cell.loc) == 0 ? value : context.values.join(value, context.values.null());
  case LocKind::Frame:
    return context.values.join(value, context.values.anything());
  case LocKind::Var:
    if (context.function.vars[loc.entity].kind != ir::VarKind::Param)
      return context.values.join(value, context.values.anything());
    break;
  case LocKind::Input:
    break;
  }
  // Untouched: what was there on entry.
  const bool isUnknown = without.contentsOf(cell.loc) == ContentsTable::Nothing;
  if (isUnknown && isOfEntry(cell, value) && !without.is(context.values.targets(value)[0].loc, IsNull))
    return value;
  LocId input = context.locs.findInput(cell);
  if (!input && value.targets == 0)
    return {};
  const ir::StmtId at = input ? context.locs[input].madeAt : ir::StmtId(0);
  Known known;
  if (!isUnknown)
    known = lookUp(context, without, cell);
  if (!known.isComplete)
    known.value = context.values.join(known.value, entryPointer(context, without, cell, at));
  return context.values.join(value, known.value);
}

// Null on one side because the pointer that came in was null, and that pointer on the other side: the pointer that came
// in, of which nothing is known.
bool Join::isNullOf(const State &state, Value null, Value pointer) const {
  const auto targets = context.values.targets(pointer);
  return null.targets == 0 && context.values.numbers(null).isExactly(0) && targets.size() == 1 &&
         context.values.numbers(pointer).isNone() && state.is(targets[0].loc, IsNull);
}

Value Join::joinValues(Value a, Value b) {
  if (a == b)
    return a;
  if (isNullOf(into, a, b))
    return b;
  if (isNullOf(other, b, a))
    return a;
  return widening ? context.values.widen(a, b) : context.values.join(a, b);
}

// All that decides what comes of joining two lists, but for what is known of their object.
uint64_t Join::surroundings() const {
  return support::mixed(support::mixed(into.statuses().hashOf(IsNull), other.statuses().hashOf(IsNull)), widening);
}

ContentsId Join::joinObject(LocId loc, ContentsId left, ContentsId right) {
  const uint8_t mine = into.statusOf(loc), theirs = other.statusOf(loc);
  const uint32_t flags =
      (mine & Blurred ? 1 : 0) | (theirs & Blurred ? 2 : 0) | (mine == 0 ? 4 : 0) | (theirs == 0 ? 8 : 0);
  const ObjectJoin question{loc, left, right, flags, surround + context.locs.numNamedCells()};
  if (const auto known = context.objectJoins.find(question)) {
    isWide |= known->isWide;
    return known->both;
  }
  const bool wasWide = std::exchange(isWide, false);
  const ContentsId both = joinFields(loc, left, right);
  context.objectJoins.keep(question, {both, isWide});
  isWide |= wasWide;
  return both;
}

ContentsId Join::joinFields(LocId loc, ContentsId left, ContentsId right) {
  fields.clear();
  auto add = [&](Offset offset, std::optional<Value> value) {
    if (!value)
      return;
    isWide |= context.values.isWide(*value);
    fields.push_back({offset, *value});
  };
  const llvm::ArrayRef<FieldValue> lefts = context.contents[left], rights = context.contents[right];
  auto a = lefts.begin(), b = rights.begin();
  while (a != lefts.end() || b != rights.end()) {
    if (a != lefts.end() && b != rights.end() && a->offset == b->offset) {
      add(a->offset, joinValues(a->value, b->value));
      ++a, ++b;
    } else if (b == rights.end() || (a != lefts.end() && a->offset < b->offset)) {
      add(a->offset, joinMissing(other, {loc, a->offset}, a->value));
      ++a;
    } else {
      add(b->offset, joinMissing(into, {loc, b->offset}, b->value));
      ++b;
    }
  }
  // Mostly one side has it all.
  const llvm::ArrayRef<FieldValue> both = fields;
  return both == lefts ? left : both == rights ? right : context.contents.intern(both);
}

// What both sides know alike stays as it is. The objects that changed, as they were before.
llvm::SmallVector<ObjectEntry, 16> Join::joinObjects() {
  return into.combineWith(other,
                          [&](LocId loc, ContentsId left, ContentsId right) { return joinObject(loc, left, right); });
}

// What may be one of very many objects is left to others. What was limited before is no news when it is limited again.
bool Join::limitWide(llvm::ArrayRef<ObjectEntry> changed) {
  Memory memory(context, into, ir::StmtId(0));
  const Statuses statuses = into.statuses();
  auto isJoined = [&](LocId loc) {
    return llvm::any_of(changed, [&](const ObjectEntry &before) { return before.loc == loc; });
  };
  bool isChanged = false;
  into.forEachObject(IsVague, [&](LocId loc, ContentsId before) { // what is wide is vague
    into.mapValues(loc, [&](Value value) { return memory.limited(value); });
    isChanged |= into.contentsOf(loc) != before && !isJoined(loc);
  });
  auto isNews = [&](const ObjectEntry &before) { return into.contentsOf(before.loc) != before.contents; };
  return isChanged || into.statuses() != statuses || llvm::any_of(changed, isNews);
}

// What was lost on either way. True if that is more.
bool Join::joinLosses() {
  if (std::includes(into.losses.begin(), into.losses.end(), other.losses.begin(), other.losses.end()))
    return false;
  std::vector<Loss> both;
  std::set_union(into.losses.begin(), into.losses.end(), other.losses.begin(), other.losses.end(),
                 std::back_inserter(both));
  into.losses = std::move(both);
  return true;
}

// What was decided on both. True if that is less.
bool Join::joinDecided() {
  if (std::includes(other.decided.begin(), other.decided.end(), into.decided.begin(), into.decided.end()))
    return false;
  std::vector<Decided> both;
  std::set_intersection(into.decided.begin(), into.decided.end(), other.decided.begin(), other.decided.end(),
                        std::back_inserter(both));
  into.decided = std::move(both);
  return true;
}

// A state that came around a loop may leave it. So may the one that it is joined with where there are too many to stay
// apart, or nobody would ever see what follows the loop. True if that is news.
bool Join::joinIterations() {
  if (!into.firstIteration || into.firstIteration == other.firstIteration)
    return false;
  into.firstIteration = {};
  return true;
}

// As far as states are joined.
bool areEqual(const State &a, const State &b) {
  return a.hasSameCells(b) && a.statuses() == b.statuses() && a.losses == b.losses && a.decided == b.decided &&
         a.globalsChanged == b.globalsChanged;
}

bool Join::run() {
  surround = surroundings();
  const auto changed = joinObjects();
  bool isChanged = joinStatuses();
  isChanged |= isWide ? limitWide(changed) : !changed.empty();
  isChanged |= joinLosses();
  isChanged |= joinDecided();
  isChanged |= joinIterations();
  isChanged |= other.globalsChanged && !into.globalsChanged;
  into.globalsChanged |= other.globalsChanged;
  return isChanged;
}

} // namespace

bool joinInto(Context &context, State &into, const State &other, bool widening) {
  Join join(context, into, other, widening);
  return areEqual(into, other) ? join.joinIterations() : join.run();
}

// The elements of an array are one holder: a loop that fills one would make a state for each.
static uint64_t holderOf(const Context &context, Cell cell) {
  const ir::TypeId type = context.function.vars[context.locs[cell.loc].entity].type;
  const bool isArray = type && context.module[type].kind == ir::TypeKind::Array;
  return uint64_t(cell.loc.index) << 32 | uint32_t(isArray ? 0 : cell.offset.key());
}

// A hash of things that are added in order.
class Fingerprint {
public:
  void add(uint64_t thing) { value = support::mixed(value, thing); }
  void add(uint64_t place, uint64_t thing) {
    add(place);
    add(thing);
  }
  uint64_t get() const { return value; }

private:
  uint64_t value = 0;
};

static void markFates(const Context &context, State &state) {
  const auto among = context.tellsPartsApart ? context.locs.nearby() : context.locs.nearest();
  Fingerprint objects, openObjects, escapes;
  state.statuses().forEachEight(Allocated | Freed | Escaped, among, [&](uint32_t first, uint64_t eight) {
    escapes.add(first, eight);
    const uint64_t fates = eight & (Statuses::OneEach * (Allocated | Freed));
    if (fates == 0)
      return;
    objects.add(first, fates);
    const uint64_t escaped = (eight & (Statuses::OneEach * Escaped)) / Escaped * 0xff;
    if (uint64_t open = fates & ~(escaped & Statuses::eightFrom(context.locs.sites(), first)))
      openObjects.add(first, open);
  });
  state.marks.escapes = escapes.get();
  state.marks.objects = context.options.escapeOnAnyPath ? objects.get() : escapes.get();
  state.marks.openObjects = openObjects.get();
}

static void markHolders(const Context &context, State &state) {
  state.marks.holders = state.marks.others = 0;
  if (!state.statuses().hasAny(Allocated))
    return;
  Fingerprint holders, others;
  uint64_t last = 0;
  auto isToBeReleased = [&](Target target) { return context.isSite(target.loc) && state.is(target.loc, Allocated); };
  auto mark = [&](LocId loc, Offset offset) {
    if (context.locs.kindOf(loc) != LocKind::Var) {
      others.add(uint64_t(loc.index) << 32 | uint32_t(offset.isUnknown() ? 0 : offset.bytes()));
    } else if (uint64_t holder = holderOf(context, {loc, offset}); holder != last) {
      holders.add(holder);
      last = holder;
    }
  };
  state.forEachObject(HasSites, [&](LocId loc, ContentsId contents) {
    if (context.isSite(loc) ||
        llvm::none_of(context.contents.sites(contents), [&](LocId site) { return state.is(site, Allocated); }))
      return;
    for (const FieldValue &field : context.contents[contents])
      if (context.values.hasSites(field.value) && llvm::any_of(context.values.targets(field.value), isToBeReleased))
        mark(loc, field.offset);
  });
  state.marks.holders = holders.get();
  state.marks.others = others.get();
}

static Partition partitionOf(const Context &context, State &state, Meeting meeting) {
  if (state.takeChange(ChangedMarks)) {
    markFates(context, state);
    markHolders(context, state);
  }
  Partition partition;
  partition.objects = state.withProgress(state.marks.objects);
  partition.openObjects = state.withProgress(state.marks.openObjects);
  partition.firstIteration = state.firstIteration;
  if (context.effort.maxStates() == 1)
    return partition;
  partition.holders = state.marks.holders;
  partition.others = state.marks.others;
  if (meeting == Meeting::OfOutcomes)
    partition.escapes = state.withProgress(state.marks.escapes);
  return partition;
}

static bool isSame(const Partition &a, const Partition &b, Meeting meeting) {
  return a.objects == b.objects && a.holders == b.holders &&
         (meeting == Meeting::OfWays || (a.others == b.others && a.escapes == b.escapes));
}

bool StateSet::joinAt(Context &context, size_t index, const State &state, Meeting meeting, bool widening) {
  Member &member = members[index];
  if (!joinInto(context, member.state, state, widening))
    return false;
  member.partition = partitionOf(context, member.state, meeting);
  member.isNew = true;
  return true;
}

// How many ways there are for states to be alike.
constexpr unsigned Tiers = 4;

// Are these among the states to be joined first? `tier` 0: they differ only in what others can reach; 1: the same
// places hold something, so they differ in what hangs elsewhere; 2: the same variables do; 3: the same is to be
// released.
static bool isAlike(const Partition &a, const Partition &b, unsigned tier) {
  if (a.firstIteration != b.firstIteration)
    return false;
  const bool sameFates = a.objects == b.objects, sameHolders = a.holders == b.holders,
             sameOthers = a.others == b.others;
  switch (tier) {
  case 0:
    return sameFates && sameHolders;
  case 1:
    return sameHolders && sameOthers;
  case 2:
    return sameHolders;
  default:
    return sameFates;
  }
}

void StateSet::joinPair(Context &context, size_t i, size_t j, Meeting meeting) {
  joinAt(context, i, members[j].state, meeting, false);
  members[i].isNew |= members[j].isNew;
  members.erase(members.begin() + j);
}

bool StateSet::joinAlike(Context &context, unsigned tier, Meeting meeting) {
  for (size_t i = 0; i < members.size(); ++i)
    for (size_t j = i + 1; j < members.size(); ++j)
      if (isAlike(members[i].partition, members[j].partition, tier)) {
        joinPair(context, i, j, meeting);
        return true;
      }
  return false;
}

// Fewer states may stay apart than before. True if one of them is news.
bool StateSet::joinSurplus(Context &context, Meeting meeting) {
  if (members.size() <= context.effort.maxStates())
    return false;
  while (members.size() > context.effort.maxStates())
    if (llvm::none_of(llvm::seq(Tiers), [&](unsigned tier) { return joinAlike(context, tier, meeting); }))
      joinPair(context, members.size() - 2, members.size() - 1, meeting);
  return llvm::any_of(members, [](const Member &member) { return member.isNew; });
}

// Where a state goes that has no partition yet when there is no place left: a state to join it with, or the end.
size_t StateSet::makeRoom(Context &context, const Partition &partition, Meeting meeting) {
  for (unsigned tier = 0; tier < Tiers; ++tier) {
    for (size_t i = 0; i < members.size(); ++i)
      if (isAlike(members[i].partition, partition, tier))
        return i;
    if (joinAlike(context, tier, meeting))
      return members.size();
  }
  return members.size() - 1;
}

bool StateSet::add(Context &context, State &&state, Meeting meeting, bool widening) {
  const bool isNews = joinSurplus(context, meeting);
  const Partition partition = partitionOf(context, state, meeting);
  auto find = [&](auto isMeant) -> size_t {
    return llvm::find_if(members, [&](const Member &member) { return isMeant(member.partition); }) - members.begin();
  };
  size_t index = find([&](const Partition &other) { return isSame(other, partition, meeting); });
  if (index == members.size() && meeting == Meeting::OfWays)
    index = find([&](const Partition &other) {
      return other.openObjects == partition.openObjects && other.holders == partition.holders;
    });
  if (index == members.size() && members.size() >= context.effort.maxStates())
    index = makeRoom(context, partition, meeting);
  if (index < members.size())
    return joinAt(context, index, state, meeting, widening) || isNews;
  members.push_back({std::move(state), partition});
  return true;
}

void StateSet::moveTo(std::vector<State> &states) {
  states.clear();
  for (Member &member : members)
    states.push_back(std::move(member.state));
}

void limitStates(Context &context, std::vector<State> &states) {
  if (states.size() <= 1)
    return;
  StateSet kept;
  for (State &state : states)
    kept.add(context, std::move(state), Meeting::OfOutcomes, false);
  kept.moveTo(states);
}

void forgetDone(const Context &context, State &state) {
  if (!state.takeChange(MayBeDone))
    return;
  llvm::SmallVector<LocId, 16> done;
  uint64_t bits = 0;
  state.statuses().forEach(Freed | Escaped, context.locs.sites(), [&](StatusEntry entry) {
    done.push_back(entry.loc);
    bits |= ContentsTable::bitOf(entry.loc);
  });
  if (done.empty())
    return;
  MarkedLocations isNamed(context.locs.size());
  state.forEachObject(HasSites, [&](LocId, ContentsId contents) {
    if (!context.contents.mayPointTo(contents, bits))
      return;
    for (LocId site : context.contents.sites(contents))
      isNamed[site.index] = true;
  });
  for (LocId loc : done)
    if (!isNamed[loc.index]) {
      state.eraseCellsOf(loc);
      state.setStatus(loc, 0);
    }
}

void blurEscaped(const Context &context, State &state) {
  if (!state.takeChange(MayBeVague))
    return;
  state.forEachObject(IsVague, [&](LocId loc, ContentsId contents) {
    if (!state.is(loc, Escaped))
      return;
    state.setStatus(loc, state.statusOf(loc) | Blurred);
    const FieldValue &first = context.contents[contents].front();
    if (first.offset.isUnknown() && context.values.isVague(first.value)) // what lies at an unknown place may lie at any
      state.eraseCellsOf(loc);
    else
      state.filterFields(loc, [&](const FieldValue &field) { return !context.values.isVague(field.value); });
  });
}

} // namespace custody::engines::summary
