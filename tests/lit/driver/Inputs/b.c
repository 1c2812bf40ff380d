#include "a.h"

int main(void) {
  char *text = make(SIZE);
  drop(text);
  return 0;
}
