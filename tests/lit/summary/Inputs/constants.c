// What nobody ever writes keeps its value, and functions that return one value return it, in other files, too.
int alwaysTrue = 1;
const int five = 5;
int sometimes = 1;

int returnsTrue(void) {
  return 1;
}

void change(int n) {
  sometimes = n;
}
