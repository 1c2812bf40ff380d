"""What an engine costs on a real program, against Clang reading the same files in the same run.

    floor       clang-19 -fsyntax-only over every file, one after the other
    loading     custody dump --stats with the heap IR ready: reading it back
    analysis    custody check --engine=NAME with the heap IR ready, less the loading
    steps       the engine's own count (--stats): the same on every machine, with the functions that most of it went into
                and how it grows with the size of functions
    allocators  functions that return new memory, as the path engine sees them (`custody sigs --engine=path`), as in
                table 2 of the paper; only for the engines that use it

CPU time is that of one job. On a busy machine it varies by a third, so a command may be repeated and the least counts.
Instructions are counted by `perf stat` where the processor lets it, and by Valgrind on request: it runs Custody (not
Clang, which would take hours, and which is left out then) once more, fifty times slower, and its count hardly varies.
"""

import math
import re
import shutil
import subprocess
from dataclasses import dataclass, field, replace
from pathlib import Path

from .errors import LabError
from .measure import Outcome, measured
from .run import Target
from .tools.floor import SyntaxOnly

TOTAL = re.compile(r"^custody: (\S+): (\d+) steps for (\d+) functions with (\d+) statements, looked at (\d+) times$")
CUT_OFF = re.compile(r"^custody: \S+: (\d+) functions were cut off$", re.M)
SIZE = re.compile(r"^custody: (\S+): (\d+) steps for (\d+) functions of a size, with (\d+) statements$")
ALLOCATOR = re.compile(r"^  isMalloc: true$", re.M)
FUNCTION = re.compile(r"^custody: (\S+): (\d+) steps for (.+) with (\d+) statements, looked at (\d+) times$")


@dataclass(frozen=True)
class Effort:
    """The steps of one function, or of all."""

    steps: int
    statements: int
    looks: int
    function: str = ""
    functions: int = 1


@dataclass(frozen=True)
class Spent:
    cpu: float = 0.0
    instructions: int | None = None
    peak_kb: int = 0

    def __add__(self, other: "Spent") -> "Spent":
        known = self.instructions is not None and other.instructions is not None
        return Spent(self.cpu + other.cpu, self.instructions + other.instructions if known else None,
                     max(self.peak_kb, other.peak_kb))  # fmt: skip


@dataclass
class Measurement:
    name: str
    files: int
    kloc: float
    floor: Spent = field(default_factory=lambda: Spent(instructions=0))
    loading: Spent = Spent()
    check: Spent = Spent()
    findings: int = 0
    cut_off: int = 0
    total: Effort | None = None
    slowest: list = field(default_factory=list)
    sizes: list = field(default_factory=list)  # the functions by size, small ones first
    allocators: int | None = None
    trouble: list = field(default_factory=list)

    @property
    def analysis(self) -> Spent:
        both = self.check.instructions is not None and self.loading.instructions is not None
        instructions = self.check.instructions - self.loading.instructions if both else None
        return replace(self.check, cpu=max(0.0, self.check.cpu - self.loading.cpu), instructions=instructions)


def perf_counts() -> bool:
    """Whether perf is there and the processor counts instructions for us."""
    if not shutil.which("perf"):
        return False
    done = subprocess.run(["perf", "stat", "-x,", "-e", "instructions:u", "true"], capture_output=True, text=True)
    return done.returncode == 0 and done.stderr.split(",")[0].isdigit()


def choose_counter(valgrind: bool) -> str:
    if perf_counts():
        return "perf"
    if not valgrind:
        return ""
    if not shutil.which("valgrind"):
        raise LabError("instructions cannot be counted: the processor does not, and valgrind is not installed")
    return "valgrind"


class Meter:
    """Runs commands and says what they took; the least of several times."""

    def __init__(self, scratch: Path, repeat: int, counter: str):
        self.scratch, self.repeat, self.counter = scratch, repeat, counter
        self.out, self.err, self.counts = scratch / "out", scratch / "err", scratch / "counts"

    def once(self, command: list[str], cwd, timeout: float) -> tuple[Outcome, Spent]:
        counting = self.counter == "perf"
        if counting:
            command = ["perf", "stat", "-x,", "-e", "instructions:u", "-o", str(self.counts), "--", *command]
        outcome = measured(command, self.out, self.err, cwd=cwd, timeout=timeout)
        instructions = read_count(self.counts) if counting else None
        return outcome, Spent(outcome.cost.cpu, instructions, outcome.cost.peak_kb)

    def timed(self, command: list[str], cwd=None, timeout: float = 3600.0) -> tuple[Outcome, Spent]:
        runs = [self.once(command, cwd, timeout) for _ in range(self.repeat)]
        return min(runs, key=lambda run: run[1].cpu)

    def run(self, command: list[str], timeout: float = 3600.0) -> tuple[Outcome, Spent]:
        counted = self.counted_by_valgrind(command, timeout) if self.counter == "valgrind" else None
        outcome, spent = self.timed(command, None, timeout)
        return outcome, replace(spent, instructions=counted) if counted is not None else spent

    def counted_by_valgrind(self, command: list[str], timeout: float) -> int | None:
        valgrind = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null",
                    f"--log-file={self.counts}"]  # fmt: skip
        measured([*valgrind, *command], self.out, self.err, timeout=50 * timeout)
        return read_valgrind(self.counts)


def read_count(path: Path) -> int | None:
    for line in path.read_text(errors="replace").splitlines():
        count, comma, _ = line.partition(",")
        if comma and count.isdigit():
            return int(count)
    return None


def read_valgrind(path: Path) -> int | None:
    found = re.search(r"I +refs: +([\d,]+)", path.read_text(errors="replace")) if path.exists() else None
    return int(found[1].replace(",", "")) if found else None


def read_efforts(text: str, engine: str) -> tuple[Effort | None, list[Effort]]:
    """The total and the costliest functions from what `custody check --stats` tells."""
    total, slowest = None, []
    for line in text.splitlines():
        whole = TOTAL.match(line)
        if whole and whole[1] == engine and total is None:
            total = Effort(int(whole[2]), int(whole[4]), int(whole[5]), functions=int(whole[3]))
        elif (one := FUNCTION.match(line)) and one[1] == engine:
            slowest.append(Effort(int(one[2]), int(one[4]), int(one[5]), one[3]))
    return total, slowest


def read_sizes(text: str, engine: str) -> list[Effort]:
    """The functions together that have about one size, small ones first."""
    lines = (SIZE.match(line) for line in text.splitlines())
    return [Effort(int(m[2]), int(m[4]), 0, functions=int(m[3])) for m in lines if m and m[1] == engine]


def stripped(custody: Path, folder: Path) -> Path:
    """A copy without debug information, which Valgrind may be too old to read, with the library models beside it."""
    folder.mkdir()
    subprocess.run(["strip", "-g", "-o", str(folder / custody.name), str(custody)], check=True)
    (folder / "specs").symlink_to((custody.parent / "specs").resolve())
    return folder / custody.name


def measure_target(target: Target, custody: Path, engine: str, scratch: Path, repeat: int, counter: str) -> Measurement:
    """Everything about one program; trouble with Custody is written down, not raised."""
    meter = Meter(scratch, repeat, counter)
    if counter == "valgrind":
        custody = stripped(custody, scratch / "stripped")
    found = Measurement(target.name, len(target.entries), target.kloc)
    floor = SyntaxOnly()
    for entry in target.entries if counter != "valgrind" else []:
        found.floor += meter.timed(floor.command(entry, scratch), entry.directory)[1]
    common = ["-p", str(target.database), "-j", "1", "--cache-dir", str(scratch / "cache")]
    load = [str(custody), "dump", "--stats", *common]
    meter.once(load, None, 3600.0)  # fills the cache
    outcome, found.loading = meter.run(load)
    note_trouble(found, "loading", outcome, (0, 3))
    check = [str(custody), "check", f"--engine={engine}", "--stats", "--format=json", *common]
    outcome, found.check = meter.run(check)
    note_trouble(found, "check", outcome, (0, 1, 3))
    found.findings = len(meter.out.read_bytes().splitlines())
    told = meter.err.read_text(errors="replace")
    found.cut_off = sum(map(int, CUT_OFF.findall(told)))
    found.total, found.slowest = read_efforts(told, engine)
    found.sizes = read_sizes(told, engine)
    if engine in ("decided", "path"):
        outcome, _ = meter.once([str(custody), "sigs", "--engine=path", *common], None, 3600.0)
        note_trouble(found, "sigs", outcome, (0, 3))
        found.allocators = len(ALLOCATOR.findall(meter.out.read_text(errors="replace")))
    shutil.rmtree(scratch / "cache", ignore_errors=True)
    return found


def note_trouble(found: Measurement, what: str, outcome: Outcome, good: tuple) -> None:
    if outcome.missing:
        found.trouble.append("custody is not there")
    elif outcome.timed_out:
        found.trouble.append(f"{what} took too long")
    elif outcome.status not in good:
        found.trouble.append(f"{what} {'crashed' if outcome.crashed else 'failed'} ({outcome.status})")


def slope(points: list[tuple[float, float]]) -> float | None:
    """Of the straight line through the points' logarithms: 1 is linear growth, 2 quadratic."""
    logs = [(math.log(x), math.log(y)) for x, y in points if x > 0 and y > 0]
    if len(logs) < 2:
        return None
    mx, my = (sum(values) / len(logs) for values in zip(*logs))
    spread = sum((x - mx) ** 2 for x, _ in logs)
    return sum((x - mx) * (y - my) for x, y in logs) / spread if spread else None
