"""How well Custody's front end carries a real program, measured in one run against Clang over the same files.

    CPU         custody dump --stats, cold and warm, one job, against clang-19 -c -emit-llvm -g -O0 a file
    memory      the peak of a cold run with two jobs that prints everything
    identity    the heap IR's text, byte for byte, for one and two jobs, cold and warm
    functions   every function that Clang defines, in the bitcode whose making was measured, must be in the heap IR
    unknown     the share of unknown statements among those that touch pointers

All are ratios or counts, so that a slow machine gives the same answer as a fast one. Constructors and destructors have
several link names for one source function and the heap IR merges them, so they are compared by one spelling; thunks
are aliases there and are not compared.
"""

import hashlib
import json
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from .compdb import Entry
from .measure import Cost, Outcome, measured
from .run import Target

DEFINE = re.compile(r'^define\b[^@]*@(?:"([^"]+)"|([\w.$-]+))\(', re.M)
THUNK = re.compile(r"^_ZT[hvc]")


@dataclass
class Measurement:
    name: str
    language: str
    files: int
    kloc: float
    clang_cpu: float = 0.0
    clang_failed: int = 0
    clang_functions: int = 0
    missing: list = field(default_factory=list)
    cold: Outcome | None = None
    warm: Outcome | None = None
    peak_kb: int = 0
    identical: str = ""
    stats: dict = field(default_factory=dict)
    trouble: list = field(default_factory=list)


def unified(name: str) -> str:
    """One spelling for the variants of a constructor or destructor, and for functions that the compiler only numbers."""
    name = re.sub(r"^(__cxx_global_\w+)\.\d+$", r"\1", name)
    name = re.sub(r"C1(?=E|I)", "C2", name)
    return re.sub(r"D[01](?=Ev)", "D2", name)


def defined_functions(text: str) -> set[str]:
    """The functions that a module of LLVM IR defines, without thunks, variants as one."""
    names = {quoted or plain for quoted, plain in DEFINE.findall(text)}
    return {unified(n) for n in names if not THUNK.match(n)}


def clang_command(entry: Entry, output: Path) -> list[str]:
    driver = "clang++-19" if entry.is_cxx else "clang-19"
    return [driver, "-w", *entry.flags, "-g", "-O0", "-emit-llvm", "-c", "-o", str(output), entry.path]


def clang_cost(target: Target, scratch: Path) -> tuple[Cost, int]:
    """The CPU time of generating bitcode for every file, one after the other, and how many do not compile."""
    total, failed = Cost(), 0
    (scratch / "bitcode").mkdir(exist_ok=True)
    for number, entry in enumerate(target.entries):
        command = clang_command(entry, scratch / "bitcode" / f"{number}.bc")
        outcome = measured(command, scratch / "out", scratch / "err", cwd=entry.directory)
        total += outcome.cost
        failed += outcome.status != 0
    return total, failed


def functions_of(bitcode: Path) -> set[str]:
    done = subprocess.run(["llvm-dis-19", "-o", "-", str(bitcode)], capture_output=True, text=True, errors="replace")
    return defined_functions(done.stdout)


def clang_functions(scratch: Path, jobs: int) -> set[str]:
    with ThreadPoolExecutor(jobs) as pool:
        return set().union(*pool.map(functions_of, sorted((scratch / "bitcode").glob("*.bc"))))


class Dump:
    """Runs of `custody dump` over one database, each with its own output."""

    def __init__(self, custody: Path, target: Target, scratch: Path):
        self.custody, self.target, self.scratch = custody, target, scratch
        self.output = scratch / "dump.out"
        self.errors = scratch / "dump.err"
        self.crashes: list[str] = []

    def run(self, cache: str, jobs: int, *options: str) -> Outcome:
        command = [str(self.custody), "dump", *options, "-p", str(self.target.database), "-j", str(jobs),
                   "--cache-dir", str(self.scratch / cache)]  # fmt: skip
        outcome = measured(command, self.output, self.errors, timeout=3600)
        if outcome.crashed:
            self.crashes.append(f"dump {' '.join(options)} -j {jobs}: {trouble(outcome, self.errors)}")
        return outcome

    def forget(self, cache: str) -> None:
        shutil.rmtree(self.scratch / cache, ignore_errors=True)

    def digest(self, cache: str, jobs: int) -> tuple[str, int]:
        """The digest of the whole heap IR's text, and the run's peak; a failed or empty dump has none and equals nothing."""
        outcome = self.run(cache, jobs)
        if outcome.status not in (0, 3) or self.output.stat().st_size == 0:
            return "", outcome.cost.peak_kb
        with self.output.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest(), outcome.cost.peak_kb


def identity(dump: Dump) -> tuple[str, int]:
    """`yes`, or which of the four ways differs from one job, cold; and the peak of two jobs, cold."""
    digests, peaks = {}, {}
    for jobs in (1, 2):
        dump.forget("identity")
        for way in (f"-j{jobs} cold", f"-j{jobs} warm"):
            digests[way], peaks[way] = dump.digest("identity", jobs)
    different = [way for way, digest in digests.items() if not digest or digest != digests["-j1 cold"]]
    return f"no: {', '.join(different)}" if different else "yes", peaks["-j2 cold"]


def measure_target(target: Target, custody: Path, scratch: Path) -> Measurement:
    """Everything about one program; trouble with Custody is written down, not raised."""
    scratch.mkdir(parents=True, exist_ok=True)
    found = Measurement(target.name, target.language, len(target.entries), target.kloc)
    cost, found.clang_failed = clang_cost(target, scratch)
    found.clang_cpu = cost.cpu
    dump = Dump(custody, target, scratch)
    dump.forget("cold")
    found.cold = dump.run("cold", 1, "--stats", "--format=json")
    if found.cold.missing or found.cold.status not in (0, 3):
        found.trouble.append(trouble(found.cold, dump.errors))
        return found
    found.stats = read_stats(dump.output)
    found.warm = dump.run("cold", 1, "--stats", "--format=json")
    found.identical, found.peak_kb = identity(dump)
    compare_functions(found, dump)
    if found.cold.status == 3:
        found.trouble.append("some inputs could not be analysed")
    found.trouble += dump.crashes
    return found


def compare_functions(found: Measurement, dump: Dump) -> None:
    expected = clang_functions(dump.scratch, 2)
    dump.run("cold", 1, "--functions")
    present = {unified(n) for n in dump.output.read_text(errors="replace").split()}
    found.clang_functions = len(expected)
    found.missing = sorted(expected - present)


def read_stats(path: Path) -> dict:
    try:
        return json.loads(path.read_text())
    except json.JSONDecodeError:
        return {}


def trouble(outcome: Outcome, errors: Path) -> str:
    if outcome.missing:
        return "custody is not there"
    if outcome.timed_out:
        return "took too long"
    words = errors.read_text(errors="replace").strip().splitlines()
    return f"{'crashed' if outcome.crashed else 'failed'} ({outcome.status}) {words[-1] if words else ''}".strip()
