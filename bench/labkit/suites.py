"""Micro suites from outside, given by path: Juliet and SVF's Test-Suite. Neither is committed; both are read here.

**Juliet.** A test case is a file or a family of files (`…_51a.c`, `…_51b.c`) with `bad` and `good` functions. The bad
case counts as found if a finding of the right kind is in one of its functions that is not a good one; any finding of
that kind in a good function is an alarm. Cases for Windows are left out. Only CWE 401, 415, 590 and 762 are used.

**SVF.** Allocations go through macros or functions that say what is expected of them:

    char *p = NFRMALLOC(10);      never freed: to be found             SAFEMALLOC(10)    clean
    char *q = PLKMALLOC(10);      freed on some paths only: to be found
    …LEAKFP / …FREEFP             clean, though a simple checker reports it;   …LEAKFN   a leak that a simple checker misses

A line with such a call is a case; a finding whose site or allocation is on that line finds it. A case inside a helper, of which a
tool names only the helper's call, is counted for itself: it is known that the helper's memory is lost, not which.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from .compdb import Entry, load_database, store_database
from .errors import LabError
from .findings import bare_function, from_record

JULIET_KINDS = {"CWE401": "leak", "CWE415": "double-free", "CWE590": "free-of-non-heap", "CWE762": "mismatched-free"}
JULIET_CASE = re.compile(r"^(CWE\d+_.*?_\d\d)([a-e]|_bad|_good\w*)?\.(c|cpp)$")
WINDOWS = ("w32", "wchar_t_w32", "W32")
SVF_BAD = re.compile(r"\b(NFR|PLK|CLK|DOUBLEFREE)MALLOC\w*\s*\(|\b\w*LEAKFN\s*\(|\bDOUBLEFREE\w*FN\s*\(")
SVF_GOOD = re.compile(r"\bSAFEMALLOC(FP)?\s*\(|\b\w*LEAKFP\s*\(|\b\w*FREEFP\s*\(")


# The last two digits of a Juliet case are its flow variant: how far what is allocated travels before it is lost.
FLOWS = (
    ("01", "straight line", range(1, 2)),
    ("02-22", "conditions and loops", range(2, 23)),
    ("31-45", "copies, structs and calls in a file", range(31, 46)),
    ("51-68", "calls across files", range(51, 69)),
    ("72-74", "containers", range(72, 75)),
    ("81-84", "virtual calls and constructors", range(81, 85)),
)


@dataclass(frozen=True)
class SuiteScore:
    cases: int
    found: int
    alarms: int
    at_call: int = 0  # of those not found: a finding names the call of the function that the case is in
    flows: dict = field(default_factory=dict)  # group of flow variants to [cases, found, alarms]


def juliet_files(root: Path, weakness: str) -> list[Path]:
    files = sorted(p for p in root.rglob(f"{weakness}_*") if p.suffix in (".c", ".cpp"))
    return [p for p in files if JULIET_CASE.match(p.name) and not any(w in p.name for w in WINDOWS)]


def support_folder(root: Path) -> Path:
    header = next(root.rglob("std_testcase.h"), None)
    if header is None:
        raise LabError(f"{root}: no std_testcase.h below it; is this Juliet?")
    return header.parent


def plain_entry(file: Path, includes: list[Path], macros: tuple = ()) -> Entry:
    driver = "clang++-19" if file.suffix in (".cpp", ".cc") else "clang-19"
    arguments = (driver, "-c", "-g", *(f"-I{i}" for i in includes), *(f"-D{m}" for m in macros), str(file))
    return Entry(str(file.parent), str(file), arguments)


def juliet_database(root: Path, weakness: str, into: Path) -> list[Entry]:
    files = juliet_files(root, weakness)
    if not files:
        raise LabError(f"{root}: no test case of {weakness}")
    support = support_folder(root)
    # The functions that print what a case made are part of each case: without their bodies nobody knows what they keep.
    helpers = sorted(support.glob("*.c"))
    # Each case is a program of its own, with a main.
    store_database([plain_entry(f, [support], ("INCLUDEMAIN",)) for f in [*files, *helpers]], into)
    return load_database(into)


def juliet_case(file: str) -> str:
    match = JULIET_CASE.match(Path(file).name)
    return match.group(1) if match else ""


def is_good(file: str, function: str) -> bool:
    """By the function's name first (`goodG2B`, `CWE401_…_badSink`), then by the file's (`…_84_goodG2B.cpp`)."""
    bare = bare_function(function)
    bare = re.sub(r"^~?CWE\d+_.*_\d\d[a-e]?_", "", bare)
    if "bad" in bare:
        return False
    return "good" in bare.lower() or "_good" in Path(file).name or "::good" in function.lower()


def score_juliet(record: dict, files: list[str], kind: str, functions) -> SuiteScore:
    cases = {juliet_case(f) for f in files} - {""}
    found, alarms = set(), []
    for finding in map(from_record, record.get("findings", [])):
        case = juliet_case(finding.file)
        if finding.kind != kind or case not in cases:
            continue
        if is_good(finding.file, finding.function):
            alarms.append(case)
        else:
            found.add(case)
    counts = [Counter(map(flow_of, group)) for group in (cases, found, alarms)]
    flows = {name: [c[name] for c in counts] for name, _, _ in FLOWS if counts[0][name]}
    return SuiteScore(len(cases), len(found), len(alarms), flows=flows)


def flow_of(case: str) -> str:
    """The group of flow variants that a case belongs to."""
    return next((name for name, _, numbers in FLOWS if int(case[-2:]) in numbers), "")


def svf_database(root: Path, folder: str, into: Path) -> list[Entry]:
    files = sorted(p for p in (root / "src" / folder).glob("*.c*") if p.suffix in (".c", ".cpp"))
    if not files:
        raise LabError(f"{root}: no src/{folder}; is this SVF's Test-Suite?")
    store_database([plain_entry(f, [root, root / "include"]) for f in files], into)
    return load_database(into)


def svf_expectations(text: str) -> dict[int, bool]:
    """Line number to whether a finding is expected there, for every annotated allocation."""
    expected = {}
    for number, line in enumerate(text.splitlines(), 1):
        code = line.split("//")[0]
        if SVF_BAD.search(code):
            expected[number] = True
        elif SVF_GOOD.search(code):
            expected[number] = False
    return expected


def score_svf(record: dict, files: list[str], kind: str, functions) -> SuiteScore:
    texts = {f: Path(f).read_text(errors="replace") for f in files}
    expected = {f: svf_expectations(text) for f, text in texts.items()}
    bad = {(f, line) for f, lines in expected.items() for line, is_bad in lines.items() if is_bad}
    found, alarms, sites = set(), set(), {}
    for finding in map(from_record, record.get("findings", [])):
        if finding.kind != kind:
            continue
        file = str(Path(record["root"]) / finding.file)
        for line in {finding.site_line, finding.alloc_line}:
            verdict = expected.get(file, {}).get(line)
            if verdict is not None:
                (found if verdict else alarms).add((file, line))
            elif file in texts and line:
                sites.setdefault(file, []).append(texts[file].splitlines()[line - 1])
    at_call = [case for case in bad - found if calls_any(sites.get(case[0], []), functions.function_at(case[0], *case))]
    return SuiteScore(len(bad), len(found), len(alarms), len(at_call))


def calls_any(lines: list[str], function: str) -> bool:
    """Whether one of these lines calls the function."""
    return any(re.search(rf"\b{re.escape(function)}\s*\(", line) for line in lines) if function else False
