"""Source lines by file and number, read once, squeezed to what matters: `  p = malloc (n) ;` is `p = malloc (n) ;`."""

from pathlib import Path

from .findings import Finding


class SourceLines:
    def __init__(self, root: str):
        self.root = Path(root)
        self.files: dict[str, list[str]] = {}

    def lines(self, file: str) -> list[str]:
        if file not in self.files:
            try:
                # Not splitlines: to a compiler, a form feed ends no line, and old sources are full of them.
                self.files[file] = (self.root / file).read_text(errors="replace").split("\n")
            except OSError:
                self.files[file] = []
        return self.files[file]

    def text(self, file: str, line: int) -> str:
        """The squeezed text of a line; empty where there is none."""
        lines = self.lines(file)
        return " ".join(lines[line - 1].split()) if 0 < line <= len(lines) else ""

    def texts_for(self, findings: list[Finding]) -> dict[str, str]:
        """The lines that identify the given findings: their anchors and their losses."""
        wanted = {(f.file, line) for f in findings for line in (f.anchor_line, f.line)}
        return {f"{file}:{line}": self.text(file, line) for file, line in sorted(wanted)}
