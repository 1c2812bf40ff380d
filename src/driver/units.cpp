#include "driver/units.h"
#include "ir/binary.h"
#include "ir/parser.h"
#include "ir/verifier.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ThreadPool.h"

namespace custody::driver {

namespace {

enum class Origin { Parsed, Cache, Text };

struct UnitResult {
  Origin origin = Origin::Parsed;
  std::optional<ir::Module> module;
  std::string errors;
  std::string complaint;
};

UnitResult failure(Origin origin, llvm::Twine message) {
  return {origin, std::nullopt, (message + "\n").str(), {}};
}

UnitResult readText(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return failure(Origin::Text, path + ": " + buffer.getError().message());
  llvm::Expected<ir::Module> module = ir::parse((*buffer)->getBuffer(), path);
  if (!module)
    return failure(Origin::Text, llvm::toString(module.takeError()));
  if (std::vector<std::string> faults = ir::verify(*module); !faults.empty())
    return failure(Origin::Text, path + ": the heap IR is not sound: " + llvm::join(faults, "; "));
  return {Origin::Text, std::move(*module), {}, {}};
}

// What the lowering made must be sound before anyone builds on it, this run's engines or the next run's.
UnitResult compile(const frontend::CompileCommand &command, const UnitMaker &maker, std::vector<std::string> &files) {
  CompiledUnit unit = maker.compile(command);
  files = std::move(unit.files);
  if (!unit.module)
    return {Origin::Parsed, std::nullopt, std::move(unit.errors), {}};
  if (std::vector<std::string> faults = ir::verify(*unit.module); !faults.empty())
    return failure(Origin::Parsed,
                   command.file + ": error: Custody lowered it to heap IR that is not sound: " + faults.front());
  return {Origin::Parsed, std::move(unit.module), {}, {}};
}

UnitResult findInCache(Cache &cache, const support::Hash &key) {
  UnitResult result{Origin::Cache, std::nullopt, {}, {}};
  Cache::Found found = cache.find(key);
  result.complaint = std::move(found.complaint);
  if (!found.result)
    return result;
  llvm::Expected<ir::Module> module = ir::deserialize(found.result->content);
  if (module)
    result.module = std::move(*module);
  else
    result.complaint = "a cache file is damaged (" + llvm::toString(module.takeError()) + "); it is made again";
  return result;
}

UnitResult makeUnit(const UnitInput &input, const LoadOptions &options) {
  if (input.isHeapIr)
    return readText(input.command.file);
  std::vector<std::string> files;
  if (!options.cache)
    return compile(input.command, options.maker, files);

  support::Hash key = compileKey(input.command, options.maker.tool);
  UnitResult cached = findInCache(*options.cache, key);
  if (cached.module)
    return cached;
  UnitResult made = compile(input.command, options.maker, files);
  made.complaint = std::move(cached.complaint);
  if (made.module)
    options.cache->keep(key, files, ir::serialize(*made.module));
  return made;
}

LoadedUnits collect(llvm::ArrayRef<UnitInput> inputs, std::vector<UnitResult> results) {
  LoadedUnits loaded;
  for (auto [input, result] : llvm::zip_equal(inputs, results)) {
    loaded.parsed += result.origin == Origin::Parsed;
    loaded.fromCache += result.origin == Origin::Cache;
    loaded.fromText += result.origin == Origin::Text;
    if (!result.complaint.empty())
      loaded.complaints.push_back(std::move(result.complaint));
    if (result.module)
      loaded.modules.push_back(std::move(*result.module));
    else
      loaded.failures.push_back({input.command.file, std::move(result.errors)});
  }
  return loaded;
}

} // namespace

LoadedUnits loadUnits(llvm::ArrayRef<UnitInput> inputs, const LoadOptions &options, Progress &progress) {
  std::vector<UnitResult> results(inputs.size());
  llvm::DefaultThreadPool pool(llvm::hardware_concurrency(options.jobs));
  for (size_t i = 0; i < inputs.size(); ++i)
    pool.async([&, i] {
      progress.started(inputs[i].command.file);
      results[i] = makeUnit(inputs[i], options);
      progress.finished();
    });
  pool.wait();
  return collect(inputs, std::move(results));
}

} // namespace custody::driver
