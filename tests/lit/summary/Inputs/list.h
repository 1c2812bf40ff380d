#include <stdlib.h>

// The list of the paper's examples (sparrow-2008, figure 3).
typedef struct List {
  struct List *next;
  int *val;
} List;
