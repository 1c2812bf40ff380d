#include "report/uri.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <algorithm>

namespace custody::report {

static std::string encoded(llvm::StringRef path) {
  std::string uri;
  for (char c : path) {
    if (llvm::isAlnum(c) || llvm::StringRef("/-._~+").contains(c))
      uri += c;
    else
      uri += "%" + llvm::toHex(llvm::StringRef(&c, 1));
  }
  return uri;
}

std::string uriOf(llvm::StringRef path) {
  return (llvm::sys::path::is_absolute(path) ? "file://" : "") + encoded(path);
}

std::string directoryUri(llvm::StringRef absolute) {
  std::string uri = "file://" + encoded(absolute);
  return uri.back() == '/' ? uri : uri + "/";
}

std::string pathOf(llvm::StringRef uri) {
  if (uri.consume_front("file://") && !uri.starts_with("/"))
    uri = uri.substr(std::min(uri.find("/"), uri.size())); // a host
  std::string path;
  while (!uri.empty()) {
    uint8_t byte;
    if (uri.front() == '%' && uri.size() >= 3 && llvm::to_integer(uri.substr(1, 2), byte, 16)) {
      path += static_cast<char>(byte);
      uri = uri.drop_front(3);
    } else {
      path += uri.front();
      uri = uri.drop_front();
    }
  }
  return path;
}

} // namespace custody::report
