// A finding is evidence: what was allocated, where its last hold is lost, and the chain of custody in between.
//
// Engines fill it with facts; how it is merged, ranked, numbered and written is decided in this layer. It is plain data
// that depends on nothing but the source: two runs over the same program make equal findings, whatever the threads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace custody::report {

// A place in the source. Inside a macro, `file`, `line` and `column` are where the macro is expanded, and the macro's
// name says so.
struct Position {
  std::string file;
  unsigned line = 0; // 0: no position
  unsigned column = 0;
  std::string macro;

  bool valid() const { return line != 0; }
  auto operator<=>(const Position &) const = default;
};

enum class Kind : uint8_t {
  Leak,
  DoubleFree,
  MismatchedFree, // malloc and delete, fopen and free
  FreeOfNonHeap,  // of a variable's or a literal's address
  CopyHazard,
  OwnershipEscape, // audit mode
  OwnershipField,
  OwnershipUnmodelled,
  SpecContradiction, // a body does not do what is specified of it
};

// One event in the life of the object.
struct Event {
  enum class Kind : uint8_t { Allocated, Handed, Stored, Branch, Freed, Lost, Note };
  Kind kind = Kind::Note;
  Position at;
  std::string function; // qualified source name of the function the event is in
  std::string text;     // "allocated here by 'strdup'", "taking the false branch: 'p' is not null"

  auto operator<=>(const Event &) const = default;
};

// What the finding believes of another function: "'foo' does not free its argument".
struct Interface {
  std::string function;
  std::string text;
  Position at; // of its definition or of its specification; may be invalid

  auto operator<=>(const Interface &) const = default;
};

// Why a finding is ranked as it is. Points are added to 50, and the sum is kept between 0 and 100.
struct RankReason {
  int points = 0;
  std::string text;

  auto operator<=>(const RankReason &) const = default;
};

struct Finding {
  Kind kind = Kind::Leak;
  std::string engine;

  std::string function; // where the last hold is lost: qualified source name
  Position loss;        // leak: where the last hold is lost; double free: the second free
  std::vector<Position> otherLosses;

  std::string object;        // how the source names what is lost: "buf", "list->next"; may be empty
  std::string allocator;     // the call that made it as the losing function sees it: "strdup", "new", "make_list";
                             // spec contradiction: what is specified
  std::string resource;      // what it is, if no memory: "file", "directory stream"
  std::string allocFunction; // the function that the allocation stands in
  Position allocation;       // leak: where it was allocated; double free: the first free if there is no allocation;
                             // spec contradiction: the specification
  std::vector<Event> chain;  // from the allocation to the loss
  std::vector<Interface> interfaces;
  std::vector<RankReason> reasons;

  auto operator<=>(const Finding &) const = default;
};

} // namespace custody::report
