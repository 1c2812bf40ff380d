// What smart pointers own is followed by their specifications: a dropped release() loses it, a delete of what get()
// returns frees it twice, and moves, results and parameters carry it along.
// RUN: not %custody check --engine=ownership %s | FileCheck %s
#include <memory>
#include <utility>

struct T {
  int x;
  explicit T(int v) : x(v) {}
};

void take(T *);

// CHECK: in 'dropped':
void dropped() {
  std::unique_ptr<T> p(new T(1));
  // CHECK: [[#@LINE+2]]:5: warning: memory allocated by 'new' is lost here [leak]
  // CHECK: lost here: nobody keeps the result
  p.release();
}

// CHECK: in 'dropped_on_one_way':
void dropped_on_one_way(bool c) {
  auto p = std::make_unique<T>(1);
  T *q = p.release();
  if (c)
    // CHECK: [[#@LINE+1]]:5: warning: memory allocated by 'std::make_unique<T, int>' is lost here: 'q' is the last
    return;
  delete q;
}

// CHECK: in 'deleted_twice':
void deleted_twice() {
  std::unique_ptr<T> p(new T(1));
  // CHECK: note: freed here first
  delete p.get();
  // CHECK: note: {{.*}}'std::unique_ptr<T>::~unique_ptr' takes it here again
}

// CHECK: in 'shared_deleted':
void shared_deleted() {
  std::shared_ptr<T> p(new T(1));
  // CHECK: note: freed here first
  delete p.get();
  // CHECK: note: {{.*}}'std::shared_ptr<T>::~shared_ptr' takes it here again
}

// CHECK: in 'moved':
void moved() {
  std::unique_ptr<T> p(new T(1));
  std::unique_ptr<T> q = std::move(p);
  // CHECK: [[#@LINE+1]]:5: warning: memory allocated by 'new' is lost here
  q.release();
}

// A parameter owns what it points to.
// CHECK: in 'by_value':
void by_value(std::unique_ptr<T> p, bool c) {
  // CHECK: [[#@LINE-1]]:34: note: 'p' owns what it points to when the function begins
  // CHECK: note: lost here: 'q' goes out of scope
  T *q = p.release();
  if (c)
    return;
  delete q;
}

static std::unique_ptr<T> made() {
  return std::make_unique<T>(1);
}

// CHECK: in 'from_a_function':
void from_a_function() {
  auto p = made();
  // CHECK: [[#@LINE+1]]:5: warning: memory allocated by 'made' is lost here
  p.release();
}

struct Holder {
  int n;
  std::unique_ptr<T> held;
  // CHECK: in 'Holder::drop':
  // CHECK: note: 'held' owns what it points to when the function begins; lost here: nobody keeps the result
  void drop() { held.release(); }
  T *hand_out() { return held.release(); }
  void replace() { held.reset(new T(2)); }
};

// Nothing is told of what follows.
// CHECK-NOT: warning
void released_after_get() {
  std::unique_ptr<T> p(new T(1));
  T *t = p.get();
  p.release();
  delete t;
}

void handed_over_before(std::unique_ptr<T> p) {
  take(p.get());
  p.release();
}

T *returned(std::unique_ptr<T> p) {
  return p.release();
}

void reset_and_moved(bool c) {
  std::unique_ptr<T> p, q;
  p.reset(new T(1));
  if (c)
    q = std::move(p);
  p.reset();
  std::unique_ptr<T> none(nullptr);
  std::shared_ptr<T> first(new T(1));
  std::shared_ptr<T> second = first;
  std::shared_ptr<T> third = std::move(first);
  delete returned(std::make_unique<T>(3));
}

void sink(std::unique_ptr<T>);

void given_away() {
  auto p = made();
  sink(std::move(p));
}
// CHECK: 6 leaks, 2 double frees in 1 file
