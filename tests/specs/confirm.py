#!/usr/bin/env python3
"""Confirms facts of the bundled models by running them under LeakSanitizer.

    tests/specs/confirm.py [--seed N] [--count 100] [--all] [LIBRARY ...]

A recipe (recipes/LIBRARY.json) says how to call one function. Each fact gives two programs that must behave differently:

    own    make alone leaks;                     make and release does not
    frees  make alone leaks;                     make and the freeing call does not
    takes  make and release, item not given,     make, give and release does not
           leaks the item;

The model must state the fact too, else the recipe fails. The facts are drawn at random with a seed, so that runs can be
repeated; a library that is not installed is skipped with a message. Exit status 1 if a fact is not confirmed.
"""

import argparse
import glob
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import own_files

HERE = os.path.dirname(os.path.abspath(__file__))
CLANG = os.environ.get("CLANG", "clang-19")
LEAK = 23

STATED = {
    "own": r"^own\b|\ballocates\b|\breallocs\b|\bout own\b",
    "frees": r"\bfrees\b|\breleases\b",
    "takes": r"\btakes\b|\(own\b|, own\b",
}


def programs(recipe):
    """The code that must leak and the code that must not."""
    if recipe["fact"] == "takes":
        return recipe["make"] + recipe["release"], recipe["make"] + recipe["give"] + recipe["release"]
    return recipe["make"], recipe["make"] + recipe["release"]


def source(book):
    lines = ["#include %s" % header for header in book["headers"]]
    # Overwrites what the calls left on the stack, from two depths so that no frame's own gaps stay.
    plain = "static __attribute__((noinline, no_sanitize(\"address\"))) void "
    lines.append(plain + "wipe(void) { volatile char room[65536]; for (int i = 0; i < 65536; ++i) room[i] = 0; }")
    lines.append(plain + "forget(void) { volatile char room[104]; for (int i = 0; i < 104; ++i) room[i] = 0; wipe(); }")
    for number, recipe in enumerate(book["recipes"]):
        for kind, code in zip("lc", programs(recipe)):
            lines.append("static __attribute__((noinline)) void %s%d(void) { %s }" % (kind, number, code))
    lines.append("int main(int argc, char **argv) {\n  int n = 0; for (char *c = argv[1]; *c; ++c) n = n * 10 + *c - '0';")
    lines.append("  int leak = argv[2][0] == 'l';\n  switch (n) {")
    for number in range(len(book["recipes"])):
        lines.append("  case %d: if (leak) l%d(); else c%d(); break;" % (number, number, number))
    lines.append("  }\n  forget();\n  wipe();\n  return 0;\n}")
    return "\n".join(lines) + "\n"


def build(book, folder, name):
    path = os.path.join(folder, name)
    with open(path + ".c", "w") as file:
        file.write(source(book))
    flags = []
    if book["pkgconfig"]:
        flags = subprocess.run(["pkg-config", "--cflags", book["pkgconfig"]], capture_output=True, text=True).stdout.split()
    command = [CLANG, "-g", "-O0", "-w", "-D_GNU_SOURCE", "-fsanitize=address", path + ".c", "-o", path] + flags
    result = subprocess.run(command + book["link"], capture_output=True, text=True)
    if result.returncode == 0:
        return path, ""
    return None, next((line for line in result.stderr.split("\n") if "error" in line), result.stderr[:200])


def run(path, number, kind):
    # A fake stack frame would keep what was dropped reachable.
    options = "detect_leaks=1:detect_stack_use_after_return=0:exitcode=%d" % LEAK
    environment = dict(os.environ, ASAN_OPTIONS=options, LSAN_OPTIONS="exitcode=%d" % LEAK, G_SLICE="always-malloc")
    result = subprocess.run([path, str(number), kind], capture_output=True, text=True, env=environment)
    leaks = "LeakSanitizer: detected memory leaks" in result.stderr
    return leaks, result.returncode, result.stderr


def confirm(path, number, recipe, stated):
    if not re.search(STATED[recipe["fact"]], stated):
        return "the model does not say so: " + (stated or "no model")
    leaks, _, _ = run(path, number, "l")
    if not leaks:
        return "dropping it is no leak"
    leaks, status, errors = run(path, number, "c")
    if leaks or status != 0:
        return "releasing it as the model says fails: " + (re.search(r"ERROR: .*", errors) or re.search(".*", errors)).group(0)
    return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=20061)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("libraries", nargs="*")
    arguments = parser.parse_args()

    facts, wrong, libraries = [], 0, set()
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(glob.glob(os.path.join(HERE, "recipes/*.json"))):
            name = os.path.basename(path)[:-5]
            if arguments.libraries and name not in arguments.libraries:
                continue
            with open(path) as file:
                book = json.load(file)
            program, error = build(book, folder, name)
            if not program:
                skip = "file not found" in error or "cannot find" in error or "unable to find" in error
                print("%s: %s" % (name, "skipped, not installed: " + error if skip else "does not build: " + error))
                wrong += 0 if skip else 1
                continue
            model = {f.name: f.text for f in own_files.read(os.path.join(HERE, "../../specs", name + ".own")).functions}
            for number, recipe in enumerate(book["recipes"]):
                facts.append((name, program, number, recipe, model.get(recipe["function"], "")))
        if not arguments.all:
            random.Random(arguments.seed).shuffle(facts)
            facts = facts[:arguments.count]
        for name, program, number, recipe, stated in facts:
            problem = confirm(program, number, recipe, stated)
            libraries.add(name)
            if problem:
                wrong += 1
                print("%s: %s %s: %s" % (name, recipe["function"], recipe["fact"], problem))
    print("%d facts over %d libraries tried (seed %d), %d not confirmed" %
          (len(facts), len(libraries), arguments.seed, wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
