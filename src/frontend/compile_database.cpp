// A compile database is written by many tools and outlives the tree it describes: it names files that are gone (the
// probes of a configure script), files in languages that are not ours, the same file for a shared and for a static
// library. What can be checked is kept, and each kind of thing that was left out gets one line, never silence:
//
//     entries      ─▶  well formed?  ─▶  C or C++?  ─▶  there?  ─▶  new?  ─▶  commands
//
// "New" compares what Clang would be told, not what was written: entries that differ in -o or in a warning are one.
#include "frontend/compile_database.h"

#include "frontend/arguments.h"
#include "clang/Driver/Types.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace custody::frontend {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static constexpr llvm::StringLiteral howToMakeOne =
    "make one with 'custody run -- make', 'bear -- make' or 'cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON'";

static llvm::Error failure(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

static std::string absolute(llvm::StringRef name, llvm::StringRef directory) {
  llvm::SmallString<256> result(name);
  fs::make_absolute(directory, result);
  path::remove_dots(result);
  return result.str().str();
}

// --- choosing among the entries -----------------------------------------------------------------------------------

// The language that -x names before the file, else the one its extension tells.
static clang::driver::types::ID languageOf(const CompileCommand &command) {
  namespace types = clang::driver::types;
  for (std::size_t i = 1; i < command.arguments.size(); ++i) {
    llvm::StringRef word = command.arguments[i];
    if (!word.consume_front("-x"))
      continue;
    if (word.empty() && i + 1 < command.arguments.size())
      word = command.arguments[i + 1];
    if (word != "none")
      return types::lookupTypeForTypeSpecifier(word.str().c_str());
  }
  return types::lookupTypeForExtension(path::extension(command.file).ltrim('.'));
}

static bool isOurLanguage(const CompileCommand &command) {
  namespace types = clang::driver::types;
  switch (languageOf(command)) {
  case types::TY_C:
  case types::TY_CXX:
  case types::TY_PP_C:
  case types::TY_PP_CXX:
    return true;
  default:
    return false;
  }
}

namespace {
class Chooser {
public:
  void offer(CompileCommand command);
  CompileDatabase finish() &&;

private:
  bool isNew(const CompileCommand &command, const std::string &file);

  CompileDatabase database;
  llvm::StringSet<> known;
  llvm::StringMap<unsigned> uses; // of each file
  llvm::StringSet<> missing;
  unsigned foreign = 0;
  unsigned duplicates = 0;
  std::string firstForeign;
  std::string firstRepeated;
  unsigned repeated = 0;
};
} // namespace

bool Chooser::isNew(const CompileCommand &command, const std::string &file) {
  const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files = llvm::vfs::createPhysicalFileSystem();
  if (files->setCurrentWorkingDirectory(command.directory))
    return true; // the parse will say that there is no such directory
  CompileCommand canonical = command;
  canonical.file = file;
  std::string key = command.directory;
  for (const std::string &word : adjustArguments(canonical, *files))
    (key += '\0') += word;
  return known.insert(key).second;
}

void Chooser::offer(CompileCommand command) {
  if (!isOurLanguage(command)) {
    if (foreign++ == 0)
      firstForeign = command.file;
    return;
  }
  const std::string file = absolute(command.file, command.directory);
  if (!fs::exists(file)) {
    if (missing.insert(file).second)
      database.missing.push_back(file);
    return;
  }
  if (!isNew(command, file)) {
    ++duplicates;
    return;
  }
  if (++uses[file] == 2 && repeated++ == 0)
    firstRepeated = command.file;
  database.commands.push_back(std::move(command));
}

static std::string counted(std::size_t number, llvm::StringRef one, llvm::StringRef many) {
  return std::to_string(number) + " " + (number == 1 ? one : many).str();
}

CompileDatabase Chooser::finish() && {
  std::vector<std::string> &notes = database.notes;
  if (foreign)
    notes.push_back(counted(foreign, "entry is", "entries are") +
                    " neither C nor C++, and skipped (first: " + firstForeign + ")");
  if (!database.missing.empty())
    notes.push_back(counted(database.missing.size(), "source file does", "source files do") +
                    " not exist (first: " + database.missing.front() + "): if the build makes it, build first");
  if (duplicates)
    notes.push_back(counted(duplicates, "entry repeats", "entries repeat") + " another one, and is checked once");
  if (repeated)
    notes.push_back(counted(repeated, "file is", "files are") +
                    " compiled with different options, and checked with each"
                    " (first: " +
                    firstRepeated + ")");
  return std::move(database);
}

// --- reading compile_commands.json --------------------------------------------------------------------------------

static llvm::Expected<std::string> findFile(llvm::StringRef given) {
  fs::file_status status;
  if (const std::error_code error = fs::status(given, status)) {
    if (error == std::errc::no_such_file_or_directory)
      return failure("'" + given + "' does not exist; -p takes the directory that holds compile_commands.json");
    return failure("cannot read '" + given + "': " + error.message());
  }
  if (status.type() != fs::file_type::directory_file)
    return given.str();
  llvm::SmallString<256> file(given);
  path::append(file, "compile_commands.json");
  const std::error_code error = fs::access(file, fs::AccessMode::Exist);
  if (error == std::errc::no_such_file_or_directory)
    return failure("no compile_commands.json in '" + given + "'; " + howToMakeOne);
  if (error)
    return failure("cannot read '" + file + "': " + error.message());
  return file.str().str();
}

// llvm::json says `[3:5, byte=40]: Expected ...`.
static llvm::Error describeBadJson(llvm::StringRef file, llvm::Error error) {
  const std::string text = llvm::toString(std::move(error));
  llvm::StringRef position = text;
  if (position.consume_front("["))
    return failure(file + ":" + position.split(',').first + ": not valid JSON: " + position.split("]: ").second + "; " +
                   howToMakeOne);
  return failure(file + ": not valid JSON: " + text + "; " + howToMakeOne);
}

static llvm::Expected<llvm::json::Value> readJson(const std::string &file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return failure("cannot read '" + llvm::Twine(file) + "': " + buffer.getError().message());
  const llvm::StringRef text = (*buffer)->getBuffer();
  // Paths need not be UTF-8, JSON must be.
  auto value = llvm::json::isUTF8(text) ? llvm::json::parse(text) : llvm::json::parse(llvm::json::fixUTF8(text));
  if (!value)
    return describeBadJson(file, value.takeError());
  return value;
}

static std::vector<std::string> splitCommand(llvm::StringRef command) {
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  llvm::SmallVector<const char *, 64> words;
  llvm::cl::TokenizeGNUCommandLine(command, saver, words);
  return {words.begin(), words.end()};
}

static std::vector<std::string> argumentsOf(const llvm::json::Object &entry) {
  std::vector<std::string> result;
  if (const llvm::json::Array *const words = entry.getArray("arguments")) {
    for (const llvm::json::Value &word : *words)
      result.push_back(word.getAsString().value_or("").str());
    return result;
  }
  return splitCommand(entry.getString("command").value_or(""));
}

// What is wrong with the entry, or nothing.
static llvm::StringRef readEntry(const llvm::json::Value &value, llvm::StringRef base, CompileCommand &command) {
  const llvm::json::Object *const entry = value.getAsObject();
  if (!entry)
    return "is no object";
  const auto file = entry->getString("file");
  if (!file || file->empty())
    return "has no \"file\"";
  command.file = file->str();
  command.directory = absolute(entry->getString("directory").value_or("."), base);
  command.arguments = argumentsOf(*entry);
  if (command.arguments.empty())
    return "has neither \"arguments\" nor \"command\"";
  return "";
}

llvm::Expected<CompileDatabase> loadDatabase(llvm::StringRef given) {
  auto file = findFile(given);
  if (!file)
    return file.takeError();
  auto value = readJson(*file);
  if (!value)
    return value.takeError();
  const llvm::json::Array *const entries = value->getAsArray();
  if (!entries)
    return failure(*file + ": not a compile database (no JSON array at its top); " + howToMakeOne);
  if (entries->empty())
    return failure(*file + " is empty: the build compiled nothing; clean, then build again (as in 'make clean')");

  llvm::SmallString<256> base(*file);
  if (const std::error_code error = fs::make_absolute(base))
    return failure("cannot tell where '" + llvm::Twine(*file) + "' is: " + error.message());
  path::remove_filename(base);
  Chooser chooser;
  std::vector<std::string> complaints;
  for (std::size_t i = 0; i < entries->size(); ++i) {
    CompileCommand command;
    const llvm::StringRef complaint = readEntry((*entries)[i], base, command);
    if (complaint.empty())
      chooser.offer(std::move(command));
    else
      complaints.push_back((*file + ": entry " + llvm::Twine(i + 1) + " " + complaint + ", and is skipped").str());
  }
  CompileDatabase database = std::move(chooser).finish();
  database.notes.insert(database.notes.begin(), complaints.begin(), complaints.end());
  if (database.commands.empty())
    return failure(*file + " names no C or C++ file that exists" +
                   (database.notes.empty() ? "" : ": " + llvm::join(database.notes, "; ")));
  return database;
}

llvm::Expected<CompileDatabase> databaseOfFiles(llvm::ArrayRef<std::string> files,
                                                llvm::ArrayRef<std::string> arguments, llvm::StringRef directory) {
  std::vector<std::string> words(arguments.begin(), arguments.end());
  if (words.empty() || llvm::StringRef(words.front()).starts_with("-") ||
      llvm::StringRef(words.front()).starts_with("@"))
    words.insert(words.begin(), "cc");
  Chooser chooser;
  for (const std::string &file : files) {
    CompileCommand command{absolute(".", directory), file, words};
    command.arguments.push_back(file);
    chooser.offer(std::move(command));
  }
  CompileDatabase database = std::move(chooser).finish();
  if (database.commands.empty())
    return failure("nothing to check" + (database.notes.empty() ? std::string(": no file was named")
                                                                : ": " + llvm::join(database.notes, "; ")));
  return database;
}

} // namespace custody::frontend
