// From a declaration to the paper's types; the idea is told in signature.h.
#include "specs/signature.h"

#include "llvm/ADT/StringSwitch.h"
#include <algorithm>

namespace custody::specs {

static bool isScalar(llvm::StringRef name) {
  if (name.starts_with("enum ") || name.starts_with("unsigned") || name.starts_with("signed") ||
      name.starts_with("long") || name.starts_with("short"))
    return true;
  return llvm::StringSwitch<bool>(name)
      .Cases("char", "int", "bool", "_Bool", "float", "double", "wchar_t", "size_t", "ssize_t", true)
      .Cases("int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", true)
      .Cases("off_t", "time_t", "pid_t", "intptr_t", "uintptr_t", "ptrdiff_t", "mode_t", "wint_t", true)
      .Cases("std::size_t", "char16_t", "char32_t", "uid_t", "gid_t", true)
      .Default(false);
}

const CType &stripReference(const CType &type) {
  const bool reference = type.kind == CType::Kind::Reference || type.kind == CType::Kind::RValueReference;
  return reference ? type.arguments[0] : type;
}

bool isVariable(const CType &type, const Vocabulary &vocabulary) {
  return type.kind == CType::Kind::Name && vocabulary.typeVariables.contains(type.name);
}

bool isContainerOf(const CType &type, llvm::StringRef variable, const Vocabulary &vocabulary) {
  switch (type.kind) {
  case CType::Kind::Pointer:
  case CType::Kind::Reference:
  case CType::Kind::RValueReference:
    return isContainerOf(type.arguments[0], variable, vocabulary);
  case CType::Kind::Name:
    return vocabulary.containers->contains(type.name) &&
           std::any_of(type.arguments.begin(), type.arguments.end(),
                       [&](const CType &argument) { return argument.name == variable; });
  default:
    return false;
  }
}

CType classOf(const FunctionDecl &function) {
  CType type;
  for (size_t i = 0; i + 1 < function.name.size(); ++i) {
    type.name += (i ? "::" : "") + function.name[i].identifier;
    type.arguments = function.name[i].arguments;
  }
  return type;
}

bool isDestructor(const FunctionDecl &function) {
  return function.name.size() > 1 && function.name.back().identifier.front() == '~';
}

bool isConstructor(const FunctionDecl &function) {
  return !function.hasReturnType && function.name.size() > 1 &&
         function.name.back().identifier == function.name[function.name.size() - 2].identifier;
}

bool isMemberFunction(const FunctionDecl &function, const Vocabulary &vocabulary) {
  if (function.isStatic || function.name.size() < 2)
    return false;
  return !function.hasReturnType || function.isConst || vocabulary.containers->contains(classOf(function).name);
}

namespace {
class Translator {
public:
  explicit Translator(const Vocabulary &known) : vocabulary(known) {}

  unsigned number(llvm::StringRef variable) {
    const auto at = std::find(variables.begin(), variables.end(), variable);
    if (at != variables.end())
      return static_cast<unsigned>(at - variables.begin());
    variables.push_back(variable.str());
    return static_cast<unsigned>(variables.size() - 1);
  }

  Type translate(const CType &type, Ownership ownership = Ownership::zero()) {
    switch (type.kind) {
    case CType::Kind::Name:
      return translateName(type);
    case CType::Kind::Pointer:
      if (type.arguments[0].kind == CType::Kind::Function)
        return translate(type.arguments[0]);
      return Type::pointer(ownership, pointee(type.arguments[0]));
    case CType::Kind::Reference:
    case CType::Kind::RValueReference:
      if (isVariable(type.arguments[0], vocabulary))
        return translate(type.arguments[0]);
      return Type::pointer(ownership, pointee(type.arguments[0]));
    case CType::Kind::Function:
      return translateFunction(type);
    }
    return Type::bottom();
  }

  Type translate(const Param &param) {
    const CType &type = param.type;
    if (isVariable(stripReference(type), vocabulary) && param.words.mode == Mode::Ref)
      return borrowed(stripReference(type).name);
    const bool owns = owning(param.words.mode);
    if (isVariable(stripReference(type), vocabulary) && owns)
      where.push_back({TypeConstraint::Kind::Owning, {translate(type)}});
    const bool out = param.words.out || pointsToPointer(type);
    if (out && type.kind == CType::Kind::Pointer && param.words.mode == Mode::Own)
      return Type::pointer(Ownership::zero(), translate(type.arguments[0], Ownership::one()));
    return translate(type, owns ? Ownership::one() : Ownership::zero());
  }

  // β with α = α + β.
  Type borrowed(llvm::StringRef variable) {
    const Type of = Type::variable(number(variable));
    const Type fresh = Type::variable(number("&" + std::to_string(freshVariables++)));
    where.push_back({TypeConstraint::Kind::Linear, {of, of, fresh}});
    return fresh;
  }

  std::vector<TypeConstraint> where;

private:
  static bool owning(Mode mode) {
    return mode == Mode::Own || mode == Mode::Frees || mode == Mode::Takes || mode == Mode::Releases;
  }

  static bool pointsToPointer(const CType &type) {
    return type.kind == CType::Kind::Pointer && type.arguments[0].kind == CType::Kind::Pointer &&
           type.arguments[0].arguments[0].kind != CType::Kind::Function;
  }

  Type pointee(const CType &type) {
    return type.kind == CType::Kind::Name && type.name == "void" ? Type::bottom() : translate(type);
  }

  Type translateName(const CType &type) {
    if (type.name == "void")
      return Type::unit();
    if (vocabulary.typeVariables.contains(type.name))
      return Type::variable(number(type.name));
    if (vocabulary.containers->contains(type.name)) {
      std::vector<Type> arguments;
      for (const CType &argument : type.arguments)
        arguments.push_back(translate(argument));
      return Type::container(type.name, std::move(arguments));
    }
    return isScalar(type.name) ? Type::base() : Type::bottom();
  }

  Type translateFunction(const CType &type) {
    std::vector<Type> params;
    for (const Param &param : type.params)
      params.push_back(translate(param));
    return Type::function(Type::product(std::move(params)), translate(type.arguments[0]));
  }

  const Vocabulary &vocabulary;
  std::vector<std::string> variables;
  unsigned freshVariables = 0;
};
} // namespace

// A clause that always holds says of a parameter, or of what it points to, the same as a word before it.
static void applyAsWord(const Clause &clause, Param &param) {
  if (!clause.when.empty() || !clause.place || clause.place->root != param.name || param.words.mode != Mode::None)
    return;
  const std::vector<Step> &path = clause.place->path;
  const bool isPointee = path.size() == 1 && path[0].kind == Step::Kind::Deref;
  if (clause.kind == ClauseKind::Frees && path.empty())
    param.words.mode = Mode::Frees;
  else if (clause.kind == ClauseKind::Takes && path.empty())
    param.words.mode = Mode::Takes;
  else if (clause.kind == ClauseKind::Releases && path.empty())
    param.words.mode = Mode::Releases;
  else if (clause.kind == ClauseKind::Allocates && isPointee)
    param.words.mode = Mode::Own, param.words.out = true;
}

static FunctionDecl withClausesAsWords(FunctionDecl function) {
  for (const Clause &clause : function.clauses) {
    if (clause.kind == ClauseKind::Returns && clause.when.empty() && function.words.mode == Mode::None)
      function.words.mode = clause.words.mode;
    for (Param &param : function.params)
      applyAsWord(clause, param);
  }
  return function;
}

static Type resultType(const FunctionDecl &function, const Vocabulary &vocabulary, Translator &translator) {
  if (!function.hasReturnType)
    return Type::unit();
  const CType &type = function.returnType;
  const bool element = isVariable(stripReference(type), vocabulary);
  // A reference to an element leaves its ownership where it is.
  if (element && (function.words.mode == Mode::Ref || type.kind != CType::Kind::Name))
    return translator.borrowed(stripReference(type).name);
  return translator.translate(type, function.words.mode == Mode::Own ? Ownership::one() : Ownership::zero());
}

Signature signatureOf(const FunctionDecl &declared, const Vocabulary &vocabulary) {
  const std::optional<FunctionDecl> reworded =
      declared.clauses.empty() ? std::nullopt : std::optional(withClausesAsWords(declared));
  const FunctionDecl &function = reworded ? *reworded : declared;
  Translator translator(vocabulary);
  std::vector<Type> params;
  if (isMemberFunction(function, vocabulary))
    params.push_back(Type::pointer(Ownership::zero(), translator.translate(classOf(function))));
  for (const Param &param : function.params)
    params.push_back(translator.translate(param));
  Signature signature;
  const Type result = resultType(function, vocabulary, translator);
  signature.type = Type::function(Type::product(std::move(params)), result);
  signature.where = std::move(translator.where);
  for (const Constraint &constraint : function.where) {
    TypeConstraint made;
    made.kind = constraint.kind == Constraint::Kind::RefType   ? TypeConstraint::Kind::NonOwning
                : constraint.kind == Constraint::Kind::OwnType ? TypeConstraint::Kind::Owning
                                                               : TypeConstraint::Kind::Equal;
    for (const Name &variable : constraint.variables)
      made.types.push_back(Type::variable(translator.number(variable.text)));
    signature.where.push_back(std::move(made));
  }
  return signature;
}

Type fieldType(const Param &field, const std::vector<std::string> &parameters, const Vocabulary &vocabulary) {
  Translator translator(vocabulary);
  for (const std::string &parameter : parameters)
    translator.number(parameter);
  return translator.translate(field);
}

} // namespace custody::specs
