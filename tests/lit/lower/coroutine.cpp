// A coroutine comes unsplit: its frame is an allocation, its body is there with its variables and their frees, suspension
// is an unknown that names what it touches. What was suspended is not lost: the variables live in the frame.
// RUN: %custody dump --function=co %s -- -std=c++20 | FileCheck %s
// RUN: %custody dump --verify %s -- -std=c++20 | FileCheck %s --check-prefix=VERIFY
namespace std {
template <class R, class... A>
struct coroutine_traits {
  using promise_type = typename R::promise_type;
};
template <class P = void>
struct coroutine_handle {
  void *frame;
  static coroutine_handle from_address(void *) noexcept;
  operator coroutine_handle<>() const noexcept;
};
template <>
struct coroutine_handle<void> {
  void *frame;
  static coroutine_handle from_address(void *) noexcept;
};
} // namespace std
struct Never {
  bool await_ready() noexcept;
  void await_suspend(std::coroutine_handle<>) noexcept;
  void await_resume() noexcept;
};
struct Task {
  struct promise_type {
    Task get_return_object() noexcept;
    Never initial_suspend() noexcept;
    Never final_suspend() noexcept;
    void return_void() noexcept;
    void unhandled_exception() noexcept;
  };
  void *handle;
};
void use(char *) noexcept;
Task co(int n) {
  char *p = new char[n];
  co_await Never{};
  use(p);
  delete[] p;
}
// CHECK-LABEL: function _Z2coi(n: int {{.*}}) -> ret: struct Task
// CHECK: local p: char* @39:9
// CHECK: = alloc new({{.*}}) {{.*}}@38
// CHECK: = call _ZN4Task12promise_type17get_return_objectEv(
// CHECK: begin p @39:9
// CHECK: p = alloc "new[]"({{.*}}) type char unit {{[0-9]+}} @39:13
// CHECK: call _ZN5Never11await_readyEv({{.*}}) @40:12

// Suspended: whoever holds the frame may do anything with it.
// CHECK: unknown "coroutine" touches({{.*}}&p{{.*}}) @40:3

// Resumed.
// CHECK: call _ZN5Never12await_resumeEv({{.*}}) @40:12
// CHECK: call _Z3usePc(p) @41:3
// CHECK: free "new[]"({{%[0-9]+}}) unit {{[0-9]+}} @42:3
// CHECK: call _ZN4Task12promise_type11return_voidEv(
// CHECK: call _ZN4Task12promise_type13final_suspendEv(
// CHECK: free new(
// VERIFY: 1 module verified, 0 with errors
