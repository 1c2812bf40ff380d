#include "engines/path/beyond.h"
#include "logic/import.h"

namespace custody::engines::path {

using logic::Guard;
using logic::Terms;

void extendBeyond(Summary &summary) {
  Terms &terms = summary.terms;
  logic::Importer others(terms, terms);
  for (const Entry &entry : summary.entries)
    if (entry.isNumber())
      others.replace(entry.word, terms.unknown(terms.width(entry.word)));
  const Guard isSeen = summary.returns;
  auto extend = [&](Guard &guard) { guard = terms.ite(isSeen, guard, others.import(guard)); };
  for (GuardedWrite &write : summary.writes) {
    for (GuardedTarget &target : write.targets)
      extend(target.when);
    write.number = terms.ite(isSeen, write.number, others.import(write.number));
    if (write.isThere)
      extend(*write.isThere);
  }
  summary.elements.clear();
  for (GuardedNode &node : summary.allocated)
    extend(node.when);
  for (GuardedNode &node : summary.escaped)
    extend(node.when);
  for (GuardedFree &freed : summary.freed)
    extend(freed.when);
  summary.returns = terms.either(isSeen, others.import(isSeen));
}

} // namespace custody::engines::path
