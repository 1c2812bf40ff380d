// From constraints that do not fit to findings, in the words of signatures.
//
// A violated constraint says that ownership is lost (what owns must be nothing) or invented (what owns nothing must
// own). For a report two ends are needed, the allocation and the loss, or the first release and the second; both are
// found by walking over accepted constraints from the violated one, along variables of the same label, nearest first.
#pragma once

#include "engines/chain.h"
#include "engines/ownership/paths.h"
#include "engines/ownership/solve.h"
#include "report/finding.h"

namespace custody::engines::ownership {

struct FunctionView {
  WalkContext &walks;
  const FieldTypes &fields;
  const System &system;
  const Solution &solution;
};

// One finding for each problem: violations that constraints connect are one.
std::vector<report::Finding> makeFindings(const FunctionView &view);

// The memory is not made in the program that was looked at: a smart pointer that the function is given owns it by its
// type. Engines that follow objects know of none.
bool isGivenByType(const report::Finding &finding);

} // namespace custody::engines::ownership
