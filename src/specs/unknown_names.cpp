// Unknown names; the idea is told in unknown_names.h.
#include "specs/unknown_names.h"

#include "specs/names.h"
#include "specs/printer.h"
#include "specs/signature.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

namespace custody::specs {

// `flie` for `file` is one slip, though two letters differ.
static std::string swapped(llvm::StringRef written, const llvm::StringSet<> &names) {
  std::string other = written.str();
  for (size_t i = 0; i + 1 < other.size(); ++i) {
    std::swap(other[i], other[i + 1]);
    if (names.contains(other))
      return other;
    std::swap(other[i], other[i + 1]);
  }
  return "";
}

std::string nearestName(llvm::StringRef written, const llvm::StringSet<> &names) {
  if (const std::string other = swapped(written, names); !other.empty())
    return other;
  const auto most =
      static_cast<unsigned>(std::min<size_t>(2, written.size() / 3)); // two letters are near to everything
  std::pair<unsigned, llvm::StringRef> best(most + 1, "");
  for (const auto &entry : names)
    if (const unsigned distance = entry.getKey().edit_distance(written, true, most + 1); distance <= most)
      best = std::min(best, {distance, entry.getKey()});
  return best.second.str();
}

namespace {

class NameCheck {
public:
  NameCheck(const std::vector<CheckedFile> &checked, const KnownNames &elsewhere) : files(checked), known(elsewhere) {
    for (const CheckedFile &file : files)
      for (const Declaration &declaration : file.declarations)
        std::visit([this](const auto &decl) { collect(decl); }, declaration);
  }

  Diagnostics run() {
    for (const CheckedFile &file : files) {
      source = file.source;
      variables.clear();
      for (const Declaration &declaration : file.declarations)
        if (const auto *type = std::get_if<TypeDecl>(&declaration))
          variables.insert(type->names.begin(), type->names.end());
      for (const Declaration &declaration : file.declarations)
        std::visit([this](const auto &decl) { check(decl); }, declaration);
    }
    return std::move(diagnostics);
  }

private:
  void collect(const FamilyDecl &family) { known.families.insert(family.name); }
  void collect(const ContainerDecl &container) { known.containers.insert(container.name); }
  void collect(const AliasDecl &alias) { known.functions.insert(alias.name); }
  void collect(const FunctionDecl &function) { known.functions.insert(nameKey(print(function.name))); }
  template <typename Other>
  void collect(const Other &) {}

  void warn(Offset offset, const std::string &message) {
    diagnostics.push_back({Severity::Warning, source, offset, message});
  }

  static std::string meant(llvm::StringRef written, const llvm::StringSet<> &names) {
    const std::string near = nearestName(written, names);
    return near.empty() ? "" : "; did you mean '" + near + "'?";
  }

  // "unknown family 'flie'; write 'file', or declare it with 'family flie;'"
  void undeclared(Offset offset, const char *what, const std::string &written, const llvm::StringSet<> &names,
                  const std::string &declaration) {
    const std::string near = nearestName(written, names);
    warn(offset, std::string("unknown ") + what + " '" + written + "'; " +
                     (near.empty() ? "" : "write '" + near + "', or ") + "declare it with '" + declaration + "'");
  }

  void checkFamily(const Name &family) {
    if (!family.empty() && !known.families.contains(family.text))
      undeclared(family.offset, "family", family.text, known.families, "family " + family.text + ";");
  }

  void checkWords(const Words &words) {
    if (words.mode != Mode::Region) // its argument is a parameter
      checkFamily(words.argument);
  }

  void checkVariable(const std::string &name, Offset offset) {
    if (!variables.contains(name))
      undeclared(offset, "type variable", name, variables, "type " + name + ";");
  }

  void checkContainer(const std::string &name, const std::vector<CType> &arguments, Offset offset) {
    if (known.containers.contains(name))
      return;
    std::vector<std::string> parameters;
    for (size_t i = 0; i < arguments.size(); ++i)
      parameters.push_back(variables.contains(arguments[i].name) ? arguments[i].name : "T" + std::to_string(i + 1));
    const std::string list = parameters.size() == 1 && parameters[0] == "T1" ? "T" : llvm::join(parameters, ", ");
    undeclared(offset, "container", name, known.containers, "container " + name + "<" + list + "> { ... };");
  }

  static bool looksLikeVariable(llvm::StringRef name) { return name.size() == 1 && llvm::isUpper(name[0]); }

  void checkType(const CType &type) {
    if (type.kind == CType::Kind::Name && !type.arguments.empty())
      checkContainer(type.name, type.arguments, type.offset);
    else if (type.kind == CType::Kind::Name && looksLikeVariable(type.name))
      checkVariable(type.name, type.offset);
    for (const CType &inner : type.arguments)
      checkType(inner);
    for (const Param &param : type.params)
      checkParam(param);
  }

  void checkParam(const Param &param) {
    checkWords(param.words);
    checkType(param.type);
  }

  void check(const LibraryDecl &) {}
  void check(const HeaderDecl &) {}
  void check(const TypeDecl &) {}

  void check(const FamilyDecl &family) {
    checkFamily(family.like);
    for (const Name &function : family.freedBy)
      if (!known.functions.contains(nameKey(function.text)))
        warn(function.offset, "unknown function '" + function.text + "': no declaration says what it frees" +
                                  meant(function.text, known.functions));
  }

  void check(const ContainerDecl &container) {
    const llvm::StringSet<> outside = variables;
    variables.insert(container.parameters.begin(), container.parameters.end());
    for (const Param &field : container.fields)
      checkParam(field);
    variables = outside;
  }

  void check(const AliasDecl &alias) {
    if (!known.functions.contains(nameKey(alias.target.text)))
      warn(alias.target.offset, "unknown function '" + alias.target.text + "': an alias needs one that is declared" +
                                    meant(alias.target.text, known.functions));
  }

  // `stack<T>::push` can only be a member of a class.
  void checkClass(const FunctionDecl &function) {
    if (function.name.size() < 2)
      return;
    const NameSegment &last = function.name[function.name.size() - 2];
    if (!last.arguments.empty())
      checkContainer(classOf(function).name, last.arguments, function.name.front().offset);
  }

  void checkInProgram(const std::string &name, Offset offset) {
    if (known.program && !known.program->contains(nameKey(name)))
      warn(offset, "unknown function '" + name + "': the program neither has nor calls one of that name" +
                       meant(nameKey(name), *known.program));
  }

  void check(const FunctionDecl &function) {
    checkInProgram(print(function.name), function.offset);
    checkClass(function);
    for (const NameSegment &segment : function.name)
      for (const CType &argument : segment.arguments)
        checkType(argument);
    checkWords(function.words);
    checkType(function.returnType);
    for (const Param &param : function.params)
      checkParam(param);
    for (const Clause &clause : function.clauses) {
      checkFamily(clause.family);
      checkWords(clause.words);
    }
    for (const Constraint &constraint : function.where)
      for (const Name &variable : constraint.variables)
        checkVariable(variable.text, variable.offset);
  }

  const std::vector<CheckedFile> &files;
  KnownNames known;
  llvm::StringSet<> variables; // of the file
  SourceRef source;
  Diagnostics diagnostics;
};

} // namespace

Diagnostics unknownNames(const std::vector<CheckedFile> &files, const KnownNames &known) {
  return NameCheck(files, known).run();
}

} // namespace custody::specs
