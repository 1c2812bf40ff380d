#include "report/json_lines.h"
#include "report/kinds.h"
#include "report/message.h"

namespace custody::report {

namespace json = llvm::json;

namespace {

constexpr std::pair<Event::Kind, llvm::StringLiteral> EventNames[] = {
    {Event::Kind::Allocated, "allocated"}, {Event::Kind::Handed, "handed"}, {Event::Kind::Stored, "stored"},
    {Event::Kind::Branch, "branch"},       {Event::Kind::Freed, "freed"},   {Event::Kind::Lost, "lost"},
    {Event::Kind::Note, "note"},
};

llvm::StringRef nameOf(Event::Kind kind) {
  return llvm::find_if(EventNames, [&](const auto &row) { return row.first == kind; })->second;
}

void writeText(json::OStream &out, llvm::StringRef key, llvm::StringRef text) {
  if (!text.empty())
    out.attribute(key, utf8(text));
}

void writeAs(json::OStream &out, const Position &at) {
  out.object([&] {
    out.attribute("file", utf8(at.file));
    out.attribute("line", at.line);
    out.attribute("column", at.column);
    writeText(out, "macro", at.macro);
  });
}

void writePlace(json::OStream &out, llvm::StringRef key, const Position &at) {
  if (!at.valid())
    return;
  out.attributeBegin(key);
  writeAs(out, at);
  out.attributeEnd();
}

void writeAs(json::OStream &out, const Event &event) {
  out.object([&] {
    out.attribute("event", nameOf(event.kind));
    writePlace(out, "at", event.at);
    writeText(out, "function", event.function);
    out.attribute("text", utf8(event.text));
  });
}

void writeAs(json::OStream &out, const std::string &text) {
  out.value(utf8(text));
}

using report::writeAs;

template <class T>
void writeList(json::OStream &out, llvm::StringRef key, const std::vector<T> &list) {
  out.attributeArray(key, [&] {
    for (const T &item : list)
      writeAs(out, item);
  });
}

void writeAs(json::OStream &out, const Result &result) {
  const Finding &finding = result.finding;
  out.object([&] {
    out.attribute("kind", infoOf(finding.kind).id);
    out.attribute("fingerprint", result.fingerprint);
    out.attribute("message", utf8(messageOf(finding)));
    out.attribute("rank", result.rank);
    writeList(out, "engines", result.engines);
    writeText(out, "function", finding.function);
    writePlace(out, "loss", finding.loss);
    writeList(out, "otherLosses", finding.otherLosses);
    writeText(out, "object", finding.object);
    writeText(out, "allocator", finding.allocator);
    writeText(out, "resource", finding.resource);
    writeText(out, "allocFunction", finding.allocFunction);
    writePlace(out, "allocation", finding.allocation);
    writeList(out, "chain", finding.chain);
    writeList(out, "interfaces", finding.interfaces);
    writeList(out, "reasons", finding.reasons);
    if (!result.related.empty())
      writeList(out, "related", result.related);
    if (result.suppression)
      out.attributeObject("suppressed", [&] {
        out.attribute("reason", utf8(result.suppression->reason));
        writePlace(out, "at", result.suppression->at);
      });
    if (result.isKnown)
      out.attribute("known", true);
  });
}

} // namespace

std::string utf8(llvm::StringRef text) {
  return json::isUTF8(text) ? text.str() : json::fixUTF8(text);
}

void writeAs(json::OStream &out, const Interface &interface) {
  out.object([&] {
    writeText(out, "function", interface.function);
    out.attribute("text", utf8(interface.text));
    writePlace(out, "at", interface.at);
  });
}

void writeAs(json::OStream &out, const RankReason &reason) {
  out.object([&] {
    out.attribute("points", reason.points);
    out.attribute("text", utf8(reason.text));
  });
}

void writeAs(json::OStream &out, const Related &related) {
  out.object([&] {
    out.attribute("kind", infoOf(related.kind).id);
    out.attribute("fingerprint", related.fingerprint);
    out.attribute("message", utf8(related.message));
    out.attribute("rank", related.rank);
    writePlace(out, "loss", related.loss);
    writeList(out, "otherLosses", related.otherLosses);
  });
}

static bool fromJSON(const json::Value &value, Kind &kind, json::Path path) {
  std::optional<llvm::StringRef> name = value.getAsString();
  std::optional<Kind> known = name ? kindNamed(*name) : std::nullopt;
  if (!known) {
    path.report("no kind of finding");
    return false;
  }
  kind = *known;
  return true;
}

static bool fromJSON(const json::Value &value, Event::Kind &kind, json::Path path) {
  for (const auto &[known, name] : EventNames)
    if (value.getAsString() == name) {
      kind = known;
      return true;
    }
  path.report("no kind of event");
  return false;
}

// LLVM reads signed numbers; ours begin at zero.
struct Natural {
  unsigned value = 0;
};

static bool fromJSON(const json::Value &value, Natural &number, json::Path path) {
  std::optional<int64_t> integer = value.getAsInteger();
  if (!integer || *integer < 0 || *integer > INT32_MAX) {
    path.report("no line, column or rank");
    return false;
  }
  number.value = static_cast<unsigned>(*integer);
  return true;
}

static bool fromJSON(const json::Value &value, Position &at, json::Path path) {
  json::ObjectMapper mapper(value, path);
  Natural line, column;
  bool isRead = mapper && mapper.map("file", at.file) && mapper.map("line", line) &&
                mapper.mapOptional("column", column) && mapper.mapOptional("macro", at.macro);
  at.line = line.value;
  at.column = column.value;
  return isRead;
}

static bool fromJSON(const json::Value &value, Event &event, json::Path path) {
  json::ObjectMapper mapper(value, path);
  return mapper && mapper.map("event", event.kind) && mapper.mapOptional("at", event.at) &&
         mapper.mapOptional("function", event.function) && mapper.map("text", event.text);
}

bool fromJSON(const json::Value &value, Interface &interface, json::Path path) {
  json::ObjectMapper mapper(value, path);
  return mapper && mapper.mapOptional("function", interface.function) && mapper.map("text", interface.text) &&
         mapper.mapOptional("at", interface.at);
}

bool fromJSON(const json::Value &value, RankReason &reason, json::Path path) {
  json::ObjectMapper mapper(value, path);
  return mapper && mapper.map("points", reason.points) && mapper.map("text", reason.text);
}

bool fromJSON(const json::Value &value, Related &related, json::Path path) {
  json::ObjectMapper mapper(value, path);
  Natural rank;
  bool isRead = mapper && mapper.map("kind", related.kind) && mapper.map("fingerprint", related.fingerprint) &&
                mapper.map("message", related.message) && mapper.map("rank", rank) &&
                mapper.mapOptional("loss", related.loss) && mapper.mapOptional("otherLosses", related.otherLosses);
  related.rank = rank.value;
  return isRead;
}

static bool fromJSON(const json::Value &value, Suppression &suppression, json::Path path) {
  json::ObjectMapper mapper(value, path);
  return mapper && mapper.mapOptional("reason", suppression.reason) && mapper.mapOptional("at", suppression.at);
}

static bool fromJSON(const json::Value &value, Result &result, json::Path path) {
  json::ObjectMapper mapper(value, path);
  Finding &finding = result.finding;
  Natural rank;
  bool isRead = mapper && mapper.map("kind", finding.kind) && mapper.map("fingerprint", result.fingerprint) &&
                mapper.map("rank", rank) && mapper.mapOptional("engines", result.engines) &&
                mapper.mapOptional("function", finding.function) && mapper.mapOptional("loss", finding.loss) &&
                mapper.mapOptional("otherLosses", finding.otherLosses) &&
                mapper.mapOptional("object", finding.object) && mapper.mapOptional("allocator", finding.allocator) &&
                mapper.mapOptional("resource", finding.resource) &&
                mapper.mapOptional("allocFunction", finding.allocFunction) &&
                mapper.mapOptional("allocation", finding.allocation) && mapper.mapOptional("chain", finding.chain) &&
                mapper.mapOptional("interfaces", finding.interfaces) &&
                mapper.mapOptional("reasons", finding.reasons) && mapper.mapOptional("related", result.related) &&
                mapper.map("suppressed", result.suppression) && mapper.mapOptional("known", result.isKnown);
  result.rank = rank.value;
  return isRead;
}

void writeJsonLines(llvm::raw_ostream &out, llvm::ArrayRef<Result> results) {
  for (const Result &result : results) {
    json::OStream line(out);
    writeAs(line, result);
    line.flush();
    out << '\n';
  }
}

llvm::Expected<std::vector<Result>> readJsonLines(llvm::StringRef text, llvm::StringRef name) {
  std::vector<Result> results;
  for (unsigned number = 1; !text.empty(); ++number) {
    auto [line, rest] = text.split('\n');
    text = rest;
    if (line.trim().empty())
      continue;
    llvm::Expected<Result> result = json::parse<Result>(line);
    if (!result)
      return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                     name + ":" + llvm::Twine(number) + ": " + llvm::toString(result.takeError()));
    results.push_back(std::move(*result));
  }
  return results;
}

} // namespace custody::report
