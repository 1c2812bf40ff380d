"""What the small corpus expects, read from comments in its sources (the format is told in tests/corpus/README.md).

    char *p = malloc(n);       // alloc: A
    if (n > 10) return -1;     // expect: leak alloc=A

An expectation is met by a finding of that kind with its loss on that line and its allocation (or site) on the tagged
line. `FN` before the kind marks a known miss, `FP` a known false alarm: neither fails, both are counted. `if=nomem` says
that the path is taken only when an allocation fails, `if=crash` that taking it ends the program: running shows neither.
"""

import re
from dataclasses import dataclass

from .errors import LabError
from .findings import KINDS, Finding

ALLOC = re.compile(r"\balloc:\s*(\w+)")
EXPECT = re.compile(r"\bexpect:\s*(FN |FP )?([a-z-]+)(?:\s+alloc=(\w+))?(?:\s+if=(nomem|crash))?")


@dataclass(frozen=True, order=True)
class Expectation:
    file: str
    line: int
    kind: str
    alloc_line: int = 0
    weakness: str = ""
    unshown: bool = False

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
        for weakness, kind, tag, unshown in EXPECT.findall(line):
            if kind not in KINDS:
                raise LabError(f"{file}:{number}: {kind!r} is none of {', '.join(KINDS)}")
            if tag and tag not in tags:
                raise LabError(f"{file}:{number}: no allocation is tagged {tag!r}")
            found.append(Expectation(file, number, kind, tags.get(tag, 0), weakness.strip(), bool(unshown)))
    return found


@dataclass(frozen=True)
class Difference:
    """Everything in which findings and expectations disagree, and the known weaknesses beside it."""

    missing: tuple
    unexpected: tuple
    known_misses: tuple
    known_alarms: tuple
    healed: tuple

    @property
    def clean(self) -> bool:
        return not (self.missing or self.unexpected or self.healed)


def differ(expected: list[Expectation], findings: list[Finding]) -> Difference:
    met = {e: [f for f in findings if e.met_by(f)] for e in expected}
    accounted = {f for found in met.values() for f in found}
    weak_miss = [e for e in expected if e.weakness == "FN"]
    weak_alarm = [e for e in expected if e.weakness == "FP"]
    healed = [e for e in weak_miss if met[e]] + [e for e in weak_alarm if not met[e]]
    return Difference(
        missing=tuple(e for e in expected if not e.weakness and not met[e]),
        unexpected=tuple(f for f in findings if f not in accounted),
        known_misses=tuple(e for e in weak_miss if not met[e]),
        known_alarms=tuple(e for e in weak_alarm if met[e]),
        healed=tuple(healed),
    )
