#include "logic/ownership_graph.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

namespace custody::logic {

void print(llvm::raw_ostream &out, const OwnConstraint &constraint, llvm::function_ref<std::string(OwnVar)> name) {
  out << name(constraint.source);
  switch (constraint.kind) {
  case OwnConstraint::Kind::Zero:
    out << " = 0";
    return;
  case OwnConstraint::Kind::One:
    out << " = 1";
    return;
  case OwnConstraint::Kind::Equal:
  case OwnConstraint::Kind::AtLeast:
    out << (constraint.kind == OwnConstraint::Kind::Equal ? " = " : " >= ");
    llvm::interleave(constraint.targets, out, [&](OwnVar target) { out << name(target); }, " + ");
    if (constraint.targets.empty())
      out << "0";
  }
}

void printGraph(llvm::raw_ostream &out, const OwnershipGraph &graph, llvm::ArrayRef<std::string> names) {
  std::map<OwnVar, std::vector<OwnVar>> members; // by the first
  std::map<OwnVar, OwnVar> firstOf;
  for (OwnVar variable = 0; variable < names.size(); ++variable)
    members[firstOf.try_emplace(graph.partition(variable), variable).first->second].push_back(variable);
  auto spell = [&](OwnVar root) {
    auto at = firstOf.find(root);
    return at == firstOf.end() ? "?" : names[at->second];
  };
  for (const auto &[first, all] : members) {
    out << "(";
    llvm::interleave(all, out, [&](OwnVar member) { out << names[member]; }, " ");
    out << ")";
    if (std::optional<bool> label = graph.label(first))
      out << " = " << *label;
    out << "\n";
  }
  for (const OwnConstraint &flow : graph.flows()) {
    print(out, flow, spell);
    out << "\n";
  }
}

} // namespace custody::logic
