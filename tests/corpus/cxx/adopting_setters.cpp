// Setters that adopt: the object owns what it is given, so the old value must go, and the caller must let go.
#include <cstring>

class Style {
public:
  explicit Style(int size) : size_(size) {}
  Style *clone() const { return new Style(size_); }
  int size() const { return size_; }

private:
  int size_;
};

class Widget {
public:
  Widget() : style_(nullptr), label_(nullptr) {}
  ~Widget() {
    delete style_;
    delete[] label_;
  }
  Widget(const Widget &) = delete;
  Widget &operator=(const Widget &) = delete;

  void adoptStyle_bad(Style *style) { style_ = style; } // expect: leak
  void adoptStyle_ok(Style *style) {
    if (style != style_)
      delete style_;
    style_ = style;
  }
  Style *releaseStyle() {
    Style *style = style_;
    style_ = nullptr;
    return style;
  }
  void label_ok(const char *text) {
    delete[] label_;
    label_ = nullptr;
    if (text) {
      label_ = new char[std::strlen(text) + 1];
      std::strcpy(label_, text);
    }
  }

private:
  Style *style_;
  char *label_;
};

int restyle_ok() {
  Widget widget;
  Style base(3);
  widget.adoptStyle_ok(base.clone());
  widget.adoptStyle_ok(base.clone());
  widget.label_ok("a");
  widget.label_ok("b");
  Style *mine = widget.releaseStyle();
  int size = mine->size();
  delete mine;
  return size;
}

int restyle_bad() {
  Widget widget;
  Style base(3);
  Style *first = base.clone(); // alloc: FIRST
  widget.adoptStyle_bad(first);
  widget.adoptStyle_bad(base.clone());
  return base.size(); // expect: leak alloc=FIRST
}

int released_bad(bool keep) {
  Widget widget;
  widget.adoptStyle_ok(new Style(1)); // alloc: RELEASED
  Style *mine = widget.releaseStyle();
  if (!keep)
    return 0; // expect: leak alloc=RELEASED
  widget.adoptStyle_ok(mine);
  return 1;
}

int shared_bad() {
  Style *style = new Style(2); // alloc: SHARED
  Widget one, two;
  one.adoptStyle_ok(style);
  two.adoptStyle_ok(style);
  return style->size(); // expect: double-free alloc=SHARED
}

int kept_bad() {
  Widget widget;
  Style *style = new Style(2); // alloc: KEPT
  widget.adoptStyle_ok(style);
  int size = style->size();
  delete style;
  return size; // expect: double-free alloc=KEPT
}

#ifdef CORPUS_MAIN_OK
int main() { return restyle_ok() - 3; }
#endif
#ifdef CORPUS_MAIN_BAD
int main() {
  restyle_bad();
  released_bad(false);
  shared_bad();
  return kept_bad();
}
#endif
