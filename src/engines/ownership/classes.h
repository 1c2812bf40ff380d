// What is wrong with a class as a whole, once it is known which of its fields own.
//
//     struct Doc { char *text; Doc() { text = new char[9]; } ~Doc() {} };       text leaks with every Doc
//     struct Box { int *p; ~Box() { delete p; } };  Box b = a;                  both delete the same
#pragma once

#include "engines/ownership/fields.h"
#include "report/finding.h"

namespace custody::engines::ownership {

// Fields that are given owning pointers, whose ownership nobody in the program ever takes out again unless to replace
// it, in structures that end: by a destructor that somebody wrote, a free, a scope's end, or a function that frees
// several of their other fields.
std::vector<report::Finding> leakingFields(const program::ProgramModel &model, FieldTypes &fields);

// Copies, made by the compiler's own operations, of objects with fields that their destructors free.
// With `alsoNeverCopied` those, too, of which the program makes no copy.
std::vector<report::Finding> copyHazards(const program::ProgramModel &model, const FieldTypes &fields,
                                         bool alsoNeverCopied);

} // namespace custody::engines::ownership
