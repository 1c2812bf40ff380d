#include "driver/progress.h"
#include "llvm/Support/Format.h"
#include <sys/ioctl.h>
#include <unistd.h>

namespace custody::driver {

namespace {

constexpr auto RedrawInterval = std::chrono::milliseconds(100);
constexpr llvm::StringLiteral EraseLine = "\r\x1b[K";

} // namespace

void Progress::started(llvm::StringRef item) {
  if (!width)
    return;
  std::lock_guard lock(mutex);
  current = item.str();
  draw(Clock::now());
}

void Progress::finished() {
  if (!width)
    return;
  std::lock_guard lock(mutex);
  ++done;
  draw(Clock::now());
}

void Progress::draw(Clock::time_point now) {
  if (now - lastDrawn < RedrawInterval)
    return;
  lastDrawn = now;
  double seconds = std::chrono::duration<double>(now - begin).count();
  std::string line;
  llvm::raw_string_ostream text(line);
  text << '[' << done << '/' << total << "] ";
  if (done > 0 && seconds > 0)
    text << llvm::format("%.1f units/s  ", static_cast<double>(done) / seconds);
  // The end of a path says more than its beginning.
  size_t room = width > line.size() ? width - line.size() - 1 : 0;
  text << llvm::StringRef(current).take_back(room);
  out << EraseLine << llvm::StringRef(line).take_front(width - 1);
  out.flush();
  isDrawn = true;
}

void Progress::erase() {
  if (!isDrawn)
    return;
  out << EraseLine;
  out.flush();
}

unsigned terminalWidth(int descriptor) {
  constexpr unsigned Usual = 80;
  const char *kind = std::getenv("TERM");
  if (!isatty(descriptor) || (kind && llvm::StringRef(kind) == "dumb"))
    return 0;
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return size.ws_col;
  return Usual;
}

} // namespace custody::driver
