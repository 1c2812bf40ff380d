#include "report/kinds.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::report {

static constexpr KindInfo Kinds[] = {
    {Kind::Leak, "leak", "leak", "leaks", "Leak of memory or of another resource",
     "Memory was allocated, or a file, a directory or another resource was acquired, and the last pointer to it is "
     "lost "
     "before anybody releases it.\n\n"
     "A program that runs long enough exhausts its memory or its descriptors; where an attacker can repeat the path, "
     "it is a denial of "
     "service.\n\n"
     "**How to mend it:** free or close it on the path that is shown, or hand it to somebody who does (return it, "
     "store "
     "it in a structure that outlives the function). The chain of custody shows who held it from its allocation on.",
     "CWE-401", "warning", "5.0", "high"},
    {Kind::DoubleFree, "double-free", "double free", "double frees", "Memory is freed twice",
     "The same memory is given back twice. The second time corrupts the allocator's own data, which attackers can "
     "often turn into running code of theirs.\n\n"
     "**How to mend it:** decide who owns the memory, free it there alone, and set other pointers to null.",
     "CWE-415", "error", "8.1", "high"},
    {Kind::MismatchedFree, "mismatched-free", "mismatched free", "mismatched frees",
     "Memory is freed by the wrong function",
     "Memory is given back by a function of another family than the one that made it: `malloc` and `delete`, `new[]` "
     "and `delete`, `fopen` and `free`.\n\n"
     "**How to mend it:** use the function that belongs to the allocation.",
     "CWE-762", "error", "7.0", "high"},
    {Kind::FreeOfNonHeap, "free-of-non-heap", "free of non-heap memory", "frees of non-heap memory",
     "Memory is freed that is not on the heap",
     "The address of a variable, of a literal or of the inside of an object is given to a function that frees.\n\n"
     "**How to mend it:** do not free it; or allocate what is to be freed.",
     "CWE-590", "error", "7.5", "high"},
    {Kind::CopyHazard, "copy-hazard", "copy hazard", "copy hazards", "A copy of an owner owns the same memory",
     "A class frees memory in its destructor and does not say how it is copied: a copy made by the compiler owns the "
     "same memory, and both free it.\n\n"
     "**How to mend it:** delete the copy operations, write them, or hold the memory in a type that knows how to be "
     "copied.",
     "CWE-415", "warning", "5.5", "medium"},
    {Kind::OwnershipEscape, "ownership-escape", "escape of ownership", "escapes of ownership",
     "Ownership goes where it is not followed",
     "Audit mode: an owning pointer goes to a place that the analysis does not follow, so nothing is known about who "
     "frees it.",
     "", "note", "", "low"},
    {Kind::OwnershipField, "ownership-field", "unclear field", "unclear fields", "A field owns only sometimes",
     "Audit mode: a field owns what it points to in some methods and not in others, so no destructor is right.", "",
     "note", "", "low"},
    {Kind::OwnershipUnmodelled, "ownership-unmodelled", "unmodelled construct", "unmodelled constructs",
     "A construct that is not modelled",
     "Audit mode: the program does something with an owning pointer that the analysis does not model.", "", "note", "",
     "low"},
    {Kind::SpecContradiction, "spec-contradiction", "contradicted specification", "contradicted specifications",
     "A body does not do what is specified of it",
     "A function has both a body and a specification, and the body does something else. Callers are checked with the "
     "specification, so they are checked wrongly.\n\n"
     "**How to mend it:** correct whichever of the two is wrong.",
     "", "warning", "", "medium"},
};

llvm::ArrayRef<KindInfo> allKinds() {
  return Kinds;
}

const KindInfo &infoOf(Kind kind) {
  return *llvm::find_if(Kinds, [&](const KindInfo &info) { return info.kind == kind; });
}

std::optional<Kind> kindNamed(llvm::StringRef id) {
  for (const KindInfo &info : Kinds)
    if (info.id == id)
      return info.kind;
  return std::nullopt;
}

} // namespace custody::report
