// What joining the contents of an object came to lately.
//
// Where ways meet again and again, most objects that differ have differed in the same way before: a loop that changes
// `i` joins the same two lists for each of its states. What comes of it depends on the two lists, on a few bits of the
// object's statuses, and on which pointers of the caller are known to have been null; the last are summed up in a hash.
#pragma once

#include "heap/contents.h"
#include "support/mixed.h"
#include <array>
#include <optional>

namespace custody::engines::summary {

struct ObjectJoin {
  heap::LocId loc; // none: nobody asked
  heap::ContentsId left = 0, right = 0;
  uint32_t flags = 0;    // of the object, on both sides
  uint64_t surround = 0; // a hash of all else that matters
  bool operator==(const ObjectJoin &) const = default;
};

class RecentObjectJoins {
public:
  struct Answer {
    heap::ContentsId both = 0;
    bool isWide = false; // something may be one of very many objects
  };
  std::optional<Answer> find(const ObjectJoin &question) const {
    const Slot &slot = slots[indexOf(question)];
    return slot.question == question ? std::optional(slot.answer) : std::nullopt;
  }
  void keep(const ObjectJoin &question, Answer answer) { slots[indexOf(question)] = {question, answer}; }

private:
  static constexpr unsigned Bits = 9;
  struct Slot {
    ObjectJoin question;
    Answer answer;
  };
  static size_t indexOf(const ObjectJoin &question) {
    const uint64_t lists = uint64_t(question.left) << 32 | question.right;
    return support::mixed(lists, question.loc.index + question.surround) >> (64 - Bits);
  }
  std::array<Slot, 1 << Bits> slots;
};

} // namespace custody::engines::summary
