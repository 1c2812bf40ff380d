#!/usr/bin/env python3
"""Confirms facts of the bundled models by running them under LeakSanitizer.

    tests/specs/confirm.py --custody build/custody [--seed N] [--count 100] [--all] [--verbose] [LIBRARY ...]

The facts are all that the models of the libraries with a book (recipes/LIBRARY.json) state: results and places behind
parameters that own, arguments that are released or taken (facts.py). Each becomes two programs (programs.py): one that
must leak and one that must not. They are drawn at random with a seed, the libraries in turn, until `--count` are
confirmed or belong to a library that is not installed, so that what is drawn of one library hardly depends on which others
a machine has. Each that was drawn and not confirmed is told with the reason:

    contradicted       the programs were run and do not behave as the model says
    cannot be run      the book says why: it needs a peer, a terminal, another user, ..., or LeakSanitizer cannot see it
    has no program     neither the declaration nor the book say how to call it

A library that is not installed is skipped with a message. Exit status 1 if a fact is contradicted or has no program, or
if fewer than `--count` were confirmed or skipped.
"""

import argparse
import collections
import concurrent.futures
import fnmatch
import glob
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import facts
import own_files
import programs

HERE = os.path.dirname(os.path.abspath(__file__))
CLANG = os.environ.get("CLANG", "clang-19")
LEAK = 23
SKIPPED = "not installed"
SETTLED = ("confirmed", SKIPPED)
BASIC_HEADERS = ["<stdlib.h>", "<string.h>", "<unistd.h>", "<stdio.h>", "<stdarg.h>", "<fcntl.h>"]

# What the calls left on the stack is overwritten, from two depths so that no frame's own gaps stay.
PRELUDE = r"""
static const char text[4096] = "a"; // for arguments that are strings, or memory to read
static void unmet(const char *what) { write(2, "unmet: ", 7); write(2, what, strlen(what)); _exit(%d); }
static __attribute__((noinline, no_sanitize("address"))) void
wipe(void) { volatile char room[65536]; for (int i = 0; i < 65536; ++i) room[i] = 0; }
static __attribute__((noinline, no_sanitize("address"))) void
forget(void) { volatile char room[104]; for (int i = 0; i < 104; ++i) room[i] = 0; wipe(); }
""" % programs.UNMET


def headers(path):
    """What the model says its functions are declared in."""
    return list(dict.fromkeys(h for f in own_files.read(path).functions for h in f.headers))


class Library:
    """A model with its book, and one program that holds the pieces of all facts that are tried."""

    def __init__(self, name, custody, folder):
        self.name, self.folder = name, folder
        with open(os.path.join(HERE, "recipes", name + ".json")) as file:
            self.book = json.load(file)
        path = os.path.join(HERE, "../../specs", name + ".own")
        self.model = facts.read(custody, path)
        self.headers = self.book.get("headers") or headers(path)
        self.missing = self.what_is_missing()
        self.problems = {}  # fact: why it has no program

    def cannot(self, fact):
        for pattern, reason in self.book.get("cannot", {}).items():
            function, _, place = pattern.partition(" ")
            if fnmatch.fnmatchcase(fact.function, function) and place in ("", fact.place, fact.kind):
                return reason
        return None

    def unfounded(self):
        """Recipes for facts that the model does not state."""
        known = {(fact.function, programs.kind_of_recipe(fact.kind)) for fact in self.model.facts()}
        return [recipe["function"] for recipe in self.book.get("recipes", [])
                if (recipe["function"], programs.kind_of_recipe(recipe["fact"])) not in known]

    def what_is_missing(self):
        """The header that is not installed, or nothing."""
        result = self.compile("", ["-fsyntax-only"])
        found = re.search(r"fatal error: (.*file not found)", result.stderr)
        if result.returncode and not found:
            raise SystemExit("%s: the headers do not compile: %s" % (self.name, result.stderr[:300]))
        return found.group(1) if found else ""

    def compile(self, body, arguments):
        includes = ["#include %s" % header for header in BASIC_HEADERS + self.headers]
        text = "\n".join(includes + [PRELUDE, self.book.get("helpers", ""), body]) + "\n"
        flags = []
        if self.book.get("pkgconfig"):
            command = ["pkg-config", "--cflags", self.book.get("pkgconfig")]
            flags = subprocess.run(command, capture_output=True, text=True).stdout.split()
        command = [CLANG, "-g", "-O0", "-w", "-D_GNU_SOURCE", "-ferror-limit=0", "-fsanitize=address", "-x", "c", "-"]
        command += self.book.get("flags", []) + flags + arguments
        return subprocess.run(command, input=text, capture_output=True, text=True)

    def generate(self, wanted, generator):
        self.pieces = {}
        for fact in wanted:
            try:
                self.pieces[fact] = generator.programs(fact)
            except programs.CannotGenerate as problem:
                self.problems[fact] = str(problem)

    def build(self):
        """Compiles all pieces; one that does not compile is taken out, and the others are tried again."""
        path = os.path.join(self.folder, self.name)
        while self.pieces:
            tried = list(self.pieces)
            result = self.compile(self.body(tried), ["-o", path] + self.book.get("link", []))
            if result.returncode == 0:
                self.numbers = {fact: number for number, fact in enumerate(tried)}
                return path
            wrong = {int(n): m for n, m in re.findall(r"^fact(\d+):\d+:\d+: (?:fatal )?error: (.*)$", result.stderr, re.M)}
            for name in re.findall(r"undefined reference to `(\w+)'", result.stderr):
                wrong.update({n: "%s is not in the library" % name for n, fact in enumerate(tried)
                              if re.search(r"\b%s\(" % name, "".join(self.pieces[fact]))})
            if not wrong:
                raise SystemExit("%s: does not build: %s" % (self.name, result.stderr[:400]))
            for number, message in wrong.items():
                self.problems[tried[number]] = "does not compile: " + message
                del self.pieces[tried[number]]
        return None

    def body(self, tried):
        lines = []
        for number, fact in enumerate(tried):
            for kind, code in zip("lc", self.pieces[fact]):
                lines.append("#line 1 \"fact%d\"\nstatic __attribute__((noinline)) void %s%d(void) { %s }" %
                             (number, kind, number, code))
        # Dropped twice, because a single pointer may stay somewhere by chance.
        cases = "".join("case %d: if (leak) l%d(), l%d(); else c%d(); break;\n" % (n, n, n, n) for n in range(len(tried)))
        return "\n".join(lines) + "\nint main(int argc, char **argv) { int leak = argv[2][0] == 'l'; switch (atoi(argv[1])) {\n" \
            + cases + "}\nforget(); wipe(); return 0; }"


def run(path, number, kind):
    # A fake stack frame would keep what was dropped reachable.
    options = "detect_leaks=1:detect_stack_use_after_return=0:exitcode=%d" % LEAK
    environment = dict(os.environ, ASAN_OPTIONS=options, LSAN_OPTIONS="exitcode=%d" % LEAK, G_SLICE="always-malloc")
    room = "%s-%d%s" % (path, number, kind)  # for the files it makes
    os.makedirs(room, exist_ok=True)
    try:
        result = subprocess.run([path, str(number), kind], cwd=room, env=environment, stdin=subprocess.DEVNULL, timeout=60,
                                capture_output=True, text=True, errors="replace")
    except subprocess.TimeoutExpired:
        return False, -1, "it does not end"
    return "LeakSanitizer: detected memory leaks" in result.stderr, result.returncode, result.stderr


def outcome(path, number):
    """How it went, and what was seen."""
    leaks, status, errors = run(path, number, "l")
    if status == programs.UNMET:
        return "has no program", errors.strip()
    if status not in (0, LEAK) or "ERROR: AddressSanitizer" in errors:
        return "has no program", "the call fails: " + first_error(errors, status)
    if not leaks:
        return "contradicted", "dropping it is no leak"
    leaks, status, errors = run(path, number, "c")
    if status == programs.UNMET:
        return "has no program", errors.strip()
    if leaks or status != 0:
        return "contradicted", "releasing it as the model says fails: " + first_error(errors, status)
    return "confirmed", ""


def first_error(errors, status):
    found = re.search(r"ERROR: .*|.*(?:CRITICAL|Assert|assert).*", errors)
    leak = re.search(r"(\d+ byte\(s\) leaked in .*)", errors)
    return "%s (status %d)%s" % (found.group(0) if found else errors.strip()[:200], status, " " + leak.group(1) if leak else "")


def drawn(libraries, seed):
    """All facts in the order of the draw: each library's in random order, the libraries in turn."""
    decks = []
    for library in libraries:
        deck = sorted(library.model.facts(), key=str)
        random.Random("%d %s" % (seed, library.name)).shuffle(deck)
        decks.append([(library, fact) for fact in deck])
    order = []
    for turn in range(max(map(len, decks), default=0)):
        order += [deck[turn] for deck in decks if turn < len(deck)]
    return order


def load(arguments, folder):
    libraries = []
    for path in sorted(glob.glob(os.path.join(HERE, "recipes/*.json"))):
        name = os.path.basename(path)[:-5]
        if arguments.libraries and name not in arguments.libraries:
            continue
        library = Library(name, arguments.custody, folder)
        if library.unfounded():
            raise SystemExit("%s: the model does not state what the recipes are for: %s" % (name, ", ".join(library.unfounded())))
        if library.missing:
            print("%s: skipped, not installed: %s" % (name, library.missing))
        libraries.append(library)
    return libraries


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--custody", default="custody")
    parser.add_argument("--seed", type=int, default=20061)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--all", action="store_true", help="every fact, not a draw")
    parser.add_argument("--verbose", action="store_true", help="tell the confirmed ones too, and the programs of the others")
    parser.add_argument("libraries", nargs="*")
    arguments = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        libraries = load(arguments, folder)
        libc = facts.read(arguments.custody, os.path.join(HERE, "../../specs/libc.own"))
        order = drawn(libraries, arguments.seed)
        results, tried = try_all(order, libraries, libc, arguments)
        return report(results, tried, libraries, arguments)


def try_all(order, libraries, libc, arguments):
    """(fact, outcome, reason) in the order of the draw, until enough are confirmed or skipped."""
    results, at = [], 0
    enough = lambda: sum(how in SETTLED for _, how, _ in results)
    while at < len(order) and (arguments.all or enough() < arguments.count):
        some = order[at:] if arguments.all else order[at:at + arguments.count - enough()]
        at += len(some)
        outcomes = try_some(some, libraries, libc, arguments)
        results += [(fact, *outcomes[fact]) for _, fact in some]
    return results, at


def try_some(some, libraries, libc, arguments):
    outcomes = {}
    for library in libraries:
        mine = [fact for owner, fact in some if owner is library]
        if library.missing:
            outcomes.update((fact, (SKIPPED, "")) for fact in mine)
            continue
        if not mine:
            continue
        for fact in mine:
            if library.cannot(fact):
                outcomes[fact] = ("cannot be run", library.cannot(fact))
        families = dict(libc.families, **library.model.families)
        functions = dict(libc.functions, **library.model.functions)
        generator = programs.Generator(library.model, families, functions, library.book)
        library.generate([fact for fact in mine if fact not in outcomes], generator)
        path = library.build()
        outcomes.update({fact: ("has no program", why) for fact, why in library.problems.items() if fact in mine})
        runnable = [fact for fact in mine if fact not in outcomes]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            outcomes.update(zip(runnable, pool.map(lambda fact: outcome(path, library.numbers[fact]), runnable)))
        for fact in runnable:
            if arguments.verbose and outcomes[fact][0] != "confirmed":
                print("\n".join(library.pieces[fact]))
    return outcomes


def report(results, tried, libraries, arguments):
    counts = collections.Counter(how for _, how, _ in results)
    for fact, how, reason in results:
        if how not in SETTLED or arguments.verbose:
            print("%s: %s%s" % (fact, how, ": " + reason if reason else ""))
    by_library = collections.Counter(fact.library for fact, how, _ in results if how == "confirmed")
    print("confirmed: " + ", ".join("%s %d" % (l.name, by_library[l.name]) for l in libraries if not l.missing))
    print("%d facts over %d libraries, %d drawn (seed %d): %s" %
          (sum(len(l.model.facts()) for l in libraries), len(libraries), tried, arguments.seed,
           ", ".join("%d %s" % (counts[k], k) for k in ("confirmed", SKIPPED, "contradicted", "cannot be run", "has no program"))))
    wrong = counts["contradicted"] + counts["has no program"]
    return 1 if wrong or (not arguments.all and sum(counts[k] for k in SETTLED) < min(arguments.count, tried)) else 0


if __name__ == "__main__":
    sys.exit(main())
