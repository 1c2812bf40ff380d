#include "engines/ownership/task.h"
#include "engines/callees.h"

namespace custody::engines::ownership {

OneCallee calleeAt(const Task &task, ir::StmtId stmt) {
  const Callees callees = calleesAt(task.model, task.id, stmt);
  if (!callees.isComplete || callees.known.size() != 1)
    return {};
  return {callees.known.front(), task.signatures(callees.known.front())};
}

} // namespace custody::engines::ownership
