"""`clang -fsyntax-only`: what it costs to look at the source at all. The floor that every other cost stands on."""

from .base import Tool


class SyntaxOnly(Tool):
    name = "syntax-only"

    def version_command(self):
        return ["clang-19", "--version"]

    def command(self, entry, raw):
        return ["clang++-19" if entry.is_cxx else "clang-19", "-w", *entry.flags, "-fsyntax-only", entry.path]
