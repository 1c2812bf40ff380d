// A condition that the source asks for the contrary of is marked: `if (!a)` goes on at the second edge. A loop's condition
// is computed as a whole.
// RUN: %custody dump %s | FileCheck %s
int next(void);

// CHECK-LABEL: function turned(
// CHECK: if a != 0 goto {{bb[0-9]+}} else {{bb[0-9]+}} turned @11:7
// CHECK: if b != 0 goto {{bb[0-9]+}} else {{bb[0-9]+}} @13:7
// CHECK: if %{{[0-9]+}} == 0 goto {{bb[0-9]+}} else {{bb[0-9]+}} @15:3
int turned(int a, int b) {
  if (!a)
    return 1;
  if (b)
    return 2;
  while (!next())
    b++;
  // CHECK: if a != 0 goto {{bb[0-9]+}} else {{bb[0-9]+}} @20:11
  // CHECK: if b != 0 goto {{bb[0-9]+}} else {{bb[0-9]+}} turned @20:7
  // The first part as it stands, the second for the whole.
  if (!(a && b))
    return 3;
  return a ? 4 : 5;
}
