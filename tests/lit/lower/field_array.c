// Arrays: a constant index and an unknown one are kept apart; pointer arithmetic is an index; a flexible array is an array
// of unknown length.
// RUN: %custody dump %s | FileCheck %s
struct flex {
  int n;
  char *items[];
};
char *global[4];
void arrays(char *a[], int i, struct flex *f, char *p) {
  char *local[3];
  local[0] = a[1];
  local[i] = a[i];
  global[3] = local[2];
  global[i + 1] = 0;
  f->items[0] = 0;
  f->items[i] = global[i];
  p++;
  p += i;
  p = p - 2;
  *(a + 2) = p;
  char **end = a + i;
  long n = end - a;
  int grid[2][3];
  grid[1][i] = n;
  grid[i][2] = 1;
}
// CHECK: struct flex size 8
// CHECK-NEXT: field n: int at 0
// CHECK-NEXT: field items: char*[] at 8
// CHECK-LABEL: function arrays(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin a @9:19
// CHECK-NEXT: begin i @9:28
// CHECK-NEXT: begin f @9:44
// CHECK-NEXT: begin p @9:53
// CHECK-NEXT: begin "local" @10:9
// CHECK-NEXT: "local"[0] = a[1] @11:12
// CHECK-NEXT: "local"[(long)i] = a[(long)i] @12:12
// CHECK-NEXT: ::global[3] = "local"[2] @13:13
// CHECK-NEXT: ::global[(long)(i + 1)] = null @14:17
// CHECK-NEXT: f->items[0] = null @15:15
// CHECK-NEXT: f->items[(long)i] = ::global[(long)i] @16:15
// CHECK-NEXT: p = &p[1] @17:4
// CHECK-NEXT: p = &p[(long)i] @18:5
// CHECK-NEXT: p = &p[-2] @19:5
// CHECK-NEXT: a[2] = p @20:12
// CHECK-NEXT: begin "end" @21:10
// CHECK-NEXT: "end" = &a[(long)i] @21:10
// CHECK-NEXT: begin n @22:8
// CHECK-NEXT: n = ((long)"end" - (long)a) / 8 @22:8
// CHECK-NEXT: begin grid @23:7
// CHECK-NEXT: grid[1][(long)i] = (int)n @24:14
// CHECK-NEXT: grid[(long)i][2] = 1 @25:14
// CHECK-NEXT: end grid @26:1
// CHECK-NEXT: end n @26:1
// CHECK-NEXT: end "end" @26:1
// CHECK-NEXT: end "local" @26:1
// CHECK-NEXT: end p @26:1
// CHECK-NEXT: end f @26:1
// CHECK-NEXT: end i @26:1
// CHECK-NEXT: end a @26:1
// CHECK-NEXT: return @26:1
// CHECK-NEXT: }
