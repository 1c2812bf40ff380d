#include "report/message.h"
#include "llvm/ADT/StringExtras.h"

namespace custody::report {

static std::string quoted(llvm::StringRef name) {
  return ("'" + name + "'").str();
}

// "memory allocated by 'strdup'", as much of it as is known.
static std::string memory(const Finding &finding) {
  return finding.allocator.empty() ? "memory" : "memory allocated by " + quoted(finding.allocator);
}

static std::string named(const Finding &finding) {
  return finding.object.empty() ? memory(finding) : quoted(finding.object);
}

std::string messageOf(const Finding &finding) {
  switch (finding.kind) {
  case Kind::Leak:
    return memory(finding) + " is lost here" +
           (finding.object.empty() ? "" : ": " + quoted(finding.object) + " is the last pointer to it");
  case Kind::DoubleFree:
    return named(finding) + " is freed here a second time";
  case Kind::MismatchedFree:
    return named(finding) + (finding.object.empty() || finding.allocator.empty()
                                 ? " is freed by a function that does not belong to its allocation"
                                 : ", allocated by " + quoted(finding.allocator) +
                                       ", is freed by a function that does not belong to it");
  case Kind::FreeOfNonHeap:
    return (finding.object.empty() ? "memory" : quoted(finding.object)) + " is freed here and is not on the heap";
  case Kind::CopyHazard:
    return "a copy of " + (finding.object.empty() ? "this object" : quoted(finding.object)) +
           " owns the same memory: both will free it";
  case Kind::OwnershipEscape:
    return named(finding) + " goes where its ownership is not followed";
  case Kind::OwnershipField:
    return (finding.object.empty() ? "this field" : quoted(finding.object)) + " owns what it points to only sometimes";
  case Kind::OwnershipUnmodelled:
    return named(finding) + " is used in a way that is not modelled";
  case Kind::SpecContradiction:
    return "the body contradicts its specification: " +
           (finding.chain.empty() ? "not so: " + finding.allocator : finding.chain.back().text);
  }
  llvm_unreachable("every kind has a sentence");
}

} // namespace custody::report
