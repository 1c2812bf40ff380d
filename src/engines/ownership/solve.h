// From constraints to a solution: the constraints by rank, those that do not fit, and the signature that callers see.
#pragma once

#include "engines/ownership/fields.h"

namespace custody::engines::ownership {

struct Solution {
  logic::OwnershipGraph graph;
  std::vector<uint32_t> violations; // constraints that were left out, in the order of trying
  std::vector<bool> isAccepted;     // by constraint
  std::vector<uint32_t> component;  // by variable: the violations of one are one problem (containers paper, 6.3)
  std::vector<bool> isViolated;     // by component
  Signature signature;
};

// `fields` is null while field types are learnt. May add constraints to the system: fields at the method's boundary.
Solution solve(System &system, const ir::Function &function, const FieldTypes *fields, bool isAudit);

// What the function does to fields, as far as the solution knows.
std::vector<FieldEvent> fieldEvents(const System &system, const Solution &solution, const ir::Function &function,
                                    ProgFuncId id);

} // namespace custody::engines::ownership
