// Section 4.1: the error return; the repair; a test before the free; a buffer on the stack for small sizes.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

void *error_return_bad(int error_condition) {
  char *p = malloc(10);
  if (error_condition)
    return NULL; // CHECK: :[[@LINE]]:{{.*}}[leak]
  return p;
}

void *error_return_ok(int error_condition) {
  char *p = malloc(10);
  if (error_condition) {
    free(p);
    return NULL;
  }
  return p;
}

void tested_ok(void) {
  char *p = malloc(10);
  if (p != NULL)
    free(p);
}

void tested_bad(void) {
  char *p = malloc(10);
  if (p == NULL)
    free(p);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

void fastbuf_ok(unsigned len) {
  char fastbuf[10], *p;
  if (len < 10)
    p = fastbuf;
  else
    p = (char *)malloc(len);
  if (p)
    memset(p, 0, len);
  if (p != fastbuf)
    free(p);
}

void fastbuf_length_ok(unsigned len) {
  char fastbuf[10], *p;
  if (len < 10)
    p = fastbuf;
  else
    p = (char *)malloc(len);
  if (len >= 10)
    free(p);
}

void fastbuf_bad(unsigned len) {
  char fastbuf[10], *p;
  if (len < 10)
    p = fastbuf;
  else
    p = (char *)malloc(len);
  if (len > 10)
    free(p);
} // CHECK: :[[@LINE]]:{{.*}}[leak]
// CHECK: (with 'len' = 10)
