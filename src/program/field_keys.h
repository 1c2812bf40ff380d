// Names for fields, independent of the object they lie in: the innermost record and the offset in it.
//
//     struct list { struct list *next; };  struct item { void *data; struct list link; };
//     p->link.next    p: struct item *     list+0
//     q->next         q: struct list *     list+0
//     v[i]            v: void **           a scalar: no record
//
// Points-to uses them where no object tells the layout: in memory of unknown type, and in memory that unknown code
// reaches. What was stored there is found again by the field it is read as, which is C's own rule (an object is
// accessed as the type it has). Members of a union that lie over each other have one name, and so have the fields of
// records that are such members.
#pragma once

#include "program/layout.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace custody::program {

using KeyId = uint32_t;

class FieldKeys {
public:
  static constexpr KeyId Scalar = 0; // not in a record

  FieldKeys(const Program &program, const Layouts &layouts);

  KeyId keyOf(ProgTypeId seenAs, int64_t offset);                     // makes it
  std::optional<KeyId> find(ProgTypeId seenAs, int64_t offset) const; // none: nobody made it
  // Whether the field's declared type lets it hold a function.
  bool mayHoldFunction(KeyId key) const { return holdsFunction[key]; }
  // A field of that name. Not of Scalar.
  ProgRecordId record(KeyId key) const { return ProgRecordId(fields[key].first); }
  int64_t offset(KeyId key) const { return fields[key].second; }

private:
  using Field = std::pair<uint32_t, int64_t>; // record and offset

  KeyId keyOf(const Layouts::Leaf &leaf);

  const Program *program;
  const Layouts *layouts;
  llvm::DenseMap<Field, KeyId> ids;
  // By key.
  std::vector<Field> fields;
  std::vector<bool> holdsFunction;
};

} // namespace custody::program
