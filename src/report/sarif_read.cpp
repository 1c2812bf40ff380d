// SARIF back to results, as far as `report`, `diff` and `--baseline` need them. Only the runs of Custody count: a file
// may hold those of other tools as well.
#include "report/json_lines.h"
#include "report/kinds.h"
#include "report/sarif.h"
#include "report/uri.h"

namespace custody::report {

namespace {

namespace json = llvm::json;

llvm::Error damaged(llvm::StringRef name, const llvm::Twine &why) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), name + ": " + why);
}

// Empty parts stand for those that are not there, so that reading needs no questions.
const json::Object &objectIn(const json::Object &object, llvm::StringRef key) {
  static const json::Object None;
  const json::Object *found = object.getObject(key);
  return found ? *found : None;
}

const json::Array &arrayIn(const json::Object &object, llvm::StringRef key) {
  static const json::Array None;
  const json::Array *found = object.getArray(key);
  return found ? *found : None;
}

const json::Object &objectAt(const json::Array &array, size_t index) {
  static const json::Object None;
  const json::Object *found = index < array.size() ? array[index].getAsObject() : nullptr;
  return found ? *found : None;
}

std::string textIn(const json::Object &object, llvm::StringRef key) {
  return object.getString(key).value_or("").str();
}

unsigned numberIn(const json::Object &object, llvm::StringRef key) {
  int64_t number = object.getInteger(key).value_or(0);
  return number > 0 && number <= INT32_MAX ? static_cast<unsigned>(number) : 0;
}

Position positionOf(const json::Object &location) {
  const json::Object &physical = objectIn(location, "physicalLocation"), &region = objectIn(physical, "region");
  return {pathOf(textIn(objectIn(physical, "artifactLocation"), "uri")), numberIn(region, "startLine"),
          numberIn(region, "startColumn"), textIn(objectIn(location, "properties"), "macro")};
}

std::string functionOf(const json::Object &location) {
  return textIn(objectAt(arrayIn(location, "logicalLocations"), 0), "fullyQualifiedName");
}

Event::Kind eventKind(const json::Array &words) {
  auto has = [&](llvm::StringRef word) {
    return llvm::any_of(words, [&](const json::Value &value) { return value.getAsString() == word; });
  };
  constexpr std::pair<llvm::StringLiteral, Event::Kind> Words[] = {
      {"acquire", Event::Kind::Allocated}, {"release", Event::Kind::Freed}, {"danger", Event::Kind::Lost},
      {"call", Event::Kind::Handed},       {"branch", Event::Kind::Branch}, {"memory", Event::Kind::Stored},
      {"resource", Event::Kind::Stored},
  };
  for (const auto &[word, kind] : Words)
    if (has(word))
      return kind;
  return Event::Kind::Note;
}

std::vector<Event> chainOf(const json::Object &result) {
  std::vector<Event> chain;
  const json::Object &thread = objectAt(arrayIn(objectAt(arrayIn(result, "codeFlows"), 0), "threadFlows"), 0);
  const json::Array &steps = arrayIn(thread, "locations");
  for (size_t i = 0; i < steps.size(); ++i) {
    const json::Object &step = objectAt(steps, i), &location = objectIn(step, "location");
    chain.push_back({eventKind(arrayIn(step, "kinds")), positionOf(location), functionOf(location),
                     textIn(objectIn(location, "message"), "text")});
  }
  return chain;
}

std::optional<Suppression> suppressionIn(const json::Object &result) {
  const json::Array &all = arrayIn(result, "suppressions");
  if (all.empty())
    return std::nullopt;
  const json::Object &first = objectAt(all, 0);
  return Suppression{textIn(first, "justification"), positionOf(objectIn(first, "location"))};
}

template <class T>
void readList(const json::Object &object, llvm::StringRef key, std::vector<T> &list) {
  json::Path::Root ignored;
  if (const json::Value *value = object.get(key); value && !fromJSON(*value, list, ignored))
    list.clear();
}

llvm::Expected<Result> resultOf(const json::Object &object, llvm::StringRef name) {
  Result result;
  Finding &finding = result.finding;
  std::optional<Kind> kind = kindNamed(textIn(object, "ruleId"));
  if (!kind)
    return damaged(name, "'" + textIn(object, "ruleId") + "' is no rule of Custody");
  finding.kind = *kind;
  result.fingerprint = textIn(objectIn(object, "partialFingerprints"), "custody/v1");
  if (result.fingerprint.empty())
    return damaged(name, "a result has no fingerprint 'custody/v1'");

  const json::Object &loss = objectAt(arrayIn(object, "locations"), 0);
  finding.loss = positionOf(loss);
  finding.function = functionOf(loss);
  const json::Array &related = arrayIn(object, "relatedLocations");
  finding.allocation = positionOf(objectAt(related, 0));
  finding.allocFunction = functionOf(objectAt(related, 0));
  const json::Object &properties = objectIn(object, "properties");
  readList(properties, "related", result.related); // the last places, a place each
  for (size_t i = 1; i + result.related.size() < related.size(); ++i)
    finding.otherLosses.push_back(positionOf(objectAt(related, i)));
  finding.chain = chainOf(object);

  finding.object = textIn(properties, "object");
  finding.allocator = textIn(properties, "allocator");
  finding.resource = textIn(properties, "resource");
  readList(properties, "engines", result.engines);
  readList(properties, "interfaces", finding.interfaces);
  readList(properties, "reasons", finding.reasons);
  result.rank = std::min(100u, static_cast<unsigned>(std::max(0.0, object.getNumber("rank").value_or(50))));
  result.suppression = suppressionIn(object);
  result.isKnown = textIn(object, "baselineState") == "unchanged";
  return result;
}

} // namespace

llvm::Expected<std::vector<Result>> readSarif(llvm::StringRef text, llvm::StringRef name) {
  llvm::Expected<json::Value> log = json::parse(text);
  if (!log)
    return damaged(name, "not whole SARIF: " + llvm::toString(log.takeError()));
  const json::Array *runs = log->getAsObject() ? log->getAsObject()->getArray("runs") : nullptr;
  if (!runs)
    return damaged(name, "not SARIF: it has no runs");

  std::vector<Result> results;
  bool isOurs = false;
  for (size_t i = 0; i < runs->size(); ++i) {
    const json::Object &run = objectAt(*runs, i);
    if (textIn(objectIn(objectIn(run, "tool"), "driver"), "name") != "Custody")
      continue;
    isOurs = true;
    const json::Array &all = arrayIn(run, "results");
    for (size_t j = 0; j < all.size(); ++j) {
      llvm::Expected<Result> result = resultOf(objectAt(all, j), name);
      if (!result)
        return result.takeError();
      results.push_back(std::move(*result));
    }
  }
  if (!isOurs)
    return damaged(name, "none of its runs is Custody's");
  return results;
}

} // namespace custody::report
