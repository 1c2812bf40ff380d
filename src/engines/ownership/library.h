// Specifications as ownership signatures: the table "From words to the paper's constraints" of docs/specs.md.
#pragma once

#include "engines/ownership/options.h"
#include "engines/ownership/system.h"
#include "program/program.h"
#include "specs/store.h"

namespace custody::engines::ownership {

Signature signatureOf(const program::Program &program, ProgFuncId id, const specs::FunctionSpec &spec,
                      const specs::SpecStore &store, const Options &options);

} // namespace custody::engines::ownership
