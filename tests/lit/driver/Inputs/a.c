#include "a.h"
#include <stdlib.h>

char *make(size_t size) { return malloc(size); }

void drop(char *text) { free(text); }
