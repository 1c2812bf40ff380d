"""A program that is large in one way, and one twice as large: does the engine's work grow by more than a factor?

    scale.py SHAPE SIZE FACTOR PREFIX custody…
"""

import re
import subprocess
import sys


def statements(n):
    body = "\n".join(f"  p = malloc({i + 1});\n  if (p)\n    sum += {i};\n  free(p);" for i in range(n))
    return f"int f(void) {{\n  int sum = 0;\n  char *p;\n{body}\n  return sum;\n}}\n"


def variables(n):
    names = "".join(f"  char *p{i} = malloc({i + 1});\n" for i in range(n))
    frees = "".join(f"  free(p{i});\n" for i in range(n))
    return f"void f(void) {{\n{names}{frees}}}\n"


def fields(n):
    members = "".join(f"  char *m{i};\n" for i in range(n))
    uses = "".join(f"  free(s->m{i});\n  s->m{i} = 0;\n" for i in range(n))
    return f"struct s {{\n{members}}};\nvoid f(struct s *s) {{\n{uses}}}\n"


def elements(n):  # a table that is filled and looked at one by one
    fill = "".join(f"  t[{i}] = malloc({i + 1});\n" for i in range(n))
    ask = "".join(f"  if (k[{i}] == {i}) sum += {i};\n" for i in range(n))
    return f"int f(char **t, const int *k) {{\n  int sum = 0;\n{fill}{ask}  return sum;\n}}\n"


def circle(n):  # only the last returns by itself
    heads = "".join(f"char *f{i}(int n);\n" for i in range(n))
    bodies = "".join(f"char *f{i}(int n) {{ return f{i + 1}(n - 1); }}\n" for i in range(n - 1))
    return heads + bodies + f"char *f{n - 1}(int n) {{ return n ? f0(n - 1) : malloc(1); }}\nvoid g(int n) {{ free(f0(n)); }}\n"


def chain(n):
    bodies = "".join(f"char *f{i + 1}(int n) {{ return n ? f{i}(n - 1) : 0; }}\n" for i in range(n))
    return "char *f0(int n) { return malloc(n); }\n" + bodies


def conditions(n):
    opening = "".join(f"if (n & {1 << i % 30}) {{ sum += {i};\n" for i in range(n))
    return f"int f(unsigned n) {{\n  int sum = 0;\n{opening}{'}' * n}\n  return sum;\n}}\n"


def loops(n):
    opening = "".join(f"for (int i{i} = 0; i{i} < n; i{i}++) {{ char *p{i} = malloc(1);\n" for i in range(n))
    closing = "".join(f"free(p{i}); }}\n" for i in reversed(range(n)))
    return f"void f(int n) {{\n{opening}{closing}}}\n"


def cases(n):
    arms = "".join(f"    case {i}: p = malloc({i + 1}); break;\n" for i in range(n))
    return f"void f(const int *s) {{\n  char *p = 0;\n  for (; *s; s++)\n    switch (*s) {{\n{arms}    default: free(p); p = 0;\n    }}\n  free(p);\n}}\n"


BUFFER = """struct buffer { char *data; unsigned long size; };
struct out { struct buffer *b; };
static int write(struct out *o, unsigned long n) {
  char *data = 0;
  if (n <= o->b->size) return 0;
  if (!o->b->data) data = malloc(n);
  else if (n > 4096) data = realloc(o->b->data, 2 * n);
  else { data = malloc(n); if (data) free(o->b->data); }
  if (!data) return -1;
  o->b->data = data;
  o->b->size = n;
  return 0;
}
"""


def buffers(n):  # one that may grow, far from the argument, whenever something is written
    return BUFFER + "void f(struct out *o, int k) {\n" + "".join(f"  if (k == {i}) write(o, {i});\n" for i in range(n)) + "}\n"


def steps(custody, shape, size, prefix):
    source = f"{prefix}.{size}.c"
    with open(source, "w") as out:
        out.write("#include <stdlib.h>\n" + globals()[shape](size))
    command = [*custody, "check", "--engine=summary", "--stats", "--no-cache", "-o", f"{prefix}.out", source]
    told = subprocess.run(command, capture_output=True, text=True).stderr
    if "cut off" in told:
        sys.exit(f"{shape} {size}: {told}")
    return int(re.search(r"summary: (\d+) steps for \d+ functions", told)[1])


def main(shape, size, factor, prefix, *custody):
    small, big = (steps(custody, shape, n, prefix) for n in (int(size), 2 * int(size)))
    print(f"{shape}: {small} to {big} steps")
    return 1 if big > float(factor) * small else 0


sys.exit(main(*sys.argv[1:]))
