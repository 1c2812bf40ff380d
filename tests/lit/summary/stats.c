// How much work the engine had: counted, so the same on every machine and for any number of jobs.
// RUN: %custody check --engine=summary --no-cache --stats -j1 %s 2>%t.one
// RUN: %custody check --engine=summary --no-cache --stats -j2 %s 2>%t.two
// RUN: diff %t.one %t.two
// RUN: FileCheck %s < %t.one
// CHECK: custody: summary: {{[0-9]+}} steps for 2 functions with {{[0-9]+}} statements, looked at {{[0-9]+}} times
// CHECK-NEXT: custody: summary: {{[0-9]+}} steps for longer with {{[0-9]+}} statements, looked at 1 times
// CHECK-NEXT: custody: summary: {{[0-9]+}} steps for shorter with {{[0-9]+}} statements, looked at 1 times
// CHECK-NEXT: custody: summary: {{[0-9]+}} steps for 1 functions of a size, with {{[0-9]+}} statements
// CHECK-NEXT: custody: summary: {{[0-9]+}} steps for 1 functions of a size, with {{[0-9]+}} statements

int shorter(int n) { return n; }

int longer(int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += shorter(i);
  return sum;
}
