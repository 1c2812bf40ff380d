"""cppcheck, one file at a time with the database's macros and include paths, read from its XML.

It names no functions, so the lines are looked up (`labkit.functions`); it names no allocation either, so a finding is
known by its loss. Resource leaks (files, sockets) are not compared here.
"""

import xml.etree.ElementTree as ElementTree

from ..findings import Finding
from .base import Tool

KINDS = {
    "memleak": "leak",
    "memleakOnRealloc": "leak",
    "leakReturnValNotUsed": "leak",
    "leakNoVarFunctionCall": "leak",
    "leakUnsafeArgAlloc": "leak",
    "publicAllocationError": "leak",
    "unsafeClassCanLeak": "leak",
    "doubleFree": "double-free",
    "mismatchAllocDealloc": "mismatched-free",
    "autovarInvalidDeallocation": "free-of-non-heap",
}
TAKES_VALUE = ("-I", "-D", "-U", "-include", "-isystem")


def cppcheck_flags(flags: list[str]) -> list[str]:
    """The preprocessor's part of the flags, in cppcheck's spelling."""
    kept, waiting = [], ""
    for flag in flags:
        if waiting:
            kept += spelled(waiting, flag)
            waiting = ""
        elif flag in TAKES_VALUE:
            waiting = flag
        elif flag.startswith(("-I", "-D", "-U")):
            kept.append(flag)
        elif flag.startswith("-std="):
            kept.append("--" + flag[1:].replace("gnu", "c"))
    return kept


def spelled(option: str, value: str) -> list[str]:
    if option == "-include":
        return [f"--include={value}"]
    return [("-I" if option == "-isystem" else option) + value]


class Cppcheck(Tool):
    name = "cppcheck"

    def version_command(self):
        return ["cppcheck", "--version"]

    def command(self, entry, raw):
        language = "c++" if entry.is_cxx else "c"
        return ["cppcheck", "--quiet", "--xml", "--enable=warning,style", f"--language={language}", "--library=posix,gnu",
                *cppcheck_flags(entry.flags), entry.path]  # fmt: skip

    def read(self, entry, raw, stdout, stderr, context):
        try:
            report = ElementTree.parse(stderr)
        except ElementTree.ParseError:
            return []
        return [f for error in report.iter("error") if (f := finding(error, entry, context))]


def finding(error, entry, context) -> Finding | None:
    kind = KINDS.get(error.get("id", ""))
    location = error.find("location")
    if kind is None or location is None:
        return None
    file, line = location.get("file"), int(location.get("line"))
    whole = context.relative(file, entry.directory)
    function = context.functions.function_at(entry.path, file if file.startswith("/") else f"{entry.directory}/{file}", line)
    return Finding(whole, function, line, kind, message=error.get("msg", ""))
