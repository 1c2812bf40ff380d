// Fields have their names: the first one, nested ones, those of unions by their offset, through pointers and in arrays.
// RUN: %custody dump %s | FileCheck %s
struct inner {
  char *first;
  char *second;
};
struct outer {
  struct inner in;
  int n;
  union {
    char *text;
    long number;
  };
  struct inner array[3];
  struct outer *next;
};
void fields(struct outer *o, struct outer v, int i) {
  o->in.first = 0;
  o->in.second = v.in.first;
  o->text = v.next->text;
  o->number = 3;
  o->array[2].second = 0;
  o->array[i].first = v.array[i].second;
  o->next->next->in.first = o->array[1].first;
  char **pp = &o->in.second;
  struct inner *pi = &o->array[i];
  *pp = pi->second;
}
// CHECK: struct outer size 88
// CHECK-NEXT: field in: struct inner at 0
// CHECK-NEXT: field n: int at 16
// CHECK-NEXT: field : union "[[U:.*]]" at 24
// CHECK-NEXT: field array: struct inner[3] at 32
// CHECK-NEXT: field next: struct outer* at 80
// CHECK: union "[[U]]" size 8
// CHECK-NEXT: field text: char* at 0
// CHECK-NEXT: field number: long at 0
// CHECK-LABEL: function fields(
// CHECK: [[B0:bb[0-9]+]]:
// CHECK-NEXT: begin o @17:27
// CHECK-NEXT: begin v @17:43
// CHECK-NEXT: begin i @17:50
// CHECK-NEXT: o->in.first = null @18:15
// CHECK-NEXT: o->in.second = v.in.first @19:16
// CHECK-NEXT: o->#2.text = v.next->#2.text @20:11
// CHECK-NEXT: o->#2.number = 3 @21:13
// CHECK-NEXT: o->array[2].second = null @22:22
// CHECK-NEXT: o->array[(long)i].first = v.array[(long)i].second @23:21
// CHECK-NEXT: o->next->next->in.first = o->array[1].first @24:27
// CHECK-NEXT: begin pp @25:10
// CHECK-NEXT: pp = &o->in.second @25:10
// CHECK-NEXT: begin pi @26:17
// CHECK-NEXT: pi = &o->array[(long)i] @26:17
// CHECK-NEXT: *pp = pi->second @27:7
// CHECK-NEXT: end pi @28:1
// CHECK-NEXT: end pp @28:1
// CHECK-NEXT: end i @28:1
// CHECK-NEXT: end v @28:1
// CHECK-NEXT: end o @28:1
// CHECK-NEXT: return @28:1
// CHECK-NEXT: }
