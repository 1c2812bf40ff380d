"""The gate over tests/corpus: Custody's findings against the expectations in the sources.

Each file is a program of its own, so Custody runs file by file; that also keeps one file's functions out of another's
call graph. Any difference is printed as two lines of the source tree a person can open, and makes the status 1.
"""

import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .compdb import CXX_SUFFIXES, C_SUFFIXES
from .expectations import Difference, Expectation, differ, parse_expectations
from .findings import Finding
from .measure import measured
from .sarif import PlainContext, read_sarif

FLAGS = {True: ("-std=c++17", "-Wall"), False: ("-std=c11", "-D_GNU_SOURCE", "-Wall")}


def corpus_files(folder: Path) -> list[Path]:
    return sorted(p for p in folder.rglob("*") if p.suffix in CXX_SUFFIXES | C_SUFFIXES)


def flags_for(file: Path) -> tuple:
    return FLAGS[file.suffix in CXX_SUFFIXES]


def check_file(file: Path, custody: Path, engine: str, root: Path) -> tuple[list[Finding], str]:
    """Custody's findings in one file, and what went wrong, if anything."""
    scratch = Path(tempfile.mkdtemp(prefix="custody-corpus-"))
    try:
        report = scratch / "report.sarif"
        chosen = [f"--engine={engine}"] if engine else []
        command = [str(custody), "check", str(file), *chosen, "--format=sarif", "-o", str(report), "--cache-dir",
                   str(scratch / "cache"), "--", *flags_for(file)]  # fmt: skip
        outcome = measured(command, scratch / "out", scratch / "err", timeout=60)
        if outcome.missing:
            return [], "custody is not there"
        if outcome.status not in (0, 1) or not report.exists():
            words = (scratch / "err").read_text(errors="replace").strip().splitlines()
            return [], f"status {outcome.status}: {words[-1] if words else 'no message'}"
        return read_sarif(report.read_text(), PlainContext(str(root))), ""
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def told(difference: Difference) -> list[str]:
    """The difference as lines for a person."""
    def at(e: Expectation) -> str:
        return f"{e.file}:{e.line}: {e.kind}" + (f", allocated at line {e.alloc_line}" if e.alloc_line else "")

    lines = [f"missing     {at(e)}" for e in difference.missing]
    lines += [f"unexpected  {f.file}:{f.line}: {f.kind} in {f.function}, allocated at line {f.alloc_line}: {f.message}"
              for f in difference.unexpected]  # fmt: skip
    lines += [f"healed      {at(e)}: marked {e.weakness}, but right now; take the mark away" for e in difference.healed]
    return lines


def run_corpus(folder: Path, custody: Path, engine: str, jobs: int, tell) -> int:
    """Checks every file; returns how many of them differ or failed."""
    files = corpus_files(folder)
    root = folder.resolve()
    with ThreadPoolExecutor(jobs) as pool:
        outcomes = list(pool.map(lambda f: check_file(f, custody, engine, root), files))
    bad = expected_total = weak = 0
    for file, (findings, problem) in zip(files, outcomes):
        name = str(file.resolve().relative_to(root))
        expected = parse_expectations(name, file.read_text())
        expected_total += sum(not e.weakness for e in expected)
        difference = differ(expected, findings)
        weak += len(difference.known_misses) + len(difference.known_alarms)
        if problem:
            tell(f"failed      {name}: {problem}")
        for line in told(difference) if not problem else ():
            tell(line)
        bad += bool(problem) or not difference.clean
    tell(f"{len(files)} files, {expected_total} expected findings, {bad} files differ, {weak} known weaknesses")
    return bad
