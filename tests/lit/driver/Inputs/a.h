#include <stddef.h>
char *make(size_t size);
void drop(char *text);
