// Leaks and double frees of the sort that maintainers of real programs have fixed, and that are not told. One that is
// told one day makes this fail: the function then loses its FN_.
// RUN: %python %driver/status.py 0 %custody check %s --no-cache | FileCheck %s
// CHECK: nothing found
#include <stdlib.h>
#include <string.h>

// What is not looked at may have been kept, on the way on which set_size fails and nobody asks.
struct capture {
  int is_active, size;
  unsigned *types, *precisions;
  char message[64];
};

int write_message(char *into, size_t size, const char *text);

static int set_size(struct capture *capture, int size) {
  if (capture->is_active) {
    write_message(capture->message, sizeof capture->message, "it is active");
    return -4;
  }
  capture->size = size;
  return 0;
}

struct capture *FN_taken_on_failure(void) {
  struct capture *capture = calloc(1, sizeof *capture);
  if (!capture)
    return NULL;
  set_size(capture, 65535);
  capture->types = malloc(12);
  if (!capture->types) {
    free(capture);
    return NULL;
  }
  capture->precisions = malloc(8);
  if (!capture->precisions) {
    free(capture); // and capture->types
    return NULL;
  }
  return capture;
}

// Two ways out with one result, on one of which the caller is left a pointer to what is freed.
static int allocate(int **out, int n) {
  *out = malloc(4);
  if (!*out)
    return -1;
  if (n > 3) {
    free(*out);
    return -1;
  }
  return 0;
}

void FN_freed_by_callee_on_one_way(int n) {
  int *p = NULL;
  allocate(&p, n);
  free(p);
}

// The caller's memory: that it is freed later shows whose it was.
struct line {
  char *cells, *extension;
};

void FN_cleared_before_it_is_freed(struct line *line) {
  free(line->cells);
  memset(line, 0, sizeof *line); // line->extension
  free(line->extension);
}

// A number that was copied with its structure is asked about twice, and the answers do not go together.
static void drop_all(int count, char **all) {
  if (count == 0)
    return;
  for (int i = 0; i < count; i++)
    free(all[i]);
  free(all);
}

static int unpack(char *text, size_t size, int count, char ***all) {
  if (count == 0)
    return 0;
  *all = calloc(count, sizeof **all);
  if (!*all)
    abort();
  for (int i = 0; i < count; i++) {
    if (size == 0) {
      drop_all(count, *all);
      return -1;
    }
    (*all)[i] = strdup(text);
    size -= strlen(text) + 1;
    text += strlen(text) + 1;
  }
  return 0;
}

struct message {
  int count;
};

int FN_number_copied_with_its_structure(char *text, size_t size, const void *raw) {
  struct message message;
  memcpy(&message, raw, sizeof message);
  char **all;
  const int count = message.count;
  if (unpack(text, size, count, &all) != 0) {
    drop_all(count, all); // a second time
    return 1;
  }
  if (count != 0)
    drop_all(count, all);
  return 0;
}

// Fields of elements at an index that is not known are one place: who is given the pane may keep the names.
struct pane;
void redraw_pane(struct pane *pane);

struct screen {
  char *grid;
};

struct area {
  struct pane *pane;
  struct screen *screen;
  char *name;
};

static char *new_text(size_t size) {
  char *text = malloc(size);
  if (!text)
    abort();
  return text;
}

static void start(struct area *area, struct pane *pane, struct screen *screen) {
  memset(area, 0, sizeof *area);
  area->pane = pane;
  area->screen = screen;
  area->name = new_text(5);
}

static void clear(struct area *area) {
  redraw_pane(area->pane);
}

int FN_fields_of_elements(int stops) {
  struct screen screens[7];
  struct area areas[7];
  for (int i = 0; i < 7; i++) {
    screens[i].grid = new_text(9);
    start(&areas[i], NULL, &screens[i]);
    clear(&areas[i]);
  }
  if (stops)
    return 1; // all names and grids
  for (int i = 0; i < 7; i++) {
    free(areas[i].name);
    free(screens[i].grid);
  }
  return 0;
}

// What `show` does has too many cases: that it keeps the menu is told for all of them, also for -1.
struct menu {
  unsigned width;
};

struct style {
  const char *a, *b, *c, *d, *e, *f, *g, *h, *i, *j, *k, *l;
};

struct overlay {
  char *a, *b, *c, *d, *e, *f, *g, *h, *i, *j, *k, *l;
  struct menu *menu;
};

struct client {
  unsigned width;
  struct overlay *overlay;
};

void redraw(struct client *client);

static char *quoted(const char *text, int quote) {
  size_t size = strlen(text) + 1;
  for (const char *p = text; *p; ++p)
    if (*p == '"' || *p == '\\' || *p == '$' || *p == '`' || (quote && (*p == ' ' || *p == '\t')))
      ++size;
  char *copy = size > 64 ? malloc(size) : calloc(64, 1);
  if (!copy)
    abort();
  return copy;
}

static int show(struct menu *menu, struct client *client, const struct style *style) {
  if (client->width < menu->width + 4)
    return -1;
  struct overlay *overlay = calloc(1, sizeof *overlay);
  if (!overlay)
    abort();
#define COPY(field, quote)                                                                                             \
  if (style->field)                                                                                                    \
  overlay->field = quoted(style->field, quote)
  COPY(a, 1);
  COPY(b, 0);
  COPY(c, 1);
  COPY(d, 0);
  COPY(e, 1);
  COPY(f, 0);
  COPY(g, 1);
  COPY(h, 0);
  COPY(i, 1);
  COPY(j, 0);
  COPY(k, 1);
  COPY(l, 0);
  overlay->menu = menu;
  client->overlay = overlay;
  redraw(client);
  return 0;
}

int FN_kept_in_one_of_many_cases(struct client *client, const struct style *style) {
  struct menu *menu = malloc(sizeof *menu);
  if (!menu)
    abort();
  menu->width = 8;
  if (show(menu, client, style) != 0)
    return 0; // menu
  return 1;
}
