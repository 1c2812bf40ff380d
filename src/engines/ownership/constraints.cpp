#include "engines/ownership/constraints.h"
#include <map>

namespace custody::engines::ownership {

using namespace ir;

namespace {

llvm::StringRef causeName(Cause cause) {
  switch (cause) {
  case Cause::Allocated:
    return "allocated";
  case Cause::Entered:
    return "owned by its type";
  case Cause::NotOwning:
    return "owns nothing";
  case Cause::Freed:
    return "freed";
  case Cause::AfterFree:
    return "gone";
  case Cause::Overwritten:
    return "overwritten";
  case Cause::Ended:
    return "ends";
  case Cause::HolderFreed:
    return "its holder is freed";
  case Cause::Joined:
    return "joined";
  case Cause::Returned:
    return "at return";
  case Cause::Copied:
    return "copied";
  case Cause::Passed:
    return "passed";
  case Cause::Callee:
    return "callee";
  case Cause::Invariant:
    return "of the class";
  case Cause::Stored:
    return "stored elsewhere";
  case Cause::Loaded:
    return "loaded from elsewhere";
  case Cause::Handed:
    return "handed to unknown code";
  case Cause::Aborted:
    return "the program ends";
  case Cause::Sender:
    return "field of the sender";
  }
  llvm_unreachable("every cause is above");
}

// `u`, `f` of `this`, `p->f`, `s.f`, `*p`
std::string spellSlot(const program::Program &program, ProgFuncId id, const Slot &slot) {
  const Module &module = program.moduleOf(id);
  const llvm::StringRef root = module.text(program.function(id)[slot.root].name);
  const std::string name = root.empty() ? "$" + std::to_string(slot.root.index) : root.str();
  if (!slot.field.valid())
    return (slot.isBehind ? "*" : "") + name;
  const std::string field = fieldName(program, slot.field);
  return name == "this" ? field : name + (slot.isBehind ? "->" : ".") + field;
}

// Versions are counted where they are first used.
std::vector<std::string> nameAll(const program::Program &program, ProgFuncId id, const System &system) {
  std::vector<std::string> names(system.numVariables);
  std::map<std::string, unsigned> counts;
  auto name = [&](OwnVar variable) {
    if (!names[variable].empty())
      return;
    const SlotId slot = system.versions[variable].slot;
    const std::string base = slot ? spellSlot(program, id, system.slots[slot.index]) : "%";
    names[variable] = base + (slot ? "." : "") + std::to_string(++counts[base]);
  };
  for (const Constraint &constraint : system.constraints) {
    name(constraint.what.source);
    llvm::for_each(constraint.what.targets, name);
  }
  for (OwnVar variable = 0; variable < system.numVariables; ++variable)
    name(variable);
  return names;
}

} // namespace

void printConstraints(llvm::raw_ostream &out, const program::Program &program, ProgFuncId id, const System &system,
                      const Solution &solution) {
  const Function &function = program.function(id);
  const std::vector<std::string> names = nameAll(program, id, system);
  auto name = [&](OwnVar variable) { return names[variable]; };
  out << program.sourceName(id) << ": constraints\n";
  for (uint32_t i = 0; i < system.constraints.size(); ++i) {
    const Constraint &constraint = system.constraints[i];
    if (constraint.rank == Rank::Indirect) // tried with `audit` only
      continue;
    out << "  " << (constraint.stmt ? function[constraint.stmt].loc.line : function.endLoc.line) << ": ";
    logic::print(out, constraint.what, name);
    out << " (" << causeName(constraint.cause) << ")" << (solution.isAccepted[i] ? "" : " does not fit") << "\n";
  }
  out << "graph\n";
  std::string graph;
  llvm::raw_string_ostream text(graph);
  logic::printGraph(text, solution.graph, names);
  llvm::SmallVector<llvm::StringRef, 0> lines;
  llvm::StringRef(graph).split(lines, '\n', -1, false);
  for (llvm::StringRef line : lines)
    out << "  " << line << "\n";
}

} // namespace custody::engines::ownership
