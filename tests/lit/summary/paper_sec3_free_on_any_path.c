// Section 3, "Unsound Escaping Effects from Path-insensitivity": what a callee frees on some path counts as freed.
// RUN: %custody sigs %s --no-cache --function=some_path | FileCheck %s --check-prefix=SIG
// RUN: %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache --set summary.free-on-any-path=off | FileCheck %s --check-prefix=OFF --implicit-check-not='warning: '
#include <stdlib.h>

// SIG: {{^}}some_path:
// SIG-NEXT: {{^}}  Arg2Free {arg1*}{{$}}
// SIG-NEXT: {{^}}  case
void some_path(int *p, int n) {
  if (n)
    free(p);
}

// CHECK: 0 unknown statements
void FN_maybe_freed(int n) {
  int *p = malloc(sizeof *p);
  some_path(p, n);
} // OFF: :[[@LINE]]:{{.*}}[leak]
