// A handler of the type that is thrown lets nothing through.
// RUN: %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
// RUN: %custody check %s --no-cache --engine=summary | FileCheck %s --implicit-check-not='warning: '
// CHECK: nothing found
void caught_ok(int n) {
  int *a = new int[4];
  try {
    if (n == 3)
      throw n;
  } catch (int) {
    delete[] a;
    return;
  }
  delete[] a;
}

// The handler of an inner try, then that of an outer one.
void nested_ok(int n) {
  int *a = new int[4];
  try {
    try {
      if (n == 3)
        throw n;
      if (n == 4)
        throw 'c';
    } catch (int) {
      throw;
    }
  } catch (int) {
    n = 0;
  } catch (char) {
    n = 1;
  }
  delete[] a;
}
