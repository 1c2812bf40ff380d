// The parts of a loop's condition go their own ways: no flag is computed where they meet.
// RUN: %custody dump %s | FileCheck %s
struct node {
  struct node *left, *right;
  int n;
};

// CHECK-LABEL: function either(
// CHECK:      bb1: fan-in 2
// CHECK-NEXT:   if node->left != null goto bb2 else bb3
// CHECK:      if node->right != null goto
// CHECK-NOT: %1
// CHECK-LABEL: function nested(
struct node *either(struct node *node) {
  while (node->left || node->right)
    node = node->left;
  return node;
}

// CHECK:      if node->left != null goto
// CHECK:      if node->n > 3 goto
// CHECK:      if node->right != null goto
// CHECK-NOT: %1
// CHECK-LABEL: function last(
struct node *nested(struct node *node) {
  for (; node->left && (node->n > 3 || node->right); node = node->left)
    ;
  return node;
}

int next(void);

// The value of a call is tested where it is there.
// CHECK:      if node->n > 3 goto
// CHECK:      %1 = call next()
// CHECK:      if %1 != 0 goto
// CHECK-LABEL: function kept(
int last(struct node *node) {
  int i = 0;
  do
    ++i;
  while (node->n > 3 && next());
  return i;
}

// What the program keeps is computed as before.
// CHECK:      %1 = node->n != 0
// CHECK:      %1 = 0
// CHECK:      both = (int)%1
int kept(struct node *node) {
  int both = node->left && node->n;
  while (both)
    ++both;
  return both;
}
