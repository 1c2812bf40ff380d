// Names in a file that nobody declares.
//
//     own(flie) FILE *h(void);        unknown family 'flie'; write 'file', or declare it with 'family flie;'
//     void push(stack<T> *s, T e);    unknown container 'stack'; declare it with 'container stack<T> { ... };'
//
// A misspelt family, container, type variable or function makes a declaration that says nothing, silently. They are
// warnings and no errors, because another file may declare them: `known` has what is declared outside of the files.
// C's own types are declared in headers, which are not read here, so a name counts as a type variable only if it is
// written like one (a single capital), and as a container only if it has template arguments. With a program at hand a
// function that it neither has nor calls is unknown too.
//
// Each message stands at the name itself and offers the nearest known one. Cost: linear in the files; an unknown name
// is compared with all known ones of its kind.
#pragma once

#include "specs/checker.h"

namespace custody::specs {

Diagnostics unknownNames(const std::vector<CheckedFile> &files, const KnownNames &known);

// The one of `names` that `written` is most likely meant to be; "" if none is near.
std::string nearestName(llvm::StringRef written, const llvm::StringSet<> &names);

} // namespace custody::specs
