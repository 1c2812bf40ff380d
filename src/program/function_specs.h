// Which specification is trusted at the calls of each function.
//
// Problem: the specifications speak of names, the program of functions, and some functions have both a specification
// and a body.
//
//     __isoc99_sscanf                              without a body: sscanf's model
//     std::vector<int *>::push_back(int *&&)       a body from a system header: the model, not libstdc++'s inside
//     xmlFree, when libxml2 itself is analysed     a body of the program: the body, or all its findings were silent
//     stack_pop, with a user's specification       the user wants to be believed: not the body
//
// Idea: all functions of the program are looked up once. Without a body, whatever the store finds is trusted. With a
// body, a user's specification replaces it; a bundled model does so only if the function is from a system header; and
// attributes do so only if they are ownership_*, which are written to be believed.
//
// Immutable once built, and read by many threads without a lock. Cost: one demangling and one lookup a function.
#pragma once

#include "program/other_names.h"
#include "specs/store.h"
#include <deque>

namespace custody::program {

class FunctionSpecs {
public:
  // Both must outlive this. What attributes say of functions without a body is in the store already (addAttributes).
  FunctionSpecs(const Program &program, const specs::SpecStore &store);
  FunctionSpecs(const FunctionSpecs &) = delete; // hands out pointers into itself
  FunctionSpecs &operator=(const FunctionSpecs &) = delete;

  // Null: none; look at the body, or assume the worst.
  const specs::FunctionSpec *find(ProgFuncId id) const { return trusted[id.index]; }

  // The function has a body, but its specification is trusted at calls, and nothing is reported about the body.
  bool replacesBody(ProgFuncId id) const { return trusted[id.index] && program->hasBody(id); }

  const specs::SpecStore &store() const { return *known; }

private:
  const specs::FunctionSpec *choose(ProgFuncId id, const OtherNames &names);
  const specs::FunctionSpec *chooseOverBody(ProgFuncId id, const OtherNames &names);

  const Program *program;
  const specs::SpecStore *known;
  std::vector<const specs::FunctionSpec *> trusted; // by function
  std::deque<specs::FunctionSpec> fromAttributes;   // of functions with a body
};

// What the attributes of functions without a body say, for the store. Call it after the store's files were added.
void addAttributes(specs::SpecStore &store, const Program &program);

// What is specified of a function that has a body, whoever is trusted at calls. Functions of system headers have their
// models instead of bodies, and nobody else's business is checked.
std::optional<specs::FunctionSpec> claimOnBody(const Program &program, const OtherNames &names,
                                               const specs::SpecStore &store, ProgFuncId id);

// Does the specification, or the one it is an alias of, come from there?
bool comesFrom(const specs::FunctionSpec &spec, specs::Authority authority);

} // namespace custody::program
