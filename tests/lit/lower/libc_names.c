// Functions of libc go by the name of the source, whatever the headers make of it: `asm` labels, large files, fortify.
// RUN: %custody dump %s | FileCheck %s
// RUN: %custody dump %s -- -D_FILE_OFFSET_BITS=64 | FileCheck %s --check-prefixes=CHECK,LARGE
// RUN: %custody dump %s -- -O2 -D_FORTIFY_SOURCE=2 | FileCheck %s --check-prefix=FORTIFY
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
char *names(const char *s, int n) {
  char *w = 0, *o = 0;
  if (sscanf(s, "%ms", &w) != 1)
    return 0;
  FILE *f = fopen(w, "r");
  if (f)
    fclose(f);
  if (asprintf(&o, "%s %s", s, w) < 0)
    o = 0;
  free(w);
  char buffer[20];
  snprintf(buffer, sizeof buffer, "%d", n);
  strcpy(buffer, s);
  memcpy(buffer, s, n);
  return o;
}
void preprocessed(char *d, const char *s, int n) {
  __builtin___memcpy_chk(d, s, n, 20);
  __builtin___memset_chk(d, 0, n, 20);
  __builtin___snprintf_chk(d, 20, 1, 20, "%d", n);
  __builtin_strlen(s);
}
// CHECK-LABEL: function names(
// CHECK: call [[SSCANF:[a-z0-9_]*sscanf]](s, &::".str", &w) @11:7
// CHECK: f = call [[FOPEN:fopen(64)?]](w, &::".str.1") @13:13
// CHECK: call fclose(f) @15:5
// CHECK: call asprintf(&o, &::".str.2", s, w) @16:7
// CHECK: free malloc(w) @
// CHECK: call snprintf({{.*}}, n) @20:3
// CHECK: call strcpy({{.*}}, s) @21:3
// CHECK: copy buffer <- *s, (long)n @22:3
// CHECK: function [[SSCANF]]() {{.*}}source sscanf library sscanf system
// CHECK: function [[FOPEN]]()
// LARGE-SAME: {{.*}}source fopen library fopen system
// CHECK-LABEL: function preprocessed(
// CHECK: copy *d <- *s, (long)n @
// CHECK-NEXT: fill *d <- 0{{i?}}, (long)n @
// CHECK: call {{.*}}snprintf
// FORTIFY-LABEL: function names(
// FORTIFY: call {{[a-z0-9_]*}}sscanf(s, &::".str", &w) @
// FORTIFY: call asprintf(&o, &::".str.2", s, w) @16:7
// FORTIFY: call snprintf(&buffer{{.*}}, 20{{l?}}, &::".str.3", n) @20:3
// FORTIFY: call strcpy({{.*}}, s) @21:3
// FORTIFY: copy buffer <- *s, (long)n @22:3
