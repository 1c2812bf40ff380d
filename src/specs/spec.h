// What a function does with the pointers it is given and the pointer it returns: the interface to the engines.
//
// Problem: an engine at a call without a body must know, of each pointer, who is responsible afterwards.
//
//     int asprintf(out own char **strp, const char *fmt, ...) when…
//        effect: Allocates *param0, family malloc, when return != -1
//     char *strchr(const char *s, int c);   result: Interior of param0, may be null
//
// Idea: a FunctionSpec is a list of facts, each with a place it is about and a condition under which it holds; a
// pointer that no fact speaks of is only borrowed (`ref`): neither kept nor freed. The sugar of the language is gone
// here: `own` on a parameter, `frees p`, `out own` and typed container parameters all became Effects and Results
// (meaning.cpp).
//
// Reading it: look at `results` for the returned pointer, at `effects` for all else. Parameters count from 0; for a C++
// member function that is not static, parameter 0 is `this`. `signature` says the same in the paper's types.
#pragma once

#include "specs/ast.h"
#include "specs/types.h"

namespace custody::specs {

// A value: the argument itself, or what is stored where its path leads. `*p` is {Param 0, [Deref]}, `p->f` is
// {Param 0, [Deref, Field f]}, `p[]` is {Param 0, [Element]}: the value stored in each element of the array p points
// to.
struct Place {
  enum class Root { Return, Param, Variadic };
  Root root = Root::Return;
  unsigned param = 0;
  std::vector<Step> path;

  bool isParam(unsigned index) const { return root == Root::Param && param == index && path.empty(); }
  bool isArgument() const { return root == Root::Param && path.empty(); }
};

struct Comparison {
  Place subject;
  Relation relation = Relation::Equal;
  bool null = false;  // with null, else with `value`
  bool after = false; // about what a parameter's place holds after the call
  long long value = 0;
};

// All comparisons hold. Empty: always. Those over parameters are about the values before the call, unless `after`.
using Condition = std::vector<Comparison>;

struct Result {
  enum class Kind {
    Borrowed, // a pointer to something that others own, not known to come from an argument
    Own,      // fresh memory (or a fresh count), which the caller must release with `family`
    Region,   // fresh memory that lives as long as a region: `of`, if known
    Alias,    // equal to `of`
    Interior, // points to or into what `of` points to
    Element,  // an element that leaves the container `of`, with its ownership (the paper's stack_pop)
  };
  Kind kind = Kind::Borrowed;
  std::string family;
  Nullness null = Nullness::Unknown;
  std::optional<Place> of;
  Condition when;
};

struct Effect {
  enum class Kind {
    Allocates,   // `place` holds fresh memory of `family` afterwards
    Frees,       // what `place` points to is released as `family`
    Takes,       // ownership of `place` goes to the callee, or into `other` if given; it is not freed now
    Holds,       // a reference to `place` stays behind (in `other`, if given): it escapes, ownership does not move
    Retains,     // one more count on `place`
    Releases,    // one count less
    Reallocates, // `place` is freed and the result (or `place` itself, if it is no argument) is fresh memory instead;
                 // on failure the old memory stays, unless freesOnFailure
    Copies,      // the bytes at `place` are copied to `other`, pointers among them
    Moves,       // the value of `place`, with its ownership, goes to `other`; `place` is null or dead afterwards
    Clears,      // the bytes at `place` are overwritten with no pointers
    Sets,        // `place` = `other` without ownership; interior: a pointer into it; no `other`: null, or borrowed
    Empties,     // everything in the region or container `place` is released; it lives on itself
    Calls,       // the function `place` is called
    Inserts,     // `place` becomes an element of the container `other`, owned iff the container owns its elements
  };
  Kind kind = Kind::Holds;
  Place place;
  std::optional<Place> other;
  std::string family;
  Nullness null = Nullness::Unknown;           // Allocates, Sets
  bool interior = false;                       // Sets
  bool toNull = false;                         // Sets
  bool untilNull = false;                      // Frees of the variadic arguments, up to a null
  bool freesOnFailure = false;                 // Reallocates
  std::vector<std::optional<Place>> arguments; // Calls; nothing: unknown
  CallTime time = CallTime::Now;               // Calls
  Condition when;
};

// In the order of authority, the strongest first.
enum class Authority { User, Attribute, Bundled, Inferred };

struct Origin {
  Authority authority = Authority::User;
  std::string file; // may be empty for inferred facts
  unsigned line = 0;
  unsigned column = 0;
  std::string note; // e.g. "attribute malloc", "alias of strdup"
};

struct ParamInfo {
  std::string name;
  std::string type; // as printed
  bool isPointer = false;
  bool isConstPointee = false; // `const char *`: the function does not write through it
  bool isFunction = false;     // a pointer to a function
};

struct FunctionSpec {
  std::string name; // C name or C++ qualified name, with the template pattern: "std::vector<T>::push_back"
  std::vector<ParamInfo> params;
  bool variadic = false;
  bool isMember = false; // parameter 0 is `this`
  bool isConstructor = false;
  bool isDestructor = false;
  bool noReturn = false;
  // Known from attributes alone. Pointers that no attribute speaks of are marked as held; if there is a body, it knows
  // more about them than this.
  bool partial = false;
  std::string returnType;
  bool returnsPointer = false;
  std::vector<Result> results;
  std::vector<Effect> effects;
  Signature signature;
  std::vector<Origin> origins; // the strongest first; more than one when an attribute adds to a model
  FunctionDecl declaration;    // as written; empty for attributes

  // The unconditional effects of that kind on the argument itself.
  const Effect *effectOn(unsigned param, Effect::Kind kind) const {
    for (const Effect &effect : effects)
      if (effect.kind == kind && effect.place.isParam(param))
        return &effect;
    return nullptr;
  }
};

// An allocation family: what is allocated by one of its functions must be released by one of its functions.
struct Family {
  std::string name;
  bool resource = false; // no memory: leaks of it are off by default
  std::string noun;      // of a resource: what messages call one, "directory stream"
  bool counted = false;
  std::string like; // releasing with that family's functions is no mismatch
  std::vector<std::string> freedBy;
  Origin origin;
};

struct Container {
  std::string name;
  std::vector<std::string> parameters;
  struct Field {
    std::string name;
    Type type; // over the container's parameters, variable i for parameters[i]
  };
  std::vector<Field> fields;
  Origin origin;
};

} // namespace custody::specs
