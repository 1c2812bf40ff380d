#include "engines/summary/words.h"
#include "heap/categories.h"

namespace custody::engines::summary {

using namespace heap;

std::string Words::nodeName(NodeId node) const {
  if (summary[node].kind == NodeKind::Site)
    return "new#" + std::to_string(node.index);
  return entryAnchor(program, id, summary, node);
}

std::string Words::valueName(const NodeValue &value) const {
  std::vector<std::string> parts;
  for (NodeCell target : value.targets) {
    const std::string offset = target.offset == Offset() ? ""
                               : target.offset.isExact() ? "+" + std::to_string(target.offset.bytes())
                                                         : "+?";
    parts.push_back((summary.isPublic(target.node) ? "" : "&") + nodeName(target.node) + offset);
  }
  if (value.numbers.isExactly(0))
    parts.push_back("0");
  else if (!value.numbers.isNone())
    parts.push_back(value.numbers.isAll() ? "any number" : value.numbers.str());
  std::string text;
  for (const std::string &part : parts)
    text += (text.empty() ? "" : " or ") + part;
  return text.empty() ? "nothing" : text;
}

std::string Words::requirement(const Requirement &requirement) const {
  const std::string cell = cellName(requirement.cell);
  if (requirement.isMark)
    return cell + " is a mark, no address";
  if (requirement.isNonNull())
    return cell + " is not null";
  return requirement.numbers.isExactly(0) ? cell + " is 0" : cell + " in " + requirement.numbers.str();
}

std::string Words::cellName(NodeCell cell) const {
  return nodeName(cell.node) + fieldAnchor(program, id, summary, cell);
}

} // namespace custody::engines::summary
