// Which of several declarations with one key is meant: overloads by signature, templates by pattern.
//
//     void std::vector<T>::push_back(const T &x);       std::vector<int*, std::allocator<int*> >::push_back(int*
//     const&)
//                                                        T = int*
//
// Idea: the types of the query are read with the language's own type parser and unified with those of the pattern. A
// type variable stands for any type; missing trailing template arguments (allocators, comparators) are allowed; `const`
// on the outermost level of a value does not tell overloads apart. A type that cannot be read matches everything, so
// that a strange spelling loses precision and not the model. C names are never refused: their types only decide between
// two libraries that use one name (jansson and json-c both have a json_object_get). Termination: by the structure of
// the pattern.
#pragma once

#include "specs/names.h"
#include "specs/vocabulary.h"

namespace custody::specs {

// 0: does not match. Otherwise the more exact match has the higher score.
unsigned matchScore(const FunctionDecl &pattern, const Vocabulary &vocabulary, const FunctionQuery &query);

} // namespace custody::specs
