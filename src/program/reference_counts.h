// Fields that count how many hold an object.
//
//     bool deref(struct data *d)  { return --d->n == 0; }
//     void drop(struct list *l)   { if (deref(l->d)) free(l->d); }
//     void detach(struct list *l) { if (l->d->n > 1) { deref(l->d); l->d = copy(l->d); } }
//
// Problem: in `detach` the last that is seen of the old data is that somebody overwrites the pointer to it. Whoever
// counts down without freeing leaves the object to those who are still counted. But not every number that goes down is
// such a count: `--list->length` gives up nothing.
//
// Idea: a field is a count of references if somewhere in the program a free depends on what is left of it, and what is
// freed is the object that it lies in, or something on the way there: `if (--l->length == 0) free(l->items)` frees what
// hangs on the object. The number may be counted down by a function that is called and that returns what is left, or
// whether anything is.
#pragma once

#include "program/program.h"
#include "llvm/ADT/DenseSet.h"

namespace custody::program {

class ReferenceCounts {
public:
  explicit ReferenceCounts(const Program &program);

  // Does the assignment give up a reference to the object that it writes to?
  bool isCountedDown(ProgFuncId function, ir::StmtId assignment) const {
    return statements.contains({function.index, assignment.index});
  }

private:
  llvm::DenseSet<std::pair<uint32_t, uint32_t>> statements;
};

} // namespace custody::program
