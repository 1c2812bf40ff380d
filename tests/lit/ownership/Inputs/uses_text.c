struct text;
struct text *text_new(void);
void text_delete(struct text *t);
int text_length(struct text *t);

int lost(void) {
  struct text *t = text_new();
  return text_length(t);
}

void kept(void) {
  text_delete(text_new());
}
