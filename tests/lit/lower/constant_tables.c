// Initial values of globals are known: tables of functions and strings, addresses with an offset, static locals, zeros. A
// global of another unit and one that is computed are not.
// RUN: %custody dump %s | FileCheck %s
struct op {
  const char *name;
  void (*run)(char *);
  int flags;
};
static void start(char *p) {}
static void stop(char *p) {}
static const struct op table[] = {{"start", start, 1}, {"stop", stop, 2}, {0, 0, 0}};
int numbers[4] = {1, 0, -3};
int *middle = &numbers[2];
extern int elsewhere[];
int *other = elsewhere;
char text[] = "abc";
char *pointer = text + 1;
const char *list[] = {"x", 0, "y"};
long long wide = 0x123456789;
void run(char *p) {
  static int calls = 7;
  calls++;
  for (const struct op *o = table; o->name; o++)
    o->run(p);
}
// CHECK-DAG: global "run.calls": int source run::calls internal
// CHECK: global table: struct op[3] internal constant @11:24 = {
// CHECK-NEXT: at 0 size 8: ::"[[START:.*]]"
// CHECK-NEXT: at 8 size 8: ::start
// CHECK-NEXT: at 16 size 4: 1
// CHECK-NEXT: at 24 size 8: ::"[[STOP:.*]]"
// CHECK-NEXT: at 32 size 8: ::stop
// CHECK-NEXT: at 40 size 4: 2
// CHECK-NEXT: }
// CHECK-NEXT: global numbers: int[4] @12:5 = {
// CHECK-NEXT: at 0 size 4: 1
// CHECK-NEXT: at 8 size 4: -3
// CHECK-NEXT: }
// CHECK-NEXT: global middle: int* @13:6 = {
// CHECK-NEXT: at 0 size 8: ::numbers + 8
// CHECK-NEXT: }
// CHECK-NEXT: global elsewhere: int[] undefined @14:12
// CHECK-NEXT: global other: int* @15:6 = {
// CHECK-NEXT: at 0 size 8: ::elsewhere
// CHECK-NEXT: }
// CHECK-NEXT: global text: char[4] @16:6 = {
// CHECK-NEXT: at 0 size 4: "abc\x00"
// CHECK-NEXT: }
// CHECK-NEXT: global pointer: char* @17:7 = {
// CHECK-NEXT: at 0 size 8: ::text + 1
// CHECK: global list: char const*[3] @18:13 = {
// CHECK-NEXT: at 0 size 8: ::"{{.*}}"
// CHECK-NEXT: at 16 size 8: ::"{{.*}}"
// CHECK-NEXT: }
// CHECK-NEXT: global wide: long @19:11 = {
// CHECK-NEXT: at 0 size 8: 4886718345
// CHECK: global "[[START]]": char[6] internal constant
// CHECK-NEXT: "start\x00"
// CHECK-LABEL: function run(
// CHECK: ::"run.calls" = ::"run.calls" + 1 @22:8
// CHECK: o = &::table{{.*}} @23:25
// CHECK: if o->name != null goto
// CHECK: call (*o->run)(p) @24:5
