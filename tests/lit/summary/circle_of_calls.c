// Functions that call each other return if one way does, and their callers are not cut off by them: whatever the order
// in which that is found out.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>

void ping(int n), pong(int n);
void ping(int n) {
  pong(n);
}
void pong(int n) {
  if (n)
    ping(n - 1);
}

void tock(int n), tick(int n);
void tick(int n) {
  if (n)
    tock(n - 1);
}
void tock(int n) {
  tick(n);
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

void call_ping(void) {
  ping(2);
}
int behind_ping_bad(void) {
  char *p = malloc(3);
  call_ping();
  return p != 0; // CHECK: :[[@LINE]]:{{.*}}[leak]
}
void call_pong(void) {
  pong(2);
}
int behind_pong_bad(void) {
  char *p = malloc(3);
  call_pong();
  return p != 0; // CHECK: :[[@LINE]]:{{.*}}[leak]
}
void call_tick(void) {
  tick(2);
}
int behind_tick_bad(void) {
  char *p = malloc(3);
  call_tick();
  return p != 0; // CHECK: :[[@LINE]]:{{.*}}[leak]
}
void call_tock(void) {
  tock(2);
}
int behind_tock_bad(void) {
  char *p = malloc(3);
  call_tock();
  return p != 0; // CHECK: :[[@LINE]]:{{.*}}[leak]
}
void call_fourth(void) {
  fourth(2);
}
int behind_fourth_bad(void) {
  char *p = malloc(3);
  call_fourth();
  return p != 0; // CHECK: :[[@LINE]]:{{.*}}[leak]
}
