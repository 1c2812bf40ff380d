"""Clang's static analyzer with its allocation checkers (and `core`, which they stand on), read from property lists.

The analyzer names the losing function without its class or namespace, gives the loss as the report's location, and the
allocation as an event of the path. Plain `plist` output silently drops paths that cross into a header, so the multi-file form
is used. Use after free is not compared here.
"""

import plistlib

from ..events import Event, allocation_index, site_line
from ..findings import Finding
from .base import Tool

CHECKERS = ("core", "unix.Malloc", "unix.MismatchedDeallocator", "cplusplus.NewDelete", "cplusplus.NewDeleteLeaks")
KINDS = {
    "Memory leak": "leak",
    "Double free": "double-free",
    "Double delete": "double-free",
    "Bad deallocator": "mismatched-free",
    "Bad free": "free-of-non-heap",
    "Offset free": "free-of-non-heap",
    "Free alloca()": "free-of-non-heap",
}


class ClangAnalyzer(Tool):
    name = "clang-analyzer"

    def version_command(self):
        return ["clang-19", "--version"]

    def command(self, entry, raw):
        driver = "clang++-19" if entry.is_cxx else "clang-19"
        checkers = [f"-Xclang=-analyzer-checker={c}" for c in CHECKERS]
        return [driver, "-w", *entry.flags, "--analyze", "--analyzer-no-default-checks", *checkers,
                "--analyzer-output", "plist-multi-file", "-o", str(raw / "report.plist"), entry.path]  # fmt: skip

    def read(self, entry, raw, stdout, stderr, context):
        path = raw / "report.plist"
        if not path.exists():
            return []
        with path.open("rb") as stream:
            report = plistlib.load(stream)
        return [f for d in report.get("diagnostics", []) if (f := finding(d, report["files"], entry, context))]


def finding(diagnostic: dict, files: list, entry, context) -> Finding | None:
    kind = KINDS.get(diagnostic.get("type", ""))
    if kind is None:
        return None
    events = path_events(diagnostic, files)
    allocation = allocation_index(events)
    where = diagnostic["location"]
    return Finding(
        file=context.relative(files[where["file"]], entry.directory),
        function=diagnostic.get("issue_context", ""),
        line=where["line"],
        kind=kind,
        alloc_file=context.relative(events[allocation].file, entry.directory) if allocation >= 0 else "",
        alloc_line=events[allocation].line if allocation >= 0 else 0,
        site_line=site_line(events, allocation),
        message=diagnostic.get("description", ""),
    )


def path_events(diagnostic: dict, files: list) -> list[Event]:
    return [
        Event(files[e["location"]["file"]], e["location"]["line"], e.get("depth", 0), e.get("message", ""))
        for e in diagnostic.get("path", [])
        if e.get("kind") == "event"
    ]
