// What is passed is read through a null pointer: the call is never made, and neither returns nor throws.
// RUN: %custody check %s --no-cache --engine=path
void use(int);

void f() {
  const int *number = nullptr;
  int *kept = new int;
  try {
    use(*number);
  } catch (...) {
  }
  delete kept;
}
