// A private implementation behind a pointer, and two-phase construction with init and close.
#include <cstring>

class Document {
public:
  Document();
  ~Document();
  Document(const Document &) = delete;
  Document &operator=(const Document &) = delete;
  bool open_bad(const char *name);
  bool open_ok(const char *name);
  void close();

private:
  struct Body;
  Body *body_;
};

struct Document::Body {
  explicit Body(const char *text) : title(new char[std::strlen(text) + 1]), pages(nullptr) { std::strcpy(title, text); }
  ~Body() {
    delete[] title;
    delete[] pages;
  }
  Body(const Body &) = delete;
  Body &operator=(const Body &) = delete;
  char *title;
  int *pages;
};

Document::Document() : body_(nullptr) {}
Document::~Document() { close(); }

void Document::close() {
  delete body_;
  body_ = nullptr;
}

bool Document::open_ok(const char *name) {
  close();
  body_ = new Body(name);
  if (!*name) {
    close();
    return false;
  }
  body_->pages = new int[4]();
  return true;
}

bool Document::open_bad(const char *name) {
  Body *made = new Body(name); // alloc: BODY
  if (!*name)
    return false; // expect: leak alloc=BODY
  close();
  body_ = made;
  return true;
}

int documents_ok() {
  Document one, two;
  one.open_ok("a");
  one.open_ok("b");
  two.open_ok("");
  return 0;
}

int documents_bad() {
  Document one;
  one.open_bad("");
  Document *two = new Document; // alloc: TWO
  return two->open_ok("x") ? 0 : 1; // expect: leak alloc=TWO
}

class Connection {
public:
  Connection() : buffer(nullptr) {}
  ~Connection() { delete[] buffer; }
  Connection(const Connection &) = delete;
  Connection &operator=(const Connection &) = delete;
  void init_bad(int size) { buffer = new char[static_cast<std::size_t>(size)]; }
  void init_ok(int size) {
    delete[] buffer;
    buffer = new char[static_cast<std::size_t>(size)];
  }

private:
  char *buffer;
};

void reconnect_bad() {
  Connection connection;
  connection.init_bad(4); // alloc: INIT
  connection.init_bad(8); // expect: leak alloc=INIT
}

void reconnect_ok() {
  Connection connection;
  connection.init_ok(4);
  connection.init_ok(8);
}

#ifdef CORPUS_MAIN_OK
int main() {
  reconnect_ok();
  return documents_ok();
}
#endif
#ifdef CORPUS_MAIN_BAD
int main() {
  reconnect_bad();
  return documents_bad();
}
#endif
