// What is lost is called what it is: the word for a resource comes from its family, and whoever really made it is named.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --resources > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --resources --engine=ownership > %t.own.txt
// RUN: FileCheck %s --check-prefix=OWN < %t.own.txt
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --resources --format=json > %t.json
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --resources --format=sarif > %t.sarif
// RUN: FileCheck %s --check-prefix=SARIF < %t.sarif
// RUN: %python %driver/status.py 1 %custody report %t.json | FileCheck %s
// RUN: %python %driver/status.py 1 %custody report %t.sarif | FileCheck %s
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

int busy(int n);

// CHECK: warning: the file acquired by 'fopen' is lost here: 'log' is the last pointer to it [leak]
// CHECK: note: acquired here by 'fopen'
// OWN: warning: the file acquired by 'fopen' is lost here: 'log' is the last pointer to it [leak]
// JSON: "message":"the file acquired by 'fopen' is lost here: 'log' is the last pointer to it"
// JSON-SAME: "resource":"file"
// SARIF: "text": "the file acquired by 'fopen' is lost here: 'log' is the last pointer to it"
// SARIF: "text": "acquired here"
// SARIF: "acquire",
// SARIF-NEXT: "resource"
// SARIF: "resource": "file"
int lost_file(int n) {
  FILE *log = fopen("log", "w");
  if (!log)
    return 0;
  if (busy(n))
    return 1;
  fclose(log);
  return 0;
}

static DIR *listed(const char *name) {
  return opendir(name);
}

// CHECK: warning: the directory stream acquired by 'listed' is lost here: 'dir' is the last pointer to it [leak]
// CHECK: note: acquired here by 'opendir'
// OWN: warning: the directory stream acquired by 'listed' is lost here
// OWN: 'listed' returns the directory stream that its caller owns
int lost_directory(int n) {
  DIR *dir = listed(".");
  if (!dir)
    return 0;
  if (busy(n))
    return 1;
  closedir(dir);
  return 0;
}

// CHECK: warning: the file 'twice' is released here a second time [double-free]
// CHECK: released here first
int closed_twice(int n) {
  FILE *twice = fopen("log", "w");
  if (!twice)
    return 0;
  if (busy(n))
    fclose(twice);
  fclose(twice);
  return 0;
}

// CHECK: warning: the file 'wrong', acquired by 'fopen', is released by a function that does not belong to it [mismatched-free]
void freed_file(void) {
  FILE *wrong = fopen("log", "w");
  free(wrong);
}

// CHECK: warning: memory allocated by 'calloc' is lost here: 'cleared' is the last pointer to it [leak]
// CHECK: note: allocated here by 'calloc'
// OWN: warning: memory allocated by 'calloc' is lost here
int lost_cleared(int n) {
  char *cleared = calloc(n, 2);
  if (!cleared)
    return 0;
  if (busy(n))
    return 1;
  free(cleared);
  return 0;
}

// CHECK: warning: memory allocated by 'realloc' is lost here: 'grown' is the last pointer to it [leak]
// OWN: warning: memory allocated by 'realloc' is lost here
int lost_grown(int n) {
  char *grown = realloc(NULL, n);
  if (!grown)
    return 0;
  if (busy(n))
    return 1;
  free(grown);
  return 0;
}
