// When variables begin and end.
//
// Clang marks lifetimes only for some variables and not where a `goto` or `switch` enters a scope in the middle. Debug
// information is complete instead: every variable has a lexical scope and every instruction too. A variable begins at
// its declaration and ends where control leaves its scope, on whatever path:
//
//     { char *p = f();          begin p
//       if (p) break;           end p, on the edge of the break
//     }                         end p
//
// A variable whose declaration can be bypassed (`switch` into a scope, backward `goto`) would be begun on one path and
// not on another where these meet: it begins at the entry of its scope instead, as C says. If even that contradicts a
// use (positions of cleanup code are not always exact), its scope is widened. Each retry moves a variable outward, so
// it ends; nearly always there is none.
#pragma once

#include "ir/ids.h"
#include "lower/paths.h"
#include "lower/source_facts.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class DILocalScope;
class Value;
} // namespace llvm

namespace custody::lower {

struct ScopedVariable {
  ir::VarId var;
  const llvm::Value *slot = nullptr;
  const llvm::DILocalScope *scope = nullptr; // null: the whole function
  llvm::StringRef cleanup;                   // the function of its `cleanup` attribute, if it has one
  bool atFirstUse = false;                   // has no declaration: begins where it is used first
  bool fromEntry = false;                    // begins when its scope is entered, not at its declaration
  std::optional<SourceRange> range = {};     // debug information has no scope for the variable of a condition
};

// Follows control through scopes. `begin` and `end` are told what happens; the set of begun variables is the state.
class ScopeCursor {
public:
  using Event = llvm::function_ref<void(unsigned variable)>;

  explicit ScopeCursor(llvm::ArrayRef<ScopedVariable> variables) : variables(variables) {}
  // To the scope of an instruction.
  void moveTo(const llvm::Instruction &instruction, bool isAtBrace, Event begin, Event end);
  void move(const llvm::DILocalScope *to, Event begin, Event end);
  void declare(unsigned variable, Event begin);
  // Before the cleanup of a variable all that was declared after it is gone.
  void beforeCleanup(unsigned variable, Event end);
  // After it, the variable itself.
  void afterCleanup(unsigned variable, Event end);
  // Control gets to a position: variables of conditions end where their statement is left.
  void arriveAt(Position at, Event end);

  llvm::BitVector begun;
  const llvm::DILocalScope *scope = nullptr;
  // Set while control is at a closing brace: the scope that it will then be in.
  const llvm::DILocalScope *behindBrace = nullptr;
  Position brace;

private:
  llvm::ArrayRef<ScopedVariable> variables;
};

class Scopes {
public:
  Scopes(const PathGraph &graph, const std::set<Position> &scopeEnds, std::vector<ScopedVariable> variables);

  llvm::ArrayRef<ScopedVariable> all() const { return variables; }
  // The state in which the node is entered.
  ScopeCursor enter(uint32_t node) const;
  // Moves over an edge into the node: where several edges meet, all arrive with the same variables begun.
  void cross(ScopeCursor &cursor, uint32_t from, const PathEdge &edge, ScopeCursor::Event begin,
             ScopeCursor::Event end) const;
  // Index of the variable that is declared by this slot, if it is declared by debug information.
  std::optional<unsigned> variableOf(const llvm::Value *slot) const;
  // Does it stand where a scope closes? Then it may be cleanup code.
  bool isAtBrace(const llvm::Instruction &instruction) const;
  void beginUsed(const llvm::Instruction &instruction, ScopeCursor &cursor, ScopeCursor::Event begin) const;
  // The variable that this call cleans up at the end of its scope.
  std::optional<unsigned> cleanedUpBy(const llvm::Instruction &instruction, bool isUnwinding) const;
  // Does the variable end right behind the call that cleans it up?
  static bool endsBehind(const llvm::Instruction &cleanup);
  // Is its position where control is?
  bool arrives(const llvm::Instruction &instruction) const { return !prologues.contains(&instruction); }

private:
  bool isJoin(uint32_t node) const { return graph.nodes[node].predecessors.size() > 1; }
  bool movesOnEdge(uint32_t from, uint32_t to) const;
  bool solve(); // false: a variable was moved outward, try again
  void findOpenings();
  void findPrologues();
  void findCleaned();
  void moveOver(ScopeCursor &cursor, uint32_t node, ScopeCursor::Event begin, ScopeCursor::Event end) const;
  void computeEntryScopes();
  void runNode(uint32_t node, ScopeCursor &cursor);
  void checkUses(const llvm::Instruction &instruction, ScopeCursor &cursor);
  void moveOutward(unsigned variable);

  const PathGraph &graph;
  const std::set<Position> &scopeEnds;
  std::vector<ScopedVariable> variables;
  llvm::DenseMap<const llvm::Value *, unsigned> bySlot;
  // Scopes without braces (`if (T x = f())`) are cleaned up at the position where they open.
  std::set<std::pair<Position, const llvm::DILocalScope *>> openings;
  // What stands before the handler of a catch clause has positions of other clauses.
  llvm::DenseSet<const llvm::Instruction *> prologues;
  llvm::BitVector cleaned; // variables with cleanup code: where it ran on one of the paths that meet, they are gone
  std::vector<bool> entersAtBrace;
  std::vector<Position> entryPositions;
  std::vector<const llvm::DILocalScope *> entryScopes, exitScopes;
  std::vector<std::optional<ScopeCursor>> exits;
  std::vector<llvm::BitVector> begunAtEntry;
  std::vector<bool> isKnown;
  llvm::BitVector moved; // in this pass; once is enough
};

// The scope of an instruction, or null if it has no position.
const llvm::DILocalScope *scopeOf(const llvm::Instruction &instruction);
const llvm::DILocalScope *commonScope(const llvm::DILocalScope *a, const llvm::DILocalScope *b);
const llvm::DILocalScope *outerScope(const llvm::DILocalScope *scope);
bool contains(const llvm::DILocalScope *outer, const llvm::DILocalScope *inner);

// Does control enter the scope of this instruction when it gets there?
bool movesScope(const llvm::Instruction &instruction);

// Calls `visit` with the slot and variable of each declaration that stands before the instruction.
void forEachDeclare(
    llvm::Instruction &instruction,
    llvm::function_ref<void(const llvm::Value *slot, llvm::DILocalVariable *variable, bool isWhole)> visit);

} // namespace custody::lower
