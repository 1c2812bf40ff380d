"""A compile database from what make would do.

Recording a real build costs a real build. Where nothing that is compiled takes part in generating sources (OpenSSL: its
generators are Perl), `make -n` names the same compiler calls without making them. A description asks for it with
`"record": "dry-run"`; its `configure` then also generates the sources, and its `build` prints the commands:

    clang-19 -Iinclude -DX -c -o crypto/a.o crypto/a.c

Only commands that start with the compiler, compile (`-c`) one C or C++ file, and stand on one line are taken.
"""

import shlex
from pathlib import Path

from .compdb import CXX_SUFFIXES, C_SUFFIXES, Entry

SEPARATORS = {";", "&&", "||", "|"}


def compile_entry(line: str, directory: Path, compilers: tuple) -> Entry | None:
    """The entry of one printed command, if it compiles a file."""
    try:
        words = shlex.split(line)
    except ValueError:
        return None
    if not words or Path(words[0]).name not in compilers or "-c" not in words:
        return None
    end = next((i for i, word in enumerate(words) if word in SEPARATORS or word.endswith(";")), len(words))
    words = words[:end]
    sources = [w for w in words[1:] if not w.startswith("-") and Path(w).suffix in CXX_SUFFIXES | C_SUFFIXES]
    return Entry(str(directory), sources[-1], tuple(words)) if sources else None


def entries_from(text: str, directory: Path, compilers: tuple) -> list[Entry]:
    joined = text.replace("\\\n", " ")
    return [e for line in joined.splitlines() if (e := compile_entry(line.strip(), directory, compilers))]
