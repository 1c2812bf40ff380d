// In strict modes headers give fields reserved names: regex_t's 'buffer' is '__buffer' without _GNU_SOURCE. The model
// means the same field.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache -- -std=c99 | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check %s --no-cache -- -D_GNU_SOURCE | FileCheck %s --implicit-check-not='warning: '
#include <regex.h>
#include <stddef.h>

int ok(const char *pattern, const char *text) {
  regex_t r;
  if (regcomp(&r, pattern, 0) != 0)
    return -1;
  const int found = regexec(&r, text, 0, NULL, 0) == 0;
  regfree(&r);
  return found;
}

int bad(const char *pattern, const char *text) {
  regex_t r;
  if (regcomp(&r, pattern, 0) != 0)
    return -1;
  // CHECK: strict_headers.c:[[@LINE+1]]:{{.*}} warning: memory allocated by 'regcomp' is lost here
  return regexec(&r, text, 0, NULL, 0) == 0;
}
// CHECK: {{^}}1 leak in 1 file
