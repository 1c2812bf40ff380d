// All that is known about functions without looking at their bodies.
//
// Problem: a function may be described by the user, by attributes, by a bundled model and by what an engine inferred.
// The engines want one answer, quickly, from many threads.
//
//     SpecStore store;
//     store.addDirectory("/usr/share/custody/specs", Authority::Bundled);
//     if (const FunctionSpec *spec = store.find("strdup")) ...
//     store.find(FunctionQuery::fromDemangled("std::vector<int*>::push_back(int* const&)"));
//
// Idea: files are indexed when added and a function is parsed when first asked for (index.h). Of several declarations
// the strongest authority wins: user, then attributes, then bundled models, then inferred. A user's specification
// replaces the others; attributes add to what is below them (attributes.h). Among equals the best match of overload and
// template pattern wins, then the first in the order of adding. A name no one declares may be an alias: `__strdup` is
// strdup, `__asprintf_chk` is asprintf with one argument more; aliases are data in the files, and the answer for one
// speaks of the alias's own parameters.
//
// Threads: find, family, container may be called from many threads at once; adding must be finished before. Answers
// live as long as the store. Cost: loading reads and scans the files, about 1 ms for each 300 KB; a first find parses
// one declaration, later ones are a hash lookup under a lock.
#pragma once

#include "specs/attributes.h"
#include "specs/names.h"
#include "specs/vocabulary.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Error.h"
#include <deque>
#include <memory>
#include <mutex>

namespace custody::specs {

class SpecStore {
public:
  SpecStore();
  ~SpecStore();

  // Every *.own file of the directory, in the order of their names.
  llvm::Error addDirectory(llvm::StringRef path, Authority authority);
  void add(SourceRef source, Authority authority);
  void addText(llvm::StringRef name, llvm::StringRef text, Authority authority);
  // After the files: a deallocator's family is looked up in them.
  void addAttributes(const AttributeFacts &facts);
  void addInferred(FunctionSpec spec);

  // Null: nothing is known.
  const FunctionSpec *find(const FunctionQuery &query) const;
  const Family *family(llvm::StringRef name) const;
  const Container *container(llvm::StringRef name) const;
  bool isCounted(llvm::StringRef family) const; // by references: several may own one object
  // What messages call one of the family: "file". Empty: memory.
  llvm::StringRef resourceNoun(llvm::StringRef family) const;

  // May memory of `allocated` be released by a function of `released`? An empty family is unknown and fits all.
  bool compatible(llvm::StringRef allocated, llvm::StringRef released) const;

  // Every declared function, parsed; for tools and tests. Sorted by name.
  std::vector<const FunctionSpec *> all() const;
  size_t functionCount() const;
  std::vector<std::string> functionKeys() const; // of every declared function, see names.h; parses nothing
  std::vector<std::string> familyNames() const;
  std::vector<std::string> containerNames() const;
  std::vector<LibraryDecl> libraries() const { return libraryList; }

  // Errors in what has been parsed so far.
  Diagnostics diagnostics() const;
  // Changes whenever any file or attribute changes.
  uint64_t fingerprint() const { return hash; }

private:
  struct LoadedFile;
  struct Slot;
  struct Alias;

  void addOther(const Declaration &declaration, LoadedFile &file);
  void parseSlot(Slot &slot) const;
  const FunctionSpec *findLocked(const FunctionQuery &query) const;
  const FunctionSpec *declared(llvm::StringRef key, const FunctionQuery &query, Authority weakest) const;
  const FunctionSpec *throughAlias(llvm::StringRef key, const FunctionQuery &query) const;
  std::string freedFamily(llvm::StringRef function, unsigned argument) const;

  std::vector<std::unique_ptr<LoadedFile>> files;
  mutable std::deque<Slot> slots; // parsed when first asked for
  // The last declaration with that key; each slot knows the one before it.
  llvm::StringMap<Slot *, llvm::BumpPtrAllocator> byName;
  llvm::StringMap<Alias> aliases;
  llvm::StringMap<Family> families;
  std::shared_ptr<Containers> containers = std::make_shared<Containers>();
  llvm::StringMap<std::vector<AttributeFacts>> attributes;
  llvm::StringMap<std::vector<std::unique_ptr<FunctionSpec>>> inferred;
  std::vector<LibraryDecl> libraryList;
  uint64_t hash = 0;

  mutable std::mutex lock;
  mutable llvm::StringMap<const FunctionSpec *> answers;
  mutable std::vector<std::unique_ptr<FunctionSpec>> made; // overlays and aliases
  mutable Diagnostics messages;
};

// The user's own files: every *.own in a `.custody` folder beside or above one of the directories, those of deeper
// folders first.
std::vector<std::string> findUserSpecs(llvm::ArrayRef<std::string> directories);

} // namespace custody::specs
