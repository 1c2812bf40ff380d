"""A project of many small units, two of them broken. usage: many.py DIRECTORY COUNT [--sound]"""

import json
import pathlib
import sys

directory = pathlib.Path(sys.argv[1])
count = int(sys.argv[2])
broken = () if "--sound" in sys.argv else (7, 23)
commands = []
for i in range(count):
    source = directory / f"unit{i}.c"
    if i in broken:
        source.write_text(f"int broken{i}(void) {{ return nothing{i}; }}\n")
    else:
        source.write_text(
            "#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n"
            + f"struct node{i} {{ struct node{i} *next; char *name; }};\n"
            + f"static char *copy(const char *text) {{ char *p = malloc({i} + strlen(text) + 1);\n"
            + "  if (!p) return 0;\n  return strcpy(p, text); }\n"
            + f"struct node{i} *push{i}(struct node{i} *list, const char *name) {{\n"
            + f"  struct node{i} *node = malloc(sizeof *node);\n"
            + "  if (!node) return list;\n"
            + "  node->name = copy(name);\n  node->next = list;\n  return node;\n}\n"
        )
    commands.append(
        {"directory": str(directory), "file": source.name, "arguments": ["cc", "-c", source.name, "-o", f"unit{i}.o"]}
    )
(directory / "compile_commands.json").write_text(json.dumps(commands))
