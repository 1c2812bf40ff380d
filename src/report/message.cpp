#include "report/message.h"
#include "llvm/ADT/StringExtras.h"

namespace custody::report {

static std::string quoted(llvm::StringRef name) {
  return ("'" + name + "'").str();
}

// "memory allocated by 'strdup'", "the file acquired by 'fopen'", as much of it as is known.
static std::string made(const Finding &finding) {
  const bool isMemory = finding.resource.empty();
  const std::string what = isMemory ? "memory" : "the " + finding.resource;
  return finding.allocator.empty() ? what
                                   : what + (isMemory ? " allocated by " : " acquired by ") + quoted(finding.allocator);
}

// "'name'", "the file 'log'"; or what is known of how it was made.
static std::string named(const Finding &finding) {
  if (finding.object.empty())
    return made(finding);
  return (finding.resource.empty() ? "" : "the " + finding.resource + " ") + quoted(finding.object);
}

static std::string mismatch(const Finding &finding) {
  const bool isMemory = finding.resource.empty();
  const std::string freed = isMemory ? " is freed" : " is released";
  if (finding.object.empty() || finding.allocator.empty())
    return named(finding) + freed + " by a function that does not belong to its allocation";
  return named(finding) + (isMemory ? ", allocated by " : ", acquired by ") + quoted(finding.allocator) + "," + freed +
         " by a function that does not belong to it";
}

std::string messageOf(const Finding &finding) {
  switch (finding.kind) {
  case Kind::Leak:
    return made(finding) + " is lost here" +
           (finding.object.empty() ? "" : ": " + quoted(finding.object) + " is the last pointer to it");
  case Kind::DoubleFree:
    return named(finding) + (finding.resource.empty() ? " is freed" : " is released") + " here a second time";
  case Kind::MismatchedFree:
    return mismatch(finding);
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
