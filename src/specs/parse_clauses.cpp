// The clauses after a parameter list: what a function does that no word on one pointer can say.
//
//     void globfree(glob_t *g) frees g->gl_pathv[] frees g->gl_pathv;
//     int getaddrinfo(..., struct addrinfo **res) allocates *res as addrinfo when (return == 0);
//
// Each begins with its own word, so that no separators are needed.
#include "specs/parse_parts.h"

#include "llvm/ADT/StringSwitch.h"

namespace custody::specs {

static std::optional<ClauseKind> clauseKind(llvm::StringRef word) {
  return llvm::StringSwitch<std::optional<ClauseKind>>(word)
      .Case("noreturn", ClauseKind::NoReturn)
      .Case("returns", ClauseKind::Returns)
      .Case("allocates", ClauseKind::Allocates)
      .Case("frees", ClauseKind::Frees)
      .Case("takes", ClauseKind::Takes)
      .Case("holds", ClauseKind::Holds)
      .Case("retains", ClauseKind::Retains)
      .Case("releases", ClauseKind::Releases)
      .Case("reallocs", ClauseKind::Reallocs)
      .Case("copies", ClauseKind::Copies)
      .Case("moves", ClauseKind::Moves)
      .Case("clears", ClauseKind::Clears)
      .Case("sets", ClauseKind::Sets)
      .Case("empties", ClauseKind::Empties)
      .Case("calls", ClauseKind::Calls)
      .Default(std::nullopt);
}

static bool parsePostfix(Cursor &cursor, PlaceExpr &place) {
  while (true) {
    if (place.path.size() > maxDepth)
      return cursor.fail("a place of too many steps");
    if (cursor.accept("->") || cursor.is(".")) {
      // `p->f` reads through the pointer; `.f` goes on inside the same object.
      if (!cursor.accept("."))
        place.path.push_back({Step::Kind::Deref, ""});
      auto field = cursor.identifier("a field's name");
      if (!field)
        return false;
      place.path.push_back({Step::Kind::Field, *field});
    } else if (cursor.accept("[")) {
      if (!cursor.expect("]", "after '[': every element is meant"))
        return false;
      place.path.push_back({Step::Kind::Element, ""});
    } else {
      return true;
    }
  }
}

static std::optional<PlaceExpr> parsePlace(Cursor &cursor, unsigned depth = 0) {
  PlaceExpr place;
  if (depth > maxDepth) {
    cursor.fail("places are nested too deeply");
    return std::nullopt;
  }
  if (cursor.accept("*")) {
    auto inner = parsePlace(cursor, depth + 1);
    if (inner)
      inner->path.push_back({Step::Kind::Deref, ""});
    return inner;
  }
  if (cursor.accept("(")) {
    auto inner = parsePlace(cursor, depth + 1);
    if (!inner || !cursor.expect(")", "after a place"))
      return std::nullopt;
    place = std::move(*inner);
  } else {
    place.offset = cursor.peek().begin;
    if (cursor.accept("...")) {
      place.root = "...";
    } else {
      auto root = cursor.identifier("a parameter's name, 'this' or 'return'");
      if (!root)
        return std::nullopt;
      place.root = *root;
    }
  }
  if (!parsePostfix(cursor, place))
    return std::nullopt;
  return place;
}

static bool parsePlaceInto(Cursor &cursor, std::optional<PlaceExpr> &to) {
  to = parsePlace(cursor);
  return to.has_value();
}

static std::optional<Relation> parseRelation(Cursor &cursor) {
  const std::pair<const char *, Relation> table[] = {
      {"==", Relation::Equal},        {"!=", Relation::NotEqual}, {"<=", Relation::LessEqual},
      {">=", Relation::GreaterEqual}, {"<", Relation::Less},      {">", Relation::Greater},
  };
  for (auto [spelling, relation] : table)
    if (cursor.accept(spelling))
      return relation;
  cursor.fail("expected a comparison (==, !=, <, <=, > or >=), found " + cursor.found());
  return std::nullopt;
}

static std::optional<ComparisonExpr> parseComparison(Cursor &cursor) {
  ComparisonExpr comparison;
  // A parameter may have that name.
  const TokenKind next = cursor.peek(1).kind;
  if (cursor.is("after") && (next == TokenKind::Identifier || cursor.is("*", 1) || cursor.is("(", 1))) {
    cursor.take();
    comparison.after = true;
  }
  auto subject = parsePlace(cursor);
  if (!subject)
    return std::nullopt;
  comparison.subject = std::move(*subject);
  auto relation = parseRelation(cursor);
  if (!relation)
    return std::nullopt;
  comparison.relation = *relation;
  if (cursor.accept("null")) {
    if (*relation != Relation::Equal && *relation != Relation::NotEqual) {
      cursor.fail("null can only be compared with == or !=");
      return std::nullopt;
    }
    comparison.null = true;
    return comparison;
  }
  const bool negative = cursor.accept("-");
  auto value = cursor.number("a number or 'null'");
  if (!value)
    return std::nullopt;
  comparison.value = negative ? -*value : *value;
  return comparison;
}

static bool parseWhen(Cursor &cursor, Clause &clause) {
  if (!cursor.accept("when"))
    return true;
  if (!cursor.expect("(", "after 'when'"))
    return false;
  do {
    auto comparison = parseComparison(cursor);
    if (!comparison)
      return false;
    clause.when.push_back(std::move(*comparison));
  } while (cursor.accept("&&"));
  return cursor.expect(")", "after the condition");
}

static bool parseFamily(Cursor &cursor, Clause &clause) {
  if (!cursor.accept("as"))
    return true;
  auto family = cursor.name("a family name");
  if (family)
    clause.family = *family;
  return family.has_value();
}

static void parseNullness(Cursor &cursor, Clause &clause) {
  if (cursor.accept("nonnull"))
    clause.words.null = Nullness::NeverNull;
  else if (cursor.accept("may_null"))
    clause.words.null = Nullness::MayBeNull;
}

static bool isResultWord(const Cursor &cursor) {
  return cursor.is("own") || cursor.is("ref") || cursor.is("region");
}

static bool parseReturns(Cursor &cursor, Clause &clause) {
  if (isResultWord(cursor)) {
    const Token word = cursor.take();
    clause.words.mode = word.is("own") ? Mode::Own : word.is("ref") ? Mode::Ref : Mode::Region;
    if (!word.is("ref") && cursor.accept("(")) {
      auto argument = cursor.name(word.is("own") ? "a family name" : "the parameter that is the region");
      if (!argument || !cursor.expect(")", "after the name"))
        return false;
      clause.words.argument = std::move(*argument);
    }
    return true;
  }
  clause.interior = cursor.accept("into");
  return parsePlaceInto(cursor, clause.place);
}

static bool parseSets(Cursor &cursor, Clause &clause) {
  if (!parsePlaceInto(cursor, clause.place) || !cursor.expect("to", "after what is set"))
    return false;
  if (cursor.accept("null")) {
    clause.toNull = true;
    return true;
  }
  clause.interior = cursor.accept("into");
  return parsePlaceInto(cursor, clause.other);
}

static bool parseCalls(Cursor &cursor, Clause &clause) {
  if (!parsePlaceInto(cursor, clause.place) || !cursor.expect("(", "to begin the arguments of the call"))
    return false;
  if (!parseList(cursor, ")", "after the arguments", [&] {
        if (cursor.accept("_")) {
          clause.arguments.push_back(std::nullopt);
          return true;
        }
        auto argument = parsePlace(cursor);
        if (!argument)
          return false;
        clause.arguments.push_back(std::move(*argument));
        return true;
      }))
    return false;
  if (cursor.accept("later"))
    clause.time = CallTime::Later;
  else if (cursor.accept("at_exit"))
    clause.time = CallTime::AtExit;
  return true;
}

// What follows the word that begins the clause, before `as`, `nonnull` and `when`.
static bool parseBody(Cursor &cursor, Clause &clause) {
  switch (clause.kind) {
  case ClauseKind::NoReturn:
    return true;
  case ClauseKind::Returns:
    return parseReturns(cursor, clause);
  case ClauseKind::Copies:
  case ClauseKind::Moves:
    return parsePlaceInto(cursor, clause.place) && cursor.expect("to", "after what is copied or moved") &&
           parsePlaceInto(cursor, clause.other);
  case ClauseKind::Sets:
    return parseSets(cursor, clause);
  case ClauseKind::Calls:
    return parseCalls(cursor, clause);
  case ClauseKind::Takes:
  case ClauseKind::Holds:
    return parsePlaceInto(cursor, clause.place) && (!cursor.accept("in") || parsePlaceInto(cursor, clause.other));
  case ClauseKind::Reallocs:
    if (!parsePlaceInto(cursor, clause.place))
      return false;
    clause.freesOnFailure = cursor.accept("or_frees");
    return true;
  default:
    return parsePlaceInto(cursor, clause.place);
  }
}

static std::optional<Clause> parseClause(Cursor &cursor, ClauseKind kind) {
  Clause clause;
  clause.kind = kind;
  clause.offset = cursor.take().begin;
  if (!parseBody(cursor, clause) || !parseFamily(cursor, clause))
    return std::nullopt;
  parseNullness(cursor, clause);
  if (cursor.accept("until")) {
    if (!cursor.expect("null", "after 'until'"))
      return std::nullopt;
    clause.untilNull = true;
  }
  if (!parseWhen(cursor, clause))
    return std::nullopt;
  return clause;
}

static bool parseConstraint(Cursor &cursor, FunctionDecl &function) {
  Constraint constraint;
  constraint.offset = cursor.peek().begin;
  if (cursor.accept("ref_type"))
    constraint.kind = Constraint::Kind::RefType;
  else if (cursor.accept("own_type"))
    constraint.kind = Constraint::Kind::OwnType;
  else if (cursor.accept("same_type"))
    constraint.kind = Constraint::Kind::SameType;
  else
    return cursor.fail("expected a constraint (ref_type, own_type or same_type), found " + cursor.found());
  if (!cursor.expect("(", "after the constraint's name") || !parseList(cursor, ")", "after the type variables", [&] {
        auto name = cursor.name("a type variable");
        if (name)
          constraint.variables.push_back(*name);
        return name.has_value();
      }))
    return false;
  const size_t wanted = constraint.kind == Constraint::Kind::SameType ? 2 : 1;
  if (constraint.variables.size() != wanted)
    return cursor.failAt(constraint.offset, wanted == 1 ? "this constraint takes one type variable"
                                                        : "same_type takes two type variables");
  function.where.push_back(std::move(constraint));
  return true;
}

static bool parseWhere(Cursor &cursor, FunctionDecl &function) {
  if (!cursor.expect("{", "after 'where'"))
    return false;
  while (!cursor.accept("}")) {
    if (!parseConstraint(cursor, function))
      return false;
    if (!cursor.accept(","))
      cursor.accept(";");
  }
  return true;
}

bool parseClauses(Cursor &cursor, FunctionDecl &function) {
  while (!cursor.is(";")) {
    if (cursor.accept("where")) {
      if (!parseWhere(cursor, function))
        return false;
      continue;
    }
    const std::optional<ClauseKind> kind = cursor.peek().isIdentifier() ? clauseKind(cursor.peek().text) : std::nullopt;
    if (!kind)
      return cursor.fail("expected a clause (returns, allocates, frees, takes, holds, ...), 'where' or ';', found " +
                         cursor.found());
    auto clause = parseClause(cursor, *kind);
    if (!clause)
      return false;
    function.clauses.push_back(std::move(*clause));
  }
  return true;
}

} // namespace custody::specs
