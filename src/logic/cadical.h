// CaDiCaL as it is used here.
//
// Many queries of a few thousand variables and few conflicts: what CaDiCaL does to prepare for hard ones costs more
// than it saves (docs/logic.md). Most gates are conjunctions of which few hold at once: false is the better first
// guess. And it must not say anything: it writes to standard output, which may be the report's.
#pragma once

#include <cadical.hpp>

namespace custody::logic {

// Before the first clause.
inline void configure(CaDiCaL::Solver &cadical) {
  cadical.configure("plain");
  cadical.set("lucky", 0);
  cadical.set("chrono", 0);
  cadical.set("phase", 0);
  cadical.set("quiet", 1);
}

} // namespace custody::logic
