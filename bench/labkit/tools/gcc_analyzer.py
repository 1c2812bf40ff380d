"""GCC's -fanalyzer, read from its JSON diagnostics.

It is meant for C only (GCC 12), so C++ files are not given to it. It runs at the optimisation level of the database.
Flags that only Clang has are taken away, and all that choose warnings, for GCC stops at one that it does not know; a file
that GCC does not compile counts as failed. `-w` would silence the analyzer too, so GCC's other warnings are printed and passed over.
"""

import json

from ..events import Event, allocation_index, site_line
from ..findings import Finding
from .base import Tool

KINDS = {
    "-Wanalyzer-malloc-leak": "leak",
    "-Wanalyzer-double-free": "double-free",
    "-Wanalyzer-mismatching-deallocation": "mismatched-free",
    "-Wanalyzer-free-of-non-heap": "free-of-non-heap",
}
PASSED_ON = ("-Wp,", "-Wa,", "-Wl,")  # to another program: no warnings
CLANG_ONLY = ("-Qunused-arguments", "-fcolor-diagnostics", "-Xclang", "-fno-strict-return", "-Weverything", "--target=",
              "-fexperimental", "-fstandalone-debug", "-ferror-limit", "-fno-limit-debug-info")  # fmt: skip


def gcc_flags(flags: list[str]) -> list[str]:
    def chooses_warnings(flag: str) -> bool:
        return flag == "-w" or (flag.startswith("-W") and not flag.startswith(PASSED_ON))

    return [f for f in flags if not chooses_warnings(f) and not f.startswith(CLANG_ONLY)]


class GccAnalyzer(Tool):
    name = "gcc-analyzer"
    languages = ("C",)

    def version_command(self):
        return ["gcc", "--version"]

    def command(self, entry, raw):
        return ["gcc", *gcc_flags(entry.flags), "-fanalyzer", "-fdiagnostics-format=json", "-S", "-o", "/dev/null", entry.path]

    def read(self, entry, raw, stdout, stderr, context):
        found = []
        for line in stderr.read_text(errors="replace").splitlines():
            if line.startswith("["):
                found += [f for d in json.loads(line) if (f := finding(d, entry, context))]
        return found


def finding(diagnostic: dict, entry, context) -> Finding | None:
    kind = KINDS.get(diagnostic.get("option", ""))
    if kind is None or not diagnostic.get("locations"):
        return None
    path = diagnostic.get("path", [])
    events = [Event(e["location"]["file"], e["location"]["line"], e["depth"], e["description"])
              for e in path if e.get("location", {}).get("file")]  # fmt: skip
    allocation = allocation_index(events)
    caret = diagnostic["locations"][0]["caret"]
    return Finding(
        file=context.relative(caret["file"], entry.directory),
        function=path[-1].get("function", "") if path else "",
        line=caret["line"],
        kind=kind,
        alloc_file=context.relative(events[allocation].file, entry.directory) if allocation >= 0 else "",
        alloc_line=events[allocation].line if allocation >= 0 else 0,
        site_line=site_line(events, allocation),
        message=diagnostic.get("message", ""),
    )
