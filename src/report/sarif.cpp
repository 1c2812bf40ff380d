#include "report/sarif.h"
#include "report/excerpt.h"
#include "report/json_lines.h"
#include "report/kinds.h"
#include "report/message.h"
#include "report/uri.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Path.h"

namespace custody::report {

namespace {

namespace json = llvm::json;

constexpr llvm::StringLiteral SchemaUri = "https://json.schemastore.org/sarif-2.1.0.json";
constexpr size_t MostRelatedLocations = 1000;

// SARIF counts columns in UTF-16 units, Clang in bytes.
unsigned utf16Length(llvm::StringRef text) {
  llvm::SmallVector<llvm::UTF16, 128> units;
  return llvm::convertUTF8ToUTF16String(text, units) ? units.size() : text.size();
}

// How deep in calls each event of a chain is, seen from the losing function. Events name only their function: one that
// was met before is the same call again, another one is a call from the last.
std::vector<unsigned> depthsOf(const Finding &finding, llvm::ArrayRef<Event> chain) {
  std::vector<unsigned> depths;
  std::vector<llvm::StringRef> stack = {finding.function};
  for (const Event &event : chain) {
    auto frame = llvm::find(stack, event.function);
    if (frame == stack.end())
      stack.push_back(event.function);
    else
      stack.erase(frame + 1, stack.end());
    depths.push_back(stack.size() - 1);
  }
  return depths;
}

// SARIF's own words for what happens in a step, to memory or to another resource.
std::vector<llvm::StringRef> wordsFor(Event::Kind kind, bool isMemory) {
  const llvm::StringRef what = isMemory ? "memory" : "resource";
  switch (kind) {
  case Event::Kind::Allocated:
    return {"acquire", what};
  case Event::Kind::Freed:
    return {"release", what};
  case Event::Kind::Lost:
    return {"danger", what};
  case Event::Kind::Stored:
    return {what};
  case Event::Kind::Handed:
    return {"call"};
  case Event::Kind::Branch:
    return {"branch"};
  case Event::Kind::Note:
    return {};
  }
  llvm_unreachable("every kind of event has words");
}

// The beginning and the end of a chain that is too long.
std::vector<Event> shortened(const std::vector<Event> &chain) {
  if (chain.size() <= MostSarifSteps)
    return chain;
  constexpr size_t Half = MostSarifSteps / 2;
  std::vector<Event> result(chain.begin(), chain.begin() + Half);
  result.insert(result.end(), chain.end() - (MostSarifSteps - Half), chain.end());
  return result;
}

class Writer {
public:
  Writer(llvm::raw_ostream &out, const SarifOptions &options, SourceFiles &sources)
      : json(out, /*IndentSize=*/1), options(options), sources(sources) {}

  void log(const Report &report) {
    std::vector<const Result *> results = within(report.results);
    json.object([&] {
      json.attribute("$schema", SchemaUri);
      json.attribute("version", "2.1.0");
      json.attributeArray("runs", [&] {
        json.object([&] {
          tool();
          invocation(report, report.results.size() - results.size());
          json.attributeObject("originalUriBaseIds", [&] {
            json.attributeObject(SourceRoot, [&] { json.attribute("uri", directoryUri(options.base)); });
          });
          json.attribute("columnKind", "utf16CodeUnits");
          json.attributeArray("results", [&] {
            for (const Result *one : results)
              result(*one, report.hasBaseline);
          });
        });
      });
    });
    json.flush();
  }

private:
  // The results that go into the file: all, or those of highest rank, in their old order.
  static std::vector<const Result *> within(const std::vector<Result> &results) {
    std::vector<const Result *> chosen;
    for (const Result &result : results)
      chosen.push_back(&result);
    if (chosen.size() <= MostSarifResults)
      return chosen;
    llvm::sort(chosen, [](const Result *a, const Result *b) { return a->rank != b->rank ? a->rank > b->rank : a < b; });
    chosen.resize(MostSarifResults);
    llvm::sort(chosen);
    return chosen;
  }

  void tool() {
    json.attributeObject("tool", [&] {
      json.attributeObject("driver", [&] {
        json.attribute("name", "Custody");
        json.attribute("version", options.version);
        json.attribute("semanticVersion", options.version);
        json.attributeArray("rules", [&] { llvm::for_each(allKinds(), [&](const KindInfo &info) { rule(info); }); });
      });
    });
  }

  void text(llvm::StringRef key, llvm::StringRef value) {
    json.attributeObject(key, [&] { json.attribute("text", utf8(value)); });
  }

  void rule(const KindInfo &info) {
    json.object([&] {
      json.attribute("id", info.id);
      json.attribute("name", pascalCase(info.id));
      text("shortDescription", info.title);
      text("fullDescription", info.help.split("\n\n").first);
      json.attributeObject("help", [&] {
        json.attribute("text", info.help);
        json.attribute("markdown", info.help);
      });
      json.attributeObject("defaultConfiguration", [&] { json.attribute("level", info.severity); });
      json.attributeObject("properties", [&] {
        json.attribute("precision", info.precision);
        json.attribute("problem.severity", info.severity == "note" ? "recommendation" : info.severity);
        if (!info.securitySeverity.empty())
          json.attribute("security-severity", info.securitySeverity);
        json.attributeArray("tags", [&] { tags(info); });
      });
    });
  }

  void tags(const KindInfo &info) {
    json.value("memory");
    json.value("correctness");
    if (info.cwe.empty())
      return;
    json.value("security");
    json.value("external/cwe/" + info.cwe.lower());
  }

  static std::string pascalCase(llvm::StringRef id) {
    std::string name;
    for (llvm::StringRef word : llvm::split(id, '-'))
      name += llvm::toUpper(word.front()) + word.drop_front().str();
    return name;
  }

  void invocation(const Report &report, size_t leftOut) {
    json.attributeArray("invocations", [&] {
      json.object([&] {
        json.attribute("executionSuccessful", report.isComplete());
        json.attributeObject("workingDirectory", [&] { json.attribute("uri", directoryUri(options.base)); });
        json.attributeArray("toolExecutionNotifications", [&] {
          for (const Notice &notice : report.notices)
            notification(notice);
          if (leftOut)
            notification("warning", llvm::Twine(leftOut) + " results of lower rank were left out: a file holds " +
                                        llvm::Twine(MostSarifResults));
        });
      });
    });
  }

  void notification(llvm::StringRef level, const llvm::Twine &message, llvm::StringRef file = "") {
    json.object([&] {
      json.attribute("level", level);
      text("message", message.str());
      if (!file.empty())
        json.attributeArray("locations", [&] {
          json.object([&] { json.attributeObject("physicalLocation", [&] { artifact(file); }); });
        });
    });
  }

  void notification(const Notice &notice) {
    if (notice.kind == Notice::Kind::UnitFailed)
      notification("error", notice.subject + " could not be analysed: " + notice.text, notice.subject);
    else
      notification("warning", "'" + notice.subject + "' was not analysed to the end: " + notice.text);
  }

  void result(const Result &result, bool hasBaseline) {
    const Finding &finding = result.finding;
    const KindInfo &info = infoOf(finding.kind);
    json.object([&] {
      json.attribute("ruleId", info.id);
      json.attribute("ruleIndex", &info - allKinds().begin());
      json.attribute("level", info.severity);
      text("message", messageOf(finding));
      json.attribute("rank", result.rank);
      json.attributeArray("locations", [&] { location(finding.loss, finding.function); });
      relatedPlaces(result);
      if (!finding.chain.empty())
        codeFlow(finding);
      json.attributeObject("partialFingerprints", [&] {
        if (std::string hash = sources.lineHash(finding.loss.file, finding.loss.line); !hash.empty())
          json.attribute("primaryLocationLineHash", hash);
        json.attribute("custody/v1", result.fingerprint);
      });
      if (hasBaseline)
        json.attribute("baselineState", result.isKnown ? "unchanged" : "new");
      json.attributeArray("suppressions", [&] {
        if (result.suppression)
          suppression(*result.suppression);
      });
      json.attributeObject("properties", [&] { properties(result); });
    });
  }

  void suppression(const Suppression &suppression) {
    json.object([&] {
      json.attribute("kind", "inSource");
      if (!suppression.reason.empty())
        json.attribute("justification", utf8(suppression.reason));
      if (suppression.at.valid()) {
        json.attributeBegin("location");
        location(suppression.at);
        json.attributeEnd();
      }
    });
  }

  // The first is the allocation, even if its place is not known and others follow.
  void relatedPlaces(const Result &result) {
    const Finding &finding = result.finding;
    json.attributeArray("relatedLocations", [&] {
      unsigned id = 0;
      if (finding.allocation.valid() || !finding.otherLosses.empty() || !result.related.empty())
        location(finding.allocation, finding.allocFunction,
                 finding.kind == Kind::SpecContradiction ? "specified here"
                 : finding.resource.empty()              ? "allocated here"
                                                         : "acquired here",
                 ++id);
      for (const Position &at : llvm::ArrayRef(finding.otherLosses).take_front(MostRelatedLocations))
        location(at, finding.function, OtherLoss, ++id);
      for (const Related &related : result.related)
        location(related.loss, finding.function, "on another way " + related.message, ++id);
    });
  }

  void codeFlow(const Finding &finding) {
    std::vector<Event> chain = shortened(finding.chain);
    std::vector<unsigned> depths = depthsOf(finding, chain);
    json.attributeArray("codeFlows", [&] {
      json.object([&] {
        json.attributeArray("threadFlows", [&] {
          json.object([&] {
            json.attributeArray("locations", [&] {
              for (size_t i = 0; i < chain.size(); ++i)
                step(chain[i], depths[i], i, finding.resource.empty());
            });
          });
        });
      });
    });
  }

  void step(const Event &event, unsigned depth, size_t order, bool isMemory) {
    json.object([&] {
      json.attributeBegin("location");
      location(event.at, event.function, event.text);
      json.attributeEnd();
      if (const std::vector<llvm::StringRef> words = wordsFor(event.kind, isMemory); !words.empty())
        json.attributeArray("kinds", [&] { llvm::for_each(words, [&](llvm::StringRef word) { json.value(word); }); });
      json.attribute("nestingLevel", depth);
      json.attribute("executionOrder", order + 1);
      bool isKeyStep = event.kind != Event::Kind::Branch && event.kind != Event::Kind::Note;
      json.attribute("importance", isKeyStep ? "essential" : "important");
    });
  }

  void properties(const Result &result) {
    const Finding &finding = result.finding;
    json.attributeArray("engines", [&] {
      for (const std::string &engine : result.engines)
        json.value(utf8(engine));
    });
    for (auto [key, value] : {std::pair("object", &finding.object), std::pair("allocator", &finding.allocator),
                              std::pair("resource", &finding.resource)})
      if (!value->empty())
        json.attribute(key, utf8(*value));
    json.attributeArray("interfaces", [&] {
      for (const Interface &interface : finding.interfaces)
        writeAs(json, interface);
    });
    json.attributeArray("reasons", [&] {
      for (const RankReason &reason : finding.reasons)
        writeAs(json, reason);
    });
    if (!result.related.empty())
      json.attributeArray("related", [&] {
        for (const Related &related : result.related)
          writeAs(json, related);
      });
  }

  void artifact(llvm::StringRef file) {
    json.attributeObject("artifactLocation", [&] {
      json.attribute("uri", uriOf(file));
      if (!llvm::sys::path::is_absolute(file))
        json.attribute("uriBaseId", SourceRoot);
    });
  }

  void region(const Position &at) {
    json.attributeObject("region", [&] {
      json.attribute("startLine", at.line);
      if (!at.column)
        return;
      llvm::StringRef line = sources.line(at.file, at.line).value_or("");
      unsigned length = support::wordLength(line, at.column);
      unsigned start = length ? utf16Length(line.take_front(at.column - 1)) + 1 : at.column;
      json.attribute("startColumn", start);
      if (length)
        json.attribute("endColumn", start + utf16Length(line.substr(at.column - 1, length)));
    });
  }

  void location(const Position &at, llvm::StringRef function = "", llvm::StringRef message = "", unsigned id = 0) {
    json.object([&] {
      if (id)
        json.attribute("id", id);
      if (at.valid())
        json.attributeObject("physicalLocation", [&] {
          artifact(at.file);
          region(at);
        });
      if (!function.empty())
        json.attributeArray("logicalLocations", [&] {
          json.object([&] {
            json.attribute("fullyQualifiedName", utf8(function));
            json.attribute("kind", "function");
          });
        });
      if (!message.empty())
        text("message", message);
      if (!at.macro.empty())
        json.attributeObject("properties", [&] { json.attribute("macro", utf8(at.macro)); });
    });
  }

  static constexpr llvm::StringLiteral SourceRoot = "%SRCROOT%";
  static constexpr llvm::StringLiteral OtherLoss = "also here";

  json::OStream json;
  const SarifOptions &options;
  SourceFiles &sources;
};

} // namespace

void writeSarif(llvm::raw_ostream &out, const Report &report, const SarifOptions &options, SourceFiles &sources) {
  Writer(out, options, sources).log(report);
  out << '\n';
}

} // namespace custody::report
