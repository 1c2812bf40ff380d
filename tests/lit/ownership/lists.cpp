// Two fields of an object that point to the same thing: that one of them owns is known from the destructor, and that the
// list is empty exactly where its last element is null is what the program knows and no signature says.
// RUN: %custody check --engine=ownership %s > %t || true
// RUN: FileCheck %s --input-file=%t --implicit-check-not='warning: '
// RUN: %custody sigs --engine=ownership %s | FileCheck %s --check-prefix=SIGS
struct Object {
  virtual ~Object() {}
};

struct Node {
  Node *next;
  Object *object;
};

// SIGS: List::head: head = 1
// SIGS-NEXT: owns, because 'List::~List' deletes it
class List {
  Node *head, *tail;

public:
  List() { head = tail = 0; }
  ~List() {
    while (head) {
      Node *node = head;
      head = head->next;
      delete node->object;
      delete node;
    }
    head = tail = 0;
  }
  // SIGS: List::add
  // SIGS-NOT: tail' = 1
  // SIGS: List::first
  void add(Object *object) {
    Node *node = new Node;
    node->next = 0;
    node->object = object;
    if (tail) {
      tail->next = node;
      tail = node;
    } else {
      head = tail = node;
    }
  }
  Object *first() { return head ? head->object : 0; }
};

void twice_ok(Object *a, Object *b) {
  List list;
  list.add(a);
  list.add(b);
}

// CHECK: in 'list_bad':
// CHECK: warning: memory allocated by 'new' is lost here: 'list' is the last pointer to it
void list_bad(Object *a) {
  List *list = new List;
  list->add(a);
  if (list->first())
    return;
  delete list;
}
// CHECK: 1 leak in 1 file
