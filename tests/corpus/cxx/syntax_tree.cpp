// A recursive-descent parser that builds a tree of expressions: a syntax error half way has a half tree in hand.
#include <cctype>

class Expression {
public:
  virtual ~Expression() {}
  virtual int value() const = 0;
};

class Number : public Expression {
public:
  explicit Number(int number) : number_(number) {}
  int value() const override { return number_; }

private:
  int number_;
};

class Sum : public Expression {
public:
  Sum(Expression *left, Expression *right) : left_(left), right_(right) {}
  ~Sum() override {
    delete left_;
    delete right_;
  }
  Sum(const Sum &) = delete;
  Sum &operator=(const Sum &) = delete;
  int value() const override { return left_->value() + right_->value(); }

private:
  Expression *left_, *right_;
};

class Reader {
public:
  explicit Reader(const char *text) : at_(text) {}

  Expression *number() {
    if (!std::isdigit(static_cast<unsigned char>(*at_)))
      return nullptr;
    int value = 0;
    while (std::isdigit(static_cast<unsigned char>(*at_)))
      value = 10 * value + (*at_++ - '0');
    return new Number(value);
  }

  Expression *sum_bad() {
    Expression *left = number(); // alloc: LEFT
    if (!left)
      return nullptr;
    while (*at_ == '+') {
      at_++;
      Expression *right = number();
      if (!right)
        return nullptr; // expect: leak alloc=LEFT expect: leak alloc=SUM
      left = new Sum(left, right); // alloc: SUM
    }
    return left;
  }

  Expression *sum_ok() {
    Expression *left = number();
    if (!left)
      return nullptr;
    while (*at_ == '+') {
      at_++;
      Expression *right = number();
      if (!right) {
        delete left;
        return nullptr;
      }
      left = new Sum(left, right);
    }
    return left;
  }

  bool atEnd() const { return *at_ == '\0'; }

private:
  const char *at_;
};

bool evaluate_ok(const char *text, int &result) {
  Reader reader(text);
  Expression *tree = reader.sum_ok();
  bool whole = tree && reader.atEnd();
  if (whole)
    result = tree->value();
  delete tree;
  return whole;
}

bool evaluate_bad(const char *text, int &result) {
  Reader reader(text);
  Expression *tree = reader.sum_ok(); // alloc: TREE
  if (!tree || !reader.atEnd())
    return false; // expect: leak alloc=TREE
  result = tree->value();
  delete tree;
  return true;
}

bool shared_bad(int &result) {
  Expression *one = new Number(1); // alloc: ONE
  Expression *tree = new Sum(one, one);
  result = tree->value();
  delete tree; // expect: double-free alloc=ONE if=crash
  return true;
}

#ifdef CORPUS_MAIN_OK
int main() {
  int result = 0;
  evaluate_ok("1+", result), evaluate_ok("1+2x", result);
  return evaluate_ok("1+2", result) ? result - 3 : 1;
}
#endif
#ifdef CORPUS_MAIN_BAD
int main() {
  int result = 0;
  delete Reader("1+").sum_bad();
  delete Reader("1+2+").sum_bad();
  evaluate_bad("1+2x", result);
  return 0;
}
#endif
