// The words of a chain of custody, the same for all engines that follow objects.
#pragma once

#include "program/program.h"
#include "report/finding.h"

namespace custody::engines {

report::Position positionOf(const ir::Module &module, const ir::Loc &loc);

// Where a statement stands; one without a place of its own stands at the end of the function.
report::Position positionOf(const ir::Module &module, const ir::Function &function, ir::StmtId stmt);

// What the statement stores into, as the source names it. May be empty.
std::string holderOf(const ir::Module &module, const ir::Function &function, ir::StmtId stmt);

// What held the object last, as the source names it: the variable that ends, or what is known so far, if that is a part
// of it.
std::string lastHolder(const ir::Module &module, const ir::Function &function, ir::StmtId loss,
                       const std::string &known);

// How the statement loses the last pointer to an object: "lost here: 'p' goes out of scope". `object`: how the source
// names it; may be empty.
std::string describeLoss(const ir::Module &module, const ir::Function &function, ir::StmtId stmt,
                         const std::string &object);

// Which way is taken from the block: "on the path where 'p' is null". Empty: nothing worth telling.
std::string describeEdge(const ir::Module &module, const ir::Function &function, const ir::Block &block, uint32_t edge);

// What is believed of another function, once: "'look' neither frees nor keeps its argument 2".
void addInterface(report::Finding &finding, const program::Program &program, program::ProgFuncId other,
                  const std::string &what);

// The object is an argument of a call that leaves it to its caller: told at the first call of each function.
void addPassed(report::Finding &finding, const program::Program &program, const report::Position &at,
               program::ProgFuncId callee, uint32_t arg);

} // namespace custody::engines
