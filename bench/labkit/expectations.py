"""What the small corpus expects, read from comments in its sources (the format is told in tests/corpus/README.md).

    char *p = malloc(n);       // alloc: A
    if (n > 10) return -1;     // expect: leak alloc=A
    if (n > 20) return -2;     // expect: leak alloc=A

The comments say what is true, whatever any engine makes of it. An expectation is met by a finding of that kind with its
loss on that line and its allocation (or site) on the tagged line. A tool tells an allocation that a function loses in two
places once, so expectations of one kind with the same tag are one: it is enough that one of the lines is named. `if=nomem` says
that the path is taken only when an allocation fails, `if=crash` that taking it ends the program: running shows neither.
"""

import re
from dataclasses import dataclass

from .errors import LabError
from .findings import KINDS, Finding

ALLOC = re.compile(r"\balloc:\s*(\w+)")
EXPECT = re.compile(r"\bexpect:\s*([a-z-]+)(?:\s+alloc=(\w+))?(?:\s+if=(nomem|crash))?")


@dataclass(frozen=True, order=True)
class Expectation:
    file: str
    line: int
    kind: str
    alloc_line: int = 0
    unshown: bool = False

    @property
    def unit(self) -> tuple:
        """What is told once: the tagged allocation, or without a tag the loss."""
        return (self.file, self.kind, self.alloc_line or -self.line)

    def met_by(self, finding: Finding) -> bool:
        allocation = not self.alloc_line or self.alloc_line in (finding.alloc_line, finding.site_line)
        return (finding.file, finding.line, finding.kind) == (self.file, self.line, self.kind) and allocation


def parse_tags(file: str, lines: list[str]) -> dict[str, int]:
    """Tag to the line of the allocation that has it."""
    tags: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        for tag in ALLOC.findall(line):
            if tag in tags:
                raise LabError(f"{file}:{number}: tag {tag!r} is used twice")
            tags[tag] = number
    return tags


def parse_expectations(file: str, text: str) -> list[Expectation]:
    lines = text.splitlines()
    tags = parse_tags(file, lines)
    found = []
    for number, line in enumerate(lines, 1):
        for kind, tag, unshown in EXPECT.findall(line):
            if kind not in KINDS:
                raise LabError(f"{file}:{number}: {kind!r} is none of {', '.join(KINDS)}")
            if tag and tag not in tags:
                raise LabError(f"{file}:{number}: no allocation is tagged {tag!r}")
            found.append(Expectation(file, number, kind, tags.get(tag, 0), bool(unshown)))
    return found


@dataclass(frozen=True)
class Difference:
    """In what findings and truth disagree: real and not found, found and not real."""

    missed: tuple
    false: tuple


def differ(expected: list[Expectation], findings: list[Finding]) -> Difference:
    met = {e: [f for f in findings if e.met_by(f)] for e in expected}
    told = {f for found in met.values() for f in found}
    units = {e.unit for e in expected if met[e]}
    missed: dict[tuple, Expectation] = {}
    for expectation in expected:
        if expectation.unit not in units:
            missed.setdefault(expectation.unit, expectation)
    return Difference(tuple(missed.values()), tuple(f for f in findings if f not in told))
