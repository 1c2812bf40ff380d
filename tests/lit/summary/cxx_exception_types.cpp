// A handler for all that can be thrown lets nothing through; others do.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check --engine=path %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdexcept>

struct error {};
struct special : error {};
struct hidden : private error {};
struct other {};

void unknown(int value);

static int check(int value) {
  if (value > 100)
    throw error();
  return value;
}

int caught_ok(int value) {
  int *copy = new int(value);
  int result = 0;
  try {
    result = check(value);
  } catch (const error &) {
    result = -1;
  }
  delete copy;
  return result;
}

int all_ok(int value) {
  int *copy = new int(value);
  try {
    unknown(value);
  } catch (...) {
    value = 0;
  }
  delete copy;
  return value;
}

int other_bad(int value) {
  int *copy = new int(value);
  try {
    value = check(value); // CHECK: :[[@LINE]]:{{.*}}[leak]
  } catch (const other &) {
    value = 0;
  }
  delete copy;
  return value;
}

int unknown_bad(int value) {
  int *copy = new int(value);
  try {
    unknown(value); // CHECK: :[[@LINE]]:{{.*}}[leak]
  } catch (const error &) {
    value = 0;
  }
  delete copy;
  return value;
}

// As one of its bases.
static void check_special(int value) {
  if (value > 100)
    throw special();
  if (value < 0)
    throw hidden();
}

int base_bad(int value) {
  int *copy = new int(value);
  try {
    check_special(value); // CHECK: :[[@LINE]]:{{.*}}[leak]
  } catch (const error &) {
    value = 0;
  }
  delete copy;
  return value;
}

int bases_ok(int value) {
  int *copy = new int(value);
  try {
    check_special(value);
  } catch (const error &) {
    value = 0;
  } catch (const hidden &) {
    value = 1;
  }
  delete copy;
  return value;
}

// Classes of the library: their bases are in its headers.
static void check_range(int value) {
  if (value > 100)
    throw std::out_of_range("value");
}

int library_ok(int value) {
  int *copy = new int(value);
  try {
    check_range(value);
  } catch (const std::exception &) {
    value = 0;
  }
  delete copy;
  return value;
}

int library_bad(int value) {
  int *copy = new int(value);
  try {
    check_range(value); // CHECK: :[[@LINE]]:{{.*}}[leak]
  } catch (const std::runtime_error &) {
    value = 0;
  }
  delete copy;
  return value;
}

// What a handler lets out again.
static void check_both(int value) {
  try {
    check(value);
    check_range(value);
  } catch (const error &) {
    throw;
  } catch (const std::out_of_range &) {
    throw other();
  }
}

int rethrown_ok(int value) {
  int *copy = new int(value);
  try {
    check_both(value);
  } catch (const error &) {
    value = 0;
  } catch (const other &) {
    value = 1;
  }
  delete copy;
  return value;
}

int rethrown_bad(int value) {
  int *copy = new int(value);
  try {
    check_both(value); // CHECK: :[[@LINE]]:{{.*}}[leak]
  } catch (const error &) {
    value = 0;
  } catch (const std::out_of_range &) {
    value = 1;
  }
  delete copy;
  return value;
}

// Pointers convert to others.
int pointer_bad(int value) {
  int *copy = new int(value);
  try {
    if (value > 100)
      throw "value"; // CHECK: :[[@LINE]]:{{.*}}[leak]
  } catch (const int *) {
    value = 0;
  }
  delete copy;
  return value;
}
