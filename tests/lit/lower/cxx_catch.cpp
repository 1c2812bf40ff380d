// Catch clauses: the types they ask for are a landing pad's, the object of the try block is destroyed before, and each
// way out of a clause ends the catch.
// RUN: %custody dump %s | FileCheck %s --implicit-check-not='unknown "llvm'
struct R {
  char *p;
  R() noexcept;
  ~R();
};
struct Error {
  char *text;
};
void may(int);
int clauses(int n) {
  char *p = new char[10];
  for (;;) {
    try {
      R r;
      may(n);
      if (n == 2)
        return 2;
    } catch (int e) {
      delete[] p;
      return e;
    } catch (const Error &e) {
      if (e.text)
        break;
      throw;
    } catch (...) {
      continue;
    }
  }
  delete[] p;
  return 0;
}
// CHECK-LABEL: function _Z7clausesi(
// CHECK: local e: int @21:18
// CHECK: local e.2: struct Error const& @24:27
// CHECK: [[LOOP:bb[0-9]+]]: fan-in
// CHECK-NEXT: begin r @17:9
// CHECK-NEXT: call _ZN1RC1Ev(&r) construct @17:9
// CHECK-NEXT: call _Z3mayi(n) throws @18:7
// CHECK-NEXT: then {{.*}} unwind [[PAD:bb[0-9]+]] @18:7
// CHECK: ret = 2 @20:9
// CHECK-NEXT: goto {{.*}} (return) @20:9
// CHECK: call _ZN1RD1Ev(&r) destroy @20:9
// CHECK: end r @20:9
// CHECK: end p @20:9
// CHECK-NEXT: end n @20:9
// CHECK-NEXT: return @20:9

// The try block is left: ~r, and around the loop.
// CHECK: call _ZN1RD1Ev(&r) destroy @21:5
// CHECK: end r @21:5
// CHECK: goto [[LOOP]] (loop-back) @15:3

// CHECK: [[PAD]]:
// CHECK-NEXT: = catch(&::_ZTIi, &::_ZTI5Error, null)
// CHECK: call _ZN1RD1Ev(&r) destroy on-throw @21:5

// catch (int e)
// CHECK: begin e @21:18
// CHECK-NEXT: [[X:%[0-9]+]] = call __cxa_begin_catch(
// CHECK: e = (*[[X]] as int) @
// CHECK: free "new[]"({{%[0-9]+}}) unit {{[0-9]+}} @22:7
// CHECK: ret = e @23:7
// CHECK: call __cxa_end_catch()
// CHECK: goto {{.*}} (return)
// CHECK: end e @23:7
// CHECK-NEXT: end p @23:7
// CHECK-NEXT: end n @23:7
// CHECK-NEXT: return @23:7

// catch (const Error &e)
// CHECK: begin e.2 @24:27
// CHECK-NEXT: e.2 = call __cxa_begin_catch(
// CHECK: if e.2->text != null goto
// CHECK: call __cxa_end_catch() throws
// CHECK: end e.2 @
// CHECK: ret = 0 @33:3
// CHECK: throw @27:7
// CHECK: call __cxa_end_catch() throws on-throw
// CHECK: end e.2 @27:7
// CHECK-NEXT: end p @27:7
// CHECK-NEXT: end n @27:7
// CHECK-NEXT: resume @27:7

// catch (...)
// CHECK: call __cxa_begin_catch(
// CHECK: call __cxa_end_catch() throws
// CHECK: goto [[LOOP]] (
