// Which fields own (section 4.3.1): learnt from what destructors and constructors do, before methods are judged.
//
//     struct Container { Elem *e; ~Container() { delete e; } };             e owns: ~Container deletes it
//     void buf_free(struct buf *b) { free(b->data); free(b); }              data owns: buf_free frees it with its
//     holder
//
// A field owns if a destructor, or a function that frees the structure itself, frees it on every path; or if it owns at
// the end of a constructor. Difference from the paper: all other fields are not "never owning" but unknown; a function
// that stores owning pointers there has let them escape, and only where all uses of the field in the program are known
// to do nothing with its ownership is it said that the field leaks.
#pragma once

#include "engines/ownership/system.h"
#include "program/facts.h"
#include <map>

namespace custody::engines::ownership {

struct FieldFacts {
  ProgFuncId destroyer;     // frees the field; none: nobody does
  ProgFuncId constructor;   // leaves it owning
  bool isTaken = false;     // somebody may take ownership out of it
  bool isHidden = false;    // its address is taken, or the structure is copied as a whole
  bool isTold = false;      // nobody frees it, which is a finding of its own
  bool isSpecified = false; // a specification says that it owns
  std::vector<FieldEvent> owningStores;

  bool owns() const { return isSpecified || destroyer.valid() || constructor.valid(); }
};

class FieldTypes {
public:
  // Events in the order of the functions.
  void add(const FieldEvent &event);

  void specify(FieldKey field) { facts[field].isSpecified = true; }
  void markTold(FieldKey field) { facts[field].isTold = true; }

  bool owns(FieldKey field) const;
  const FieldFacts *find(FieldKey field) const;
  const std::map<FieldKey, FieldFacts> &all() const { return facts; }
  // The fields of structures that a function frees while the structures stay, by function.
  const std::map<ProgFuncId, std::vector<FieldKey>> &released() const { return releasedBy; }

private:
  std::map<FieldKey, FieldFacts> facts;
  std::map<ProgFuncId, std::vector<FieldKey>> releasedBy;
};

// The name of the field, "e"; the field with its class, "Container::e".
std::string fieldName(const program::Program &program, FieldKey field);
std::string qualifiedName(const program::Program &program, FieldKey field);

// "owned because '~Container' deletes it"
std::string whyOwned(const program::Program &program, const FieldFacts &facts);

} // namespace custody::engines::ownership
