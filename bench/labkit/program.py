"""A program under measurement, described by a small data file.

    {"name": "tar", "debian": "tar", "language": "C", "kloc": 60,
     "configure": "./configure --disable-nls", "build": "make -j$JOBS"}

`configure` and `build` are shell text, run in the unpacked source package with CC and CXX set to Clang, JOBS to
the number of jobs, and what `env` adds. Only the build is recorded. `keep` and `drop` are glob patterns over file
paths relative to the source: what is not the program itself (tests, bundled libraries) stays out of the comparison.
`packages` names Debian packages the build wants beyond its build dependencies. `kloc` is what the lab measured when
the description was written (main files of the database); the page shows the figure of the day. `record` is `build`, or
`dry-run` where the commands that make prints are enough (see `labkit.dryrun`).
"""

import fnmatch
import json
from dataclasses import dataclass, field, fields
from pathlib import Path

from .errors import LabError
from .place import PROGRAMS

LANGUAGES = ("C", "C++")
RECORDS = ("build", "dry-run")


@dataclass(frozen=True)
class Program:
    name: str
    debian: str
    language: str
    kloc: float
    build: str
    configure: str = ""
    version: str = ""
    about: str = ""
    record: str = "build"
    env: dict = field(default_factory=dict)
    packages: tuple = ()
    keep: tuple = ()
    drop: tuple = ()

    def wants(self, relative: str) -> bool:
        """Whether a source file belongs to the measured program."""
        kept = not self.keep or any(fnmatch.fnmatch(relative, p) for p in self.keep)
        return kept and not any(fnmatch.fnmatch(relative, p) for p in self.drop)


def parse_program(text: str, origin: str) -> Program:
    """Reads a description; an unknown or missing key is an error that names it."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as problem:
        raise LabError(f"{origin}: not JSON: {problem}") from None
    known = {f.name for f in fields(Program)}
    unknown = sorted(set(data) - known)
    if unknown:
        raise LabError(f"{origin}: unknown key {unknown[0]!r}")
    try:
        program = Program(**{k: tuple(v) if isinstance(v, list) else v for k, v in data.items()})
    except TypeError as problem:
        raise LabError(f"{origin}: {problem}") from None
    if program.language not in LANGUAGES:
        raise LabError(f"{origin}: language {program.language!r} is none of {', '.join(LANGUAGES)}")
    if program.record not in RECORDS:
        raise LabError(f"{origin}: record {program.record!r} is none of {', '.join(RECORDS)}")
    return program


def load_program(name: str, folder: Path = PROGRAMS) -> Program:
    path = folder / f"{name}.json"
    if not path.exists():
        raise LabError(f"no description of {name!r}; there are: {', '.join(program_names(folder))}")
    return parse_program(path.read_text(), path.name)


def program_names(folder: Path = PROGRAMS) -> list[str]:
    return sorted(p.stem for p in folder.glob("*.json"))
