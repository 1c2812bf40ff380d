// The lines of source files, for excerpts, fingerprints and comments that suppress. A file is read once. A file that is
// not there, or not what it was, costs its excerpts and is never an error: results may be shown far from their sources.
#pragma once

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace custody::report {

class SourceFiles {
public:
  // The line without its end, as the bytes stand in the file; none if there is no such file or line.
  std::optional<llvm::StringRef> line(llvm::StringRef file, unsigned number);

  // How GitHub knows a line again: the value of `primaryLocationLineHash`, made as its own uploader makes it where a
  // tool gives none (a rolling hash of the hundred characters from the line's start on, blanks left out, and a count of
  // equal ones). Empty if there is no such line.
  std::string lineHash(llvm::StringRef file, unsigned number);

private:
  struct File {
    std::unique_ptr<llvm::MemoryBuffer> buffer; // null: cannot be read
    std::vector<llvm::StringRef> lines;
    std::vector<std::string> hashes; // made when the first is asked for
  };

  File &open(llvm::StringRef path);

  llvm::StringMap<File> files;
};

// For each line of a text, as SourceFiles::lineHash says.
std::vector<std::string> lineHashes(llvm::StringRef text);

} // namespace custody::report
