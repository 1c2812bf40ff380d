"""Which function a source line is in.

Some tools name only a line. The answer is taken from Clang: the file is compiled to LLVM IR with line tables and
all declarations emitted, and each `DISubprogram` definition gives a name and its first line. A line belongs to the
last function that begins at or before it. That is wrong only between two functions, where no finding is.
"""

import bisect
import os
import re
import subprocess

from .compdb import Entry

FILE = re.compile(r'^(!\d+) = !DIFile\(filename: "([^"]*)", directory: "([^"]*)"', re.M)
PROGRAM = re.compile(r'^!\d+ = distinct !DISubprogram\(name: "([^"]*)".*?file: (!\d+), line: (\d+)', re.M)


def parse_functions(text: str) -> dict[str, list[tuple[int, str]]]:
    """Absolute file to its (first line, name) pairs, in order, from LLVM IR with debug information."""
    files = {ident: os.path.realpath(os.path.join(where, name)) for ident, name, where in FILE.findall(text)}
    table: dict[str, set] = {}
    for name, file, line in PROGRAM.findall(text):
        table.setdefault(files.get(file, ""), set()).add((int(line), name))
    return {file: sorted(pairs) for file, pairs in table.items()}


class FunctionMap:
    """Answers (file, line) to function, compiling a file on the first question about it."""

    def __init__(self, entries: list[Entry]):
        self.entries = {e.path: e for e in entries}
        self.tables: dict[str, dict] = {}

    def function_at(self, unit: str, file: str, line: int) -> str:
        """The function at a line of `file` as seen from the translation unit `unit`."""
        unit, file = os.path.realpath(unit), os.path.realpath(file)
        if unit not in self.tables:
            self.tables[unit] = self.compile(unit)
        pairs = self.tables[unit].get(file, [])
        index = bisect.bisect_right(pairs, (line, "\uffff")) - 1
        return pairs[index][1] if index >= 0 else ""

    def compile(self, unit: str) -> dict:
        entry = self.entries.get(unit)
        if entry is None:
            return {}
        driver = "clang++-19" if entry.is_cxx else "clang-19"
        command = [driver, "-w", *entry.flags, "-O0", "-gline-tables-only", "-femit-all-decls", "-S", "-emit-llvm",
                   "-o", "-", entry.path]  # fmt: skip
        done = subprocess.run(command, cwd=entry.directory, capture_output=True, text=True, errors="replace")
        return parse_functions(done.stdout)
