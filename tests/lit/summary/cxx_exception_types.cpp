// A handler for all that can be thrown lets nothing through.
// Types are not looked at: a leak is reported for an exception that passes the handler.
// XFAIL: *
// RUN: %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// CHECK: nothing found
struct error {};

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
