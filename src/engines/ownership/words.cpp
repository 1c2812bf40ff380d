#include "engines/ownership/words.h"
#include "engines/spelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

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
    if (from.kind != Formal::Kind::In || !from.field.valid())
      continue;
    if (program.record(from.field.record).isSystem)
      return "'" + program.sourceName(callee).str() + "' returns a pointer that the object still owns";
    if (!fields.owns(from.field))
      continue;
    return "'" + program.sourceName(callee).str() + "' returns a pointer it still owns (field '" +
           fieldName(program, from.field) + "', owned because " + whyOwned(program, *fields.find(from.field)) + ")";
  }
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
    if (what.param == Formal::InResult)
      return "return." + fieldName(program, what.field);
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

// A constant.
std::string inWords(bool owns, const Formal &formal, const std::string &name) {
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

// "the result", "'s'", "'f' at exit"
std::string called(OwnVar variable, const Signature &signature, const Speller &spell) {
  const std::string name = spell.formal(variable);
  if (variable >= signature.formals.size())
    return "'" + name + "'";
  switch (signature.formals[variable].kind) {
  case Formal::Kind::Param:
    return "'" + name + "'";
  case Formal::Kind::Result:
    return "the result";
  case Formal::Kind::In:
    return "'" + name + "' at entry";
  case Formal::Kind::Out:
    return "'" + llvm::StringRef(name).drop_back().str() + "' at exit";
  }
  llvm_unreachable("every kind is above");
}

// One that depends on the caller: "if 's' owns, one of 'f' at exit and the result owns it afterwards; else none".
std::string inWords(const OwnConstraint &constraint, const Signature &signature, const Speller &spell) {
  const bool isFormal = constraint.source < signature.formals.size();
  if (constraint.targets.empty()) {
    const std::string name = "'" + spell.formal(constraint.source) + "'";
    return isFormal ? inWords(constraint.kind == Kind::One, signature.formals[constraint.source], name) : "";
  }
  std::vector<std::string> targets;
  for (OwnVar target : constraint.targets)
    targets.push_back(called(target, signature, spell));
  const std::string last = targets.back();
  targets.pop_back();
  const std::string all = targets.empty() ? last : llvm::join(targets, ", ") + " and " + last;
  const std::string source = called(constraint.source, signature, spell);
  if (targets.empty())
    return constraint.kind == Kind::Equal ? all + " owns if " + source + " does, and only then"
                                          : all + " owns only if " + source + " does";
  const std::string many = constraint.kind == Kind::Equal ? "one of " : "at most one of ";
  return isFormal ? "if " + source + " owns, " + many + all + " does; else none does" : many + all + " owns";
}

std::string list(llvm::ArrayRef<OwnConstraint> constraints, const Speller &spell) {
  if (constraints.empty())
    return "any";
  std::string text;
  llvm::raw_string_ostream out(text);
  llvm::interleave(
      constraints,
      [&](const OwnConstraint &c) { logic::print(out, c, [&](OwnVar variable) { return spell.formal(variable); }); },
      [&] { out << ", "; });
  return text;
}

std::vector<std::string> allWords(const Signature &signature, const Speller &spell) {
  std::vector<std::string> result;
  for (const OwnConstraint &constraint : signature.external)
    if (std::string words = inWords(constraint, signature, spell); !words.empty())
      result.push_back(std::move(words));
  return result;
}

struct FieldWords {
  std::string constraint; // of the last part of the name
  std::string words;
};

FieldWords describe(const program::Program &program, const FieldTypes &fields, FieldKey field) {
  const std::string name = fieldName(program, field);
  const FieldFacts *facts = fields.find(field);
  const FieldFacts *whole = fields.find({field.record, 0}); // Copied is noted there
  if (facts && fields.owns(field))
    return {name + " = 1", "owns, because " + whyOwned(program, *facts)};
  if (!facts || (facts->owningStores.empty() && !facts->isTaken && !facts->isHidden))
    return {name + " = 0", "does not own: nothing that owns is stored there, and nobody takes ownership out of it"};
  if (facts->isTold)
    return {"any", "is given what owns, and nobody frees it"};
  const bool isCopied = whole && whole->isHidden && whole != facts;
  return {"any", std::string("may own: ") + (facts->isTaken ? "somebody may take ownership out of it"
                                             : facts->isHidden || isCopied
                                                 ? "its address is taken, or the structure is copied as a whole"
                                                 : "what owns is stored there, and no destructor frees it")};
}

// The pointers of all classes and structures of the program.
void forEachField(const program::Program &program, llvm::function_ref<void(FieldKey)> visit) {
  for (uint32_t i = 0; i < program.numRecords(); ++i) {
    const ProgRecordId record(i);
    const Module &module = program.moduleOf(record);
    if (program.record(record).isSystem)
      continue;
    for (const Field &field : program.record(record).fields) {
      const Type &type = module[field.type];
      if (field.name && type.kind == TypeKind::Pointer && !type.isReference &&
          module[type.inner].kind != TypeKind::Function)
        visit({record, static_cast<int64_t>(field.offsetBits / 8)});
    }
  }
}

} // namespace

void printSignature(llvm::raw_ostream &out, const program::Program &program, ProgFuncId id,
                    const Signature &signature) {
  const Speller spell(program, id, signature);
  out << program.sourceName(id) << ": " << list(signature.external, spell) << "\n";
  if (signature.internal != signature.external)
    out << "  on the same object: " << list(signature.internal, spell) << "\n";
  for (const std::string &words : allWords(signature, spell))
    out << "  " << words << "\n";
}

void printFields(llvm::raw_ostream &out, const program::Program &program, const FieldTypes &fields) {
  forEachField(program, [&](FieldKey field) {
    const FieldWords told = describe(program, fields, field);
    out << qualifiedName(program, field) << ": " << told.constraint << "\n  " << told.words << "\n";
  });
}

void printSignatureJson(llvm::raw_ostream &out, const program::Program &program, ProgFuncId id,
                        const Signature &signature) {
  const Speller spell(program, id, signature);
  out << llvm::json::Value(llvm::json::Object{{"function", program.sourceName(id)},
                                              {"constraints", list(signature.external, spell)},
                                              {"onTheSameObject", list(signature.internal, spell)},
                                              {"words", llvm::json::Array(allWords(signature, spell))}})
      << "\n";
}

void printFieldsJson(llvm::raw_ostream &out, const program::Program &program, const FieldTypes &fields) {
  forEachField(program, [&](FieldKey field) {
    const FieldWords told = describe(program, fields, field);
    out << llvm::json::Value(llvm::json::Object{{"field", qualifiedName(program, field)},
                                                {"constraints", told.constraint},
                                                {"words", llvm::json::Array{told.words}}})
        << "\n";
  });
}

} // namespace custody::engines::ownership
