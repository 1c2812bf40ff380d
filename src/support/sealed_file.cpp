// Layout: the tag and a newline, the checksum of the content in hex and a newline, the content.
#include "support/sealed_file.h"
#include "support/hash.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace custody::support {

namespace {

SealedRead damaged(std::string reason) {
  return {SealState::Damaged, {}, std::move(reason)};
}

llvm::Error fileError(llvm::StringRef path, std::error_code code) {
  return llvm::createFileError(path, llvm::errorCodeToError(code));
}

// The descriptor is closed in any case; only then is it known whether a full disk swallowed the last bytes.
std::error_code writeAndClose(int descriptor, llvm::StringRef tag, llvm::StringRef content) {
  llvm::raw_fd_ostream out(descriptor, /*shouldClose=*/true);
  out << tag << '\n' << toHex(hashOf(content)) << '\n' << content;
  out.close();
  std::error_code code = out.error();
  out.clear_error();
  return code;
}

} // namespace

SealedRead readSealed(llvm::StringRef path, llvm::StringRef tag) {
  // A plain read, not a mapping: another process may replace the file, a damaged disk may fault on it.
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/true,
                                            /*IsVolatile=*/true);
  if (!buffer) {
    if (buffer.getError() == std::errc::no_such_file_or_directory)
      return {};
    return damaged(buffer.getError().message());
  }
  auto [foundTag, afterTag] = (*buffer)->getBuffer().split('\n');
  if (foundTag != tag)
    return damaged("not a file of this kind or version");
  auto [checksum, content] = afterTag.split('\n');
  std::optional<Hash> expected = hashFromHex(checksum);
  if (!expected || hashOf(content) != *expected)
    return damaged("its contents do not match its checksum");
  return {SealState::Whole, {std::move(*buffer), content}, {}};
}

llvm::Error writeSealed(llvm::StringRef path, llvm::StringRef temporaryDir, llvm::StringRef tag,
                        llvm::StringRef content) {
  llvm::SmallString<256> model(temporaryDir);
  llvm::sys::path::append(model, "%%%%%%%%%%%%");
  int descriptor = -1;
  llvm::SmallString<256> temporary;
  if (std::error_code code = llvm::sys::fs::createUniqueFile(model, descriptor, temporary))
    return fileError(temporaryDir, code);
  if (std::error_code code = writeAndClose(descriptor, tag, content)) {
    llvm::sys::fs::remove(temporary);
    return fileError(path, code);
  }
  if (std::error_code code = llvm::sys::fs::rename(temporary, path)) {
    llvm::sys::fs::remove(temporary);
    return fileError(path, code);
  }
  return llvm::Error::success();
}

} // namespace custody::support
