// Where scalars lie in objects. Analyses name a piece of memory by object and byte offset; the elements of an array
// share their names:
//
//     struct op { int code; void (*run)(void); };           // run at 8, size 16
//     struct table { int n; struct op ops[10]; };           // ops at 8
//     normalise(table, 8 + 3 * 16 + 8) == 8 + 8             // ops[3].run is ops[_].run
#pragma once

#include "program/program.h"

namespace custody::program {

class Layouts {
public:
  explicit Layouts(const Program &program);

  // The offset with array indices set to zero. Offsets beyond the object's end wrap around: they come from pointers
  // that walk over an array of such objects.
  int64_t normalise(ProgTypeId type, int64_t offset) const { return leafAt(type, offset).offset; }

  // The scalar at an offset, and the innermost record that it is a field of. Unions are not looked into.
  struct Leaf {
    int64_t offset = 0;   // normalised, in the type that was asked for
    ProgRecordId record;  // none: not in a record
    int64_t inRecord = 0; // normalised, in that record
    ProgTypeId type;      // none: a member of a union, or padding
  };
  Leaf leafAt(ProgTypeId type, int64_t offset) const;

  // Normalised offsets at which an object of the type may hold a pointer, ascending; at most MaxPointers.
  llvm::ArrayRef<uint32_t> pointers(ProgTypeId type) const { return pointerOffsets[type.index]; }

  // What an array, of arrays perhaps, is made of; else the type itself.
  ProgTypeId element(ProgTypeId type) const;

  static constexpr size_t MaxPointers = 256;

private:
  Leaf leafIn(ProgRecordId record, int64_t offset) const;
  bool endsInFlexibleArray(const ir::Record &record, ModuleId module) const;
  void collectRecord(ProgRecordId record, uint64_t base, std::vector<uint32_t> &out, unsigned depth) const;
  void collectPointers(ProgTypeId type, uint64_t base, std::vector<uint32_t> &out, unsigned depth) const;

  const Program *program;
  std::vector<std::vector<uint32_t>> pointerOffsets; // by type
};

// Bytes, or nobody knows what: memory that any type may be laid over.
bool isRaw(const TypeTable &types, ProgTypeId type);

// Whether a value of the type can carry a pointer. Integers of a pointer's size can; no type: nobody knows.
bool mayHoldPointer(const TypeTable &types, ProgTypeId type, uint32_t pointerSize);

} // namespace custody::program
