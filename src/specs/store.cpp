// The store; the idea is told in store.h.
#include "specs/store.h"

#include "specs/index.h"
#include "specs/match.h"
#include "specs/meaning.h"
#include "specs/parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>
#include <set>
#include <tuple>

namespace custody::specs {

struct SpecStore::LoadedFile {
  SourceRef source;
  Authority authority;
  Vocabulary vocabulary;
};

// One function declaration: where it stands, and what it says once it has been asked for.
struct SpecStore::Slot {
  LoadedFile *file;
  Offset begin, end;
  Slot *previous; // declared earlier under the same key
  bool parsed = false;
  std::unique_ptr<FunctionSpec> spec;
};

struct SpecStore::Alias {
  AliasDecl decl;
  const LoadedFile *file;
};

SpecStore::SpecStore() = default;
SpecStore::~SpecStore() = default;

static Origin originOf(const SourceFile &source, Offset offset, Authority authority) {
  const LineColumn at = source.locate(offset);
  return {authority, source.name, at.line, at.column, ""};
}

void SpecStore::addText(llvm::StringRef name, llvm::StringRef text, Authority authority) {
  add(std::make_shared<SourceFile>(name, text), authority);
}

void SpecStore::add(SourceRef source, Authority authority) {
  hash = hash * 31 + llvm::xxh3_64bits(source->text);
  files.push_back(std::make_unique<LoadedFile>(LoadedFile{source, authority, {}}));
  LoadedFile &file = *files.back();
  file.vocabulary.containers = containers;
  answers.clear();

  for (const IndexEntry &entry : indexDeclarations(*source)) {
    if (!entry.name.empty()) {
      // A plain C name is its own key.
      const bool plain = entry.name.find_first_of(":<") == llvm::StringRef::npos;
      Slot *&last = plain ? byName[entry.name] : byName[nameKey(entry.name)];
      slots.push_back(Slot{&file, entry.begin, entry.end, last, false, nullptr});
      last = &slots.back();
      continue;
    }
    ParseResult result = parse(source, entry.begin, entry.end);
    messages.insert(messages.end(), result.diagnostics.begin(), result.diagnostics.end());
    for (const Declaration &declaration : result.declarations)
      addOther(declaration, file);
  }
}

static Family familyOf(const FamilyDecl &decl, Origin origin) {
  Family family;
  family.name = decl.name;
  family.resource = decl.resource;
  if (decl.resource) {
    family.noun = decl.called.empty() ? decl.name : decl.called;
    std::replace(family.noun.begin(), family.noun.end(), '_', ' ');
  }
  family.counted = decl.counted;
  family.like = decl.like.text;
  for (const Name &function : decl.freedBy)
    family.freedBy.push_back(function.text);
  family.origin = std::move(origin);
  return family;
}

// All but functions.
void SpecStore::addOther(const Declaration &declaration, LoadedFile &file) {
  if (const auto *library = std::get_if<LibraryDecl>(&declaration)) {
    libraryList.push_back(*library);
  } else if (const auto *type = std::get_if<TypeDecl>(&declaration)) {
    introduce(*type, file.vocabulary);
  } else if (const auto *family = std::get_if<FamilyDecl>(&declaration)) {
    introduce(*family, file.vocabulary);
    Family made = familyOf(*family, originOf(*file.source, family->offset, file.authority));
    auto [known, isNew] = families.try_emplace(family->name, made);
    if (!isNew && file.authority < known->second.origin.authority)
      known->second = std::move(made);
  } else if (const auto *container = std::get_if<ContainerDecl>(&declaration)) {
    introduce(*container, originOf(*file.source, container->offset, file.authority), file.vocabulary);
  } else if (const auto *alias = std::get_if<AliasDecl>(&declaration)) {
    auto [known, isNew] = aliases.try_emplace(alias->name, Alias{*alias, &file});
    if (!isNew && file.authority < known->second.file->authority)
      known->second = {*alias, &file};
  }
}

static std::vector<std::string> ownFiles(llvm::StringRef directory, std::error_code &error) {
  std::vector<std::string> paths;
  for (llvm::sys::fs::directory_iterator at(directory, error), end; at != end && !error; at.increment(error))
    if (llvm::sys::path::extension(at->path()) == ".own")
      paths.push_back(at->path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

llvm::Error SpecStore::addDirectory(llvm::StringRef path, Authority authority) {
  std::error_code error;
  const std::vector<std::string> paths = ownFiles(path, error);
  if (error)
    return llvm::createStringError(error, "cannot read the directory " + path + ": " + error.message());
  for (const std::string &file : paths) {
    llvm::Expected<SourceRef> source = readSource(file);
    if (!source)
      return source.takeError();
    add(std::move(*source), authority);
  }
  return llvm::Error::success();
}

void SpecStore::addAttributes(const AttributeFacts &facts) {
  answers.clear();
  hash = hash * 31 + llvm::xxh3_64bits(facts.function) + facts.line;
  attributes[nameKey(facts.function)].push_back(facts);
  for (const AttributeFacts::Deallocator &deallocator : facts.deallocators) {
    const std::string &name = deallocator.function;
    if (deallocator.argument < 1 || !freedFamily(name, deallocator.argument - 1).empty())
      continue;
    // A family of its own, called after the function that ends it.
    Family family;
    family.name = name;
    family.freedBy = {name};
    family.origin = {Authority::Attribute, facts.file, facts.line, facts.column,
                     "attribute malloc(" + name + ", " + std::to_string(deallocator.argument) + ") of " +
                         facts.function};
    families.try_emplace(name, std::move(family));
    AttributeFacts release;
    release.function = name;
    release.paramTypes.assign(deallocator.argument, "void *");
    release.ownership.push_back({AttributeFacts::OwnershipAttribute::Kind::Takes, name, {deallocator.argument}});
    release.file = facts.file;
    release.line = facts.line;
    release.column = facts.column;
    attributes[nameKey(name)].push_back(std::move(release));
  }
  answers.clear(); // the questions above were answered without these facts
}

void SpecStore::addInferred(FunctionSpec spec) {
  answers.clear();
  inferred[nameKey(spec.name)].push_back(std::make_unique<FunctionSpec>(std::move(spec)));
}

void SpecStore::parseSlot(Slot &slot) const {
  if (slot.parsed)
    return;
  slot.parsed = true;
  const LoadedFile &file = *slot.file;
  ParseResult result = parse(file.source, slot.begin, slot.end);
  messages.insert(messages.end(), result.diagnostics.begin(), result.diagnostics.end());
  for (const Declaration &declaration : result.declarations)
    if (const auto *function = std::get_if<FunctionDecl>(&declaration))
      if (auto spec = meaningOf(*function, file.vocabulary, file.source, file.authority, messages))
        slot.spec = std::make_unique<FunctionSpec>(std::move(*spec));
}

// The best declaration of the strongest authority that is not weaker than `weakest`.
const FunctionSpec *SpecStore::declared(llvm::StringRef key, const FunctionQuery &query, Authority weakest) const {
  const auto found = byName.find(key);
  if (found == byName.end())
    return nullptr;
  const FunctionSpec *best = nullptr;
  Authority strongest = weakest;
  unsigned bestScore = 0;
  for (Slot *slot = found->second; slot; slot = slot->previous) {
    if (slot->file->authority > strongest)
      continue;
    parseSlot(*slot);
    if (!slot->spec)
      continue;
    const unsigned score = matchScore(slot->spec->declaration, slot->file->vocabulary, query);
    const bool stronger = best && slot->file->authority < strongest;
    if (score == 0 || (best && !stronger && score < bestScore))
      continue;
    best = slot->spec.get();
    strongest = slot->file->authority;
    bestScore = score;
  }
  return best;
}

static void shift(Place &place, unsigned position) {
  if (place.root == Place::Root::Param && place.param >= position)
    ++place.param;
}

static void shift(Condition &when, unsigned position) {
  for (Comparison &comparison : when)
    shift(comparison.subject, position);
}

// One argument more, at `position`, that is no pointer.
static void insertArgument(FunctionSpec &spec, unsigned position) {
  if (position > spec.params.size())
    return;
  ParamInfo info;
  info.type = "int";
  spec.params.insert(spec.params.begin() + position, info);
  for (Effect &effect : spec.effects) {
    shift(effect.place, position);
    if (effect.other)
      shift(*effect.other, position);
    for (std::optional<Place> &argument : effect.arguments)
      if (argument)
        shift(*argument, position);
    shift(effect.when, position);
  }
  for (Result &result : spec.results) {
    if (result.of)
      shift(*result.of, position);
    shift(result.when, position);
  }
}

const FunctionSpec *SpecStore::throughAlias(llvm::StringRef key, const FunctionQuery &query) const {
  llvm::StringRef target = key;
  std::vector<const Alias *> chain;
  // A circle ends here.
  for (auto at = aliases.find(target); at != aliases.end() && chain.size() < MostAliases; at = aliases.find(target)) {
    chain.push_back(&at->second);
    target = at->second.decl.target.text;
  }
  if (chain.empty())
    return nullptr;
  const FunctionSpec *spec = findLocked(FunctionQuery(target));
  if (!spec)
    return nullptr;
  FunctionSpec renamed = *spec;
  renamed.name = key.str();
  for (auto alias = chain.rbegin(); alias != chain.rend(); ++alias) {
    std::vector<unsigned> positions = (*alias)->decl.drop;
    std::sort(positions.begin(), positions.end());
    for (const unsigned position : positions)
      insertArgument(renamed, position - 1);
    const LoadedFile &file = *(*alias)->file;
    Origin origin = originOf(*file.source, (*alias)->decl.offset, file.authority);
    origin.note = "alias of " + (*alias)->decl.target.text;
    for (const unsigned position : positions)
      origin.note += " without argument " + std::to_string(position);
    renamed.origins.insert(renamed.origins.begin(), std::move(origin));
  }
  made.push_back(std::make_unique<FunctionSpec>(std::move(renamed)));
  return made.back().get();
}

std::string SpecStore::freedFamily(llvm::StringRef function, unsigned argument) const {
  const std::lock_guard<std::mutex> guard(lock);
  const FunctionSpec *spec = findLocked(FunctionQuery(function));
  const Effect *effect = spec ? spec->effectOn(argument, Effect::Kind::Frees) : nullptr;
  return effect ? effect->family : "";
}

static std::string answerKey(const FunctionQuery &query) {
  std::string key = query.name;
  if (query.paramTypes)
    key += "(" + llvm::join(*query.paramTypes, ",") + ")";
  return key;
}

static bool endsFamilyCalledAfterIt(const AttributeFacts &facts) {
  return facts.ownership.size() == 1 && facts.ownership[0].family == facts.function &&
         facts.ownership[0].kind == AttributeFacts::OwnershipAttribute::Kind::Takes;
}

const FunctionSpec *SpecStore::findLocked(const FunctionQuery &query) const {
  const std::string cacheKey = answerKey(query);
  const auto known = answers.find(cacheKey);
  if (known != answers.end())
    return known->second;
  const std::string key = nameKey(query.name);
  answers[cacheKey] = nullptr; // an alias that leads back here finds nothing

  const FunctionSpec *spec = declared(key, query, Authority::User);
  if (const auto alias = aliases.find(key);
      !spec && alias != aliases.end() && alias->second.file->authority == Authority::User)
    spec = throughAlias(key, query);
  if (!spec) {
    spec = declared(key, query, Authority::Bundled);
    if (!spec)
      spec = throughAlias(key, query);
    const auto own = inferred.find(key);
    if (!spec && own != inferred.end())
      spec = own->second.front().get();
    const auto stated = attributes.find(key);
    if (stated != attributes.end()) {
      for (const AttributeFacts &facts : stated->second) {
        if (facts.overload && query.paramTypes && *facts.overload != *query.paramTypes)
          continue;
        made.push_back(std::make_unique<FunctionSpec>(
            overlay(spec, facts, [this](llvm::StringRef function, unsigned argument) -> std::string {
              const FunctionSpec *freeing = findLocked(FunctionQuery(function));
              const Effect *effect = freeing ? freeing->effectOn(argument, Effect::Kind::Frees) : nullptr;
              return effect ? effect->family : "";
            })));
        // What `malloc(put, 1)` says of `put` stands at the function it belongs to, and so does the family's origin.
        const auto ended = families.find(facts.function);
        if (endsFamilyCalledAfterIt(facts) && ended != families.end())
          made.back()->origins.front() = ended->second.origin;
        spec = made.back().get();
      }
    }
  }
  answers[cacheKey] = spec;
  return spec;
}

const FunctionSpec *SpecStore::find(const FunctionQuery &query) const {
  const std::lock_guard<std::mutex> guard(lock);
  return findLocked(query);
}

const Family *SpecStore::family(llvm::StringRef name) const {
  const auto found = families.find(name);
  return found == families.end() ? nullptr : &found->second;
}

bool SpecStore::isCounted(llvm::StringRef name) const {
  const Family *known = family(name);
  return known && known->counted;
}

llvm::StringRef SpecStore::resourceNoun(llvm::StringRef name) const {
  const Family *known = family(name);
  return known ? llvm::StringRef(known->noun) : llvm::StringRef();
}

const Container *SpecStore::container(llvm::StringRef name) const {
  const auto found = containers->find(name);
  return found == containers->end() ? nullptr : &found->second;
}

bool SpecStore::compatible(llvm::StringRef allocated, llvm::StringRef released) const {
  if (allocated.empty() || released.empty() || allocated == released)
    return true;
  const Family *from = family(allocated);
  const Family *to = family(released);
  return (from && from->like == released) || (to && to->like == allocated) ||
         (from && to && !from->like.empty() && from->like == to->like);
}

std::vector<const FunctionSpec *> SpecStore::all() const {
  const std::lock_guard<std::mutex> guard(lock);
  std::vector<const FunctionSpec *> specs;
  for (Slot &slot : slots) {
    parseSlot(slot);
    if (slot.spec)
      specs.push_back(slot.spec.get());
  }
  std::sort(specs.begin(), specs.end(), [](const FunctionSpec *a, const FunctionSpec *b) {
    return std::tie(a->name, a->origins[0].file, a->origins[0].line) <
           std::tie(b->name, b->origins[0].file, b->origins[0].line);
  });
  return specs;
}

template <typename Value>
static std::vector<std::string> sortedKeys(const llvm::StringMap<Value> &map) {
  std::vector<std::string> names;
  for (const auto &entry : map)
    names.push_back(entry.getKey().str());
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> SpecStore::familyNames() const {
  return sortedKeys(families);
}

std::vector<std::string> SpecStore::containerNames() const {
  return sortedKeys(*containers);
}

std::vector<std::string> SpecStore::functionKeys() const {
  std::vector<std::string> keys;
  for (const auto &entry : byName)
    keys.push_back(entry.getKey().str());
  return keys;
}

size_t SpecStore::functionCount() const {
  return slots.size();
}

Diagnostics SpecStore::diagnostics() const {
  const std::lock_guard<std::mutex> guard(lock);
  return messages;
}

std::vector<std::string> findUserSpecs(llvm::ArrayRef<std::string> directories) {
  std::set<std::string> seen;
  for (const std::string &directory : directories) {
    llvm::SmallString<256> at(directory);
    llvm::sys::fs::make_absolute(at);
    while (!at.empty() && seen.insert(at.str().str()).second)
      at.resize(llvm::sys::path::parent_path(at).size());
  }
  std::vector<std::string> folders(seen.begin(), seen.end());
  std::sort(folders.begin(), folders.end(), [](llvm::StringRef a, llvm::StringRef b) {
    return std::pair(b.count('/'), a) < std::pair(a.count('/'), b);
  });
  std::vector<std::string> found;
  for (const std::string &folder : folders) {
    llvm::SmallString<256> inside(folder);
    llvm::sys::path::append(inside, ".custody");
    std::error_code error; // a folder that is not there has no files
    for (std::string &path : ownFiles(inside, error))
      found.push_back(std::move(path));
  }
  return found;
}

} // namespace custody::specs
