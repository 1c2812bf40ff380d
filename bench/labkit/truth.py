"""Judged findings, and how a finding of today meets a judgement of some time ago.

A program's truth is a file of lines like

    {"file": "src/a.c", "function": "f", "kind": "leak", "alloc_line": 10, "alloc_text": "t = dup(s);", "loss_line": 12,
     "loss_text": "if (!ok) return -1;", "verdict": "true", "why": "t is lost when ok is 0", "tools": ["custody"]}

Line numbers move with every edit, so they are for the reader. What identifies a judgement is its *unit*: file,
function, kind and the text of the line where the memory came in. Two equal lines in one function are told apart by
the nearer number. The unit is also what recall counts: an allocation that one function loses in three places is one leak.

One unit may have judgements that differ by where the memory is lost (one path real, another impossible). Then the loss
decides, by its text; a loss that nobody judged stays unjudged, for a verdict on one path says nothing about another.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from .errors import LabError
from .findings import Finding, bare_function
from .place import TRUTH

VERDICTS = ("true", "false", "unsure")


@dataclass(frozen=True)
class Judgement:
    file: str
    function: str
    kind: str
    alloc_line: int
    alloc_text: str
    loss_line: int
    loss_text: str
    verdict: str
    why: str = ""
    tools: tuple = ()
    second: str = ""  # the verdict of a second reading that did not know of the first

    @property
    def unit(self) -> tuple:
        return (self.file, bare_function(self.function), self.kind, self.alloc_text)


@dataclass(frozen=True)
class Judged:
    """A finding with its verdict (`unjudged` if there is none) and the unit it counts as."""

    finding: Finding
    verdict: str
    unit: tuple
    alloc_line: int


def parse_truth(text: str, origin: str) -> list[Judgement]:
    judgements = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            judgement = Judgement(**{**record, "tools": tuple(record.get("tools", ()))})
        except (json.JSONDecodeError, TypeError) as problem:
            raise LabError(f"{origin}:{number}: {problem}") from None
        if judgement.verdict not in VERDICTS:
            raise LabError(f"{origin}:{number}: verdict {judgement.verdict!r} is none of {', '.join(VERDICTS)}")
        judgements.append(judgement)
    return judgements


def load_truth(program: str, folder: Path = TRUTH) -> list[Judgement]:
    path = folder / f"{program}.jsonl"
    return parse_truth(path.read_text(), path.name) if path.exists() else []


def unit_of(finding: Finding, texts: dict[str, str]) -> tuple:
    text = texts.get(f"{finding.file}:{finding.anchor_line}", "")
    return (finding.file, bare_function(finding.function), finding.kind, text)


def nearest_site(candidates: list[Judgement], line: int) -> list[Judgement]:
    """Of judgements with equal texts, those of the site nearest to a line."""
    best = min(abs(j.alloc_line - line) for j in candidates)
    site = next(j.alloc_line for j in candidates if abs(j.alloc_line - line) == best)
    return [j for j in candidates if j.alloc_line == site]


def judge(finding: Finding, texts: dict[str, str], truth: list[Judgement]) -> Judged:
    unit = unit_of(finding, texts)
    loss = texts.get(f"{finding.file}:{finding.line}", "")
    same = [j for j in truth if j.unit == unit]
    if not same:
        return judge_by_loss(finding, unit, loss, truth)
    here = nearest_site(same, finding.anchor_line)
    verdicts = {j.verdict for j in here}
    if len(verdicts) > 1:
        verdicts = {j.verdict for j in here if j.loss_text == loss}
    verdict = verdicts.pop() if len(verdicts) == 1 else "unjudged"
    return Judged(finding, verdict, unit, here[0].alloc_line)


def judge_by_loss(finding: Finding, unit: tuple, loss: str, truth: list[Judgement]) -> Judged:
    """For a tool that names no allocation: the one judged unit of the function with this very loss."""
    same = [j for j in truth if j.unit[:3] == unit[:3] and j.loss_text == loss and loss]
    if finding.alloc_line or len({(j.unit, j.alloc_line) for j in same}) != 1:
        return Judged(finding, "unjudged", unit, finding.anchor_line)
    verdicts = {j.verdict for j in same}
    verdict = verdicts.pop() if len(verdicts) == 1 else "unjudged"
    return Judged(finding, verdict, same[0].unit, same[0].alloc_line)


@dataclass(frozen=True)
class Score:
    true: int
    false: int
    unsure: int
    unjudged: int
    known: int

    @property
    def precision(self) -> float | None:
        judged = self.true + self.false
        return self.true / judged if judged else None

    @property
    def recall(self) -> float | None:
        return self.true / self.known if self.known else None


def known_true(truth: list[Judgement]) -> int:
    """How many units are known to be real, found by whichever tool."""
    return len({(j.unit, j.alloc_line) for j in truth if j.verdict == "true"})


def score(findings: list[Finding], texts: dict[str, str], truth: list[Judgement]) -> Score:
    """Counts units, not paths: a unit with one true path is true."""
    units: dict[tuple, set] = {}
    for judged in (judge(f, texts, truth) for f in findings):
        units.setdefault((judged.unit, judged.alloc_line), set()).add(judged.verdict)
    counts = {"true": 0, "false": 0, "unsure": 0, "unjudged": 0}
    for verdicts in units.values():
        order = ("true", "unjudged", "unsure", "false")
        counts[next(v for v in order if v in verdicts)] += 1
    return Score(**counts, known=known_true(truth))


def blank_judgement(judged: Judged, texts: dict[str, str], tool: str) -> dict:
    """A line to be filled in by hand for a finding that nobody has judged."""
    finding = judged.finding
    return {
        "file": finding.file,
        "function": finding.function,
        "kind": finding.kind,
        "alloc_line": finding.anchor_line,
        "alloc_text": judged.unit[3],
        "loss_line": finding.line,
        "loss_text": texts.get(f"{finding.file}:{finding.line}", ""),
        "verdict": "unsure",
        "why": finding.message,
        "tools": [tool],
    }
