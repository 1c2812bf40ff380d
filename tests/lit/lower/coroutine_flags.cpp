// After a suspension no flag decides what is next:
// what was resumed goes on with the next statement,
// what is destroyed to the cleanup.
// RUN: %custody dump --function=co %s -- -std=c++20 | FileCheck %s
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
// CHECK-LABEL: function _Z2coi(
// CHECK: call _ZN5Never12await_resumeEv({{.*}}) @40:12
// CHECK-NOT: switch
// CHECK: call _Z3usePc(p) @41:3
