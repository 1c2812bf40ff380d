#include "engines/chain.h"
#include "engines/spelling.h"
#include "ir/visit.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines {

using namespace ir;

report::Position positionOf(const Module &module, const Loc &loc) {
  if (!loc.valid())
    return {};
  return {module.fileName(loc.file).str(), loc.line, loc.column,
          loc.macro ? module.text(module[loc.macro].name).str() : ""};
}

report::Position positionOf(const Module &module, const Function &function, StmtId stmt) {
  const report::Position at = positionOf(module, function[stmt].loc);
  return at.valid() ? at : positionOf(module, function.endLoc);
}

// `status = make(&p)`: the result is no holder.
std::string holderOf(const Module &module, const Function &function, StmtId stmt) {
  const ExprId place = destination(function[stmt].op);
  if (!place)
    return "";
  const TypeId type = function[place].type;
  const bool isNumber = type && (module[type].kind == TypeKind::Int || module[type].kind == TypeKind::Float);
  return isNumber && std::holds_alternative<Call>(function[stmt].op) ? "" : spellPlace(module, function, place);
}

std::string lastHolder(const Module &module, const Function &function, StmtId loss, const std::string &known) {
  const auto *end = std::get_if<End>(&function[loss].op);
  if (!end || function[end->var].kind != VarKind::Local)
    return known;
  const llvm::StringRef variable = module.text(function[end->var].name);
  llvm::StringRef rest = known;
  const bool isPart = rest.consume_front(variable) && (rest.empty() || rest[0] == '.' || rest[0] == '[');
  return isPart || variable.empty() ? known : variable.str();
}

std::string describeLoss(const Module &module, const Function &function, StmtId stmt, const std::string &object) {
  const std::string what = object.empty() ? "the last pointer to it" : "'" + object + "', the last pointer to it,";
  return std::visit(
      Overloaded{
          [&](const End &end) {
            const std::string var = module.text(function[end.var].name).str();
            const bool isNamed = function[end.var].kind != VarKind::Temp && !var.empty();
            return isNamed ? "lost here: '" + var + "' goes out of scope" : "lost here: nobody keeps the result";
          },
          [&](const Alloc &) { return "lost here: " + what + " is overwritten by the next allocation"; },
          [&](const Realloc &) {
            return std::string("lost here if the reallocation fails: its result overwrites the last pointer");
          },
          [&](const Free &) { return std::string("lost here: what held it is freed"); },
          [&](const Call &) { return std::string("lost here: the call drops the last pointer to it"); },
          [&](const auto &) { return "lost here: " + what + " is overwritten"; },
      },
      function[stmt].op);
}

// Is it asked whether a handler fits the exception?
static bool choosesHandler(const Module &module, const Function &function, ExprId condition) {
  const Expr &test = function[condition];
  ExprId at = test.kind == ExprKind::Binary ? test.b : ExprId();
  while (at && function[at].kind == ExprKind::Cast)
    at = function[at].a;
  const bool isAddress = at && function[at].kind == ExprKind::AddrOf;
  const ExprId place = isAddress ? function[at].a : ExprId();
  return place && function[place].kind == ExprKind::Global &&
         module.text(module[function[place].global()].linkName).starts_with("_ZTI");
}

std::string describeEdge(const Module &module, const Function &function, const Block &block, uint32_t edge) {
  switch (block.term.kind) {
  case TermKind::Branch: {
    if (choosesHandler(module, function, block.term.value))
      return edge == 0 ? "caught here" : "not caught here";
    const std::string what = spellCondition(module, function, block.term.value, edge == 0);
    return !what.empty()                        ? "on the path where " + what
           : (edge == 0) != block.term.isTurned ? "taking the true branch"
                                                : "taking the false branch";
  }
  case TermKind::Switch: {
    if (edge == 0)
      return "taking the default case";
    const std::string what = spellValue(module, function, block.term.value);
    return "on the path where " + (what.empty() ? "the value" : "'" + what + "'") + " is " +
           std::to_string(block.term.cases[edge - 1]);
  }
  case TermKind::Invoke:
    return edge == 1 ? "an exception is thrown here" : "";
  default:
    return "";
  }
}

void addInterface(report::Finding &finding, const program::Program &program, program::ProgFuncId other,
                  const std::string &what) {
  const std::string name = program.sourceName(other).str();
  const report::Position at =
      program.hasBody(other) ? positionOf(program.moduleOf(other), program.function(other).loc) : report::Position();
  report::Interface interface{name, "'" + name + "' " + what, at};
  if (!llvm::is_contained(finding.interfaces, interface))
    finding.interfaces.push_back(std::move(interface));
}

void addPassed(report::Finding &finding, const program::Program &program, const report::Position &at,
               program::ProgFuncId callee, uint32_t arg) {
  const size_t known = finding.interfaces.size();
  addInterface(finding, program, callee, "neither frees nor keeps its argument " + std::to_string(arg + 1));
  if (finding.interfaces.size() > known && program.hasBody(callee) && at.valid())
    finding.chain.push_back(
        {report::Event::Kind::Handed, at, finding.function, "handed to '" + program.sourceName(callee).str() + "'"});
}

} // namespace custody::engines
