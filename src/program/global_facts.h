// Globals that nobody writes, and what they hold.
//
//     static const struct cmd { const char *name; int (*run)(void); int flags; } table[] = {{"ls", ls, 1}, ...};
//     static int debug = 0;                     // no const, but nobody writes it
//     if (debug) ...                            // never taken
//
// A field of a global is constant if no store may reach it: by name, through a pointer that may point there
// (points-to), as a destination of a copy, or by code that is not here, to which its address escaped. Elements of an
// array are written together, but each keeps its own initial value.
#pragma once

#include "program/points_to.h"

namespace custody::program {

class GlobalFacts {
public:
  GlobalFacts(const Program &program, const PointsTo &pointsTo, const Layouts &layouts, const LibraryModel &library);

  bool neverWritten(ProgGlobalId id) const;
  bool neverWritten(ProgGlobalId id, int64_t offset, uint32_t size) const;

  // The scalar that lies there from start to end of the program. Bytes without a scalar are zero. None: it may change,
  // is not known, or the offset is in the middle of something.
  std::optional<ir::InitValue> constantAt(ProgGlobalId id, int64_t offset, uint32_t size) const;

private:
  struct Range {
    int64_t begin, end;
  };
  struct Writes {
    bool anywhere = false;
    std::vector<Range> ranges; // of normalised offsets
  };

  void scan(ProgFuncId id, const LibraryModel &library);
  void scanCall(ProgFuncId id, const ir::Function &function, const ir::Call &call, const LibraryModel &library);
  void writeTo(ProgFuncId id, ir::ExprId place, uint64_t size);
  void writeThrough(ProgFuncId id, ir::ExprId pointer);
  void mark(ProgGlobalId id, std::optional<int64_t> offset, uint64_t size);

  const Program *program;
  const PointsTo *pointsTo;
  const Layouts *layouts;
  std::vector<Writes> writes; // by global
};

} // namespace custody::program
