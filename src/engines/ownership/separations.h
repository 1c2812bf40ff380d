// Construction without allocation, destruction without deallocation (section 3.5): placement new, explicit destructors.
//
//     new (room) Elem;   elem->~Elem();   table[i].~Elem();        told
//     new (room) Elem[n];   Elem e;  e.~Elem();  new (&e) Elem;    told
//     Elem e;  throw Elem();  the members and bases of an object   made and destroyed with what they are in
#pragma once

#include "program/program.h"
#include "report/finding.h"

namespace custody::engines::ownership {

std::vector<report::Finding> separations(const program::Program &program, program::ProgFuncId id);

} // namespace custody::engines::ownership
