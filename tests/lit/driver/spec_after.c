// A function that tells by what it leaves in a structure what it did: `after` in a condition.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=path --spec %driver/conditions.own | FileCheck %s --implicit-check-not='warning: '
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --spec %driver/conditions.own | FileCheck %s --implicit-check-not='warning: '
// The summary engine merges what has the same result, and is told so by the other.
// RUN: %python %driver/status.py 1 %custody check %s --no-cache --engine=summary --spec %driver/conditions.own | FileCheck %s --check-prefix=SUMMARY
// RUN: %custody specs show --spec %driver/conditions.own next_item | FileCheck %s --check-prefix=SHOW
// SHOW: allocates *values of family thing, never null, when return == 0 and afterwards name->text != null
struct thing;
struct list;
struct name {
  unsigned long length;
  char *text;
};
void thing_free(struct thing *t);
int next_item(struct list *l, struct name *name, struct thing **values);

int FP_named_ok(struct list *l) {
  struct name name;
  struct thing *values;
  if (next_item(l, &name, &values))
    return -1;
  if (!name.text)
    return 0; // SUMMARY: :[[@LINE]]:{{.*}}[leak]
  thing_free(values);
  return 1;
}

int named_bad(struct list *l) {
  struct name name;
  struct thing *values;
  if (next_item(l, &name, &values))
    return -1;
  if (name.text)
    return 1; // CHECK: :[[@LINE]]:{{.*}}[leak]
  return 0;
}
