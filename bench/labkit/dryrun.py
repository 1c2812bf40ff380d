"""A compile database from what make would do.

Recording a real build costs a real build. Where nothing that is compiled takes part in generating sources (OpenSSL: its
generators are Perl), `make -n` names the same compiler calls without making them. A description asks for it with
`"record": "dry-run"`; its `configure` then also generates the sources, and its `build` prints the commands:

    clang-19 -Iinclude -DX -c -o crypto/a.o crypto/a.c

Only commands that start with the compiler, compile (`-c`) one C or C++ file, and stand on one line are taken. Libtool's calls
count as those of the compiler that they name; `make[2]: Entering directory '…'` says where the following ones run. Automake's
question where a source is (a `test -f` in back quotes before its name) is answered with the directory of the build.
"""

import re
import shlex
from pathlib import Path

from .compdb import CXX_SUFFIXES, C_SUFFIXES, Entry

SEPARATORS = {";", "&&", "||", "|"}
WHERE_IS = re.compile(r"`test -f '?[^'`]+'? \|\| echo '[^']*'`")
DIRECTORY = re.compile(r"make(\[\d+\])?: (Entering|Leaving) directory '(.*)'")


def compile_entry(line: str, directory: Path, compilers: tuple) -> Entry | None:
    """The entry of one printed command, if it compiles a file."""
    try:
        words = shlex.split(WHERE_IS.sub("", line))
    except ValueError:
        return None
    if "--mode=compile" in words:
        words = words[words.index("--mode=compile") + 1 :]
    if not words or Path(words[0]).name not in compilers or "-c" not in words:
        return None
    end = next((i for i, word in enumerate(words) if word in SEPARATORS or word.endswith(";")), len(words))
    words = words[:end]
    sources = [w for w in words[1:] if not w.startswith("-") and Path(w).suffix in CXX_SUFFIXES | C_SUFFIXES]
    return Entry(str(directory), sources[-1], tuple(words)) if sources else None


def entries_from(text: str, directory: Path, compilers: tuple) -> list[Entry]:
    entries, inside = [], [directory]
    for line in text.replace("\\\n", " ").splitlines():
        if moved := DIRECTORY.fullmatch(line.strip()):
            if moved.group(2) == "Entering":
                inside.append(Path(moved.group(3)))
            elif len(inside) > 1:
                inside.pop()
        elif entry := compile_entry(line.strip(), inside[-1], compilers):
            entries.append(entry)
    return entries
