// The specification language as written: one value for each declaration of a *.own file.
//
// Problem: the parser, the printer and the checker need what the author wrote, words and all; the engines need what it
// means (spec.h). They are kept apart so that the sugar stays here:
//
//     own(file) FILE *fopen(const char *path, const char *mode);      FunctionDecl, result words {own, family file}
//     int fclose(frees(file) FILE *f);                                 FunctionDecl, words on a parameter
//     void globfree(glob_t *g) frees g->gl_pathv;                      FunctionDecl with one Clause
//
// Difference from the paper: figure 5 shows `type`, `container`, `own`, `ref`, `where` and `ref_type`; everything else
// here is what real libraries need besides. docs/specs.md gives the grammar and the meaning of each word.
#pragma once

#include "specs/source.h"
#include <optional>
#include <variant>

namespace custody::specs {

struct Param;

// A name that something else declares, and where it is written.
struct Name {
  std::string text;
  Offset offset = 0;

  bool empty() const { return text.empty(); }
};

// A C or C++ type as spelled. Arrays are pointers, as in a parameter list.
struct CType {
  enum class Kind { Name, Pointer, Reference, RValueReference, Function };
  Kind kind = Kind::Name;
  bool isConst = false;
  std::string name;             // Name: "char", "struct addrinfo", "std::vector"
  std::vector<CType> arguments; // Name: template arguments; Pointer and references: the pointee; Function: the result
  std::vector<Param> params;    // Function: its parameters, which may carry ownership words
  Offset offset = 0;            // Name: where it begins
};

// What a prefix word says about a pointer. None: nothing was written.
enum class Mode { None, Own, Ref, Frees, Takes, Holds, Retains, Releases, Region };
enum class Nullness { Unknown, MayBeNull, NeverNull };

struct Words {
  Mode mode = Mode::None;
  bool out = false;
  Nullness null = Nullness::Unknown;
  Name argument; // own(FAMILY), frees(FAMILY), region(PARAMETER)
};

struct Param {
  Words words;
  CType type;
  std::string name; // may be empty
  Offset offset = 0;
};

struct Step {
  enum class Kind { Deref, Field, Element };
  Kind kind = Kind::Deref;
  std::string field; // Field only
};

// `return`, `this`, `...` or a parameter, then a path: `*p`, `p->f`, `p[]`. It names the value stored there.
struct PlaceExpr {
  std::string root;
  std::vector<Step> path;
  Offset offset = 0;
};

enum class Relation { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual };

struct ComparisonExpr {
  PlaceExpr subject;
  Relation relation = Relation::Equal;
  bool null = false;  // compared with null, else with `value`
  bool after = false; // `after p->f`: what the place holds when the function has returned
  long long value = 0;
};

enum class ClauseKind {
  NoReturn,
  Returns,
  Allocates,
  Frees,
  Takes,
  Holds,
  Retains,
  Releases,
  Reallocs,
  Copies,
  Moves,
  Clears,
  Sets,
  Empties,
  Calls,
};

enum class CallTime { Now, Later, AtExit };

// One clause after the parameter list. Which members count depends on the kind:
//   returns [into] PLACE | returns own(F) | returns region(P) | returns ref        words or place
//   frees PLACE [as F] [until null]      takes|holds PLACE [in OTHER] [as F]
//   copies|moves PLACE to OTHER          sets PLACE to [into] OTHER | null
//   calls PLACE(ARGUMENTS) [later|at_exit]
struct Clause {
  ClauseKind kind = ClauseKind::NoReturn;
  Words words;
  std::optional<PlaceExpr> place;
  std::optional<PlaceExpr> other;
  bool interior = false;       // `into`: a pointer into what the place points to
  bool toNull = false;         // sets PLACE to null
  bool untilNull = false;      // frees ... until null
  bool freesOnFailure = false; // reallocs PLACE or_frees
  Name family;
  std::vector<std::optional<PlaceExpr>> arguments; // calls; an argument nobody knows is written `_`
  CallTime time = CallTime::Now;
  std::vector<ComparisonExpr> when; // all must hold; empty: always
  Offset offset = 0;
};

struct Constraint {
  enum class Kind { RefType, OwnType, SameType };
  Kind kind = Kind::RefType;
  std::vector<Name> variables;
  Offset offset = 0;
};

struct NameSegment {
  std::string identifier; // also "operator new[]", "~vector"
  std::vector<CType> arguments;
  Offset offset = 0;
};

struct FunctionDecl {
  Words words; // about the result
  bool isStatic = false;
  bool hasReturnType = true; // constructors and destructors have none
  CType returnType;
  std::vector<NameSegment> name;
  std::vector<Param> params;
  bool variadic = false;
  bool isConst = false;
  std::vector<Clause> clauses;
  std::vector<Constraint> where;
  Offset offset = 0; // of the name
};

struct HeaderDecl {
  std::vector<std::string> headers; // with their brackets or quotes; empty: `header none`
  Offset offset = 0;
};

struct LibraryDecl {
  std::string name, version, package, pkgconfig;
  std::optional<HeaderDecl> header;
  Offset offset = 0;
};

struct TypeDecl {
  std::vector<std::string> names;
  Offset offset = 0;
};

struct FamilyDecl {
  std::string name;
  bool resource = false;  // a leak of it is no leak of memory
  std::string called;     // resource "directory stream": what messages call one; may be empty
  bool counted = false;   // reference counts: own is one count
  bool isDefault = false; // the family of this file's words that name none
  Name like;              // may be freed by that family's functions too
  std::vector<Name> freedBy;
  Offset offset = 0;
};

struct ContainerDecl {
  std::string name;
  std::vector<std::string> parameters;
  std::vector<Param> fields;
  Offset offset = 0;
};

struct AliasDecl {
  std::string name;
  Name target;
  std::vector<unsigned> drop; // positions, from 1, of arguments that the target does not have
  Offset offset = 0;
};

// An alias of an alias is allowed, up to here.
inline constexpr unsigned MostAliases = 8;

using Declaration = std::variant<LibraryDecl, HeaderDecl, TypeDecl, FamilyDecl, ContainerDecl, AliasDecl, FunctionDecl>;

} // namespace custody::specs
