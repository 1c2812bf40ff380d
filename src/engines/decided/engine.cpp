#include "engines/decided/engine.h"
#include "engines/ownership/engine.h"
#include "engines/ownership/findings.h"
#include "engines/path/engine.h"
#include "engines/summary/engine.h"
#include "report/results.h"
#include "llvm/ADT/StringMap.h"
#include <set>

namespace custody::engines::decided {

using path::PathEngine;
using path::Question;
using path::questionOf;
using path::Questions;
using program::ProgFuncId;
using report::Finding;
using summary::SummaryEngine;

namespace {

struct Settings {
  bool keepsRefuted = false;
  // The paper's "what escapes on one way counts as escaped on all" saves false alarms at the price of leaks. Here a
  // judge looks at each way, so ways that differ in what escapes are proposed.
  std::vector<std::string> summary{"escape-on-any-path=off"};
  std::vector<std::string> path, ownership;
};

llvm::Expected<Settings> parse(llvm::ArrayRef<std::string> texts) {
  Settings settings;
  for (llvm::StringRef text : texts) {
    if (text == "keep-refuted=on" || text == "keep-refuted=off") {
      settings.keepsRefuted = text.ends_with("on");
    } else if (llvm::StringRef rest = text; rest.consume_front("summary.")) {
      settings.summary.push_back(rest.str());
    } else if (rest.consume_front("path.")) {
      settings.path.push_back(rest.str());
    } else if (rest.consume_front("ownership.")) {
      settings.ownership.push_back(rest.str());
    } else if (rest.starts_with("exit-leaks=") || rest.starts_with("resources=")) { // all have them
      settings.summary.push_back(rest.str());
      settings.path.push_back(rest.str());
      settings.ownership.push_back(rest.str());
    } else {
      return llvm::createStringError(
          "the decided engine has no setting '" + text.split('=').first +
          "'; it has keep-refuted, and those of the summary, the path and the ownership engine");
    }
  }
  return settings;
}

// A finding that is to be decided, and the functions that it may be about: an engine that tells names only may mean one
// of several.
struct Proposal {
  Finding finding;
  std::vector<ProgFuncId> functions;
};

std::vector<Proposal> proposalsOf(const program::Program &program, const SummaryEngine &proposer) {
  std::vector<Proposal> proposals;
  for (uint32_t i = 0; i < program.numFunctions(); ++i)
    if (const summary::FunctionResult *result = proposer.result(ProgFuncId(i)))
      if (!program.function(ProgFuncId(i)).isSystem)
        for (const Finding &finding : result->findings)
          proposals.push_back({finding, {ProgFuncId(i)}});
  return proposals;
}

// Of the ownership engine's findings those that it is surest of.
std::vector<Proposal> proposalsOfOwnership(const program::Program &program, std::vector<Finding> findings) {
  constexpr unsigned MinRank = 65;
  llvm::StringMap<std::vector<ProgFuncId>> byName;
  for (uint32_t i = 0; i < program.numFunctions(); ++i)
    if (program.hasBody(ProgFuncId(i)))
      byName[program.sourceName(ProgFuncId(i))].push_back(ProgFuncId(i));
  std::vector<Proposal> proposals;
  for (Finding &finding : findings)
    if (report::rankOf(finding.reasons) >= MinRank && !ownership::isGivenByType(finding)) {
      const std::vector<ProgFuncId> functions = byName.lookup(finding.function);
      proposals.push_back({std::move(finding), functions});
    }
  return proposals;
}

enum class Decision { Confirmed, Refuted, Open };

Decision decide(const Question &question, const path::FunctionResult *result) {
  if (!result || !result->cutOff.empty())
    return Decision::Open;
  if (llvm::any_of(result->findings, [&](const Finding &found) { return questionOf(found) == question; }))
    return Decision::Confirmed;
  return result->open.contains(question) ? Decision::Open : Decision::Refuted;
}

// The way that was found says more than what the ownership engine knows of paths.
void tellWay(Finding &proposal, const path::FunctionResult &result) {
  const auto found = llvm::find_if(result.findings,
                                   [&](const Finding &finding) { return questionOf(finding) == questionOf(proposal); });
  if (found == result.findings.end() || proposal.engine != "ownership")
    return;
  proposal.loss = found->loss;
  proposal.chain = found->chain;
  proposal.object = found->object;
}

Decision decide(const Proposal &proposal, const PathEngine &judge) {
  Decision decision = proposal.functions.empty() ? Decision::Open : Decision::Refuted;
  for (ProgFuncId id : proposal.functions) {
    const Decision one = decide(questionOf(proposal.finding), judge.result(id));
    if (one == Decision::Confirmed)
      return one;
    if (one == Decision::Open)
      decision = one;
  }
  return decision;
}

void addDecided(EngineResult &all, Proposal proposal, Decision decision, bool keepsRefuted) {
  if (decision == Decision::Refuted && !keepsRefuted)
    return;
  if (decision == Decision::Refuted)
    proposal.finding.reasons.push_back({-40, "the path engine finds no way on which it happens"});
  if (decision == Decision::Open)
    proposal.finding.reasons.push_back({-5, "too costly for the path engine to decide"});
  all.findings.push_back(std::move(proposal.finding));
}

// Where something was proposed and the path engine could not say.
void tellCutOff(EngineResult &all, const program::Program &program, const Questions &questions,
                const PathEngine &judge) {
  for (const auto &[id, asked] : questions)
    if (const path::FunctionResult *result = judge.result(id); result && !result->cutOff.empty())
      all.cutOff.push_back({program.sourceName(id).str(), "not decided by the path engine: " + result->cutOff});
}

// A function that two engines looked at counts once, with the steps of both. Both lists are in the program's order.
void addEfforts(std::vector<Effort> &efforts, std::vector<Effort> others) {
  auto next = efforts.begin();
  std::vector<Effort> added;
  for (Effort &other : others) {
    while (next != efforts.end() && next->id < other.id)
      ++next;
    if (next == efforts.end() || next->id != other.id) {
      added.push_back(std::move(other));
      continue;
    }
    next->steps += other.steps;
    next->looks += other.looks;
  }
  llvm::append_range(efforts, added);
}

// What leaks with every object of a class is told once, of the class, and not of each object that a function loses.
void eraseToldOfClasses(std::vector<Finding> &findings, llvm::ArrayRef<Finding> ofClasses) {
  auto lineOf = [](const std::string &function, const report::Position &at) {
    return std::tuple(function, at.file, at.line);
  };
  std::set<std::tuple<std::string, std::string, unsigned>> told;
  for (const Finding &finding : ofClasses)
    told.insert(lineOf(finding.allocFunction, finding.allocation));
  llvm::erase_if(findings, [&](const Finding &finding) {
    return finding.kind == report::Kind::Leak && llvm::any_of(finding.chain, [&](const report::Event &event) {
             return event.kind == report::Event::Kind::Allocated && event.function != finding.function &&
                    told.contains(lineOf(event.function, event.at));
           });
  });
}

} // namespace

llvm::Error checkSettings(llvm::ArrayRef<std::string> texts) {
  llvm::Expected<Settings> settings = parse(texts);
  if (!settings)
    return settings.takeError();
  if (llvm::Error error = summary::checkSettings(settings->summary))
    return error;
  if (llvm::Error error = ownership::checkSettings(settings->ownership))
    return error;
  return path::checkSettings(settings->path);
}

EngineResult runDecidedEngine(const EngineInput &input) {
  const Settings settings = llvm::cantFail(parse(input.settings));
  const program::Program &program = input.model.program;
  SummaryEngine proposer(input, llvm::cantFail(summary::parseOptions(settings.summary)));
  proposer.run();
  const EngineInput ownersInput{input.model, input.specs, input.jobs, settings.ownership};
  ownership::OwnershipEngine owners(ownersInput, llvm::cantFail(ownership::parseOptions(settings.ownership)));
  owners.run();
  const std::vector<Finding> ofOwners = owners.takeFindings().findings;
  std::vector<Proposal> proposals = proposalsOf(program, proposer);
  llvm::append_range(proposals, proposalsOfOwnership(program, ofOwners));
  Questions questions;
  for (const Proposal &proposal : proposals)
    for (ProgFuncId id : proposal.functions)
      questions[id].insert(questionOf(proposal.finding));
  PathEngine judge(input, llvm::cantFail(path::parseOptions(settings.path)), proposer);
  judge.answer(questions);

  EngineResult all = proposer.takeFindings();
  all.findings.clear();
  for (Proposal &proposal : proposals) {
    const Decision decision = decide(proposal, judge);
    for (ProgFuncId id : proposal.functions)
      if (const path::FunctionResult *result = judge.result(id))
        tellWay(proposal.finding, *result);
    addDecided(all, std::move(proposal), decision, settings.keepsRefuted);
  }
  for (const auto &[id, asked] : questions)
    if (const path::FunctionResult *result = judge.result(id); result && result->cutOff.empty())
      llvm::append_range(all.findings, result->findings);
  const llvm::ArrayRef<Finding> ofClasses = owners.ofClasses(); // there is no path to decide on
  eraseToldOfClasses(all.findings, ofClasses);
  llvm::append_range(all.findings, ofClasses);
  llvm::copy_if(ofOwners, std::back_inserter(all.findings), ownership::isGivenByType); // nor is there one for these
  tellCutOff(all, program, questions, judge);
  addEfforts(all.efforts, judge.takeFindings().efforts);
  return all;
}

} // namespace custody::engines::decided
