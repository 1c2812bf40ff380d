// A hand-written template list, used both as an owner of its elements and as a mere index of them.
#include <cstddef>

template <class T> class List {
public:
  List() : first_(nullptr), many_(0) {}
  ~List() { clear(); }
  List(const List &) = delete;
  List &operator=(const List &) = delete;

  void push(T *item) {
    first_ = new Node{item, first_};
    many_++;
  }
  T *pop() {
    if (!first_)
      return nullptr;
    Node *gone = first_;
    T *item = gone->item;
    first_ = gone->next;
    delete gone;
    many_--;
    return item;
  }
  void clear() {
    while (first_)
      pop();
  }
  void deleteAll() {
    while (first_)
      delete pop();
  }
  std::size_t size() const { return many_; }

private:
  struct Node {
    T *item;
    Node *next;
  };
  Node *first_;
  std::size_t many_;
};

struct Token {
  explicit Token(int kind) : kind(kind) {}
  int kind;
};

std::size_t tokens_bad() {
  List<Token> tokens;
  tokens.push(new Token(1)); // alloc: TOKEN
  tokens.push(new Token(2)); // alloc: SECOND
  return tokens.size(); // expect: leak alloc=TOKEN expect: leak alloc=SECOND
}

std::size_t tokens_ok() {
  List<Token> tokens;
  tokens.push(new Token(1));
  tokens.push(new Token(2));
  std::size_t many = tokens.size();
  tokens.deleteAll();
  return many;
}

std::size_t index_ok() {
  Token one(1), two(2);
  List<Token> index;
  index.push(&one);
  index.push(&two);
  return index.size();
}

int take_bad(List<Token> &tokens) {
  Token *token = tokens.pop();
  if (!token)
    return 0;
  if (token->kind == 1)
    return 1; // expect: leak
  delete token;
  return 2;
}

int mixed_bad() {
  List<Token> tokens;
  Token *token = new Token(3); // alloc: MIXED
  tokens.push(token);
  delete token;
  tokens.deleteAll(); // expect: double-free alloc=MIXED
  return 0;
}

#ifdef CORPUS_MAIN_OK
int main() { return static_cast<int>(tokens_ok() - index_ok()); }
#endif
#ifdef CORPUS_MAIN_BAD
int main() {
  List<Token> tokens;
  tokens.push(new Token(1));
  take_bad(tokens);
  mixed_bad();
  return static_cast<int>(tokens_bad());
}
#endif
