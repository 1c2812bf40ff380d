// A chained hash table that owns copies of its keys; values belong to the caller unless a destructor is given.
#include <stdlib.h>
#include <string.h>

#define BUCKETS 16

struct node {
  char *key;
  void *value;
  struct node *next;
};

struct table {
  struct node *bucket[BUCKETS];
  void (*destroy)(void *);
};

static unsigned hash(const char *key) {
  unsigned sum = 5381;
  while (*key)
    sum = sum * 33 + (unsigned char)*key++;
  return sum % BUCKETS;
}

struct table *table_new(void (*destroy)(void *)) {
  struct table *made = calloc(1, sizeof *made);
  if (made)
    made->destroy = destroy;
  return made;
}

void table_free(struct table *table) {
  for (int i = 0; i < BUCKETS; i++) {
    struct node *at = table->bucket[i];
    while (at) {
      struct node *next = at->next;
      if (table->destroy)
        table->destroy(at->value);
      free(at->key);
      free(at);
      at = next;
    }
  }
  free(table);
}

int table_put_ok(struct table *table, const char *key, void *value) {
  unsigned slot = hash(key);
  struct node *made = malloc(sizeof *made);
  if (!made)
    return -1;
  made->key = strdup(key);
  if (!made->key) {
    free(made);
    return -1;
  }
  made->value = value;
  made->next = table->bucket[slot];
  table->bucket[slot] = made;
  return 0;
}

int table_remove_bad(struct table *table, const char *key) {
  struct node **link = &table->bucket[hash(key)];
  while (*link && strcmp((*link)->key, key) != 0)
    link = &(*link)->next;
  if (!*link)
    return -1;
  *link = (*link)->next; // expect: leak
  return 0;
}

int table_remove_ok(struct table *table, const char *key) {
  struct node **link = &table->bucket[hash(key)];
  struct node *gone;
  while (*link && strcmp((*link)->key, key) != 0)
    link = &(*link)->next;
  if (!*link)
    return -1;
  gone = *link;
  *link = gone->next;
  if (table->destroy)
    table->destroy(gone->value);
  free(gone->key);
  free(gone);
  return 0;
}

int count_words_bad(const char **words, int many) {
  struct table *seen = table_new(NULL); // alloc: SEEN
  int total = 0;
  if (!seen)
    return -1;
  for (int i = 0; i < many; i++) {
    if (table_put_ok(seen, words[i], NULL) != 0)
      return -1; // expect: leak alloc=SEEN if=nomem
    if (words[i][0] == '#')
      return total; // expect: leak alloc=SEEN
    total++;
  }
  table_free(seen);
  return total;
}

int count_words_ok(const char **words, int many) {
  struct table *seen = table_new(free);
  int total = 0;
  if (!seen)
    return -1;
  for (int i = 0; i < many && words[i][0] != '#'; i++) {
    char *value = malloc(4);
    if (table_put_ok(seen, words[i], value) != 0) {
      free(value);
      total = -1;
      break;
    }
    total++;
  }
  if (total > 0)
    table_remove_ok(seen, words[0]);
  table_free(seen);
  return total;
}

#ifdef CORPUS_MAIN_OK
int main(void) {
  const char *words[] = {"one", "two", "#", "three"};
  return count_words_ok(words, 4) == 2 ? 0 : 1;
}
#endif
#ifdef CORPUS_MAIN_BAD
int main(void) {
  const char *words[] = {"one", "two", "#", "three"};
  struct table *table = table_new(NULL);
  table_put_ok(table, "one", NULL);
  table_remove_bad(table, "one");
  table_free(table);
  return count_words_bad(words, 4);
}
#endif
