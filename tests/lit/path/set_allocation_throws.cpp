// What is lost only because an allocation throws is left out unless asked for.
// RUN: %custody check %s --no-cache --engine=path | FileCheck %s --check-prefix=NONE
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path --set path.allocation-throws=on | FileCheck %s
// RUN: %custody check %s --no-cache --engine=summary | FileCheck %s --check-prefix=NONE
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=summary --set summary.allocation-throws=on | FileCheck %s
// NONE: nothing found
void two() {
  int *a = new int;
  int *b = new int;
  delete a;
  delete b;
}
// CHECK: in 'two':
// CHECK-NEXT: {{.*}}[leak]
