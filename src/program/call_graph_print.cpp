// The call graph for people. Text lists each function with what it calls and how:
//
//     main
//       direct   qsort
//       callback cmp
//       indirect set1
//     set1 = read_file, read_socket, ...          sets of more than four functions are named, and listed at the end
//
// Graphviz has the same nodes; dashed edges are those that no source line spells out.
#include "program/call_graph.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace custody::program {

static constexpr size_t MaxInline = 4;

llvm::StringRef name(CallKind kind) {
  switch (kind) {
  case CallKind::Direct:
    return "direct";
  case CallKind::Virtual:
    return "virtual";
  case CallKind::Indirect:
    return "indirect";
  case CallKind::Signature:
    return "signature";
  case CallKind::Callback:
    return "callback";
  case CallKind::MayCall:
    return "may-call";
  }
  return "";
}

namespace {

class CallGraphPrinter {
public:
  CallGraphPrinter(llvm::raw_ostream &out, const Program &program, const CallGraph &graph)
      : out(out), program(program), graph(graph), isNamed(graph.numTargetSets()) {}

  void text() {
    for (uint32_t f = 0; f < program.numFunctions(); ++f) {
      ProgFuncId id(f);
      out << label(id) << (program.hasBody(id) ? "" : " (no body)") << '\n';
      for (const CallTargets &call : lines(id))
        out << "  " << llvm::left_justify(name(call.kind), 9) << ' ' << targetsText(call)
            << (call.mayBeUnknown ? ", unknown" : "") << '\n';
    }
    for (uint32_t s = 0; s < isNamed.size(); ++s)
      if (isNamed[s])
        out << "set" << s - program.numFunctions() << " = " << list(graph.targets(TargetSetId(s))) << '\n';
  }

  void graphviz() {
    out << "digraph calls {\n  node [shape=box];\n";
    for (uint32_t f = 0; f < program.numFunctions(); ++f)
      out << "  n" << f << " [label=\"" << escaped(label(ProgFuncId(f))) << '"'
          << (program.hasBody(ProgFuncId(f)) ? "" : ", style=dotted") << "];\n";
    for (uint32_t f = 0; f < program.numFunctions(); ++f)
      for (const CallTargets &call : lines(ProgFuncId(f)))
        edge(f, call);
    for (uint32_t s = 0; s < isNamed.size(); ++s) {
      if (!isNamed[s])
        continue;
      out << "  n" << s << " [shape=point];\n";
      for (ProgFuncId target : graph.targets(TargetSetId(s)))
        out << "  n" << s << " -> n" << target.index << ";\n";
    }
    out << "}\n";
  }

private:
  // What a function calls, each way of calling each set once.
  std::vector<CallTargets> lines(ProgFuncId id) const {
    std::vector<CallTargets> result(graph.calls(id).begin(), graph.calls(id).end());
    llvm::sort(result, [](const CallTargets &a, const CallTargets &b) {
      return std::tie(a.kind, a.targets, b.mayBeUnknown) < std::tie(b.kind, b.targets, a.mayBeUnknown);
    });
    result.erase(std::unique(result.begin(), result.end(),
                             [](const CallTargets &a, const CallTargets &b) {
                               return a.kind == b.kind && a.targets == b.targets;
                             }),
                 result.end());
    return result;
  }

  // Functions of one name are told apart by their files.
  std::string label(ProgFuncId id) const {
    std::string text = program.sourceName(id).str();
    if (program.find(program.linkName(id)).size() > 1)
      text += " [" + program.moduleOf(id).name + "]";
    return text;
  }

  std::string list(llvm::ArrayRef<ProgFuncId> targets) const {
    std::string text;
    for (ProgFuncId target : targets)
      text += (text.empty() ? "" : ", ") + label(target);
    return text.empty() ? "nothing" : text;
  }

  std::string targetsText(const CallTargets &call) {
    llvm::ArrayRef<ProgFuncId> targets = graph.targets(call.targets);
    if (targets.size() <= MaxInline)
      return list(targets);
    isNamed[call.targets.index] = true;
    return "set" + std::to_string(call.targets.index - program.numFunctions());
  }

  void edge(uint32_t from, const CallTargets &call) {
    llvm::ArrayRef<ProgFuncId> targets = graph.targets(call.targets);
    llvm::StringRef style = call.kind == CallKind::Direct ? "" : ", style=dashed";
    auto line = [&](uint32_t to) {
      out << "  n" << from << " -> n" << to << " [label=\"" << name(call.kind) << '"' << style << "];\n";
    };
    if (targets.size() > MaxInline) {
      isNamed[call.targets.index] = true;
      line(call.targets.index);
      return;
    }
    for (ProgFuncId target : targets)
      line(target.index);
  }

  static std::string escaped(llvm::StringRef text) {
    std::string result;
    for (char c : text) {
      if (c == '"' || c == '\\')
        result += '\\';
      result += c;
    }
    return result;
  }

  llvm::raw_ostream &out;
  const Program &program;
  const CallGraph &graph;
  std::vector<bool> isNamed; // by target set
};

} // namespace

void printCallGraph(llvm::raw_ostream &out, const Program &program, const CallGraph &graph, GraphFormat format) {
  CallGraphPrinter printer(out, program, graph);
  if (graph.isCoarse())
    out << "// coarse: the budget of points-to was used up; calls through pointers are resolved by signature\n";
  if (format == GraphFormat::Text)
    printer.text();
  else
    printer.graphviz();
}

} // namespace custody::program
