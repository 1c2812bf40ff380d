#include "cli/load.h"
#include "cli/spec_files.h"
#include "support/build_id.h"
#include "clang/Basic/Version.h"
#include "llvm/Support/Threading.h"

namespace custody::cli {

namespace {

constexpr llvm::StringLiteral DefaultCacheDir = ".custody/cache";
constexpr llvm::StringLiteral CacheVariable = "CUSTODY_CACHE_DIR";

std::string chooseCacheDir(const CommandLine &line) {
  if (line.has(Opt::NoCache))
    return "";
  const char *fromEnvironment = std::getenv(CacheVariable.data());
  llvm::StringRef otherwise = DefaultCacheDir;
  if (fromEnvironment && *fromEnvironment)
    otherwise = fromEnvironment;
  return line.value(Opt::CacheDir, otherwise).str();
}

// Heap IR depends on our code and on Clang's, which is a library and may be renewed alone.
support::Hash toolIdentity() {
  return support::Hasher().add(support::buildId()).add(clang::getClangFullVersion()).finish();
}

std::string units(size_t count) {
  return std::to_string(count) + (count == 1 ? " unit" : " units");
}

void tellFailures(const driver::LoadedUnits &loaded, const Inputs &inputs, const Console &console) {
  for (const driver::UnitFailure &failure : loaded.failures)
    console.err << failure.errors;
  if (loaded.failures.empty() && inputs.missing.empty())
    return;
  size_t failed = loaded.failures.size() + inputs.missing.size();
  if (!loaded.modules.empty())
    return console.warning(units(failed) + " of " + std::to_string(failed + loaded.modules.size()) +
                           " could not be analysed; the rest was");
  if (llvm::all_of(inputs.units, [](const driver::UnitInput &unit) { return unit.isHeapIr; }))
    return console.error(
        "nothing could be analysed: what was read is no heap IR of this version; 'custody dump' writes it");
  console.error("nothing could be analysed: " +
                (failed == 1 ? "the only unit does not compile" : "none of the " + units(failed) + " compiles") +
                "; try: build the project first (generated headers), check that the compile database is of this tree, "
                "or add what is missing (-I, -D, -std) after '--'");
}

void tellRun(const driver::LoadedUnits &loaded, const driver::Cache *cache, const Console &console) {
  console.note(units(loaded.modules.size() + loaded.failures.size()) + ": " + std::to_string(loaded.parsed) +
               " parsed, " + std::to_string(loaded.fromCache) + " from the cache, " + std::to_string(loaded.fromText) +
               " from heap IR text");
  console.note("cache: " + (cache ? cache->directory() : "none"));
}

} // namespace

llvm::Expected<RunOptions> runOptions(const CommandLine &line) {
  RunOptions options;
  options.cacheDir = chooseCacheDir(line);
  options.verbose = line.has(Opt::Verbose);
  options.jobs = llvm::hardware_concurrency().compute_thread_count();
  if (line.has(Opt::Jobs)) {
    constexpr unsigned MostJobs = 1024;
    llvm::StringRef text = line.value(Opt::Jobs);
    if (text.getAsInteger(10, options.jobs) || options.jobs == 0 || options.jobs > MostJobs)
      return usage("option '-j' needs a number from 1 to " + llvm::Twine(MostJobs) + ", not '" + text + "'");
  }
  return options;
}

Loaded load(const Inputs &inputs, const RunOptions &options, const Console &console) {
  for (const std::string &note : inputs.notes)
    console.warning(note);

  std::optional<driver::Cache> cache;
  if (!options.cacheDir.empty())
    cache.emplace(options.cacheDir);
  driver::LoadOptions how;
  how.jobs = options.jobs;
  how.cache = cache ? &*cache : nullptr;
  how.maker.tool = toolIdentity();

  driver::LoadedUnits loaded;
  {
    driver::Progress progress(console.err, console.terminalWidth, inputs.units.size());
    loaded = driver::loadUnits(inputs.units, how, progress);
  }
  for (const std::string &complaint : loaded.complaints)
    console.warning(complaint);
  if (cache && !cache->trouble().empty())
    console.warning(cache->trouble());
  tellFailures(loaded, inputs, console);
  if (options.verbose)
    tellRun(loaded, how.cache, console);
  Loaded result{std::move(loaded.modules), std::move(loaded.failures)};
  for (const std::string &file : inputs.missing)
    result.failures.push_back({file, "there is no such file\n"});
  return result;
}

ExitStatus inputError(llvm::Error error, const Console &console) {
  ExitStatus status = error.isA<UnreadableInputs>() ? ExitStatus::Incomplete : ExitStatus::Usage;
  console.error(llvm::toString(std::move(error)));
  return status;
}

LoadResult loadFrom(const CommandLine &line, const Console &console) {
  llvm::Expected<RunOptions> options = runOptions(line);
  if (!options)
    return {{}, nullptr, console.usageError(options.takeError())};
  llvm::Expected<Inputs> inputs = findInputs(line);
  if (!inputs)
    return {{}, nullptr, inputError(inputs.takeError(), console)};
  auto specs = loadSpecs(line, sourceDirectories(*inputs), console);
  if (!specs)
    return {{}, nullptr, ExitStatus::Usage};
  LoadResult result{load(*inputs, *options, console), std::move(specs), std::nullopt};
  if (result.loaded.modules.empty())
    result.stop = ExitStatus::Incomplete;
  return result;
}

} // namespace custody::cli
