// Figure 8, one warning an allocation: forgotten on an error; an allocator that does not look like one; a callee that was thought to free.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path | FileCheck %s --implicit-check-not='warning: '
#include <stdlib.h>
#include <string.h>

int ads_error(int);
int ads_leave_realm(const char *hostname, int failed) {
  char *host = strdup(hostname);
  if (failed)
    return ads_error(2); // CHECK: :[[@LINE]]:{{.*}}[leak]
  free(host);
  return 0;
}

struct info {
  char dir[64], name[64];
};
static char *get_longfilename(struct info *finfo) {
  char *longname = malloc(strlen(finfo->dir) + strlen(finfo->name) + 2);
  if (!longname)
    return NULL;
  strcpy(longname, finfo->dir);
  strcat(longname, finfo->name);
  return longname;
}
int upload(const char *);
void do_tarput(struct info *finfo) {
  char *longfilename = get_longfilename(finfo);
  if (longfilename && strlen(longfilename) > 3)
    return; // CHECK: :[[@LINE]]:{{.*}}[leak]
  free(longfilename);
}

static void *smb_xstrdup(const char *s) {
  char *copy = strdup(s);
  if (!copy)
    exit(1);
  return copy;
}
static int stored;
static int trusted_domain_password_delete(const char *domain) {
  return stored = strlen(domain) > 3;
}
int rpc_trustdom_revoke(int argc, const char **argv) {
  char *domain_name = smb_xstrdup(argv[0]);
  if (!trusted_domain_password_delete(domain_name))
    return -1; // CHECK: :[[@LINE]]:{{.*}}[leak]
  return 0; // CHECK: :[[@LINE]]:{{.*}}also lost here
}
int is_stored(void) {
  return stored;
}
