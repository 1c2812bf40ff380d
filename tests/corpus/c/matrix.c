// An array of rows: built in a loop, undone in a loop when a row cannot be had.
#include <stdlib.h>

struct matrix {
  int rows, columns;
  double **cell;
};

void matrix_free(struct matrix *matrix) {
  if (!matrix)
    return;
  for (int i = 0; i < matrix->rows; i++)
    free(matrix->cell[i]);
  free(matrix->cell);
  free(matrix);
}

struct matrix *matrix_new_ok(int rows, int columns) {
  struct matrix *made = malloc(sizeof *made);
  if (!made)
    return NULL;
  made->rows = 0;
  made->columns = columns;
  made->cell = calloc((size_t)rows + 1, sizeof *made->cell);
  if (!made->cell) {
    free(made);
    return NULL;
  }
  for (; made->rows < rows; made->rows++) {
    made->cell[made->rows] = calloc((size_t)columns + 1, sizeof(double));
    if (!made->cell[made->rows]) {
      matrix_free(made);
      return NULL;
    }
  }
  return made;
}

struct matrix *matrix_new_bad(int rows, int columns) {
  struct matrix *made = malloc(sizeof *made); // alloc: MADE
  if (!made || rows < 0)
    return NULL; // expect: leak alloc=MADE
  made->rows = rows;
  made->columns = columns;
  made->cell = calloc((size_t)rows + 1, sizeof *made->cell); // alloc: CELLS
  if (!made->cell) {
    free(made);
    return NULL;
  }
  if (columns < 0) {
    free(made); // expect: leak alloc=CELLS
    return NULL;
  }
  for (int i = 0; i < rows; i++)
    made->cell[i] = calloc((size_t)columns + 1, sizeof(double));
  return made;
}

double trace_bad(int size) {
  struct matrix *unit = matrix_new_ok(size, size); // alloc: UNIT
  double sum = 0;
  if (!unit)
    return -1;
  if (size < 2)
    return 1; // expect: leak alloc=UNIT
  for (int i = 0; i < size; i++)
    sum += unit->cell[i][i] = 1;
  matrix_free(unit);
  return sum;
}

double trace_ok(int size) {
  struct matrix *unit = matrix_new_ok(size, size);
  double sum = 0;
  if (!unit)
    return -1;
  for (int i = 0; i < size; i++)
    sum += unit->cell[i][i] = 1;
  matrix_free(unit);
  return sum;
}

double norm_ok(int size) {
  double *rows[3];
  double sum = 0;
  for (int i = 0; i < 3; i++)
    rows[i] = calloc((size_t)size, sizeof(double));
  for (int i = 0; i < 3; i++) {
    if (rows[i])
      sum += rows[i][0];
    free(rows[i]);
  }
  return sum;
}

#ifdef CORPUS_MAIN_OK
int main(void) {
  norm_ok(4);
  return trace_ok(3) == 3 ? 0 : 1;
}
#endif
#ifdef CORPUS_MAIN_BAD
int main(void) {
  matrix_free(matrix_new_bad(-1, 1));
  matrix_free(matrix_new_bad(1, -1));
  matrix_free(matrix_new_bad(2, 2));
  return (int)trace_bad(1);
}
#endif
