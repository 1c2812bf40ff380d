// C++ in specifications: member functions by qualified name, overloads by their parameters, a constructor that takes
// what it is given, templates.
// RUN: %custody specs check %driver/words_cxx.own
// RUN: %custody specs show --spec %driver/words_cxx.own 'shelf<T>::add' 'shelf<T>::first' 'shelf<T>::take' 'holder::put' | FileCheck %s --check-prefix=SHOW
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --spec %driver/words_cxx.own > %t
// RUN: FileCheck %s --implicit-check-not='warning: ' < %t
struct holder {
  explicit holder(int *value);
  ~holder();
  void put(int *value);
  void put(const int *value, int times);
  int *release();
  static int *make();
};
namespace space {
int *fresh(int n);
int *fresh(const char *name);
} // namespace space
template <typename T> struct shelf {
  ~shelf();
  void add(T value);
  T first() const;
  T take();
};
extern template struct shelf<int *>;

void constructor_takes() {
  holder h(new int(1));
}
void method_takes(holder &h) {
  h.put(new int(1));
}
// CHECK: [[#@LINE+3]]:{{[0-9]+}}: warning: memory allocated by 'new' is lost here
void other_overload_borrows(holder &h) {
  int *value = new int(1);
  h.put(value, 3); }
// CHECK: [[#@LINE+3]]:{{[0-9]+}}: warning: memory allocated by 'holder::release' is lost here
void released(holder &h) {
  int *value = h.release();
  *value = 1; }
// CHECK: [[#@LINE+3]]:{{[0-9]+}}: warning: memory allocated by 'holder::make' is lost here
void made() {
  int *value = holder::make();
  *value = 1; }
// CHECK: [[#@LINE+3]]:{{[0-9]+}}: warning: memory allocated by 'space::fresh' is lost here
void overload_by_number() {
  int *value = space::fresh(1);
  *value = 1; }
void overload_by_name() {
  int *value = space::fresh("x");
  *value = 1;
}
void added(shelf<int *> &s) {
  s.add(new int(1));
}
void taken(shelf<int *> &s) {
  delete s.take();
}

// SHOW: {{^}}shelf<T>::add{{$}}
// SHOW:   effect   inserts value into the container this
// SHOW:   type     (ptr0 shelf⟨α⟩ × α → unit)
// SHOW: {{^}}shelf<T>::first{{$}}
// SHOW:   result   a pointer into this
// SHOW: {{^}}shelf<T>::take{{$}}
// SHOW:   result   an element that leaves this
// SHOW: {{^}}holder::put{{$}}
// SHOW:   effect   takes ownership of value
// SHOW: {{^}}holder::put{{$}}
// SHOW:   effect   none: pointers are only borrowed
