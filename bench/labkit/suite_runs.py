"""Runs the tools over a micro suite: makes its databases, runs, scores, one record a (suite part, tool)."""

from dataclasses import asdict
from pathlib import Path

from .compdb import store_database, load_database
from .functions import FunctionMap
from .place import Place
from .run import analyse, target_from_database
from .suites import JULIET_KINDS, juliet_case, juliet_database, score_juliet, score_svf, svf_database

SVF_PARTS = {"mem_leak": "leak", "double_free": "double-free"}


def limited(entries: list, limit: int, database: Path) -> list:
    """About `limit` cases, evenly spread, whole families of files together; helpers of all cases stay."""
    if not limit:
        return entries
    cases = list(dict.fromkeys(filter(None, (juliet_case(e.path) for e in entries))))
    chosen = {"", *cases[:: max(1, len(cases) // limit)]}
    store_database([e for e in entries if juliet_case(e.path) in chosen], database)
    return load_database(database)


def parts(suite: str, root: Path, place: Place):
    """Name, kind, entries, database and scorer of each part of a suite."""
    if suite == "juliet":
        for weakness, kind in JULIET_KINDS.items():
            database = place.work / "suite-db" / weakness
            yield f"juliet-{weakness}", kind, juliet_database(root, weakness, database), database, score_juliet
    else:
        for folder, kind in SVF_PARTS.items():
            database = place.work / "suite-db" / folder
            yield f"svf-{folder}", kind, svf_database(root, folder, database), database, score_svf


def analyse_alone(tool, target, raw: Path, jobs: int, functions: FunctionMap) -> dict:
    """Each file by itself, the findings together: every file of SVF is a program, and their functions have the same names.

    The cases stand in main, so what main loses counts."""
    tool = tool.with_options(("--exit-leaks",))
    whole: dict = {}
    for number, entry in enumerate(target.entries):
        database = raw.with_name(raw.name + "-db") / str(number)
        store_database([entry], database)
        alone = target_from_database(target.name, database, target.root)
        record = analyse(tool, alone, raw / str(number), jobs, functions)
        if "error" in record:
            return record
        whole = {**record, "findings": whole.get("findings", []) + record["findings"]}
    return whole


def run_suite(suite: str, root: Path, tools: list, place: Place, jobs: int, limit: int):
    for name, kind, entries, database, scorer in parts(suite, root, place):
        entries = limited(entries, limit, database)
        target = target_from_database(name, database, str(root))
        functions = FunctionMap(entries)
        for tool in tools:
            run = analyse_alone if suite == "svf" and tool.whole_program else analyse
            record = run(tool, target, place.raw(name, tool.name), jobs, functions)
            row = {"suite": name, **{k: record[k] for k in ("tool", "tool_version", "date", "commit", "machine")}}
            if "error" in record:
                yield {**row, "error": record["error"]}
                continue
            seen = [e.path for e in entries if tool.handles(e)]
            score = scorer(record, seen, kind, functions)
            yield {**row, **asdict(score)}
