// One line of live progress on a terminal, and nothing anywhere else: logs and pipes see no trace of it.
//
//   [ 123/1041] 14.2 units/s  crypto/bn/bn_mul.c
//
// The line is drawn over itself, at most ten times a second, and erased at the end, so that what comes after starts on
// a clean line.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <mutex>

namespace custody::driver {

class Progress {
public:
  // `width` is the terminal's, in columns; 0 means that there is no terminal.
  Progress(llvm::raw_ostream &out, unsigned width, size_t total) : out(out), width(width), total(total) {}
  ~Progress() { erase(); }
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  // From any thread.
  void started(llvm::StringRef item);
  void finished();

private:
  using Clock = std::chrono::steady_clock;

  void draw(Clock::time_point now);
  void erase();

  llvm::raw_ostream &out;
  unsigned width;
  size_t total;
  std::mutex mutex;
  size_t done = 0;
  std::string current;
  bool isDrawn = false;
  Clock::time_point begin = Clock::now();
  Clock::time_point lastDrawn = begin - std::chrono::hours(1);
};

// The width of the terminal behind a file descriptor, 0 if it is none.
unsigned terminalWidth(int descriptor);

} // namespace custody::driver
