// Copies formulas from one arena into another, or within one, with replacements for unknowns.
//
// A summary's conditions speak of its own function's unknowns: parameters, what was in memory at the entry, results of
// calls. At a call, these are replaced by what the caller knows:
//
//     Importer importer(callee, caller);
//     importer.replace(parameterOfCallee, argumentInCaller);
//     Guard condition = importer.import(conditionOfCallee);
//
// The copy is built with the constructors of `Terms`, so it is simplified with what the replacements say. Each node is
// copied once for all questions to one importer.
#pragma once

#include "logic/terms.h"

namespace custody::logic {

class Importer {
public:
  // If both are the same arena, unknowns without a replacement stay; else each becomes a fresh one.
  Importer(const Terms &from, Terms &to) : from(from), to(to) {}

  // Before the first import. An unknown, not negated, and a term of `to` of the same width.
  void replace(Guard unknown, Guard with);
  void replace(Word unknown, Word with);

  Guard import(Guard a);
  Word import(Word a);

private:
  uint32_t copy(uint32_t root);
  uint32_t build(uint32_t index);

  const Terms &from;
  Terms &to;
  llvm::DenseMap<uint32_t, uint32_t> copies; // node of `from` to the id of a guard or word of `to`
  std::vector<uint32_t> pending;
};

} // namespace custody::logic
