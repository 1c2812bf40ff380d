// Records of all modules, made one where they are one.
//
// `struct buf` of ten files that include buf.h is one record. `struct state` of two programs, or of two .c files that
// each have their own, is two. The name does not tell; name and layout together do: same size, same fields at the same
// offsets with types of the same form, same bases. Classes of an anonymous namespace stay with their module.
//
// A record that is only declared in a module is the complete one of that name; of several, the one in the nearest
// directory; if that does not decide, the first.
#pragma once

#include "program/program.h"

namespace custody::program {

struct RecordMap {
  std::vector<ProgRecord> records;
  std::vector<std::vector<ProgRecordId>> ids; // by module, by local id
};

RecordMap unifyRecords(const std::vector<ir::Module> &modules,
                       const std::vector<std::vector<llvm::StringRef>> &directories);

} // namespace custody::program
