// Clang is a recursive-descent compiler: hostile or generated sources make it recurse as deep as they nest, and it has
// bugs of its own. Two things keep one bad translation unit from ending a run over thousands:
//
// - a stack of 256 MB. It is address space, not memory: only touched pages cost. Clang's own remedy (continue on a
//   fresh 8 MB thread when the stack is nearly full) is not used, because a crash on such a thread could not be
//   recovered from here; it stays off as long as nobody calls clang::noteBottomOfStack on this thread;
// - llvm::CrashRecoveryContext, which turns a fatal signal into a return. Its handlers run on the faulting stack, so
//   that an overflow of the stack itself would still kill the process: they are moved to an alternate stack.
#include "frontend/guarded.h"

#include "llvm/Support/CrashRecoveryContext.h"
#include <csignal>
#include <memory>
#include <mutex>

namespace custody::frontend {

static constexpr unsigned stackSize = 256U << 20;
static constexpr std::size_t alternateStackSize = 64U << 10;

namespace {
class AlternateStack {
public:
  AlternateStack() : memory(new char[alternateStackSize]) {
    stack_t stack = {};
    stack.ss_sp = memory.get();
    stack.ss_size = alternateStackSize;
    sigaltstack(&stack, &previous);
  }
  AlternateStack(const AlternateStack &) = delete;
  AlternateStack &operator=(const AlternateStack &) = delete;
  ~AlternateStack() { sigaltstack(&previous, nullptr); }

private:
  std::unique_ptr<char[]> memory;
  stack_t previous = {};
};
} // namespace

static void enableRecovery() {
  llvm::CrashRecoveryContext::Enable();
  for (const int signal : {SIGSEGV, SIGBUS}) {
    struct sigaction action = {};
    sigaction(signal, nullptr, &action);
    action.sa_flags |= SA_ONSTACK;
    sigaction(signal, &action, nullptr);
  }
}

bool runGuarded(llvm::function_ref<void()> body) {
  static std::once_flag once;
  std::call_once(once, enableRecovery);

  llvm::CrashRecoveryContext context;
  bool finished = false;
  // The alternate stack belongs to the thread, and outlives the inner context, which is where a crash lands.
  llvm::CrashRecoveryContext inner;
  context.RunSafelyOnThread(
      [&] {
        const AlternateStack stack;
        finished = inner.RunSafely(body);
      },
      stackSize);
  return finished;
}

} // namespace custody::frontend
