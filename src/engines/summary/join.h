// Joining states that meet.
#pragma once

#include "engines/summary/context.h"

namespace custody::engines::summary {

// Makes `into` hold for what either holds for. True if it changed. `widening`: numbers that grow go to infinity.
bool joinInto(Context &context, State &into, const State &other, bool widening);

// At most so many states, by joining: those of one partition first.
void limitStates(Context &context, std::vector<State> &states);

// Objects that are done with and that nobody can name are forgotten.
void forgetDone(const Context &context, State &state);

} // namespace custody::engines::summary
