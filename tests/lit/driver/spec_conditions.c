// Conditions of specifications: one function with many commands.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=summary --spec %driver/conditions.own | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path --spec %driver/conditions.own | FileCheck %s --implicit-check-not='warning: '
struct thing;
struct owner;
struct thing *thing_new(void);
void thing_free(struct thing *t);
long control(struct owner *o, int command, long how, void *p);

int add_ok(struct owner *o) {
  struct thing *t = thing_new();
  if (control(o, 89, 0, t))
    return 1;
  thing_free(t);
  return 0;
}

void add_extra_ok(struct owner *o) {
  struct thing *t = thing_new();
  if (!control(o, 14, 7, t))
    thing_free(t);
}

int add_failed_bad(struct owner *o) {
  struct thing *t = thing_new();
  if (control(o, 89, 0, t))
    return 1;
  return 0; // CHECK: :[[@LINE]]:{{.*}}[leak]
}

int other_command_bad(struct owner *o) {
  struct thing *t = thing_new();
  if (control(o, 90, 0, t))
    return 1; // CHECK: :[[@LINE]]:{{.*}}[leak]
  thing_free(t);
  return 0;
}

// The form that counts: the caller still has its own.
int counted_bad(struct owner *o) {
  struct thing *t = thing_new();
  if (control(o, 89, 1, t))
    return 1; // CHECK: :[[@LINE]]:{{.*}}[leak]
  thing_free(t);
  return 0;
}

int get_bad(struct owner *o) {
  struct thing *t = 0;
  if (!control(o, 109, 0, &t))
    return 0;
  return 1; // CHECK: :[[@LINE]]:{{.*}}[leak]
}
