"""The gate over tests/corpus: Custody's findings against the truth in the comments, for the default pipeline and each engine.

No engine is perfect, and a gate that is always red guards nothing. So each has a list of the differences that are known,
`known/ENGINE.txt`: a real leak it misses, a false alarm it tells. Any other difference fails, and so does a known one that is
gone: then the list is to be shortened, which one command does (`--bless`), and the change shows what became better or worse.

    missed c/tree.c:103: leak, allocated at line 101
    false  c/cond_flags.c:52: leak in flagged_ok, allocated at line 47

Each file is a program of its own, so Custody runs file by file; that also keeps one file's functions out of another's
call graph.
"""

import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .compdb import CXX_SUFFIXES, C_SUFFIXES
from .expectations import Difference, differ, parse_expectations
from .findings import Finding
from .measure import measured
from .sarif import PlainContext, read_sarif

FLAGS = {True: ("-std=c++17", "-Wall"), False: ("-std=c11", "-D_GNU_SOURCE", "-Wall")}


def corpus_files(folder: Path) -> list[Path]:
    return sorted(p for p in folder.rglob("*") if p.suffix in CXX_SUFFIXES | C_SUFFIXES)


def flags_for(file: Path) -> tuple:
    return FLAGS[file.suffix in CXX_SUFFIXES]


def check_file(file: Path, custody: Path, engine: str, root: Path, cache: Path) -> tuple[list[Finding], str]:
    """Custody's findings in one file, and what went wrong, if anything."""
    scratch = Path(tempfile.mkdtemp(prefix="custody-corpus-"))
    try:
        report = scratch / "report.sarif"
        chosen = [f"--engine={engine}"] if engine else []
        command = [str(custody), "check", str(file), *chosen, "--format=sarif", "-o", str(report), "--cache-dir",
                   str(cache), "--", *flags_for(file)]  # fmt: skip
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
    """The difference as lines of a list of known ones."""

    def allocated(line: int) -> str:
        return f", allocated at line {line}" if line else ""

    lines = [f"missed {e.file}:{e.line}: {e.kind}{allocated(e.alloc_line)}" for e in difference.missed]
    lines += [f"false  {f.file}:{f.line}: {f.kind} in {f.function}{allocated(f.site_line or f.alloc_line)}"
              for f in difference.false]  # fmt: skip
    return lines


def differences(folder: Path, custody: Path, engine: str, jobs: int, cache: Path) -> list[str]:
    """All differences of one engine, sorted by file; a file that fails is one too."""
    files, root = corpus_files(folder), folder.resolve()
    with ThreadPoolExecutor(jobs) as pool:
        outcomes = list(pool.map(lambda f: check_file(f, custody, engine, root, cache), files))
    lines = []
    for file, (findings, problem) in zip(files, outcomes):
        name = str(file.resolve().relative_to(root))
        difference = differ(parse_expectations(name, file.read_text()), findings)
        lines += [f"failed {name}: {problem}"] if problem else told(difference)
    return sorted(set(lines), key=lambda line: (line[7:].split(":")[0], line))


def known_file(folder: Path, engine: str) -> Path:
    return folder / "known" / f"{engine or 'default'}.txt"


def run_corpus(folder: Path, custody: Path, engines: list[str], jobs: int, bless: bool, tell) -> int:
    """Checks every file with every engine ("" is the default pipeline); returns how many changes there are."""
    cache = Path(tempfile.mkdtemp(prefix="custody-corpus-cache-"))
    try:
        return sum(run_engine(folder, custody, engine, jobs, bless, cache, tell) for engine in engines)
    finally:
        shutil.rmtree(cache, ignore_errors=True)


def run_engine(folder: Path, custody: Path, engine: str, jobs: int, bless: bool, cache: Path, tell) -> int:
    path, name = known_file(folder, engine), engine or "default"
    known = path.read_text().splitlines() if path.exists() else []
    today = differences(folder, custody, engine, jobs, cache)
    new, gone = [l for l in today if l not in known], [l for l in known if l not in today]
    for mark, lines in (("new ", new), ("gone", gone)):
        for line in lines:
            tell(f"{name}: {mark} {line}")
    if bless:
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(f"{line}\n" for line in today))
    missed = sum(line.startswith("missed") for line in today)
    tell(f"{name}: {len(corpus_files(folder))} files, {missed} missed, {len(today) - missed} false, "
         f"{len(new) + len(gone)} changes against {path.name}")  # fmt: skip
    return 0 if bless else len(new) + len(gone)
