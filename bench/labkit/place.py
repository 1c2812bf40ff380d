"""Where the lab keeps things.

Nothing the lab downloads, builds or measures belongs into the repository, except the page and the plots that
`report` writes. Everything else goes under one work directory, which the user names (`--work DIR`, or the
environment variable CUSTODY_LAB) and which may be deleted at any time:

    WORK/apt/                    a private apt configuration with source entries, and its lists
    WORK/programs/NAME/src/      an unpacked source package
    WORK/programs/NAME/db/       its compile_commands.json and built.json (version, KLOC, what went wrong)
    WORK/results/NAME/TOOL.json  what one tool said about one program, and what that cost
    WORK/raw/NAME/TOOL/          the tool's own output, for a look by hand
    WORK/pairs/, WORK/suites/    the same for known fixes and micro suites
    WORK/cache/                  Custody's cache, where its cost does not count
"""

import json
import os
from dataclasses import dataclass
from pathlib import Path

BENCH = Path(__file__).resolve().parent.parent
REPOSITORY = BENCH.parent
PROGRAMS = BENCH / "programs"
TRUTH = BENCH / "truth"
DEFAULT_CUSTODY = REPOSITORY / "build" / "custody"


@dataclass(frozen=True)
class Place:
    """The work directory and the paths inside it."""

    work: Path

    @property
    def apt(self) -> Path:
        return self.work / "apt"

    def program(self, name: str) -> Path:
        return self.work / "programs" / name

    def database(self, name: str) -> Path:
        return self.program(name) / "db"

    def result(self, program: str, tool: str) -> Path:
        return self.work / "results" / program / f"{tool}.json"

    def raw(self, program: str, tool: str) -> Path:
        return self.work / "raw" / program / tool

    @property
    def cache(self) -> Path:
        return self.work / "cache"

    @property
    def pairs(self) -> Path:
        return self.work / "pairs"

    @property
    def suites(self) -> Path:
        return self.work / "suites"


def place_from(option: str | None) -> Place:
    """The work directory by option, by environment, or a cache directory of the user."""
    cache = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    chosen = option or os.environ.get("CUSTODY_LAB") or cache / "custody-lab"
    return Place(Path(chosen).resolve())


def write_json(path: Path, value) -> None:
    """Writes a JSON file whole or not at all, so that a killed run leaves no half of one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(path.name + ".new")
    draft.write_text(json.dumps(value, indent=1, sort_keys=True) + "\n")
    draft.replace(path)


def read_json(path: Path):
    """The content of a JSON file, or None where there is none."""
    if not path.exists():
        return None
    return json.loads(path.read_text())
