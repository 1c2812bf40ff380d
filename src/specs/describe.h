// What is believed of a function, in plain words, and why.
//
//     strdup
//       own char *strdup(const char *s);
//       result   fresh memory of family malloc, may be null
//       type     (ptr0 base → ptr1 base)
//       from     specs/libc.own:120:11, bundled model
//
// For `custody specs show` and for tests. Every fact is shown, so that two specifications with the same description
// mean the same.
#pragma once

#include "specs/spec.h"

namespace custody::specs {

class SpecStore;

// The store knows what the families are: files and counts are not called memory.
std::string describe(const FunctionSpec &spec, const SpecStore *store = nullptr);
// Without the declaration and the origins: the facts alone.
std::string describeFacts(const FunctionSpec &spec, const SpecStore *store = nullptr);
std::string describe(const Origin &origin);
std::string describe(const Place &place, const FunctionSpec &spec);

} // namespace custody::specs
