"""Compile databases, and how one entry becomes the command line of another tool.

Every tool of a comparison must see the same files with the same flags. An entry is therefore reduced to what all
compilers share: the flags that decide what the source *means* (-D, -I, -std, -f…) stay, what decides where output goes
(-o, -c, -MD, -MF …) or how loud the compiler is goes.

    {"directory": "/b", "file": "a.c", "arguments": ["cc", "-c", "-Iinc", "-MF", "a.d", "-o", "a.o", "a.c"]}
    flags: ["-Iinc"]     source: /b/a.c
"""

import json
import os
import shlex
from dataclasses import dataclass
from pathlib import Path

from .errors import LabError

ALONE = {"-c", "-S", "-E", "-MD", "-MMD", "-MP", "-MG", "-M", "-MM", "-pipe", "-Werror", "-pedantic-errors"}
WITH_VALUE = {"-o", "-MF", "-MT", "-MQ", "-MJ", "--serialize-diagnostics", "-dependency-file"}
GLUED = ("-Werror=", "-MF", "-MT", "-MQ", "-Wp,-M", "-save-temps")
CXX_SUFFIXES = {".cc", ".cpp", ".cxx", ".c++", ".C", ".CPP", ".cp"}
C_SUFFIXES = {".c"}


@dataclass(frozen=True)
class Entry:
    directory: str
    file: str
    arguments: tuple

    @property
    def path(self) -> str:
        """The source file, absolute and without symbolic links."""
        return os.path.realpath(os.path.join(self.directory, self.file))

    @property
    def is_cxx(self) -> bool:
        """By suffix as compilers do, unless C++ was the compiler's name or asked for by -x."""
        driver = os.path.basename(self.arguments[0]) if self.arguments else ""
        if "-x" in self.arguments:
            return "c++" in self.arguments
        return Path(self.file).suffix in CXX_SUFFIXES or "++" in driver

    @property
    def flags(self) -> list[str]:
        """The flags that every tool gets: no compiler, no source, no output."""
        return shared_flags(self.arguments[1:], self.file, self.directory)


def shared_flags(arguments, source: str, directory: str) -> list[str]:
    kept, skip = [], False
    real = os.path.realpath(os.path.join(directory, source))
    for argument in arguments:
        if skip:
            skip = False
        elif argument in WITH_VALUE:
            skip = True
        elif argument in ALONE or argument.startswith(GLUED):
            continue
        elif not argument.startswith("-") and os.path.realpath(os.path.join(directory, argument)) == real:
            continue
        else:
            kept.append(argument)
    return kept


def entry_from(record: dict, origin: str) -> Entry:
    try:
        arguments = record.get("arguments") or shlex.split(record["command"])
        return Entry(record["directory"], record["file"], tuple(arguments))
    except (KeyError, ValueError) as problem:
        raise LabError(f"{origin}: bad entry: {problem}") from None


def load_database(path: Path) -> list[Entry]:
    """The C and C++ entries of a database, given by its file or by the directory that contains it.

    Bear also records what Clang's driver starts (`-cc1`), which no other tool understands; the driver is there as well.
    """
    if path.is_dir():
        path = path / "compile_commands.json"
    try:
        records = json.loads(path.read_text())
    except OSError as problem:
        raise LabError(f"{path}: {problem.strerror}") from None
    except json.JSONDecodeError as problem:
        raise LabError(f"{path}: not JSON: {problem}") from None
    entries = [entry_from(r, str(path)) for r in records]
    return [e for e in entries if Path(e.file).suffix in CXX_SUFFIXES | C_SUFFIXES and "-cc1" not in e.arguments]


def store_database(entries: list[Entry], directory: Path) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    records = [{"directory": e.directory, "file": e.path, "arguments": list(e.arguments)} for e in entries]
    (directory / "compile_commands.json").write_text(json.dumps(records, indent=1) + "\n")


def count_lines(entries: list[Entry]) -> int:
    """Physical lines of the main files, each file once; headers are not counted."""
    total = 0
    for path in sorted({e.path for e in entries}):
        try:
            total += Path(path).read_bytes().count(b"\n")
        except OSError:
            continue
    return total
