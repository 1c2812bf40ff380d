// What was handed to somebody who takes it is not to be freed, nor to be handed to another.
// RUN: %custody check --engine=ownership %s > %t || true
// RUN: FileCheck %s --input-file=%t --implicit-check-not='warning: '
struct Style {
  int size;
};

class Widget {
  Style *style;

public:
  Widget() : style(nullptr) {}
  ~Widget() { delete style; }
  void adopt(Style *given) {
    delete style;
    style = given;
  }
  Style *release() {
    Style *result = style;
    style = nullptr;
    return result;
  }
  void forget(Style *given) {
    if (given == style)
      style = nullptr;
  }
};

// CHECK: in 'freed_bad':
// CHECK: [[#@LINE+6]]:3: warning: 'style' is freed here a second time [double-free]
// CHECK: 'Widget::adopt' takes ownership of it
int freed_bad() {
  Widget widget;
  Style *style = new Style;
  widget.adopt(style);
  delete style;
  return 0;
}

// CHECK: in 'shared_bad':
// CHECK: [[#@LINE+6]]:7: warning: 'style' is freed here a second time [double-free]
// CHECK: handed over here a second time
int shared_bad() {
  Style *style = new Style;
  Widget one, two;
  one.adopt(style);
  two.adopt(style);
  return style->size;
}

int released_ok() {
  Widget widget;
  Style *style = new Style;
  widget.adopt(style);
  widget.release();
  delete style;
  return 0;
}

int forgotten_ok() {
  Widget widget;
  Style *style = new Style;
  widget.adopt(style);
  widget.forget(style);
  delete style;
  return 0;
}

int either_ok(bool kept) {
  Widget widget;
  Style *style = new Style;
  if (kept)
    widget.adopt(style);
  else
    delete style;
  return 0;
}
// CHECK: 2 double frees in 1 file
