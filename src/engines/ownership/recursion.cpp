#include "engines/ownership/recursion.h"
#include "llvm/ADT/DenseMap.h"

namespace custody::engines::ownership {

namespace {

// By function of the component: those that it calls.
std::vector<std::vector<uint32_t>> calleesIn(const program::CallGraph &calls,
                                             llvm::ArrayRef<program::ProgFuncId> component) {
  llvm::DenseMap<program::ProgFuncId, uint32_t> numbers;
  for (const auto [number, id] : llvm::enumerate(component))
    numbers[id] = number;
  std::vector<std::vector<uint32_t>> callees(component.size());
  for (const auto [caller, id] : llvm::enumerate(component))
    for (program::ProgFuncId callee : calls.callees(id))
      if (const auto at = numbers.find(callee); at != numbers.end())
        callees[caller].push_back(at->second);
  return callees;
}

std::vector<uint32_t> postorder(llvm::ArrayRef<std::vector<uint32_t>> callees) {
  struct Frame {
    uint32_t function;
    size_t next;
  };
  std::vector<uint32_t> order;
  std::vector<bool> isSeen(callees.size());
  std::vector<Frame> stack;
  auto enter = [&](uint32_t function) {
    if (!isSeen[function])
      stack.push_back({function, 0});
    isSeen[function] = true;
  };
  for (uint32_t first = 0; first < callees.size(); ++first)
    for (enter(first); !stack.empty();) {
      Frame &frame = stack.back();
      if (frame.next < callees[frame.function].size()) {
        enter(callees[frame.function][frame.next++]);
        continue;
      }
      order.push_back(frame.function);
      stack.pop_back();
    }
  return order;
}

} // namespace

Recursion arrange(const program::CallGraph &calls, llvm::ArrayRef<program::ProgFuncId> component) {
  const std::vector<std::vector<uint32_t>> callees = calleesIn(calls, component);
  const std::vector<uint32_t> order = postorder(callees);
  std::vector<uint32_t> placeOf(component.size());
  Recursion result;
  for (const auto [place, function] : llvm::enumerate(order)) {
    result.functions.push_back(component[function]);
    placeOf[function] = place;
  }
  result.callers.resize(component.size());
  for (const auto [caller, called] : llvm::enumerate(callees))
    for (uint32_t callee : called)
      result.callers[placeOf[callee]].push_back(placeOf[caller]);
  return result;
}

} // namespace custody::engines::ownership
