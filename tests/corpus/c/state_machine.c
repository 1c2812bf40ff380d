// A push parser with a state object that is reused: reset between inputs, closed at the end.
#include <stdlib.h>
#include <string.h>

enum state { START, TEXT, DONE, BROKEN };

struct parser {
  enum state state;
  char *token;
  size_t used;
};

struct parser *parser_open(void) {
  struct parser *made = calloc(1, sizeof *made);
  if (!made)
    return NULL;
  made->token = malloc(32);
  if (!made->token) {
    free(made);
    return NULL;
  }
  return made;
}

void parser_close(struct parser *parser) {
  if (!parser)
    return;
  free(parser->token);
  free(parser);
}

int parser_reset_bad(struct parser *parser) {
  parser->state = START;
  parser->used = 0;
  parser->token = malloc(32); // expect: leak
  return parser->token ? 0 : -1;
}

void parser_reset_ok(struct parser *parser) {
  parser->state = START;
  parser->used = 0;
}

enum state parser_feed(struct parser *parser, char letter) {
  switch (parser->state) {
  case START:
    parser->state = letter == '<' ? TEXT : BROKEN;
    break;
  case TEXT:
    if (letter == '>')
      parser->state = DONE;
    else if (parser->used < 31)
      parser->token[parser->used++] = letter;
    break;
  default:
    parser->state = BROKEN;
  }
  return parser->state;
}

int parse_ok(const char *text) {
  struct parser *parser = parser_open();
  int status;
  if (!parser)
    return -1;
  while (*text && parser_feed(parser, *text) != BROKEN)
    text++;
  status = parser->state == DONE ? 0 : -1;
  parser_reset_ok(parser);
  parser_close(parser);
  return status;
}

int parse_bad(const char *text) {
  struct parser *parser = parser_open(); // alloc: PARSER
  if (!parser)
    return -1;
  for (; *text; text++) {
    switch (parser_feed(parser, *text)) {
    case DONE:
      parser_close(parser);
      return 0;
    case BROKEN:
      return -1; // expect: leak alloc=PARSER
    default:
      break;
    }
  }
  parser_close(parser);
  return -1;
}

char *token_of_ok(const char *text) {
  struct parser *parser = parser_open();
  char *token = NULL;
  if (!parser)
    return NULL;
  while (*text && parser_feed(parser, *text) != BROKEN)
    text++;
  if (parser->state == DONE) {
    token = parser->token;
    token[parser->used] = '\0';
    parser->token = NULL;
  }
  parser_close(parser);
  return token;
}

int token_is_bad(const char *text, const char *word) {
  char *token = token_of_ok(text); // alloc: TOKEN
  return token && strcmp(token, word) == 0; // expect: leak alloc=TOKEN
}

#ifdef CORPUS_MAIN_OK
int main(void) {
  parse_ok("x");
  free(token_of_ok("<abc>"));
  free(token_of_ok("abc"));
  return parse_ok("<a>");
}
#endif
#ifdef CORPUS_MAIN_BAD
int main(void) {
  struct parser *parser = parser_open();
  parser_reset_bad(parser);
  parser_close(parser);
  parse_bad("x");
  return token_is_bad("<abc>", "abc");
}
#endif
