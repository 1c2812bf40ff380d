// The commands; told in commands.h.
#include "specs/commands.h"

#include "specs/checker.h"
#include "specs/describe.h"
#include <algorithm>
#include <map>

namespace custody::specs {

static KnownNames namesOf(const SpecStore &store) {
  KnownNames known;
  for (const std::string &key : store.functionKeys())
    known.functions.insert(key);
  for (const std::string &family : store.familyNames())
    known.families.insert(family);
  for (const std::string &container : store.containerNames())
    known.containers.insert(container);
  return known;
}

static std::string counted(unsigned count, const char *noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

// In the order of the files and of the text; a note stays with what it explains.
static Diagnostics inOrder(const Diagnostics &diagnostics, const std::vector<SourceRef> &sources) {
  std::map<std::pair<ptrdiff_t, Offset>, Diagnostics> places;
  Diagnostics *last = nullptr;
  for (const Diagnostic &d : diagnostics) {
    if (d.severity != Severity::Note || !last)
      last = &places[{llvm::find(sources, d.source) - sources.begin(), d.offset}];
    last->push_back(d);
  }
  Diagnostics sorted;
  for (const auto &[place, group] : places)
    sorted.insert(sorted.end(), group.begin(), group.end());
  return sorted;
}

// `unread` tells of files that could not be read, one line each.
static CheckOutcome checkSources(const std::vector<SourceRef> &sources, KnownNames known,
                                 const std::string &unread = "") {
  CheckOutcome outcome;
  outcome.errors = static_cast<unsigned>(llvm::count(unread, '\n'));
  std::vector<CheckedFile> files;
  Diagnostics diagnostics;
  for (const SourceRef &source : sources) {
    ParseResult result = parse(source);
    diagnostics.insert(diagnostics.end(), result.diagnostics.begin(), result.diagnostics.end());
    for (const Declaration &declaration : result.declarations)
      outcome.functions += std::holds_alternative<FunctionDecl>(declaration) ? 1 : 0;
    files.push_back({source, std::move(result.declarations)});
  }
  const Diagnostics found = check(files, known);
  diagnostics.insert(diagnostics.end(), found.begin(), found.end());
  for (const Diagnostic &d : diagnostics) {
    outcome.errors += d.severity == Severity::Error ? 1 : 0;
    outcome.warnings += d.severity == Severity::Warning ? 1 : 0;
  }
  outcome.sources = sources;
  outcome.files = static_cast<unsigned>(sources.size());
  outcome.text = unread + render(inOrder(diagnostics, sources)) + counted(outcome.functions, "function") + " in " +
                 counted(outcome.files, "file") + ", " + counted(outcome.errors, "error") + ", " +
                 counted(outcome.warnings, "warning") + "\n";
  return outcome;
}

CheckOutcome checkSpecFiles(const std::vector<std::string> &paths, const SpecStore &store,
                            std::optional<llvm::StringSet<>> program) {
  std::vector<SourceRef> sources;
  std::string unread;
  for (const std::string &path : paths) {
    llvm::Expected<SourceRef> source = readSource(path);
    if (source)
      sources.push_back(std::move(*source));
    else
      unread += "error: " + llvm::toString(source.takeError()) + "\n";
  }
  KnownNames known = namesOf(store);
  known.program = std::move(program);
  return checkSources(sources, std::move(known), unread);
}

CheckOutcome checkSpecText(llvm::StringRef name, llvm::StringRef text, const SpecStore &store) {
  auto source = std::make_shared<SourceFile>(name, text);
  return checkSources({source}, namesOf(store));
}

static std::string nearNames(const SpecStore &store, llvm::StringRef wanted) {
  std::vector<std::pair<unsigned, std::string>> near;
  // A name of two letters is near to everything.
  const unsigned most = std::min<size_t>(2, wanted.size() / 3);
  for (const FunctionSpec *spec : store.all()) {
    const std::string key = nameKey(spec->name);
    // Headers give functions other names by macros: 'mpz_init' is '__gmpz_init'.
    const llvm::StringRef known(key);
    const bool isBehindMacro = most > 0 && known.starts_with("_") && known.ends_with(wanted);
    const bool isMember = known.ends_with(("::" + wanted).str());
    const unsigned distance = isBehindMacro || isMember ? 0 : known.edit_distance(wanted, true, most + 1);
    if (distance <= most)
      near.emplace_back(distance, key);
  }
  std::sort(near.begin(), near.end());
  near.erase(std::unique(near.begin(), near.end()), near.end());
  std::string out;
  for (size_t i = 0; i < near.size() && i < 5; ++i)
    out += (i ? ", " : "") + near[i].second;
  return out;
}

ShowOutcome showFunction(const SpecStore &store, llvm::StringRef function) {
  ShowOutcome outcome;
  const FunctionQuery query = FunctionQuery::fromDemangled(function);
  const std::string key = nameKey(query.name);
  if (const FunctionSpec *spec = store.find(query)) {
    outcome.found = true;
    outcome.text = describe(*spec, &store);
    if (query.paramTypes || key.find("::") == std::string::npos)
      return outcome;
    for (const FunctionSpec *other : store.all())
      if (other != spec && nameKey(other->name) == key)
        outcome.text += "\n" + describe(*other, &store);
    return outcome;
  }
  outcome.text = function.str() + ": nothing is known. Without a body its pointer arguments escape and its result owns "
                                  "nothing.\n";
  const std::string near = nearNames(store, key);
  if (!near.empty())
    outcome.text += "Known names near it: " + near + "\n";
  return outcome;
}

} // namespace custody::specs
