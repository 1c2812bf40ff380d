// What another engine proposes and this one decides.
//
//     char *p = malloc(n);     asked: can what is allocated here be lost?
//     if (n > 8) free(p);      answer: yes, with n = 0 (a finding); no; or it would take too long to say
#pragma once

#include "program/program.h"
#include "report/finding.h"
#include <map>
#include <set>

namespace custody::engines::path {

// A leak is known by where the object is allocated, a wrong free by where it is.
struct Question {
  report::Kind kind = report::Kind::Leak;
  report::Position at;

  auto operator<=>(const Question &) const = default;
};

inline Question questionOf(const report::Finding &finding) {
  return {finding.kind, finding.kind == report::Kind::Leak ? finding.allocation : finding.loss};
}

using Questions = std::map<program::ProgFuncId, std::set<Question>>; // by the function that loses or frees

} // namespace custody::engines::path
