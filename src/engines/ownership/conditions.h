// What a path knows of values: from tests that it passed, and from constants that were assigned on it.
//
//     if (flags & KEEP) buf = copy(s);  ...  if (flags & KEEP) free(buf);        the same test has the same outcome
//     if (n <= 0) v = NULL; else v = make(n);  ...  if (n > 0) free(v);          n <= 0 and n > 0 are one test
//
// The subject of a fact is an expression, by its structure: two expressions that are written alike are one subject,
// and a statement that may change memory which a subject reads ends what is known of it. A test is remembered only
// if there is another of the same subject; so the number of different states stays small.
#pragma once

#include "engines/ownership/system.h"
#include "program/facts.h"
#include <map>
#include <optional>

namespace custody::engines::ownership {

struct Fact {
  uint32_t subject = 0;
  Relation relation = Relation::Equal;
  int64_t value = 0;
  bool holds = true;

  auto operator<=>(const Fact &) const = default;
};

// A value, sorted. Bounded: what does not fit is not known.
class Knowledge {
public:
  // False: it contradicts what is known.
  bool learn(const Fact &fact);
  bool allows(const Fact &fact) const { return says(fact) != false; }
  void forget(llvm::ArrayRef<uint32_t> subjects); // sorted
  void copy(uint32_t from, uint32_t to);          // `to` is what `from` is
  std::optional<int64_t> number(uint32_t subject) const;

  auto operator<=>(const Knowledge &) const = default;

private:
  std::optional<bool> says(const Fact &fact) const;

  static constexpr size_t MaxFacts = 12;
  std::vector<Fact> facts;
};

// The subjects of one function.
class Conditions {
public:
  Conditions(const program::ProgramModel &model, program::ProgFuncId id);

  // False: the facts say that the condition has the other outcome. Else what it tells is learnt.
  bool pass(Knowledge &known, ir::ExprId condition, bool outcome) const;
  // What the statement changes, and what a constant or another subject gives to its destination.
  void step(Knowledge &known, ir::StmtId stmt);
  // The result that the call left is, or is not, that number.
  void tell(Knowledge &known, ir::ExprId place, int64_t value, bool isEqual) const {
    tell(known, place, {Relation::Equal, value, isEqual});
  }
  void tell(Knowledge &known, ir::ExprId place, const ResultTest &test) const;
  // The number that the value is, or whether it may be that number.
  std::optional<int64_t> numberOf(const Knowledge &known, ir::ExprId value) const;
  bool mayBe(const Knowledge &known, ir::ExprId value, int64_t number) const;
  bool isTested(ir::ExprId place) const { return stored(place).has_value(); }

private:
  struct Subject {
    program::RegionSet reads;
    unsigned tests = 0;
    bool isCopied = false; // to a variable
    bool isOpaque = false; // nobody knows its value; never equal to anything

    bool isTracked() const { return !isOpaque && (tests > 0 || isCopied); }
  };
  using Key = std::tuple<ir::ExprKind, ir::Op, uint32_t, uint32_t, uint32_t, int64_t, uint32_t, uint32_t>;

  std::optional<Fact> parse(ir::ExprId condition) const; // what holds if it is true
  // What a statement does to facts, whatever they are.
  struct Change {
    bool isKnown = false;
    std::vector<uint32_t> killed;       // sorted
    std::optional<uint32_t> into, from; // the subject that is set, to what another is
    std::optional<int64_t> number;      // or to this
  };
  const Change &changeAt(ir::StmtId stmt);
  std::vector<uint32_t> killedBy(ir::StmtId stmt) const;
  void addReaders(const program::RegionSet &written, std::vector<uint32_t> &found) const;
  void indexReaders();
  bool isVariable(ir::ExprId value) const;
  uint32_t number(ir::ExprId expr);
  void collectReads(ir::ExprId expr, Subject &subject) const;
  ir::ExprId strip(ir::ExprId expr) const;
  std::optional<uint32_t> known(ir::ExprId value) const; // the subject, if it is worth knowing
  std::optional<uint32_t> stored(ir::ExprId place) const;

  const program::ProgramModel &model;
  const program::ProgFuncId id;
  const ir::Function &function;
  std::map<Key, uint32_t> numbers;
  std::vector<uint32_t> subjectOf; // by expression: number + 1, 0 if nobody asked
  std::vector<Subject> subjects;
  std::map<uint32_t, uint32_t> loadOf; // a place's number: its value's
  // Subjects by the regions that they read; all that read something, what escaped, or memory of foreign code.
  std::vector<std::pair<program::RegionId, uint32_t>> readers; // sorted
  std::vector<uint32_t> allReaders, escapedReaders, externalReaders;
  std::vector<Change> changes; // by statement, made when a path first comes there
};

} // namespace custody::engines::ownership
