#include "engines/ownership/annotate.h"
#include "engines/ownership/complete.h"
#include "engines/ownership/places.h"
#include "specs/checker.h"
#include "specs/names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include <set>

namespace custody::engines::ownership {

using namespace ir;
using Kind = OwnConstraint::Kind;

namespace {

// C's spelling of a type. What has no name is a `void` behind pointers, and an `int` else: C's functions are found by
// their names alone.
std::string spellType(const Module &module, TypeId type, bool isPointee = false) {
  if (!type)
    return "void";
  const Type &what = module[type];
  switch (what.kind) {
  case TypeKind::Pointer: {
    const bool isDeep = module[what.inner].kind == TypeKind::Pointer;
    std::string inner = spellType(module, what.inner, true);
    if (what.innerConst)
      inner = isDeep ? inner + "const " : "const " + inner;
    return inner + (isDeep ? "" : " ") + (what.isReference ? "&" : "*");
  }
  case TypeKind::Void:
    return "void";
  case TypeKind::Int:
    return std::string(what.isSigned ? "" : "unsigned ") + (what.bits <= 8    ? "char"
                                                            : what.bits <= 16 ? "short"
                                                            : what.bits <= 32 ? "int"
                                                                              : "long");
  case TypeKind::Float:
    return what.bits <= 32 ? "float" : "double";
  case TypeKind::Record:
    if (const llvm::StringRef name = module.text(module[what.record].name); name.find_first_of("@($. ") == name.npos)
      return name.str();
    [[fallthrough]];
  default:
    return isPointee ? "void" : "int";
  }
}

// `char *p`, `int n`
std::string declare(llvm::StringRef type, llvm::StringRef name) {
  const bool isTight = type.ends_with("*") || type.ends_with("&");
  return type.str() + (isTight || name.empty() ? "" : " ") + name.str();
}

bool isFunctionPointer(const Module &module, TypeId type) {
  while (type && module[type].kind == TypeKind::Pointer)
    type = module[type].inner;
  return type && module[type].kind == TypeKind::Function;
}

// A container's declaration, for classes whose names can be written as one.
std::string containerName(const program::Program &program, ProgRecordId record) {
  const std::string name = specs::nameKey(program.name(record));
  return llvm::StringRef(name).find_first_of("@($<. ") == llvm::StringRef::npos ? name : "";
}

struct Declaration {
  std::string container; // the class of a member function
  std::string text;
};

class Declarer {
public:
  Declarer(const program::Program &program, ProgFuncId id, const Signature &signature)
      : program(program), id(id), function(program.function(id)), module(program.moduleOf(id)), signature(signature),
        query(specs::FunctionQuery::fromDemangled(llvm::demangle(program.linkName(id).str()))) {}

  // Whose calls the declaration would be taken for.
  std::string key() const {
    // The language tells overloads apart in classes and namespaces only: elsewhere a name alone is a function, as in C.
    return query.paramTypes && llvm::StringRef(specs::nameKey(query.name)).contains("::")
               ? query.name + "(" + llvm::join(*query.paramTypes, ",") + ")"
               : query.name;
  }
  std::optional<Declaration> declare(bool isNoReturn);

private:
  bool isMember() const { return function.record && function.kind != FunctionKind::StaticMethod; }
  bool isConst() const { return llvm::StringRef(llvm::demangle(program.linkName(id).str())).ends_with(") const"); }
  std::string paramName(uint32_t index) const;
  bool isResult(OwnVar param) const;
  std::optional<OwnVar> movedInto(OwnVar param) const;
  bool isMoved(OwnVar out) const;
  bool isFirst(OwnVar in, OwnVar out) const;
  bool addParam(uint32_t index, std::string &words);
  bool isTold(OwnVar formal) const;
  bool holdsPointers(const Formal &formal) const;
  bool addBehind();
  bool addResult();
  std::string place(const Formal &formal) const;
  bool isSame(OwnVar in, OwnVar out) const;
  std::string typeOf(uint32_t index) const;

  const program::Program &program;
  const ProgFuncId id;
  const Function &function;
  const Module &module;
  const Signature &signature;
  const specs::FunctionQuery query;
  std::vector<std::string> clauses;
  std::string resultWords;
};

std::string Declarer::paramName(uint32_t index) const {
  if (isMember() && index == 0)
    return "this";
  static const std::set<llvm::StringRef> Words = {
      "this",  "return",  "into",   "own", "ref",  "region", "nonnull",  "may_null", "after", "out", "frees", "takes",
      "holds", "retains", "static", "as",  "when", "null",   "releases", "noreturn", "where", "in",  "to"};
  const llvm::StringRef name = module.text(function[function.params[index]].name);
  const bool isPlain = !name.empty() && llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; });
  return isPlain && !Words.contains(name) ? name.str() : "a" + std::to_string(index);
}

std::string Declarer::typeOf(uint32_t index) const {
  const uint32_t at = isMember() ? index - 1 : index;
  if (query.paramTypes && at < query.paramTypes->size()) { // `Elem const*`
    std::string type = (*query.paramTypes)[at];
    if (const size_t star = type.find_last_not_of("*&") + 1; star < type.size() && type[star - 1] != ' ')
      type.insert(star, " ");
    return type;
  }
  const llvm::ArrayRef<TypeId> types = module[function.type].params;
  return spellType(module, at < types.size() ? types[at] : function[function.params[index]].type);
}

// `a = return`
bool Declarer::isResult(OwnVar param) const {
  return llvm::any_of(signature.external, [&](const OwnConstraint &c) {
    return c.kind == Kind::Equal && c.source == param && c.targets.size() == 1 &&
           c.targets.front() < signature.formals.size() &&
           signature.formals[c.targets.front()].kind == Formal::Kind::Result;
  });
}

// `a = p->f'`: what the function is given is kept there.
std::optional<OwnVar> Declarer::movedInto(OwnVar param) const {
  for (const OwnConstraint &c : signature.internal) {
    if (c.kind != Kind::Equal || c.targets.size() != 1)
      continue;
    const OwnVar other = c.source == param ? c.targets.front() : c.targets.front() == param ? c.source : param;
    if (other != param && other < signature.formals.size() && signature.formals[other].kind == Formal::Kind::Out)
      return other;
  }
  return {};
}

bool Declarer::isMoved(OwnVar out) const {
  for (OwnVar i = 0; i < signature.formals.size(); ++i)
    if (signature.formals[i].kind == Formal::Kind::Param && movedInto(i) == out)
      return true;
  return false;
}

// Nothing was there before.
bool Declarer::isFirst(OwnVar in, OwnVar out) const {
  return (isConstructor(function) && signature.formals[out].param == 0) || labelIn(signature, in) == false;
}

// False: a declaration cannot say it.
bool Declarer::addParam(uint32_t index, std::string &words) {
  const auto at = llvm::find_if(signature.formals, [&](const Formal &formal) {
    return formal.kind == Formal::Kind::Param && formal.param == index;
  });
  if (at == signature.formals.end())
    return true;
  const OwnVar variable = at - signature.formals.begin();
  const std::string name = paramName(index);
  const std::optional<bool> label = labelIn(signature, variable);
  const bool isKept = index < signature.isKept.size() && signature.isKept[index];
  const bool isRefused = index < signature.refusedWith.size() && signature.refusedWith[index];
  if (!label) {
    clauses.push_back("returns " + name);
    return !isKept && isResult(variable);
  }
  const std::optional<OwnVar> into = *label ? movedInto(variable) : std::nullopt;
  const std::string where = into ? place(signature.formals[*into]) : "";
  if (into && (isRefused || where.empty()))
    return false;
  if (into)
    clauses.push_back("takes " + name + " in " + where);
  else if (*label && isRefused)
    clauses.push_back("takes " + name + " when (return != " + std::to_string(*signature.refusedWith[index]) + ")");
  else if (*label)
    words = "own ";
  else if (isKept)
    clauses.push_back("holds " + name);
  return !*label || name != "this"; // `delete this`
}

// `p->f`, `*p`; empty if it has no such name.
std::string Declarer::place(const Formal &formal) const {
  if (formal.param == Formal::InResult)
    return "";
  const std::string name = paramName(formal.param);
  TypeId type = function[function.params[formal.param]].type;
  if (!type || module[type].kind != TypeKind::Pointer || module[type].isReference)
    return "";
  type = module[type].inner;
  if (!formal.field.valid())
    return formal.offset == 0 && module[type].kind == TypeKind::Pointer ? "*" + name : "";
  if (module[type].kind != TypeKind::Record || program.resolve(id, module[type].record) != formal.field.record ||
      formal.offset != formal.field.offset)
    return "";
  const std::string field = fieldName(program, formal.field);
  return field.empty() ? "" : name + "->" + field;
}

bool Declarer::isSame(OwnVar in, OwnVar out) const {
  return llvm::any_of(signature.internal, [&](const OwnConstraint &c) {
    return c.kind == Kind::Equal && c.targets.size() == 1 &&
           ((c.source == in && c.targets.front() == out) || (c.source == out && c.targets.front() == in));
  });
}

bool Declarer::isTold(OwnVar formal) const {
  return llvm::any_of(signature.internal, [&](const OwnConstraint &c) {
    return c.source == formal || llvm::is_contained(c.targets, formal);
  });
}

// Memory in which there are pointers is freed with what hangs on it: `frees` would say that of the block alone.
bool Declarer::holdsPointers(const Formal &formal) const {
  if (!formal.field.valid())
    return true;
  const Module &owner = program.moduleOf(formal.field.record);
  for (const Field &field : program.record(formal.field.record).fields)
    if (static_cast<int64_t>(field.offsetBits / 8) == formal.field.offset && owner[field.type].inner) {
      const TypeKind pointee = owner[owner[field.type].inner].kind;
      return pointee != TypeKind::Int && pointee != TypeKind::Float;
    }
  return true;
}

// What lies behind parameters: released, or made there.
bool Declarer::addBehind() {
  for (OwnVar out = 1; out < signature.formals.size(); ++out) {
    const OwnVar in = out - 1; // they come in pairs
    const Formal &formal = signature.formals[out];
    if (formal.kind != Formal::Kind::Out)
      continue;
    const Left left = out < signature.left.size() ? signature.left[out] : Left::Known;
    const std::optional<bool> before = labelIn(signature, in);
    const std::optional<bool> after = left == Left::Null ? std::optional(false) : labelIn(signature, out);
    const bool isHolderTaken = labelIn(signature, Formal::Kind::Param, formal.param) == true;
    // The class may say what it is, but the body does not tell whether it is the same.
    if (left == Left::Unsure || left == Left::AsEntered || (left == Left::Known && !isTold(out)))
      return false;
    if (left == Left::Known && before == after && (isSame(in, out) || before == false))
      continue; // nothing that the caller must know
    const std::string where = place(formal);
    if (where.empty() || !after)
      return false;
    const bool isKnown = isMoved(out) || !*after || labelIn(signature.internal, out) == true; // where it comes from
    if (!isKnown || (*after && before != true && !isFirst(in, out)))
      return false;
    if (before == true) // first: `takes this->e takes elem in this->e`
      clauses.insert(clauses.begin(), (holdsPointers(formal) ? "takes " : "frees ") + where);
    if (*after && !isMoved(out))
      clauses.push_back("allocates " + where);
    if (left == Left::Null && !isHolderTaken && before == true)
      clauses.push_back("sets " + where + " to null");
  }
  return true;
}

bool Declarer::addResult() {
  for (OwnVar i = 0; i < signature.formals.size(); ++i) {
    if (signature.formals[i].kind != Formal::Kind::Result)
      continue;
    const std::optional<bool> label = labelIn(signature, i);
    const bool isArgument =
        llvm::any_of(clauses, [](llvm::StringRef clause) { return clause.starts_with("returns "); });
    if ((!label && !isArgument) || (label == true && signature.isResultKept))
      return false;
    resultWords = label == true ? "own " : "";
  }
  return true;
}

std::optional<Declaration> Declarer::declare(bool isNoReturn) {
  Declaration result;
  const llvm::StringRef name = query.name;
  if (name.find_first_of("($.{'") != name.npos || name.contains("operator"))
    return {};
  if (function.record) {
    result.container = containerName(program, program.resolve(id, function.record));
    if (result.container.empty())
      return {};
  }
  std::vector<std::string> params;
  for (uint32_t i = 0; i < function.params.size(); ++i) {
    std::string words;
    if (isFunctionPointer(module, function[function.params[i]].type) || !addParam(i, words))
      return {};
    if (isMember() && i == 0)
      continue;
    params.push_back(words + ownership::declare(typeOf(i), paramName(i)));
  }
  if (module[function.type].isVariadic)
    params.push_back("...");
  if (!addBehind() || !addResult())
    return {};
  const bool isSpecial = isConstructor(function) || function.kind == FunctionKind::Destructor;
  const std::string type = spellType(module, module[function.type].inner);
  result.text = (isNoReturn ? "noreturn " : "") +
                std::string(function.kind == FunctionKind::StaticMethod ? "static " : "") + resultWords +
                (isSpecial ? name.str() : ownership::declare(type, name)) + "(" + llvm::join(params, ", ") + ")" +
                (isConst() ? " const" : "") + (clauses.empty() ? "" : " ") + llvm::join(clauses, " ") + ";";
  return result;
}

// What the language itself cannot read, or finds contradictory, is not said.
bool isReadable(const Declaration &declaration) {
  const std::string text =
      (declaration.container.empty() ? "" : "container " + declaration.container + " { };\n") + declaration.text + "\n";
  const auto source = std::make_shared<specs::SourceFile>("", text);
  specs::ParseResult parsed = specs::parse(source);
  return parsed.diagnostics.empty() && specs::check({{source, std::move(parsed.declarations)}}, {}).empty();
}

// ` own char *s;`, of the fields that own, in their order.
std::vector<std::string> ownedFields(const program::Program &program, const FieldTypes &fields, ProgRecordId record) {
  std::vector<std::string> result;
  for (auto at = fields.all().lower_bound({record, 0}); at != fields.all().end() && at->first.record == record; ++at) {
    const std::string field = fieldName(program, at->first);
    if (!fields.owns(at->first) || field.empty())
      continue;
    for (const Field &known : program.record(record).fields)
      if (program.moduleOf(record).text(known.name) == field)
        if (std::string text = " own " + declare(spellType(program.moduleOf(record), known.type), field) + ";";
            !llvm::is_contained(result, text))
          result.push_back(std::move(text));
  }
  return result;
}

// `container text { own char *s; };`: what holds for all classes of that name. A database may be of several programs.
std::string containerOf(const program::Program &program, const FieldTypes &fields, llvm::StringRef name,
                        llvm::ArrayRef<ProgRecordId> records) {
  std::vector<std::string> owned;
  if (!records.empty())
    owned = ownedFields(program, fields, records.front());
  for (ProgRecordId other : records.drop_front(records.empty() ? 0 : 1))
    llvm::erase_if(owned, [&, others = ownedFields(program, fields, other)](const std::string &field) {
      return !llvm::is_contained(others, field);
    });
  return "container " + name.str() + " {" + llvm::join(owned, "") + " };";
}

} // namespace

void printDeclarations(llvm::raw_ostream &out, const program::ProgramModel &model, const OwnershipEngine &engine,
                       llvm::function_ref<bool(ProgFuncId)> isWanted) {
  const program::Program &program = model.program;
  const std::vector<bool> isComplete = completeFunctions(model, [&](ProgFuncId id) { return engine.signature(id); });
  std::map<std::string, std::set<std::string>> byKey; // what is declared of the functions that are called so
  std::vector<std::pair<std::string, Declaration>> declarations;
  const Signature nothing;
  for (uint32_t i = 0; i < program.numFunctions(); ++i) {
    const ProgFuncId id(i);
    const Signature *signature = engine.signature(id);
    Declarer declarer(program, id, signature ? *signature : nothing);
    std::optional<Declaration> declaration;
    if (signature && program.hasBody(id) && !program.function(id).isSystem && isComplete[i] &&
        program.function(id).type)
      declaration = declarer.declare(model.noReturn(id));
    if (declaration && !isReadable(*declaration))
      declaration.reset();
    byKey[declarer.key()].insert(declaration ? declaration->text : "");
    if (declaration && isWanted(id))
      declarations.push_back({declarer.key(), std::move(*declaration)});
  }
  std::set<std::string> printed;
  std::map<std::string, std::vector<ProgRecordId>> classes;
  for (const auto &[key, declaration] : declarations)
    if (byKey[key].size() == 1 && !declaration.container.empty())
      classes.try_emplace(declaration.container);
  for (const auto &[field, facts] : engine.fieldTypes().all())
    if (const std::string name = containerName(program, field.record);
        !program.record(field.record).isSystem && engine.fieldTypes().owns(field) && !name.empty())
      classes.try_emplace(name);
  for (uint32_t i = 0; i < program.numRecords(); ++i)
    if (const auto at = classes.find(containerName(program, ProgRecordId(i))); at != classes.end())
      at->second.push_back(ProgRecordId(i));
  for (const auto &[name, records] : classes)
    if (const specs::Container *known = model.specs.store().container(name);
        !known || known->origin.authority != specs::Authority::Bundled)
      out << containerOf(program, engine.fieldTypes(), name, records) << "\n";
  for (const auto &[key, declaration] : declarations)
    if (byKey[key].size() == 1 && printed.insert(declaration.text).second)
      out << declaration.text << "\n";
}

} // namespace custody::engines::ownership
