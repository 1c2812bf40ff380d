// The parts of a summary in words: "new#3", "arg1*.next", "&new#3 or 0", "arg1 is not null".
#pragma once

#include "heap/summary.h"
#include "program/program.h"

namespace custody::engines::summary {

class Words {
public:
  Words(const program::Program &program, program::ProgFuncId id, const heap::Summary &summary)
      : program(program), id(id), summary(summary) {}

  std::string nodeName(heap::NodeId node) const;
  std::string cellName(heap::NodeCell cell) const;
  std::string valueName(const heap::NodeValue &value) const;
  std::string requirement(const heap::Requirement &requirement) const;

private:
  const program::Program &program;
  const program::ProgFuncId id;
  const heap::Summary &summary;
};

} // namespace custody::engines::summary
