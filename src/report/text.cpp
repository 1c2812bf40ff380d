#include "report/text.h"
#include "report/kinds.h"
#include "report/message.h"

namespace custody::report {

void printHead(llvm::raw_ostream &out, const Finding &finding) {
  out << finding.loss.file << ':' << finding.loss.line << ':' << finding.loss.column
      << ": warning: " << messageOf(finding) << " [" << infoOf(finding.kind).id << "]\n";
}

} // namespace custody::report
