// Section 3.4: a test for null is no leak on the other path.
// RUN: %custody check --engine=ownership %s

void tested(int *p, bool more) {
  int *q = new int;
  if (p != nullptr)
    delete p;
  if (q)
    delete q;
}

int *maybe(bool yes) {
  int *p = nullptr;
  if (yes)
    p = new int;
  return p;
}

void used(bool yes) {
  int *p = maybe(yes);
  if (!p)
    return;
  delete p;
}
