#include "engines/makers.h"
#include <set>

namespace custody::engines {

using namespace ir;
using program::FunctionSpecs;
using program::ProgFuncId;
using program::Program;

static std::string calledName(const Program &program, ProgFuncId caller, const Call &call) {
  if (call.calleeKind != CalleeKind::Direct || !call.function)
    return "";
  return program.sourceName(program.resolve(caller, call.function).front()).str();
}

std::string makerName(const Program &program, ProgFuncId id, StmtId stmt) {
  if (!id || !stmt)
    return "";
  const StmtOp &op = program.function(id)[stmt].op;
  if (const auto *alloc = std::get_if<Alloc>(&op)) {
    const llvm::StringRef family = program.moduleOf(id).text(alloc->family);
    return alloc->zeroed && family == "malloc" ? "calloc" : family.str(); // C's only one that clears
  }
  if (std::holds_alternative<Realloc>(op))
    return "realloc";
  const auto *call = std::get_if<Call>(&op);
  return call ? calledName(program, id, *call) : "";
}

namespace {

// The words for all that the functions called make; "" among them stands for memory.
class Made {
public:
  Made(const Program &known, const FunctionSpecs &trusted) : program(known), specs(trusted) {}

  void addCall(ProgFuncId id, unsigned depth) {
    if (const specs::FunctionSpec *spec = specs.find(id))
      return addSpec(*spec);
    if (depth < MostCalls && program.hasBody(id) && seen.insert(id.index).second)
      addBody(id, depth + 1);
  }

  std::set<std::string> nouns;

private:
  static constexpr unsigned MostCalls = 4;

  void add(llvm::StringRef family) { nouns.insert(specs.store().resourceNoun(family).str()); }

  void addSpec(const specs::FunctionSpec &spec) {
    for (const specs::Result &result : spec.results)
      if (result.kind == specs::Result::Kind::Own)
        add(result.family);
    for (const specs::Effect &effect : spec.effects)
      if (effect.kind == specs::Effect::Kind::Allocates)
        add(effect.family);
  }

  void addBody(ProgFuncId id, unsigned depth) {
    for (const Stmt &stmt : program.function(id).stmts) {
      const auto *call = std::get_if<Call>(&stmt.op);
      if (std::holds_alternative<Alloc>(stmt.op) || std::holds_alternative<Realloc>(stmt.op))
        add("malloc");
      else if (call && call->calleeKind == CalleeKind::Direct && call->function)
        addCall(program.resolve(id, call->function).front(), depth);
    }
  }

  const Program &program;
  const FunctionSpecs &specs;
  std::set<uint32_t> seen;
};

} // namespace

std::string resourceMadeBy(const Program &program, const FunctionSpecs &specs, ProgFuncId function) {
  if (!function)
    return "";
  Made made(program, specs);
  made.addCall(function, 0);
  return made.nouns.size() == 1 ? *made.nouns.begin() : "";
}

std::string madeHere(const report::Finding &finding, const std::string &maker) {
  const std::string by = maker.empty() ? "" : " by '" + maker + "'";
  return (finding.resource.empty() ? "allocated here" : "acquired here") + by;
}

std::string releasedWord(const report::Finding &finding) {
  return finding.resource.empty() ? "freed" : "released";
}

} // namespace custody::engines
