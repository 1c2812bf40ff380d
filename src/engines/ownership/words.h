// Signatures in words and as declarations.
#pragma once

#include "engines/ownership/fields.h"

namespace custody::engines::ownership {

// "'Container::get_e' returns a pointer it still owns (field 'e', owned because '~Container' deletes it)". Empty: its
// signature does not say so.
std::string keepsItsResult(const program::Program &program, const FieldTypes &fields, ProgFuncId callee,
                           const Signature *signature);

std::string spellSlotPlace(const ir::Module &module, const ir::Function &function, ir::ExprId place);

// The signature of a function: constraints, then words.
void printSignature(llvm::raw_ostream &out, const program::Program &program, ProgFuncId id, const Signature &signature);
// Every pointer in a class or structure: whether it owns, and why.
void printFields(llvm::raw_ostream &out, const program::Program &program, const FieldTypes &fields);

// The same, an object a line.
void printSignatureJson(llvm::raw_ostream &out, const program::Program &program, ProgFuncId id,
                        const Signature &signature);
void printFieldsJson(llvm::raw_ostream &out, const program::Program &program, const FieldTypes &fields);

} // namespace custody::engines::ownership
