// Code that is not seen may throw; in a program that throws nowhere it does not.
// RUN: %custody check %s --no-cache | FileCheck %s --check-prefix=NOWHERE
// RUN: %python %driver/status.py 1 %custody check %s --no-cache -- -DTHROWS | FileCheck %s --check-prefix=SOMEWHERE
// RUN: %python %driver/status.py 1 %custody check %s --no-cache -- -DCALLS | FileCheck %s --check-prefix=SOMEWHERE
// NOWHERE: nothing found
// SOMEWHERE: warning: memory allocated by 'new' is lost here: 'w' is the last pointer to it
// SOMEWHERE: note: an exception is thrown here
// SOMEWHERE: 1 leak in 1 file
struct reader {
  virtual void read(int *into) = 0; // nobody here implements it
};

int value(reader *r) {
  int *v = new int(0), *w = new int(0);
  r->read(v);
  const int result = *v;
  delete v;
  delete w;
  return result;
}

void unknown(); // declared and not called: nothing is known, and nothing follows
void is_quiet() noexcept;
extern "C" void of_c();

void calls() {
  is_quiet();
  of_c();
#ifdef CALLS
  unknown();
#endif
}

#ifdef THROWS
void check(int n) {
  if (n < 0)
    throw n;
}
#endif
