#include "report/text.h"
#include "report/excerpt.h"
#include "report/kinds.h"
#include "report/message.h"
#include "support/printable.h"
#include "llvm/Support/Format.h"

namespace custody::report {

namespace {

using Stream = llvm::raw_ostream;

// Turns colours on for a stream that is not ours, and off again.
class Colors {
public:
  Colors(Stream &out, bool on) : out(out), before(out.colors_enabled()) { out.enable_colors(on); }
  ~Colors() { out.enable_colors(before); }
  Colors(const Colors &) = delete;
  Colors &operator=(const Colors &) = delete;

private:
  Stream &out;
  bool before;
};

void colored(Stream &out, Stream::Colors color, llvm::StringRef text) {
  out.changeColor(color, /*Bold=*/true) << text;
  out.resetColor();
}

std::string placeText(const Position &at) {
  if (!at.valid())
    return "";
  std::string text = support::printable(at.file) + ":" + std::to_string(at.line);
  if (at.column)
    text += ":" + std::to_string(at.column);
  return text + ": ";
}

std::string inMacro(const Position &at) {
  return at.macro.empty() ? "" : " (in the expansion of macro '" + support::printable(at.macro) + "')";
}

class Printer {
public:
  Printer(Stream &out, const TextOptions &options, SourceFiles &sources)
      : out(out), options(options), sources(sources) {}

  void result(const Result &result) {
    const Finding &finding = result.finding;
    head(result);
    chain(finding);
    for (const Interface &interface : finding.interfaces)
      note(interface.at, "relying on this: " + interface.text);
    others(finding.otherLosses, finding.kind);
    for (const Related &related : result.related)
      relatedKind(related);
    if (result.suppression)
      note(result.suppression->at, "suppressed by this comment" +
                                       (result.suppression->reason.empty() ? "" : ": " + result.suppression->reason));
    if (options.explain)
      explain(result);
  }

private:
  void head(const Result &result) {
    const Finding &finding = result.finding;
    if (finding.loss.valid() && !finding.function.empty())
      out << support::printable(finding.loss.file) << ": in '" << support::printable(finding.function) << "':\n";
    colored(out, Stream::SAVEDCOLOR, placeText(finding.loss));
    bool isSerious = infoOf(finding.kind).severity == "error";
    if (result.suppression)
      colored(out, Stream::CYAN, "suppressed: ");
    else
      colored(out, isSerious ? Stream::RED : Stream::MAGENTA, "warning: ");
    colored(out, Stream::SAVEDCOLOR, support::printable(messageOf(finding)) + inMacro(finding.loss));
    out << " [" << infoOf(finding.kind).id << "]\n";
    excerpt(finding.loss);
  }

  void others(llvm::ArrayRef<Position> places, Kind kind) {
    for (const Position &at : places) {
      note(at, kind == Kind::Leak ? "also lost here" : "also here");
      excerpt(at);
    }
  }

  void relatedKind(const Related &related) {
    note(related.loss, "and on another way " + related.message + " [" + infoOf(related.kind).id.str() + "]");
    excerpt(related.loss);
    others(related.otherLosses, related.kind);
  }

  // Events on one line are one note. What stands on the line of the head needs no second excerpt.
  void chain(const Finding &finding) {
    llvm::ArrayRef<Event> events = finding.chain;
    llvm::StringRef function = finding.function;
    while (!events.empty()) {
      const Event &first = events.front();
      llvm::ArrayRef<Event> group = events.take_while(
          [&](const Event &event) { return isSameLine(event, first) && event.function == first.function; });
      std::string text = first.text;
      for (const Event &event : group.drop_front())
        text += "; " + event.text;
      if (first.function != function && !first.function.empty())
        text += " (in '" + first.function + "')";
      function = first.function;
      note(first.at, text);
      if (first.at.file != finding.loss.file || first.at.line != finding.loss.line)
        excerpt(first.at);
      events = events.drop_front(group.size());
    }
  }

  static bool isSameLine(const Event &a, const Event &b) { return a.at.file == b.at.file && a.at.line == b.at.line; }

  void note(const Position &at, llvm::StringRef text) {
    colored(out, Stream::SAVEDCOLOR, placeText(at));
    colored(out, Stream::CYAN, "note: ");
    out << support::printable(text) << inMacro(at) << '\n';
  }

  void excerpt(const Position &at) {
    std::optional<support::Excerpt> found = excerptAt(at, sources);
    if (!found)
      return;
    out << llvm::format("%5u | ", at.line) << found->code << '\n';
    if (!found->length)
      return;
    out << "      | " << std::string(found->indent, ' ');
    colored(out, Stream::GREEN, "^" + std::string(found->length - 1, '~'));
    out << '\n';
  }

  void explain(const Result &result) {
    note({}, "rank " + std::to_string(result.rank) + " of 100, from 50 and");
    for (const RankReason &reason : result.finding.reasons)
      out << llvm::format("  %+4d  ", reason.points) << support::printable(reason.text) << '\n';
    if (result.finding.reasons.empty())
      out << "    +0  nothing speaks for or against it\n";
    std::string engines;
    for (const std::string &engine : result.engines)
      engines += (engines.empty() ? "found by " : ", ") + engine;
    note({}, (engines.empty() ? "" : engines + "; ") + "fingerprint " + result.fingerprint);
  }

  Stream &out;
  const TextOptions &options;
  SourceFiles &sources;
};

void printCutOff(Stream &out, llvm::ArrayRef<Notice> notices) {
  std::vector<const Notice *> cutOff;
  for (const Notice &notice : notices)
    if (notice.kind == Notice::Kind::CutOff)
      cutOff.push_back(&notice);
  if (cutOff.empty())
    return;
  out << counted(cutOff.size(), "function was", "functions were") << " not analysed to the end:\n";
  for (const Notice *notice : cutOff)
    out << "  " << support::printable(notice->subject) << ": " << support::printable(notice->text) << '\n';
}

} // namespace

void printText(Stream &out, const Result &result, const TextOptions &options, SourceFiles &sources) {
  Colors colors(out, options.color);
  Printer(out, options, sources).result(result);
}

void printText(Stream &out, const Report &report, const TextOptions &options, SourceFiles &sources) {
  for (const Result &result : report.results)
    if (result.counts() || (result.suppression && options.showSuppressed))
      printText(out, result, options, sources);
  printCutOff(out, report.notices);
  if (!report.scope.empty())
    out << report.scope << '\n';
  out << summaryOf(report) << '\n';
}

void printLine(Stream &out, const Result &result) {
  out << placeText(result.finding.loss) << support::printable(messageOf(result.finding)) << inMacro(result.finding.loss)
      << " [" << infoOf(result.finding.kind).id << "]\n";
}

} // namespace custody::report
