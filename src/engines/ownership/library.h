// Specifications as ownership signatures: the table "From words to the paper's constraints" of docs/specs.md.
#pragma once

#include "engines/ownership/options.h"
#include "engines/ownership/system.h"
#include "program/program.h"
#include "specs/store.h"

namespace custody::engines::ownership {

Signature signatureOf(const program::Program &program, ProgFuncId id, const specs::FunctionSpec &spec,
                      const specs::SpecStore &store, const Options &options);

// `frees p->f`, `takes p->f`: somebody frees the field.
std::vector<FieldEvent> fieldEventsOf(const program::Program &program, ProgFuncId id, const specs::FunctionSpec &spec,
                                      const specs::SpecStore &store);

// `container text { own char *s; };`: the fields of the program's classes and structures that own by a specification.
std::vector<FieldKey> specifiedOwners(const program::Program &program, const specs::SpecStore &store);

// The pointer of a smart pointer: it owns, or is null.
bool ownsByType(const program::Program &program, const specs::SpecStore &store, FieldKey field);

// `reallocarray(p, n, size)`: when it fails, the old memory is still its caller's. Null: nothing is specified.
bool keepsOnFailure(const specs::FunctionSpec *spec);

} // namespace custody::engines::ownership
