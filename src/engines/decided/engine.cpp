#include "engines/decided/engine.h"
#include "engines/path/engine.h"
#include "engines/summary/engine.h"

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
  std::vector<std::string> summary, path;
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
    } else if (rest.starts_with("exit-leaks=") || rest.starts_with("resources=")) { // both have them
      settings.summary.push_back(rest.str());
      settings.path.push_back(rest.str());
    } else {
      return llvm::createStringError("the decided engine has no setting '" + text.split('=').first +
                                     "'; it has keep-refuted, and those of the summary and the path engine");
    }
  }
  return settings;
}

Questions questionsAbout(const program::Program &program, const SummaryEngine &proposer) {
  Questions questions;
  for (uint32_t i = 0; i < program.numFunctions(); ++i)
    if (const summary::FunctionResult *result = proposer.result(ProgFuncId(i)))
      if (!program.function(ProgFuncId(i)).isSystem)
        for (const Finding &finding : result->findings)
          questions[ProgFuncId(i)].insert(questionOf(finding));
  return questions;
}

enum class Decision { Confirmed, Refuted, Open };

Decision decide(const Finding &proposal, const path::FunctionResult &result) {
  const Question question = questionOf(proposal);
  if (!result.cutOff.empty())
    return Decision::Open;
  if (llvm::any_of(result.findings, [&](const Finding &found) { return questionOf(found) == question; }))
    return Decision::Confirmed;
  return result.open.contains(question) ? Decision::Open : Decision::Refuted;
}

// The proposals that stand, and the ways that were found for them.
void addDecided(EngineResult &all, const summary::FunctionResult &proposed, const path::FunctionResult &result,
                bool keepsRefuted) {
  for (Finding proposal : proposed.findings) {
    const Decision decision = decide(proposal, result);
    if (decision == Decision::Refuted && !keepsRefuted)
      continue;
    if (decision == Decision::Refuted)
      proposal.reasons.push_back({-40, "the path engine finds no way on which it happens"});
    if (decision == Decision::Open)
      proposal.reasons.push_back({-5, "too costly for the path engine to decide"});
    all.findings.push_back(std::move(proposal));
  }
  if (result.cutOff.empty())
    llvm::append_range(all.findings, result.findings);
}

} // namespace

llvm::Error checkSettings(llvm::ArrayRef<std::string> texts) {
  llvm::Expected<Settings> settings = parse(texts);
  if (!settings)
    return settings.takeError();
  if (llvm::Error error = summary::checkSettings(settings->summary))
    return error;
  return path::checkSettings(settings->path);
}

EngineResult runDecidedEngine(const EngineInput &input) {
  const Settings settings = llvm::cantFail(parse(input.settings));
  const program::Program &program = input.model.program;
  SummaryEngine proposer(input, llvm::cantFail(summary::parseOptions(settings.summary)));
  proposer.run();
  const Questions questions = questionsAbout(program, proposer);
  PathEngine judge(input, llvm::cantFail(path::parseOptions(settings.path)), proposer);
  judge.answer(questions);

  EngineResult all = proposer.takeFindings();
  all.findings.clear();
  for (const auto &[id, asked] : questions)
    if (const path::FunctionResult *result = judge.result(id))
      addDecided(all, *proposer.result(id), *result, settings.keepsRefuted);
  llvm::append_range(all.efforts, judge.takeFindings().efforts);
  return all;
}

} // namespace custody::engines::decided
