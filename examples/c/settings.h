#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdio.h>

struct setting {
  char *key;
  char *value;
  struct setting *next;
};

struct setting *settings_read(FILE *in);
void settings_free(struct setting *list);

#endif
