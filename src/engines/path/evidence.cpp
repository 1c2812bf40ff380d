#include "engines/path/evidence.h"
#include "engines/chain.h"
#include "engines/makers.h"
#include "engines/path/leaks.h"
#include "engines/path/order.h"
#include "engines/spelling.h"
#include "engines/unwinding.h"
#include "logic/cone.h"
#include "logic/solver.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

namespace custody::engines::path {

using namespace ir;
using heap::LocId;
using heap::LocKind;
using logic::Solver;
using logic::Verdict;
using report::Event;
using report::Finding;

namespace {

class Evidence {
public:
  Evidence(Context &context, const std::set<Question> *asked)
      : context(context), asked(asked), function(context.function), module(context.module),
        program(context.model.program), name(program.sourceName(context.id).str()), granted(context.grantedPointers()) {
  }

  void findLeaks(llvm::ArrayRef<Exit> exits, bool keepsVariables);
  void findMisuses();
  void leaveUnseenOpen();
  Answers take() { return {std::move(findings), std::move(open)}; }

private:
  bool isReported(LocId site) const;
  Question questionOf(LocId site) const;
  std::vector<LocId> wantedObjects() const;
  void findLeaksOf(LocId site, Guard lost, llvm::ArrayRef<Exit> exits);
  unsigned maxPlaces() const;
  std::optional<StmtId> lossUnderModel(LocId site, BlockId exit) const;
  report::Position placeOf(StmtId loss) const;
  Finding leak(LocId site, StmtId loss);
  Finding misuse(const Misuse &misuse);
  void addEvent(Finding &finding, Event::Kind kind, const report::Position &at, std::string text);
  void addAllocation(Finding &finding, LocId site);
  void addChain(Finding &finding, LocId site, size_t end);
  std::string withNumbers(const Occurrence &branch) const;
  std::optional<Event> branchOf(const Occurrence &occurrence);
  void addBranch(Finding &finding, const Occurrence &occurrence);
  llvm::DenseSet<uint32_t> unknownsOf(const Occurrence &branch) const;
  void addEarlierBranches(Finding &finding, LocId site, size_t end);
  void rankLeak(Finding &finding, LocId site, StmtId loss);
  bool isThrow(const Occurrence &occurrence) const;
  bool isThrown() const;
  // In the model.
  bool happened(const Occurrence &occurrence) const {
    return solver->valueOf(context.paths.condition(occurrence.path)) && solver->valueOf(occurrence.when);
  }
  bool isAsked(const Question &question) const { return !asked || asked->contains(question); }
  bool isPossible(llvm::ArrayRef<Guard> assumptions, const Question &question);

  Context &context;
  const std::set<Question> *const asked;
  const Function &function;
  const Module &module;
  const program::Program &program;
  const std::string name;
  const std::vector<Guard> granted;
  std::optional<Solver> solver; // of one group of questions
  std::vector<Finding> findings;
  std::set<Question> open;
  std::map<uint32_t, std::set<uint32_t>> lost; // by statement that makes objects: where they are lost, once each
};

bool Evidence::isReported(LocId site) const {
  const SiteInfo &info = context.sites.find(site.index)->second;
  const specs::Family *family = context.input.specs.family(info.family);
  return info.family != "exception" && (context.options.resources || !family || !family->resource);
}

bool Evidence::isPossible(llvm::ArrayRef<Guard> assumptions, const Question &question) {
  const Verdict verdict = solver->check(assumptions);
  if (verdict == Verdict::Unknown)
    open.insert(question);
  return verdict == Verdict::Satisfiable;
}

Question Evidence::questionOf(LocId site) const {
  return {report::Kind::Leak, positionOf(module, function, StmtId(context.locs[site].entity))};
}

void Evidence::addEvent(Finding &finding, Event::Kind kind, const report::Position &at, std::string text) {
  if (!text.empty() && at.valid())
    finding.chain.push_back({kind, at, name, std::move(text)});
}

void Evidence::addAllocation(Finding &finding, LocId site) {
  const SiteInfo &info = context.sites.find(site.index)->second;
  const StmtId stmt(context.locs[site].entity);
  finding.allocation = positionOf(module, function, stmt);
  finding.allocFunction = name;
  finding.allocator = info.callee ? program.sourceName(info.callee).str() : makerName(program, context.id, stmt);
  finding.resource = context.input.specs.resourceNoun(info.family);
  if (info.callee && info.originFunction && info.originFunction != context.id) {
    const report::Position origin =
        positionOf(program.moduleOf(info.originFunction), program.function(info.originFunction)[info.originStmt].loc);
    if (origin.valid())
      finding.chain.push_back({Event::Kind::Allocated, origin, program.sourceName(info.originFunction).str(),
                               madeHere(finding, makerName(program, info.originFunction, info.originStmt))});
    addEvent(finding, Event::Kind::Handed, finding.allocation, "'" + finding.allocator + "' hands it over");
    addInterface(finding, program, info.callee, "leaves what it allocates to its caller");
    return;
  }
  addEvent(finding, Event::Kind::Allocated, finding.allocation, madeHere(finding, finding.allocator));
}

// The numbers that the branch compares, in the model, but for one that the branch itself tells: "is 0".
std::string Evidence::withNumbers(const Occurrence &branch) const {
  const Expr &condition = function[function.blocks[branch.where].term.value];
  const bool isSaid = condition.op == (branch.what == 0 ? Op::Eq : Op::Ne) && !branch.right;
  std::string numbers;
  auto add = [&](const std::optional<Word> &word, ExprId id) {
    const std::string spelling = word && !isSaid ? spellValue(module, function, id) : "";
    if (spelling.empty())
      return;
    const uint64_t bits = solver->valueOf(*word);
    const TypeId type = function[id].type;
    const bool isSigned = !type || module[type].isSigned;
    numbers += (numbers.empty() ? "'" : ", '") + spelling + "' = " +
               (isSigned ? std::to_string(logic::signedValue(bits, context.terms.width(*word))) : std::to_string(bits));
  };
  if (branch.left || branch.right) {
    add(branch.left, condition.a);
    add(branch.right, condition.b);
  }
  return numbers.empty() ? "" : " (with " + numbers + ")";
}

std::optional<Event> Evidence::branchOf(const Occurrence &occurrence) {
  const Block &block = function.blocks[occurrence.where];
  std::string text = describeEdge(module, function, block, occurrence.what);
  if (!text.empty() && block.term.kind == TermKind::Branch)
    text += withNumbers(occurrence);
  const report::Position at = positionOf(module, block.term.loc);
  return text.empty() || !at.valid() ? std::nullopt
                                     : std::optional(Event{Event::Kind::Branch, at, name, std::move(text)});
}

void Evidence::addBranch(Finding &finding, const Occurrence &occurrence) {
  if (std::optional<Event> event = branchOf(occurrence))
    finding.chain.push_back(std::move(*event));
}

// What the branch asks about. None if it asks about too much for a sentence.
llvm::DenseSet<uint32_t> Evidence::unknownsOf(const Occurrence &branch) const {
  constexpr size_t MaxNodes = 64;
  llvm::DenseSet<uint32_t> unknowns;
  const size_t size =
      logic::visitNodes(context.terms, branch.when, {}, [&](uint32_t index, const logic::Node &node, size_t seen) {
        if (node.op == logic::Op::Unknown || node.op == logic::Op::Variable)
          unknowns.insert(index);
        return seen <= MaxNodes;
      });
  return size <= MaxNodes ? unknowns : llvm::DenseSet<uint32_t>();
}

// `if (len > 32) p = malloc(len); if (len > 64) free(p);`: of the branches on the way to the allocation those are told
// that ask about the same as the ones after it, the last few, each once.
void Evidence::addEarlierBranches(Finding &finding, LocId site, size_t end) {
  constexpr size_t MaxTold = 4;
  const llvm::ArrayRef<Occurrence> all = llvm::ArrayRef(context.occurrences).take_front(end);
  const auto *made = llvm::find_if(all, [&](const Occurrence &occurrence) {
    return occurrence.kind == Occurrence::Kind::Made && occurrence.what == site.index;
  });
  auto isTaken = [&](const Occurrence &occurrence) {
    return occurrence.kind == Occurrence::Kind::Branch && happened(occurrence);
  };
  llvm::DenseSet<uint32_t> about;
  for (const Occurrence &occurrence : llvm::make_range(made, all.end()))
    if (isTaken(occurrence))
      for (uint32_t unknown : unknownsOf(occurrence))
        about.insert(unknown);
  std::vector<Event> told;
  std::set<uint32_t> blocks;
  for (const Occurrence &occurrence : llvm::reverse(llvm::make_range(all.begin(), made))) {
    auto isAbout = [&](uint32_t unknown) { return about.contains(unknown); };
    if (told.size() == MaxTold || !isTaken(occurrence) || !llvm::any_of(unknownsOf(occurrence), isAbout))
      continue;
    if (std::optional<Event> event = branchOf(occurrence); event && blocks.insert(occurrence.where).second)
      told.push_back(std::move(*event));
  }
  finding.chain.insert(finding.chain.begin(), told.rbegin(), told.rend());
}

// What happened to the object in the model, up to an occurrence.
void Evidence::addChain(Finding &finding, LocId site, size_t end) {
  bool isMade = false;
  const uint32_t statement = context.locs[site].entity;
  for (size_t i = 0; i < end; ++i) {
    const Occurrence &occurrence = context.occurrences[i];
    const bool isOfSite = occurrence.kind != Occurrence::Kind::Branch && occurrence.what == site.index;
    if (!isMade && !(isOfSite && occurrence.kind == Occurrence::Kind::Made))
      continue;
    isMade = true;
    if ((!isOfSite && occurrence.kind != Occurrence::Kind::Branch) || !happened(occurrence))
      continue;
    if (occurrence.kind == Occurrence::Kind::Branch) {
      addBranch(finding, occurrence);
    } else if (occurrence.kind == Occurrence::Kind::Held) {
      const StmtId stmt(occurrence.where);
      const std::string holder = holderOf(module, function, stmt);
      if (holder.empty())
        continue;
      if (occurrence.where != statement && finding.object != holder)
        addEvent(finding, Event::Kind::Stored, positionOf(module, function, stmt), "'" + holder + "' holds it");
      finding.object = holder;
    } else if (occurrence.kind == Occurrence::Kind::Passed && finding.kind == report::Kind::Leak) {
      const StmtId stmt(occurrence.where);
      if (const Callees callees = calleesAt(context.model, context.id, stmt); callees.known.size() == 1)
        addPassed(finding, program, positionOf(module, function, stmt), callees.known[0], occurrence.arg);
    } else if (occurrence.kind == Occurrence::Kind::Freed && finding.kind == report::Kind::DoubleFree) {
      addEvent(finding, Event::Kind::Freed, positionOf(module, function, StmtId(occurrence.where)),
               releasedWord(finding) + " here first");
    }
  }
}

// A call throws.
bool Evidence::isThrow(const Occurrence &occurrence) const {
  return occurrence.kind == Occurrence::Kind::Branch && occurrence.what == 1 &&
         function.blocks[occurrence.where].term.kind == TermKind::Invoke && happened(occurrence);
}

// An exception was thrown on the way.
bool Evidence::isThrown() const {
  return llvm::any_of(context.occurrences, [&](const Occurrence &occurrence) { return isThrow(occurrence); });
}

// What is lost while an exception is on its way is lost at the call that it came from.
report::Position Evidence::placeOf(StmtId loss) const {
  for (const Occurrence &occurrence : llvm::reverse(context.occurrences))
    if (isThrow(occurrence) && unwindsFrom(module, function, BlockId(occurrence.where), loss))
      if (const report::Position thrown = positionOf(module, function.blocks[occurrence.where].term.loc);
          thrown.valid())
        return thrown;
  return positionOf(module, function, loss);
}

void Evidence::rankLeak(Finding &finding, LocId site, StmtId loss) {
  if (isThrown())
    finding.reasons.push_back({-30, "only if an exception is thrown"});
  if (std::holds_alternative<Realloc>(function[loss].op))
    finding.reasons.push_back({-20, "only if a reallocation fails"});
  const size_t branches =
      llvm::count_if(finding.chain, [](const Event &event) { return event.kind == Event::Kind::Branch; });
  if (branches <= 2)
    finding.reasons.push_back({20, "at most two branches lie between the allocation and the loss"});
  else if (branches > 8)
    finding.reasons.push_back({-15, "many branches lie between the allocation and the loss"});
  if (!context.sites.find(site.index)->second.callee)
    finding.reasons.push_back({10, "allocated and lost in one function"});
  finding.reasons.push_back({10, "values were found with which the program takes this path"});
}

Finding Evidence::leak(LocId site, StmtId loss) {
  Finding finding;
  finding.kind = report::Kind::Leak;
  finding.engine = "path";
  finding.function = name;
  finding.loss = placeOf(loss);
  addAllocation(finding, site);
  addChain(finding, site, context.occurrences.size());
  finding.object = lastHolder(module, function, loss, finding.object);
  addEvent(finding, Event::Kind::Lost, finding.loss, describeLoss(module, function, loss, finding.object));
  rankLeak(finding, site, loss);
  addEarlierBranches(finding, site, context.occurrences.size());
  return finding;
}

// The statement that took the last pointer away: the last that took any.
std::optional<StmtId> Evidence::lossUnderModel(LocId site, BlockId exit) const {
  std::optional<StmtId> last;
  for (const Occurrence &occurrence : context.occurrences)
    if (occurrence.what == site.index &&
        (occurrence.kind == Occurrence::Kind::Dropped || occurrence.kind == Occurrence::Kind::Made) &&
        happened(occurrence))
      last = StmtId(occurrence.where);
  return last;
}

// Where each further place is a question about a large formula, the first one is told.
unsigned Evidence::maxPlaces() const {
  constexpr size_t Large = 20000;
  return context.terms.size() <= Large ? context.options.maxPlaces : std::min(context.options.maxPlaces, 1u);
}

// One place after the other: each exit at most once. The objects that one statement makes, in several iterations or as
// parts of a structure, are one allocation.
void Evidence::findLeaksOf(LocId site, Guard isLost, llvm::ArrayRef<Exit> exits) {
  const uint32_t statement = context.locs[site].entity;
  std::vector<Guard> assumptions{isLost};
  for (unsigned place = 0; place < maxPlaces() && lost[statement].size() < maxPlaces(); ++place) {
    if (!isPossible(assumptions, questionOf(site)))
      return;
    const auto taken = llvm::find_if(
        exits, [&](const Exit &exit) { return solver->valueOf(context.paths.condition(exit.state.path)); });
    if (taken == exits.end())
      return;
    const std::optional<StmtId> loss = lossUnderModel(site, taken->block);
    if (loss && lost[statement].insert(loss->index).second)
      findings.push_back(leak(site, *loss));
    assumptions.push_back(!context.paths.condition(taken->state.path));
  }
}

std::vector<LocId> Evidence::wantedObjects() const {
  std::vector<LocId> wanted;
  llvm::copy_if(context.objects, std::back_inserter(wanted),
                [&](LocId site) { return isReported(site) && isAsked(questionOf(site)); });
  return wanted;
}

void Evidence::findLeaks(llvm::ArrayRef<Exit> exits, bool keepsVariables) {
  const std::vector<LocId> wanted = wantedObjects();
  if (exits.empty() || wanted.empty())
    return;
  std::vector<State> states;
  for (const Exit &exit : exits)
    states.push_back(exit.state);
  State merged = mergeStates(context, std::move(states));
  if (!merged.path)
    return;
  Leaks leaks(context, merged, wanted, keepsVariables);
  std::vector<Guard> facts = context.paths.conjuncts(merged.path);
  llvm::append_range(facts, granted);
  solver.emplace(context.terms, context.solverOptions(), facts);
  for (LocId site : wanted)
    if (lost[context.locs[site].entity].size() < maxPlaces() && !open.contains(questionOf(site)))
      if (const Guard isLost = leaks.isLost(site); isLost != context.terms.never())
        findLeaksOf(site, isLost, exits);
}

Finding Evidence::misuse(const Misuse &misuse) {
  Finding finding;
  finding.kind = misuse.kind;
  finding.engine = "path";
  finding.function = name;
  finding.loss = positionOf(module, function, misuse.at);
  if (context.isSite(misuse.loc)) {
    addAllocation(finding, misuse.loc);
    addChain(finding, misuse.loc, misuse.before);
    addEarlierBranches(finding, misuse.loc, misuse.before);
  } else {
    finding.allocation = finding.loss;
    finding.allocFunction = name;
    for (const Occurrence &occurrence : llvm::ArrayRef(context.occurrences).take_front(misuse.before))
      if (occurrence.kind == Occurrence::Kind::Freed && occurrence.what == misuse.loc.index && happened(occurrence) &&
          misuse.kind == report::Kind::DoubleFree) {
        finding.allocation = positionOf(module, function, StmtId(occurrence.where));
        addEvent(finding, Event::Kind::Freed, finding.allocation, releasedWord(finding) + " here first");
      } else if (occurrence.kind == Occurrence::Kind::Branch && !finding.chain.empty() && happened(occurrence)) {
        addBranch(finding, occurrence);
      }
  }
  if (misuse.release.callee)
    addInterface(finding, program, misuse.release.callee, "frees what it is given");
  const std::string by = misuse.release.callee ? " by '" + program.sourceName(misuse.release.callee).str() + "'" : "";
  switch (misuse.kind) {
  case report::Kind::DoubleFree:
    addEvent(finding, Event::Kind::Freed, finding.loss, releasedWord(finding) + " again here" + by);
    finding.reasons.push_back({20, "the same object on one path"});
    break;
  case report::Kind::MismatchedFree:
    addEvent(finding, Event::Kind::Freed, finding.loss,
             releasedWord(finding) + " here as '" + misuse.release.family.str() + "'" + by);
    finding.reasons.push_back({30, "the allocation and the release are both known"});
    break;
  default:
    addEvent(finding, Event::Kind::Freed, finding.loss, "freed here" + by + ", but it is not heap memory");
    finding.reasons.push_back({30, "the address of a variable"});
    break;
  }
  return finding;
}

void Evidence::findMisuses() {
  solver.emplace(context.terms, context.solverOptions(), granted);
  std::set<std::tuple<int, uint32_t, uint32_t>> seen;
  for (const Misuse &candidate : context.misuses) {
    const uint32_t object = context.isSite(candidate.loc) ? context.locs[candidate.loc].entity : ~candidate.loc.index;
    const Question question{candidate.kind, positionOf(module, function, candidate.at)};
    if (seen.contains({int(candidate.kind), object, candidate.at.index}) || !isAsked(question))
      continue;
    std::vector<Guard> assumptions = context.paths.conjuncts(candidate.path);
    assumptions.push_back(candidate.when);
    if (!isPossible(assumptions, question))
      continue;
    seen.insert({int(candidate.kind), object, candidate.at.index});
    findings.push_back(misuse(candidate));
  }
}

// The first iterations of a loop do not come to every statement: an array that grows with its eighth element was never
// allocated here, and nothing is said about it. A call that was looked at and hands nothing over is an answer.
void Evidence::leaveUnseenOpen() {
  if (!asked)
    return;
  std::set<Question> seen;
  for (uint32_t reached : context.reached)
    seen.insert({report::Kind::Leak, positionOf(module, function, StmtId(reached))});
  for (const Element &element : orderOf(function))
    for (uint32_t member : element.members)
      for (uint32_t i = 0; i < function.blocks[member].stmtCount; ++i) {
        const StmtId stmt(function.blocks[member].firstStmt + i);
        const Question question{report::Kind::Leak, positionOf(module, function, stmt)};
        if (asked->contains(question) && !seen.contains(question))
          open.insert(question);
      }
}

} // namespace

Answers makeFindings(Context &context, const Execution &execution, const std::set<Question> *asked) {
  Evidence evidence(context, asked);
  const bool endsProgram = context.facts.isMain && !context.options.exitLeaks;
  evidence.findLeaks(execution.returns, endsProgram);
  evidence.findLeaks(execution.throws, endsProgram);
  if (!execution.returns.empty()) // what nothing holds any more stays lost, whatever later iterations do
    evidence.findLeaks(execution.goingOn, true);
  evidence.findMisuses();
  evidence.leaveUnseenOpen();
  return evidence.take();
}

} // namespace custody::engines::path
