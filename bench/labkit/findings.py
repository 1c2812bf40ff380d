"""The normal form of a finding: what can be compared between tools.

Tools differ in what they point at. For a leak, one names the line where the last pointer goes out of scope, another
the closing brace, a third the allocation. And if the memory came out of a wrapper, one names the `malloc` in the
wrapper, another the wrapper's call:

    char *dup(const char *s) { char *p = malloc(strlen(s) + 1); … return p; }      // line 3
    void f(const char *s)    { char *t = dup(s); if (!ok(t)) return; free(t); }    // line 4

A finding here has the losing function (`f`), the line of the loss, the line of the allocation (3) and its *site*: the
line inside the losing function where the memory came in (4). The site is what tools agree on most, so it is what
identifies a finding from tool to tool and, by its text rather than its number, from version to version.
"""

import re
from dataclasses import asdict, dataclass

KINDS = ("leak", "double-free", "mismatched-free", "free-of-non-heap", "copy-hazard")


@dataclass(frozen=True, order=True)
class Finding:
    file: str
    function: str
    line: int
    kind: str
    alloc_file: str = ""
    alloc_line: int = 0
    site_line: int = 0
    message: str = ""
    engines: tuple = ()
    rank: float = -1.0

    @property
    def anchor_line(self) -> int:
        """The best line to know the finding by: its site, else an allocation in the same file, else the loss."""
        if self.site_line:
            return self.site_line
        if self.alloc_line and self.alloc_file in ("", self.file):
            return self.alloc_line
        return self.line


def to_record(finding: Finding) -> dict:
    record = asdict(finding)
    record["engines"] = list(finding.engines)
    return record


def from_record(record: dict) -> Finding:
    return Finding(**{**record, "engines": tuple(record.get("engines", ()))})


def bare_function(name: str) -> str:
    """The last component of a function's name: `ns::Tag<int>::~Tag()` is `~Tag`, `A::operator=(A &)` is `operator=`."""
    operator = re.search(r"\boperator\s*(\(\)|[^(]+)", name)
    if operator:
        words = " ".join(operator.group(1).split())
        return f"operator {words}" if words[0].isalpha() else f"operator{words}"
    words = without_templates(name).split("(")[0].split("::")[-1].split()
    return words[-1].lstrip("*&") if words else ""


def without_templates(name: str) -> str:
    """Drops template arguments, nested ones too."""
    kept, depth = [], 0
    for letter in name:
        if letter == "<":
            depth += 1
        elif letter == ">":
            depth = max(0, depth - 1)
        elif depth == 0:
            kept.append(letter)
    return "".join(kept)


def deduplicated(findings) -> list[Finding]:
    """One finding a (file, function, kind, anchor): headers are seen by many files, paths repeat."""
    seen: dict[tuple, Finding] = {}
    for finding in sorted(findings):
        key = (finding.file, bare_function(finding.function), finding.kind, finding.anchor_line)
        seen.setdefault(key, finding)
    return list(seen.values())
