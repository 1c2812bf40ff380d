// Contradictions; the idea is told in checker.h.
#include "specs/checker.h"

#include "specs/describe.h"
#include "specs/meaning.h"
#include "specs/names.h"
#include "specs/printer.h"
#include "specs/signature.h"
#include "specs/unknown_names.h"
#include "llvm/ADT/StringMap.h"

namespace custody::specs {

static bool isPlainScalar(const CType &type) {
  static const llvm::StringSet<> scalars = {"void",  "char",   "short",         "int",          "long",
                                            "float", "double", "unsigned",      "unsigned int", "unsigned long",
                                            "bool",  "_Bool",  "unsigned char", "long long",    "size_t"};
  return type.kind == CType::Kind::Name && scalars.contains(type.name);
}

namespace {

struct Seen {
  SourceRef source;
  Offset offset = 0;
  std::string facts;
};

class Checker {
public:
  Checker(const std::vector<CheckedFile> &checked, const KnownNames &names) : files(checked), known(names) {}

  Diagnostics run() {
    collectNames();
    for (const CheckedFile &file : files) {
      source = file.source;
      vocabulary = Vocabulary();
      vocabulary.containers = containers;
      introduceAll(file.declarations, vocabulary);
      library.clear();
      for (const Declaration &declaration : file.declarations)
        std::visit([this](const auto &decl) { check(decl); }, declaration);
    }
    return std::move(diagnostics);
  }

private:
  void report(Severity severity, Offset offset, const std::string &message) {
    diagnostics.push_back({severity, source, offset, message});
  }
  void error(Offset offset, const std::string &message) { report(Severity::Error, offset, message); }
  void warn(Offset offset, const std::string &message) { report(Severity::Warning, offset, message); }

  void collectNames() {
    for (const auto &entry : known.containers)
      (*containers)[entry.getKey()];
    Vocabulary all;
    all.containers = containers;
    for (const CheckedFile &file : files) {
      introduceAll(file.declarations, all);
      for (const Declaration &declaration : file.declarations)
        if (const auto *alias = std::get_if<AliasDecl>(&declaration))
          aliases.try_emplace(alias->name, alias->target.text);
    }
  }

  void check(const LibraryDecl &decl) { library = decl.name; }
  void check(const HeaderDecl &) {}
  void check(const TypeDecl &) {}

  void check(const FamilyDecl &family) { checkSame("family " + family.name, family.offset, print(family)); }

  void check(const ContainerDecl &container) {
    checkSame("container " + container.name, container.offset, print(container));
    llvm::StringSet<> names;
    for (const Param &field : container.fields)
      if (!names.insert(field.name).second)
        error(field.offset, "the container already has a field '" + field.name + "'");
  }

  // What is wrong with where the alias leads; "" if nothing is.
  std::string mistakeOf(const AliasDecl &alias) const {
    llvm::StringRef target = alias.target.text;
    for (unsigned steps = 0; steps < MostAliases; ++steps) {
      if (target == alias.name)
        return "is an alias of itself" + (steps > 0 ? ", by way of '" + alias.target.text + "'" : "");
      const auto next = aliases.find(target);
      if (next == aliases.end())
        return "";
      target = next->second;
    }
    return "leads through more than " + std::to_string(MostAliases) + " aliases";
  }

  void check(const AliasDecl &alias) {
    checkSame("alias " + alias.name, alias.offset, print(alias));
    if (const std::string mistake = mistakeOf(alias); !mistake.empty())
      error(alias.offset, "'" + alias.name + "' " + mistake);
  }

  // Of families, containers and aliases one declaration counts, so a second one may only say the same.
  void checkSame(const std::string &what, Offset offset, const std::string &text) {
    checkAgain(library + " " + what, what, offset, text);
  }

  void check(const FunctionDecl &function) {
    checkParams(function);
    checkResultWords(function);
    checkTypes(function);
    checkVariables(function);
    auto spec = meaningOf(function, vocabulary, source, Authority::User, diagnostics);
    if (!spec)
      return;
    checkEffects(*spec, function);
    checkResults(*spec, function);
    checkRepeated(*spec, function);
  }

  void checkParams(const FunctionDecl &function) {
    llvm::StringSet<> names;
    for (const Param &param : function.params) {
      if (!param.name.empty() && !names.insert(param.name).second)
        error(param.offset, "there is already a parameter '" + param.name + "'");
      const Mode mode = param.words.mode;
      if (mode != Mode::None && mode != Mode::Ref && isPlainScalar(param.type))
        error(param.offset, "'" + spelling(mode).str() + "' on a parameter that is no pointer");
      if (param.words.out && (param.type.kind == CType::Kind::Name) && isPlainScalar(param.type))
        error(param.offset, "'out' on a parameter that is no pointer");
    }
  }

  void checkResultWords(const FunctionDecl &function) {
    const Words &words = function.words;
    if (words.mode != Mode::None && words.mode != Mode::Ref && isPlainScalar(function.returnType) &&
        function.hasReturnType)
      error(function.offset,
            "'" + spelling(words.mode).str() + "' on a result that is no pointer: " + print(function.returnType));
    if (words.out)
      error(function.offset, "'out' is for parameters");
  }

  void checkType(const CType &type, Offset offset) {
    if (type.kind != CType::Kind::Name) {
      for (const CType &inner : type.arguments)
        checkType(inner, offset);
      for (const Param &param : type.params)
        checkType(param.type, param.offset);
      return;
    }
    const auto container = containers->find(type.name);
    if (container == containers->end())
      return;
    const size_t wanted = container->second.parameters.size();
    if (wanted != 0 && !type.arguments.empty() && type.arguments.size() != wanted)
      error(offset, "container " + type.name + " has " + std::to_string(wanted) + " type parameter" +
                        (wanted == 1 ? "" : "s") + ", not " + std::to_string(type.arguments.size()));
  }

  void checkTypes(const FunctionDecl &function) {
    checkType(function.returnType, function.offset);
    for (const Param &param : function.params)
      checkType(param.type, param.offset);
  }

  void checkVariables(const FunctionDecl &function) {
    for (const Constraint &constraint : function.where)
      for (const Constraint &other : function.where) {
        const bool opposite = constraint.kind == Constraint::Kind::RefType && other.kind == Constraint::Kind::OwnType;
        if (opposite && constraint.variables[0].text == other.variables[0].text)
          error(other.offset, "'" + other.variables[0].text + "' cannot both own and not own");
      }
  }

  // What can happen to one pointer only once, if it always happens.
  static bool isFate(Effect::Kind kind) {
    return kind == Effect::Kind::Frees || kind == Effect::Kind::Takes || kind == Effect::Kind::Holds ||
           kind == Effect::Kind::Reallocates || kind == Effect::Kind::Releases;
  }

  static const char *fate(Effect::Kind kind) {
    switch (kind) {
    case Effect::Kind::Frees:
      return "freed";
    case Effect::Kind::Takes:
      return "taken";
    case Effect::Kind::Holds:
      return "kept";
    case Effect::Kind::Reallocates:
      return "reallocated";
    default:
      return "released";
    }
  }

  void checkEffects(const FunctionSpec &spec, const FunctionDecl &function) {
    for (size_t i = 0; i < spec.effects.size(); ++i) {
      const Effect &one = spec.effects[i];
      if (!isFate(one.kind) || !one.when.empty())
        continue;
      const std::string place = describe(one.place, spec);
      for (size_t j = 0; j < spec.effects.size(); ++j) {
        const Effect &two = spec.effects[j];
        const bool later = j > i || !two.when.empty();
        if (i == j || !later || !isFate(two.kind) || describe(two.place, spec) != place)
          continue;
        error(function.offset,
              "'" + place + "' is " + fate(one.kind) + " and also " + fate(two.kind) + " by " + spec.name);
      }
      const bool refWord = one.place.isArgument() && one.place.param >= (spec.isMember ? 1U : 0U) &&
                           function.params[one.place.param - (spec.isMember ? 1 : 0)].words.mode == Mode::Ref;
      if (refWord)
        error(function.offset, "'" + place + "' is only referred to ('ref') and also " + fate(one.kind));
    }
  }

  void checkResults(const FunctionSpec &spec, const FunctionDecl &function) {
    unsigned unconditional = 0;
    for (const Result &result : spec.results)
      unconditional += result.when.empty() ? 1 : 0;
    if (unconditional > 1)
      error(function.offset, "two results that both always hold for " + spec.name);
    if (spec.noReturn && !spec.results.empty() && function.words.mode == Mode::Own)
      error(function.offset, spec.name + " never returns, so it cannot return what the caller owns");
  }

  void checkRepeated(const FunctionSpec &spec, const FunctionDecl &function) {
    std::string key = spec.name + "(";
    for (const Param &param : function.params)
      key += print(param.type) + ",";
    key += function.isConst ? ") const" : ")";
    // In C the name alone is the function.
    if (function.name.size() == 1 && !llvm::StringRef(spec.name).starts_with("operator"))
      key = spec.name;
    // Two libraries may use one name; nobody links both.
    checkAgain(library + " " + key, spec.name, function.offset, describeFacts(spec));
  }

  void checkAgain(const std::string &key, const std::string &what, Offset offset, const std::string &facts) {
    auto [at, added] = seen.try_emplace(key, Seen{source, offset, facts});
    if (added)
      return;
    if (at->second.facts == facts)
      warn(offset, what + " is declared twice, in the same way");
    else
      error(offset, what + " is declared twice, and the declarations contradict each other");
    diagnostics.push_back({Severity::Note, at->second.source, at->second.offset, "the other declaration"});
  }

  const std::vector<CheckedFile> &files;
  const KnownNames &known;
  llvm::StringMap<std::string> aliases;
  std::shared_ptr<Containers> containers = std::make_shared<Containers>();
  llvm::StringMap<Seen> seen;
  SourceRef source;
  std::string library;
  Vocabulary vocabulary;
  Diagnostics diagnostics;
};

} // namespace

Diagnostics check(const std::vector<CheckedFile> &files, const KnownNames &known) {
  Diagnostics diagnostics = Checker(files, known).run();
  llvm::append_range(diagnostics, unknownNames(files, known));
  return diagnostics;
}

} // namespace custody::specs
