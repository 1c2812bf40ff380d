#include "engines/ownership/words.h"
#include "engines/spelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace custody::engines::ownership {

using namespace ir;
using Kind = OwnConstraint::Kind;

std::string keepsItsResult(const program::Program &program, const FieldTypes &fields, ProgFuncId callee,
                           const Signature *signature) {
  if (!signature || !callee)
    return "";
  std::optional<OwnVar> result;
  for (uint32_t i = 0; i < signature->formals.size(); ++i)
    if (signature->formals[i].kind == Formal::Kind::Result)
      result = i;
  if (!result)
    return "";
  for (const OwnConstraint &constraint : signature->internal) {
    if (!llvm::is_contained(constraint.targets, *result) || constraint.source >= signature->formals.size())
      continue;
    const Formal &from = signature->formals[constraint.source];
    if (from.kind != Formal::Kind::In || !fields.owns(from.field))
      continue;
    return "'" + program.sourceName(callee).str() + "' returns a pointer it still owns (field '" +
           fieldName(program, from.field) + "', owned because " + whyOwned(program, *fields.find(from.field)) + ")";
  }
  return "";
}

std::string allocatorName(const Module &module, const Function &function, StmtId stmt) {
  if (!stmt)
    return "";
  if (const auto *alloc = std::get_if<Alloc>(&function[stmt].op))
    return module.text(alloc->family).str();
  if (std::holds_alternative<Realloc>(function[stmt].op))
    return "realloc";
  return "";
}

std::string spellSlotPlace(const Module &module, const Function &function, ExprId place) {
  return spellPlace(module, function, place);
}

namespace {

class Speller {
public:
  Speller(const program::Program &program, ProgFuncId id, const Signature &signature)
      : program(program), function(program.function(id)), module(program.moduleOf(id)), signature(signature) {}

  std::string param(uint32_t index) const {
    if (index < function.params.size())
      if (llvm::StringRef name = module.text(function[function.params[index]].name); !name.empty())
        return name.str();
    return "arg" + std::to_string(index);
  }

  std::string formal(OwnVar variable) const {
    if (variable >= signature.formals.size())
      return "new" + std::to_string(variable - signature.formals.size() + 1);
    const Formal &what = signature.formals[variable];
    switch (what.kind) {
    case Formal::Kind::Param:
      return param(what.param);
    case Formal::Kind::Result:
      return "return";
    case Formal::Kind::In:
      return behind(what);
    case Formal::Kind::Out:
      return behind(what) + "'";
    }
    llvm_unreachable("every kind is above");
  }

private:
  std::string behind(const Formal &what) const {
    const std::string name = param(what.param);
    if (!what.field.valid())
      return "*" + name;
    const std::string field = fieldName(program, what.field);
    return name == "this" ? field : name + "->" + field;
  }

  const program::Program &program;
  const Function &function;
  const Module &module;
  const Signature &signature;
};

std::string inWords(const OwnConstraint &constraint, const Signature &signature, const Speller &spell) {
  if (constraint.source >= signature.formals.size() || (constraint.kind != Kind::Zero && constraint.kind != Kind::One))
    return "";
  const bool owns = constraint.kind == Kind::One;
  const Formal &formal = signature.formals[constraint.source];
  const std::string name = "'" + spell.formal(constraint.source) + "'";
  switch (formal.kind) {
  case Formal::Kind::Param:
    return owns ? "takes ownership of " + name : "borrows " + name;
  case Formal::Kind::Result:
    return owns ? "returns memory that the caller owns" : "returns a pointer that others own";
  case Formal::Kind::In:
    return name + (owns ? " must own at entry" : " must not own at entry");
  case Formal::Kind::Out:
    return name + (owns ? " owns at exit" : " does not own at exit");
  }
  llvm_unreachable("every kind is above");
}

std::optional<bool> labelOf(const Signature &signature, Formal::Kind kind, uint32_t param) {
  for (const OwnConstraint &constraint : signature.external)
    if (constraint.source < signature.formals.size() && signature.formals[constraint.source].kind == kind &&
        signature.formals[constraint.source].param == param && constraint.targets.empty())
      return constraint.kind == Kind::One;
  return {};
}

// C's spelling of a type; "void *" for what has none that is short.
std::string spellType(const Module &module, TypeId type) {
  std::string suffix;
  for (; type; type = module[type].inner) {
    const Type &what = module[type];
    switch (what.kind) {
    case TypeKind::Pointer:
      suffix = (what.isReference ? " &" : " *") + llvm::StringRef(suffix).ltrim().str();
      if (module[what.inner].kind == TypeKind::Function)
        return "void *";
      continue;
    case TypeKind::Void:
      return "void" + suffix;
    case TypeKind::Int:
      return std::string(what.isSigned ? "" : "unsigned ") +
             (what.bits <= 8    ? "char"
              : what.bits <= 16 ? "short"
              : what.bits <= 32 ? "int"
                                : "long") +
             suffix;
    case TypeKind::Float:
      return (what.bits <= 32 ? "float" : "double") + suffix;
    case TypeKind::Record: {
      const llvm::StringRef name = module.text(module[what.record].name);
      return name.contains('@') || name.contains('(') ? "void *" : name.str() + suffix;
    }
    default:
      return "void *";
    }
  }
  return "void";
}

// `char *p`, `int n`
std::string declare(const std::string &type, llvm::StringRef name) {
  const bool isTight = type.back() == '*' || type.back() == '&';
  return type + (isTight || name.empty() ? "" : " ") + name.str();
}

} // namespace

void printSignature(llvm::raw_ostream &out, const program::Program &program, ProgFuncId id,
                    const Signature &signature) {
  const Speller spell(program, id, signature);
  out << program.sourceName(id) << ":";
  if (signature.external.empty())
    out << " any";
  llvm::interleave(
      signature.external,
      [&](const OwnConstraint &c) {
        out << " ";
        logic::print(out, c, [&](OwnVar variable) { return spell.formal(variable); });
      },
      [&] { out << ","; });
  out << "\n";
  if (signature.internal != signature.external) {
    out << "  on the same object:";
    if (signature.internal.empty())
      out << " any";
    llvm::interleave(
        signature.internal,
        [&](const OwnConstraint &c) {
          out << " ";
          logic::print(out, c, [&](OwnVar variable) { return spell.formal(variable); });
        },
        [&] { out << ","; });
    out << "\n";
  }
  for (const OwnConstraint &constraint : signature.external)
    if (const std::string words = inWords(constraint, signature, spell); !words.empty())
      out << "  " << words << "\n";
}

void printAnnotation(llvm::raw_ostream &out, const program::Program &program, ProgFuncId id,
                     const Signature &signature) {
  const Function &function = program.function(id);
  const Module &module = program.moduleOf(id);
  const bool isMember = function.kind != FunctionKind::Free && function.kind != FunctionKind::StaticMethod;
  auto word = [&](Formal::Kind kind, uint32_t param) -> std::optional<std::string> {
    const bool isFormal = llvm::any_of(
        signature.formals, [&](const Formal &formal) { return formal.kind == kind && formal.param == param; });
    if (!isFormal)
      return "";
    const std::optional<bool> label = labelOf(signature, kind, param);
    return label ? std::optional<std::string>(*label ? "own " : "") : std::nullopt;
  };
  std::vector<std::string> params;
  for (uint32_t i = 0; i < function.params.size(); ++i) {
    const Var &param = function[function.params[i]];
    const std::optional<std::string> owns = word(Formal::Kind::Param, i);
    if (!owns)
      return;
    if (isMember && i == 0)
      continue;
    const bool isFilled = word(Formal::Kind::Out, i) == "own ";
    params.push_back((isFilled ? "out own " : *owns) + declare(spellType(module, param.type), module.text(param.name)));
  }
  const std::optional<std::string> result = word(Formal::Kind::Result, 0);
  const llvm::StringRef name = program.sourceName(id);
  if (!result || name.contains('(') || name.contains("operator") || name.contains('$'))
    return;
  const bool isSpecial = function.kind == FunctionKind::Constructor || function.kind == FunctionKind::CopyConstructor ||
                         function.kind == FunctionKind::MoveConstructor || function.kind == FunctionKind::Destructor;
  const std::string type = function.returnVar ? spellType(module, function[function.returnVar].type) : "void";
  out << *result << (isSpecial ? name.str() : declare(type, name)) << "(" << llvm::join(params, ", ") << ");\n";
}

void printFields(llvm::raw_ostream &out, const program::Program &program, const FieldTypes &fields) {
  for (const auto &[field, facts] : fields.all())
    if (fields.owns(field) && !program.record(field.record).isSystem)
      out << qualifiedName(program, field) << ": owns, because " << whyOwned(program, facts) << "\n";
}

} // namespace custody::engines::ownership
