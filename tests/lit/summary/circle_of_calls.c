// Functions that call each other return if one way does, and their callers are not cut off by them: whatever the order
// in which that is found out.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

void pong(int n);
void ping(int n) {
  pong(n);
}
void pong(int n) {
  if (n)
    ping(n - 1);
}

void first(int n), second(int n), third(int n), fourth(int n);
void first(int n) {
  if (n)
    second(n - 1);
}
void second(int n) {
  first(0);
  if (n)
    third(n - 1);
}
void third(int n) {
  second(0);
  if (n)
    fourth(n - 1);
}
void fourth(int n) {
  third(0);
  if (n)
    first(n);
}

int behind_ping_bad(void) {
  char *p = malloc(3);
  ping(2);
  return p != 0; // CHECK: :[[@LINE]]:{{.*}}[leak]
}
int behind_pong_bad(void) {
  char *p = malloc(3);
  pong(2);
  return p != 0; // CHECK: :[[@LINE]]:{{.*}}[leak]
}
int behind_fourth_bad(void) {
  char *p = malloc(3);
  fourth(1);
  return p != 0; // CHECK: :[[@LINE]]:{{.*}}[leak]
}
