// An interior pointer back to its object is an offset; so is a step into the object by bytes. Integers made of pointers
// and pointers made of integers are casts.
// RUN: %custody dump %s | FileCheck %s
// RUN: %custody dump %s -- -fno-strict-aliasing | FileCheck %s
struct link {
  struct link *next;
};
struct item {
  char *name;
  struct link link;
  int n;
};
#define container_of(p, type, member) ((type *)((char *)(p) - __builtin_offsetof(type, member)))
struct item *outer(struct link *l) { return container_of(l, struct item, link); }
char *name(struct link *l) { return container_of(l, struct item, link)->name; }
struct link *inner(struct item *i) { return &i->link; }
char *bytes(struct item *i) { return *(char **)((char *)i + 8); }
unsigned long tagged(char *p) { return (unsigned long)p | 1; }
char *untagged(unsigned long n) { return (char *)(n & ~1ul); }
long difference(char *p, char *q) { return p - q; }
char *through_int(int n) { return (char *)(long)n; }
// CHECK-LABEL: function outer(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin l @14:33
// CHECK-NEXT: ret = &offset<{{.*}}>(*l, -8) @
// CHECK-NEXT: end l @
// CHECK-NEXT: return @
// CHECK-NEXT: }
// CHECK-LABEL: function name(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin l @15:25
// CHECK-NEXT: ret = offset<struct item>(*l, -8).name @
// CHECK-NEXT: end l @
// CHECK-NEXT: return @
// CHECK-NEXT: }
// CHECK-LABEL: function inner(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin i @16:33
// CHECK-NEXT: ret = &i->link @
// CHECK-NEXT: end i @
// CHECK-NEXT: return @
// CHECK-NEXT: }
// CHECK-LABEL: function bytes(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin i @17:26
// CHECK-NEXT: ret = i->link.next @
// CHECK-NEXT: end i @
// CHECK-NEXT: return @
// CHECK-NEXT: }
// CHECK-LABEL: function tagged(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin p @18:28
// CHECK-NEXT: ret = (long)p | 1 @
// CHECK-NEXT: end p @
// CHECK-NEXT: return @
// CHECK-NEXT: }
// CHECK-LABEL: function untagged(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin n @19:30
// CHECK-NEXT: ret = (void*)(n & -2{{.*}}) @
// CHECK-NEXT: end n @
// CHECK-NEXT: return @
// CHECK-NEXT: }
// CHECK-LABEL: function difference(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin p @20:23
// CHECK-NEXT: begin q @20:32
// CHECK-NEXT: ret = (long)p - (long)q @
// CHECK-NEXT: end q @
// CHECK-NEXT: end p @
// CHECK-NEXT: return @
// CHECK-NEXT: }
// CHECK-LABEL: function through_int(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin n @21:23
// CHECK-NEXT: ret = (void*)(long)n @
// CHECK-NEXT: end n @
// CHECK-NEXT: return @
// CHECK-NEXT: }
