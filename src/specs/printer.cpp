// Declarations back to text; the idea is told in printer.h.
#include "specs/printer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace custody::specs {

llvm::StringRef spelling(Mode mode) {
  switch (mode) {
  case Mode::None:
    return "";
  case Mode::Own:
    return "own";
  case Mode::Ref:
    return "ref";
  case Mode::Frees:
    return "frees";
  case Mode::Takes:
    return "takes";
  case Mode::Holds:
    return "holds";
  case Mode::Retains:
    return "retains";
  case Mode::Releases:
    return "releases";
  case Mode::Region:
    return "region";
  }
  return "";
}

llvm::StringRef spelling(ClauseKind kind) {
  static constexpr llvm::StringLiteral names[] = {"noreturn", "returns", "allocates", "frees",    "takes",
                                                  "holds",    "retains", "releases",  "reallocs", "copies",
                                                  "moves",    "clears",  "sets",      "empties",  "calls"};
  return names[static_cast<unsigned>(kind)];
}

llvm::StringRef spelling(Relation relation) {
  static constexpr llvm::StringLiteral names[] = {"==", "!=", "<", "<=", ">", ">="};
  return names[static_cast<unsigned>(relation)];
}

template <typename Range, typename Print>
static std::string joined(const Range &items, llvm::StringRef separator, Print printItem) {
  std::string out;
  for (const auto &item : items) {
    if (!out.empty())
      out += separator;
    out += printItem(item);
  }
  return out;
}

static std::string joinedNames(const std::vector<Name> &names) {
  return joined(names, ", ", [](const Name &name) { return name.text; });
}

static std::string printParams(const std::vector<Param> &params, bool variadic) {
  std::string out = joined(params, ", ", [](const Param &p) { return print(p); });
  if (variadic)
    out += out.empty() ? "..." : ", ...";
  return out;
}

// `declarator` is what stands after the specifier: stars and a name.
static std::string printDeclarator(const CType &type, std::string declarator) {
  switch (type.kind) {
  case CType::Kind::Name: {
    std::string out = (type.isConst ? "const " : "") + type.name;
    if (!type.arguments.empty())
      out += "<" + joined(type.arguments, ", ", [](const CType &t) { return print(t); }) + ">";
    return declarator.empty() ? out : out + " " + declarator;
  }
  case CType::Kind::Pointer:
    if (type.arguments[0].kind == CType::Kind::Function)
      return printDeclarator(type.arguments[0], "(*" + declarator + ")");
    if (type.isConst)
      return printDeclarator(type.arguments[0], "*const" + (declarator.empty() ? "" : " " + declarator));
    return printDeclarator(type.arguments[0], "*" + declarator);
  case CType::Kind::Reference:
    return printDeclarator(type.arguments[0], "&" + declarator);
  case CType::Kind::RValueReference:
    return printDeclarator(type.arguments[0], "&&" + declarator);
  case CType::Kind::Function:
    return printDeclarator(type.arguments[0], declarator + "(" + printParams(type.params, false) + ")");
  }
  return declarator;
}

std::string print(const CType &type) {
  return printDeclarator(type, "");
}

static std::string printWords(const Words &words) {
  std::string out;
  if (words.out)
    out += "out ";
  if (words.mode != Mode::None)
    out += spelling(words.mode).str() + (words.argument.empty() ? "" : "(" + words.argument.text + ")") + " ";
  if (words.null != Nullness::Unknown)
    out += words.null == Nullness::NeverNull ? "nonnull " : "may_null ";
  return out;
}

std::string print(const Param &param) {
  return printWords(param.words) + printDeclarator(param.type, param.name);
}

std::string print(const PlaceExpr &place) {
  std::string out = place.root;
  const auto wrapped = [&out] { return out.front() == '*' ? "(" + out + ")" : out; };
  for (size_t i = 0; i < place.path.size(); ++i) {
    const Step &step = place.path[i];
    if (step.kind == Step::Kind::Element) {
      out = wrapped() + "[]";
    } else if (step.kind == Step::Kind::Field) {
      out = wrapped() + "." + step.field;
    } else if (i + 1 < place.path.size() && place.path[i + 1].kind == Step::Kind::Field) {
      out = wrapped() + "->" + place.path[i + 1].field;
      ++i;
    } else {
      out = "*" + out;
    }
  }
  return out;
}

std::string print(const std::vector<ComparisonExpr> &when) {
  return joined(when, " && ", [](const ComparisonExpr &c) {
    return (c.after ? "after " : "") + print(c.subject) + " " + spelling(c.relation).str() + " " +
           (c.null ? "null" : std::to_string(c.value));
  });
}

std::string print(const std::vector<NameSegment> &name) {
  return joined(name, "::", [](const NameSegment &segment) {
    if (segment.arguments.empty())
      return segment.identifier;
    return segment.identifier + "<" + joined(segment.arguments, ", ", [](const CType &t) { return print(t); }) + ">";
  });
}

static std::string printCallArguments(const Clause &clause) {
  std::string out =
      "(" +
      joined(clause.arguments, ", ",
             [](const std::optional<PlaceExpr> &place) { return place ? print(*place) : std::string("_"); }) +
      ")";
  if (clause.time == CallTime::Later)
    out += " later";
  if (clause.time == CallTime::AtExit)
    out += " at_exit";
  return out;
}

static std::string printResult(const Clause &clause) {
  if (clause.place)
    return (clause.interior ? " into " : " ") + print(*clause.place);
  const std::string argument = clause.words.argument.empty() ? "" : "(" + clause.words.argument.text + ")";
  return " " + spelling(clause.words.mode).str() + argument;
}

static std::string printClause(const Clause &clause) {
  std::string out = spelling(clause.kind).str();
  if (clause.kind == ClauseKind::Returns)
    out += printResult(clause);
  else if (clause.place)
    out += " " + print(*clause.place);
  if (clause.kind == ClauseKind::Calls)
    out += printCallArguments(clause);
  if (clause.freesOnFailure)
    out += " or_frees";
  if (clause.toNull)
    out += " to null";
  if (clause.other) {
    const bool held = clause.kind == ClauseKind::Takes || clause.kind == ClauseKind::Holds;
    out += (held ? " in " : clause.interior ? " to into " : " to ") + print(*clause.other);
  }
  if (!clause.family.empty())
    out += " as " + clause.family.text;
  if (clause.words.null != Nullness::Unknown)
    out += clause.words.null == Nullness::NeverNull ? " nonnull" : " may_null";
  if (clause.untilNull)
    out += " until null";
  if (!clause.when.empty())
    out += " when (" + print(clause.when) + ")";
  return out;
}

static std::string printConstraint(const Constraint &constraint) {
  static constexpr llvm::StringLiteral names[] = {"ref_type", "own_type", "same_type"};
  return names[static_cast<unsigned>(constraint.kind)].str() + "(" + joinedNames(constraint.variables) + ")";
}

std::string print(const FunctionDecl &function) {
  const std::string call = print(function.name) + "(" + printParams(function.params, function.variadic) + ")";
  std::string out = (function.isStatic ? "static " : "") + printWords(function.words);
  out += function.hasReturnType ? printDeclarator(function.returnType, call) : call;
  if (function.isConst)
    out += " const";
  for (const Clause &clause : function.clauses)
    out += " " + printClause(clause);
  if (!function.where.empty())
    out += " where { " + joined(function.where, ", ", printConstraint) + " }";
  return out;
}

static std::string printHeaders(const HeaderDecl &header) {
  return "header " + (header.headers.empty() ? "none" : llvm::join(header.headers, ", "));
}

namespace {
struct DeclarationPrinter {
  std::string operator()(const LibraryDecl &library) const {
    std::string out = "library \"" + library.name + "\"";
    if (!library.version.empty())
      out += " version \"" + library.version + "\"";
    if (library.header)
      out += " " + printHeaders(*library.header);
    if (!library.package.empty())
      out += " package \"" + library.package + "\"";
    if (!library.pkgconfig.empty())
      out += " pkgconfig \"" + library.pkgconfig + "\"";
    return out;
  }
  std::string operator()(const HeaderDecl &header) const { return printHeaders(header); }
  std::string operator()(const TypeDecl &type) const { return "type " + llvm::join(type.names, ", "); }
  std::string operator()(const FamilyDecl &family) const {
    std::string out = "family " + family.name;
    if (family.resource)
      out += " resource" + (family.called.empty() ? "" : " \"" + family.called + "\"");
    if (family.counted)
      out += " counted";
    if (family.isDefault)
      out += " default";
    if (!family.like.empty())
      out += " like " + family.like.text;
    if (!family.freedBy.empty())
      out += " freed_by " + joinedNames(family.freedBy);
    return out;
  }
  std::string operator()(const ContainerDecl &container) const {
    std::string out = "container " + container.name;
    if (!container.parameters.empty())
      out += "<" + llvm::join(container.parameters, ", ") + ">";
    out += " {";
    for (const Param &field : container.fields)
      out += " " + print(field) + ";";
    return out + " }";
  }
  std::string operator()(const AliasDecl &alias) const {
    std::string out = "alias " + alias.name + " = " + alias.target.text;
    if (!alias.drop.empty())
      out += " drop " + joined(alias.drop, ", ", [](unsigned position) { return std::to_string(position); });
    return out;
  }
  std::string operator()(const FunctionDecl &function) const { return print(function); }
};
} // namespace

std::string print(const Declaration &declaration) {
  return std::visit(DeclarationPrinter(), declaration) + ";";
}

std::string print(const std::vector<Declaration> &declarations) {
  std::string out;
  for (const Declaration &declaration : declarations)
    out += print(declaration) + "\n";
  return out;
}

} // namespace custody::specs
