"""Custody itself, by its stable command line: the default pipeline, or one engine.

It sees the whole database at once. Its status 1 means findings and 3 means that some inputs could not be analysed;
both leave a report. Each run gets a cache directory of its own, so that what is measured is a cold run; where only the
findings count (pairs, suites), engines of the same binary share one.

The binary that is measured need not be of the tree that measures it, and it does not know its commit. So a record has the
commit that the user names (`CUSTODY_COMMIT`), and without one the binary's build id: never the commit of the tree.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

from ..sarif import read_sarif
from .base import Tool


def built_in_engines(binary: Path) -> list[str]:
    """The engines that a binary has, in its own words: it lists them when asked for one that does not exist."""
    if not shutil.which(str(binary)):
        return []
    done = subprocess.run([str(binary), "check", "--engine=?", "-"], capture_output=True, text=True, errors="replace")
    listed = re.search(r"built in: (.*)", done.stderr)
    return listed.group(1).split(", ") if listed else []


def build_id(binary: Path) -> str:
    """The first digits of the linker's build id; empty if there is none."""
    if not (shutil.which(str(binary)) and shutil.which("readelf")):
        return ""
    done = subprocess.run(["readelf", "-n", str(binary)], capture_output=True, text=True, errors="replace")
    found = re.search(r"Build ID: ([0-9a-f]{12})", done.stdout)
    return found.group(1) if found else ""


class Custody(Tool):
    whole_program = True
    good_statuses = (0, 1, 3)
    timeout = 3600.0

    def __init__(self, binary: Path, engine: str = "", cache: Path | None = None, options: tuple = ()):
        self.binary = Path(binary)
        self.engine = engine
        self.cache = cache
        self.options = options
        self.name = f"custody:{engine}" if engine else "custody"

    def with_options(self, options: tuple) -> "Custody":
        return Custody(self.binary, self.engine, self.cache, options)

    def made_from(self) -> str:
        identity = build_id(self.binary)
        return os.environ.get("CUSTODY_COMMIT") or (f"build {identity}" if identity else "unknown")

    def version_command(self):
        return [str(self.binary), "--version"]

    def command_for_database(self, database: Path, raw: Path, jobs: int) -> list[str]:
        engine = [f"--engine={self.engine}"] if self.engine else []
        return [str(self.binary), "check", "-p", str(database), *engine, "--format=sarif", "-o", str(raw / "report.sarif"),
                "--cache-dir", str(self.cache or raw / "cache"), "-j", str(jobs), *self.options]  # fmt: skip

    def read_database(self, raw: Path, context) -> list:
        path = raw / "report.sarif"
        return read_sarif(path.read_text(), context) if path.exists() else []
