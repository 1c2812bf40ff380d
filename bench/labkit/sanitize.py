"""Holds the corpus itself to the truth: what it calls bad must be seen by AddressSanitizer, what it calls ok must not.

Every file can be built as a program of its own in two ways: CORPUS_MAIN_OK runs the clean functions and must end with no
report at all, CORPUS_MAIN_BAD runs the others and must show each expectation that has a tagged allocation: a report of
its kind whose stacks contain the tagged line. Expectations marked `if=nomem` or `if=crash` cannot be shown.
"""

import os
import re
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .compdb import CXX_SUFFIXES
from .corpus import corpus_files, flags_for
from .expectations import Expectation, parse_expectations

HEADINGS = {
    "leak": ("Direct leak of", "Indirect leak of"),
    "double-free": ("attempting double-free",),
    "copy-hazard": ("attempting double-free",),
    "mismatched-free": ("alloc-dealloc-mismatch",),
    "free-of-non-heap": ("attempting free on address which was not malloc()-ed",),
}
ANY = tuple(h for group in HEADINGS.values() for h in group) + ("AddressSanitizer:", "runtime error:")


def sanitizer_options() -> dict:
    """Goes on after an error; takes no account of stacks and registers, where dead values would hide leaks."""
    asan = "halt_on_error=0:detect_leaks=1:detect_stack_use_after_return=0:fast_unwind_on_malloc=0:exitcode=0"
    return dict(os.environ, ASAN_OPTIONS=asan, LSAN_OPTIONS="use_stacks=0:use_registers=0")


def build_and_run(file: Path, variant: str, scratch: Path) -> str:
    """Standard error of the built variant, or the compiler's words if it does not build."""
    driver = "clang++-19" if file.suffix in CXX_SUFFIXES else "clang-19"
    program = scratch / f"{file.stem}-{variant}"
    command = [driver, *flags_for(file), f"-DCORPUS_MAIN_{variant}", "-g", "-O0", "-fno-omit-frame-pointer", "-w",
               "-fsanitize=address", "-fsanitize-recover=address", str(file), "-o", str(program)]  # fmt: skip
    built = subprocess.run(command, capture_output=True, text=True)
    if built.returncode != 0:
        return "runtime error: does not build: " + built.stderr[:500]
    done = subprocess.run([str(program)], env=sanitizer_options(), capture_output=True, text=True, errors="replace", timeout=60)
    died = f"\nruntime error: ended by signal {-done.returncode}" if done.returncode < 0 else ""
    return done.stderr + died


def reports(text: str) -> list[tuple[str, str]]:
    """A report a kind: leaks stand block by block, errors between their ERROR lines."""
    blocks = re.split(r"(?m)^(?==+\d+==ERROR|Direct leak of|Indirect leak of)", text)
    return [(kind, block) for block in blocks for kind, heads in HEADINGS.items() if any(h in block for h in heads)]


def shown(expectation: Expectation, found: list[tuple[str, str]]) -> bool:
    line = expectation.alloc_line if expectation.kind != "free-of-non-heap" else expectation.line
    mark = re.compile(rf"{re.escape(Path(expectation.file).name)}:{line}\b")
    return any(kind == expectation.kind and mark.search(block) for kind, block in found)


def warnings(file: Path) -> list[str]:
    driver = "clang++-19" if file.suffix in CXX_SUFFIXES else "clang-19"
    done = subprocess.run([driver, *flags_for(file), "-fsyntax-only", str(file)], capture_output=True, text=True)
    return [line for line in done.stderr.splitlines() if "warning:" in line or "error:" in line]


def judge_file(file: Path, root: Path, scratch: Path) -> list[str]:
    """Everything that is wrong with one file of the corpus."""
    name = str(file.resolve().relative_to(root))
    wrong = [f"{name}: {w}" for w in warnings(file)]
    clean = build_and_run(file, "OK", scratch)
    if any(heading in clean for heading in ANY):
        wrong.append(f"{name}: the ok functions are not clean:\n{clean[:1500]}")
    bad = build_and_run(file, "BAD", scratch)
    found = reports(bad)
    for expectation in parse_expectations(name, file.read_text()):
        needs = expectation.alloc_line or expectation.kind == "free-of-non-heap"
        if needs and not expectation.unshown and not shown(expectation, found):
            wrong.append(f"{name}:{expectation.line}: running does not show {expectation.kind}, "
                         f"allocated at line {expectation.alloc_line}")  # fmt: skip
    if "runtime error: " in bad:
        wrong.append(f"{name}: {bad[bad.index('runtime error: '):][:600]}")  # fmt: skip
    return wrong


def sanitize_corpus(folder: Path, jobs: int, tell) -> int:
    """Checks all files; returns how many are wrong."""
    scratch = Path(tempfile.mkdtemp(prefix="custody-sanitize-"))
    files, root = corpus_files(folder), folder.resolve()
    try:
        with ThreadPoolExecutor(jobs) as pool:
            verdicts = list(pool.map(lambda f: judge_file(f, root, scratch), files))
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    for line in (line for verdict in verdicts for line in verdict):
        tell(line)
    bad = sum(bool(v) for v in verdicts)
    tell(f"{len(files)} files, {bad} of them wrong")
    return bad
