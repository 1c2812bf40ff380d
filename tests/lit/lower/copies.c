// Structures assigned, copied by memcpy or memmove, cleared by memset: pointers inside are duplicated or gone. The size is
// what was said.
// RUN: %custody dump %s | FileCheck %s
// RUN: %custody dump %s -- -O2 -D_FORTIFY_SOURCE=2 | FileCheck %s
#include <string.h>
struct pair {
  char *a, *b;
};
struct pair saved;
void copies(struct pair *x, struct pair *y, int n) {
  *x = *y;
  struct pair z = *x;
  saved = z;
  memcpy(x, y, sizeof *x);
  memmove(x + 1, y, n * sizeof *x);
  memset(x, 0, sizeof *x);
  memset(&z.b, 255, n);
  z = (struct pair){0};
  y[1] = z;
  bzero(y, sizeof *y);
}
// CHECK-LABEL: function copies(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin x @10:26
// CHECK-NEXT: begin y @10:42
// CHECK-NEXT: begin n @10:49
// CHECK-NEXT: copy *x <- *y, 16 @
// CHECK-NEXT: begin z @
// CHECK-NEXT: copy z <- *x, 16 @
// CHECK-NEXT: copy ::saved <- z, 16 @
// CHECK-NEXT: copy *x <- *y, 16 @
// CHECK-NEXT: copy x[1] <- *y, (long)n * 16 @
// CHECK-NEXT: fill *x <- 0, 16 @
// CHECK-NEXT: fill z.b <- {{-1|255}}, (long)n @
// CHECK-NEXT: ".compoundliteral".a = null @
// CHECK-NEXT: ".compoundliteral".b = null @
// CHECK-NEXT: copy z <- ".compoundliteral", 16 @
// CHECK-NEXT: end ".compoundliteral" @
// CHECK-NEXT: copy y[1] <- z, 16 @
// CHECK-NEXT: fill *y <- 0, 16 @
// CHECK-NEXT: end z @
// CHECK-NEXT: end n @
// CHECK-NEXT: end y @
// CHECK-NEXT: end x @
// CHECK-NEXT: return @
// CHECK-NEXT: }
