// From a declaration to facts; the idea is told in meaning.h.
#include "specs/meaning.h"

#include "specs/printer.h"
#include "specs/signature.h"

namespace custody::specs {

namespace {

class Meaning {
public:
  Meaning(const FunctionDecl &decl, const Vocabulary &known, const SourceRef &file, Diagnostics &messages)
      : function(decl), vocabulary(known), source(file), diagnostics(messages) {
    spec.isMember = isMemberFunction(function, vocabulary);
    spec.isConstructor = isConstructor(function);
    spec.isDestructor = isDestructor(function);
    self = spec.isMember ? 1 : 0;
  }

  std::optional<FunctionSpec> build(Authority authority) {
    describeParams();
    for (unsigned i = 0; i < function.params.size(); ++i)
      addWordEffects(i);
    for (const Clause &clause : function.clauses)
      addClause(clause);
    addDefaultResult();
    for (unsigned i = 0; i < function.params.size(); ++i)
      addTypeEffects(i);
    if (failed)
      return std::nullopt;
    spec.name = print(function.name);
    spec.variadic = function.variadic;
    spec.returnType = function.hasReturnType ? print(function.returnType) : "";
    spec.returnsPointer = function.hasReturnType && function.returnType.kind != CType::Kind::Name;
    spec.signature = signatureOf(function, vocabulary);
    spec.declaration = function;
    const LineColumn at = source->locate(function.offset);
    spec.origins.push_back({authority, source->name, at.line, at.column, ""});
    return std::move(spec);
  }

private:
  void fail(Offset offset, const std::string &message) {
    diagnostics.push_back({Severity::Error, source, offset, message});
    failed = true;
  }

  static ParamInfo infoOf(const Param &param) {
    ParamInfo info;
    info.name = param.name;
    info.type = print(param.type);
    info.isPointer = param.type.kind != CType::Kind::Name;
    info.isConstPointee = info.isPointer && param.type.arguments[0].isConst;
    info.isFunction = param.type.kind == CType::Kind::Pointer && param.type.arguments[0].kind == CType::Kind::Function;
    return info;
  }

  void describeParams() {
    if (spec.isMember) {
      ParamInfo info;
      info.name = "this";
      info.type = print(classOf(function)) + " *";
      info.isPointer = true;
      info.isConstPointee = function.isConst;
      spec.params.push_back(std::move(info));
    }
    for (const Param &param : function.params)
      spec.params.push_back(infoOf(param));
  }

  Place param(unsigned declared) const { return {Place::Root::Param, declared + self, {}}; }

  std::optional<Place> thisPlace() const {
    if (!spec.isMember)
      return std::nullopt;
    return Place{Place::Root::Param, 0, {}};
  }

  std::optional<Place> resolve(const PlaceExpr &expr) {
    Place place;
    place.path = expr.path;
    if (expr.root == "return")
      return place;
    if (expr.root == "...") {
      place.root = Place::Root::Variadic;
      if (!function.variadic) {
        fail(expr.offset, "'...' in a function that takes no variable arguments");
        return std::nullopt;
      }
      return place;
    }
    place.root = Place::Root::Param;
    for (unsigned i = 0; i < spec.params.size(); ++i) {
      if (spec.params[i].name == expr.root) {
        place.param = i;
        return place;
      }
    }
    fail(expr.offset, "'" + expr.root + "' is no parameter of " + print(function.name) + ", which has " + paramNames());
    return std::nullopt;
  }

  std::string paramNames() const {
    std::string names;
    for (const ParamInfo &info : spec.params)
      if (!info.name.empty())
        names += (names.empty() ? "'" : ", '") + info.name + "'";
    return names.empty() ? "none with a name" : names;
  }

  bool returnsNothing() const {
    return !function.hasReturnType ||
           (function.returnType.kind == CType::Kind::Name && function.returnType.name == "void");
  }

  std::optional<Condition> resolve(const std::vector<ComparisonExpr> &when) {
    Condition condition;
    for (const ComparisonExpr &expr : when) {
      if (expr.subject.root == "return" && returnsNothing()) {
        fail(expr.subject.offset, print(function.name) + " returns nothing to compare");
        return std::nullopt;
      }
      auto subject = resolve(expr.subject);
      if (!subject)
        return std::nullopt;
      if (expr.after && subject->isArgument()) {
        fail(expr.subject.offset, "a call does not change an argument itself; after it, compare *p or p->f");
        return std::nullopt;
      }
      const bool after = expr.after && subject->root == Place::Root::Param;
      condition.push_back({std::move(*subject), expr.relation, expr.null, after, expr.value});
    }
    return condition;
  }

  std::string familyOr(const std::string &named) const { return named.empty() ? vocabulary.defaultFamily : named; }

  static bool isPointerToPointer(const CType &type) {
    return type.kind == CType::Kind::Pointer && type.arguments[0].kind == CType::Kind::Pointer &&
           type.arguments[0].arguments[0].kind != CType::Kind::Function;
  }

  Effect &add(Effect::Kind kind, Place place) {
    Effect effect;
    effect.kind = kind;
    effect.place = std::move(place);
    spec.effects.push_back(std::move(effect));
    return spec.effects.back();
  }

  void addOwn(unsigned index, const Param &p) {
    if (p.words.out || isPointerToPointer(p.type)) {
      Place target = param(index);
      target.path.push_back({Step::Kind::Deref, ""});
      Effect &effect = add(Effect::Kind::Allocates, std::move(target));
      effect.family = familyOr(p.words.argument.text);
      effect.null = p.words.null;
      return;
    }
    Effect &effect = add(Effect::Kind::Takes, param(index));
    effect.family = p.words.argument.text;
    if (spec.isConstructor)
      effect.other = thisPlace();
  }

  void addWordEffects(unsigned index) {
    const Param &p = function.params[index];
    switch (p.words.mode) {
    case Mode::Own:
      return addOwn(index, p);
    case Mode::Frees:
      add(Effect::Kind::Frees, param(index)).family = familyOr(p.words.argument.text);
      return;
    case Mode::Takes: {
      Effect &effect = add(Effect::Kind::Takes, param(index));
      effect.family = p.words.argument.text;
      if (spec.isConstructor)
        effect.other = thisPlace();
      return;
    }
    case Mode::Holds: {
      Effect &effect = add(Effect::Kind::Holds, param(index));
      if (spec.isConstructor)
        effect.other = thisPlace();
      return;
    }
    case Mode::Retains:
      add(Effect::Kind::Retains, param(index)).family = p.words.argument.text;
      return;
    case Mode::Releases:
      add(Effect::Kind::Releases, param(index)).family = p.words.argument.text;
      return;
    case Mode::Region:
      fail(p.offset, "'region' is for results: a parameter is not allocated by the function");
      return;
    case Mode::Ref:
    case Mode::None:
      if (p.words.out) {
        Place target = param(index);
        target.path.push_back({Step::Kind::Deref, ""});
        add(Effect::Kind::Sets, std::move(target));
      }
      return;
    }
  }

  static std::optional<Effect::Kind> effectKind(ClauseKind kind) {
    switch (kind) {
    case ClauseKind::Allocates:
      return Effect::Kind::Allocates;
    case ClauseKind::Frees:
      return Effect::Kind::Frees;
    case ClauseKind::Takes:
      return Effect::Kind::Takes;
    case ClauseKind::Holds:
      return Effect::Kind::Holds;
    case ClauseKind::Retains:
      return Effect::Kind::Retains;
    case ClauseKind::Releases:
      return Effect::Kind::Releases;
    case ClauseKind::Reallocs:
      return Effect::Kind::Reallocates;
    case ClauseKind::Copies:
      return Effect::Kind::Copies;
    case ClauseKind::Moves:
      return Effect::Kind::Moves;
    case ClauseKind::Clears:
      return Effect::Kind::Clears;
    case ClauseKind::Sets:
      return Effect::Kind::Sets;
    case ClauseKind::Empties:
      return Effect::Kind::Empties;
    case ClauseKind::Calls:
      return Effect::Kind::Calls;
    case ClauseKind::NoReturn:
    case ClauseKind::Returns:
      return std::nullopt;
    }
    return std::nullopt;
  }

  static bool usesDefaultFamily(Effect::Kind kind) {
    return kind == Effect::Kind::Allocates || kind == Effect::Kind::Frees || kind == Effect::Kind::Reallocates;
  }

  void addClause(const Clause &clause) {
    if (clause.kind == ClauseKind::NoReturn) {
      spec.noReturn = true;
      return;
    }
    if (clause.kind == ClauseKind::Returns)
      return addResult(clause);
    Effect effect;
    effect.kind = *effectKind(clause.kind);
    auto place = resolve(*clause.place);
    auto when = resolve(clause.when);
    if (!place || !when)
      return;
    effect.place = std::move(*place);
    effect.when = std::move(*when);
    if (clause.other) {
      effect.other = resolve(*clause.other);
      if (!effect.other)
        return;
    }
    for (const std::optional<PlaceExpr> &argument : clause.arguments)
      effect.arguments.push_back(argument ? resolve(*argument) : std::nullopt);
    effect.family = usesDefaultFamily(effect.kind) ? familyOr(clause.family.text) : clause.family.text;
    effect.null = clause.words.null;
    effect.interior = clause.interior;
    effect.toNull = clause.toNull;
    effect.untilNull = clause.untilNull;
    effect.freesOnFailure = clause.freesOnFailure;
    effect.time = clause.time;
    spec.effects.push_back(std::move(effect));
  }

  std::optional<Place> regionPlace(const Name &name) {
    if (name.empty())
      return std::nullopt;
    PlaceExpr expr;
    expr.root = name.text;
    expr.offset = name.offset;
    return resolve(expr);
  }

  void addResult(const Clause &clause) {
    if (returnsNothing())
      return fail(clause.offset, print(function.name) + " returns nothing");
    Result result;
    auto when = resolve(clause.when);
    if (!when)
      return;
    result.when = std::move(*when);
    result.null = clause.words.null;
    result.family = clause.family.text;
    if (clause.place) {
      auto of = resolve(*clause.place);
      if (!of)
        return;
      result.kind = clause.interior ? Result::Kind::Interior : Result::Kind::Alias;
      result.of = std::move(*of);
    } else {
      fillResult(clause.words, clause.offset, result);
    }
    spec.results.push_back(std::move(result));
  }

  void fillResult(const Words &words, Offset offset, Result &result) {
    switch (words.mode) {
    case Mode::Own:
      result.kind = Result::Kind::Own;
      result.family = familyOr(words.argument.empty() ? result.family : words.argument.text);
      if (result.null == Nullness::Unknown)
        result.null = Nullness::MayBeNull;
      return;
    case Mode::Region:
      result.kind = Result::Kind::Region;
      result.of = regionPlace(words.argument);
      return;
    case Mode::Ref:
    case Mode::None:
      result.kind = Result::Kind::Borrowed;
      return;
    default:
      fail(offset, "'" + spelling(words.mode).str() + "' says nothing about a result; use own, ref or region");
      return;
    }
  }

  bool hasUnconditionalResult() const {
    for (const Result &result : spec.results)
      if (result.when.empty())
        return true;
    return false;
  }

  // What holds when no `returns` clause applies: the words before the result type.
  void addDefaultResult() {
    const bool written = function.words.mode != Mode::None;
    if (!function.hasReturnType || (!written && hasUnconditionalResult()))
      return;
    Result result;
    result.null = function.words.null;
    fillResult(function.words, function.offset, result);
    const CType &target = stripReference(function.returnType);
    if (isVariable(target, vocabulary)) {
      const std::optional<Place> container = containerWith(target.name);
      const bool leaves = function.returnType.kind == CType::Kind::Name && function.words.mode != Mode::Ref;
      if (container) {
        result.kind = leaves ? Result::Kind::Element : Result::Kind::Interior;
        result.of = container;
      }
    } else if (function.returnType.kind == CType::Kind::Name && !written) {
      return; // a scalar or a class by value
    }
    spec.results.push_back(std::move(result));
  }

  // The first parameter, `this` before all, that is a container of `variable`.
  std::optional<Place> containerWith(llvm::StringRef variable) const {
    if (spec.isMember && isContainerOf(classOf(function), variable, vocabulary))
      return thisPlace();
    for (unsigned i = 0; i < function.params.size(); ++i)
      if (isContainerOf(function.params[i].type, variable, vocabulary))
        return param(i);
    return std::nullopt;
  }

  bool isMentioned(unsigned index) const {
    for (const Effect &effect : spec.effects)
      if (effect.place.root == Place::Root::Param && effect.place.param == index + self)
        return true;
    return false;
  }

  void addTypeEffects(unsigned index) {
    const Param &p = function.params[index];
    const CType &target = stripReference(p.type);
    if (isVariable(target, vocabulary) && p.words.mode == Mode::None && !isMentioned(index)) {
      const std::optional<Place> container = containerWith(target.name);
      if (!container)
        return;
      Place place = param(index);
      if (&target != &p.type)
        place.path.push_back({Step::Kind::Deref, ""});
      add(Effect::Kind::Inserts, std::move(place)).other = container;
      return;
    }
    if (infoOf(p).isFunction && !isMentioned(index))
      addElementCall(index, p.type.arguments[0]);
  }

  // `void (*f)(T)` beside a container of T: f is called with its elements.
  void addElementCall(unsigned index, const CType &callee) {
    std::vector<std::optional<Place>> arguments;
    bool known = false;
    for (const Param &p : callee.params) {
      const CType &target = stripReference(p.type);
      std::optional<Place> argument =
          isVariable(target, vocabulary) ? containerWith(target.name) : std::optional<Place>();
      if (argument) {
        argument->path.push_back({Step::Kind::Element, ""});
        known = true;
      }
      arguments.push_back(std::move(argument));
    }
    if (known)
      add(Effect::Kind::Calls, param(index)).arguments = std::move(arguments);
  }

  const FunctionDecl &function;
  const Vocabulary &vocabulary;
  const SourceRef &source;
  Diagnostics &diagnostics;
  FunctionSpec spec;
  unsigned self = 0;
  bool failed = false;
};

} // namespace

std::optional<FunctionSpec> meaningOf(const FunctionDecl &function, const Vocabulary &vocabulary,
                                      const SourceRef &source, Authority authority, Diagnostics &diagnostics) {
  return Meaning(function, vocabulary, source, diagnostics).build(authority);
}

} // namespace custody::specs
