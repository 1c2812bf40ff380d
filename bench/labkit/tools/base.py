"""What the lab asks of a tool.

There are two shapes. A compiler-like tool takes one translation unit at a time: it gives a command for an entry and
reads its own output. A whole-program tool takes the database at once. `run_tool` in `labkit.run` drives both, measures
them the same way, and turns what they print into findings.
"""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from ..compdb import Entry
from ..functions import FunctionMap


@dataclass(frozen=True)
class Context:
    """What a reader of output needs beyond the output."""

    root: str
    functions: FunctionMap

    def relative(self, file: str, directory: str = "") -> str:
        """A path as findings have it: relative to the program's root if inside it."""
        path = os.path.realpath(os.path.join(directory, file))
        root = self.root.rstrip("/") + "/"
        return path[len(root):] if path.startswith(root) else path  # fmt: skip


class Tool:
    name = ""
    whole_program = False
    languages = ("C", "C++")
    timeout = 300.0
    good_statuses: tuple = (0,)

    def version(self) -> str:
        """The first line of what the tool calls itself; empty if it is not there."""
        command = self.version_command()
        if not shutil.which(command[0]):
            return ""
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
        return (done.stdout or done.stderr).strip().split("\n")[0]

    def version_command(self) -> list[str]:
        raise NotImplementedError

    def made_from(self) -> str:
        """The commit of a tool that is built from this repository; empty for others."""
        return ""

    def handles(self, entry: Entry) -> bool:
        return ("C++" if entry.is_cxx else "C") in self.languages

    def command(self, entry: Entry, raw: Path) -> list[str]:
        """The command line for one translation unit (not for whole-program tools)."""
        raise NotImplementedError

    def read(self, entry: Entry, raw: Path, stdout: Path, stderr: Path, context: Context) -> list:
        """The findings in the output for one translation unit."""
        return []
