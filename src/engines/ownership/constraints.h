// The constraints of one function as they were generated, and the graph that is left of them.
//
//     c::m: constraints                        figure 1(b) of the paper, for its program
//       20: u.1 = 1 (allocated)                u.1: the first version of u
//       22: u.1 = u.2 + %1 (passed)            %1: what the callee gets
//     graph
//       (u.1 %1) = 1                           variables that are one, with their value
//       x.2 = x.3 + y.2                        a flow node
#pragma once

#include "engines/ownership/solve.h"

namespace custody::engines::ownership {

void printConstraints(llvm::raw_ostream &out, const program::Program &program, ProgFuncId id, const System &system,
                      const Solution &solution);

} // namespace custody::engines::ownership
