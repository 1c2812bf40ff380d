"""Runs tools over a database, side by side: same files, same flags, same machine, one record a tool.

    {"program": "tar", "tool": "clang-analyzer", "cpu": 41.2, "wall": 21.5, "peak_kb": 210000,
     "files": 161, "failed": [], "findings": […], "root": …, "texts": {"src/a.c:12": "p = malloc(n);"}}

`texts` has the source lines that findings are known by (see `labkit.truth`), so that a report can be made later without
the source. A tool that is missing, fails or takes too long is a record with an `error` or with the files it failed on;
it never stops the others.
"""

import datetime
import os
import platform
import shutil
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from .compdb import Entry, count_lines, load_database
from .findings import deduplicated, to_record
from .functions import FunctionMap
from .measure import Cost, measured
from .place import REPOSITORY, Place, write_json
from .sources import SourceLines
from .tools.base import Context, Tool


@dataclass(frozen=True)
class Target:
    """A program as the tools see it."""

    name: str
    database: Path
    entries: tuple
    root: str
    language: str
    kloc: float
    version: str = ""


def target_from_database(name: str, database: Path, root: str = "", built: dict | None = None) -> Target:
    entries = load_database(database)
    built = built or {}
    paths = [e.path for e in entries]
    common = os.path.commonpath([os.path.dirname(p) for p in paths]) if paths else str(database)
    cxx = sum(e.is_cxx for e in entries) * 2 > len(entries)
    return Target(
        name=name,
        database=database,
        entries=tuple(entries),
        root=os.path.realpath(root or built.get("root") or common),
        language=built.get("language") or ("C++" if cxx else "C"),
        kloc=built.get("kloc") or round(count_lines(entries) / 1000, 1),
        version=built.get("version", ""),
    )


def commit() -> str:
    """The commit of this tree, marked if the tree differs from it. That is the lab's own; what Custody was made from, it tells itself."""
    done = subprocess.run(["git", "-C", str(REPOSITORY), "describe", "--always", "--dirty"], capture_output=True, text=True)
    return done.stdout.strip() or "unknown"


def machine() -> str:
    """Processor and size, without the machine's name."""
    model = platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [l.split(":", 1)[1].strip() for l in info.read_text().splitlines() if l.startswith("model name")]
        model = names[0] if names else model
    return f"{model}, {os.cpu_count()} processors"


def header(target: Target, tool: Tool, jobs: int) -> dict:
    return {
        "program": target.name,
        "program_version": target.version,
        "language": target.language,
        "kloc": target.kloc,
        "tool": tool.name,
        "tool_version": tool.version(),
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
        "commit": tool.made_from() or commit(),
        "machine": machine(),
        "jobs": jobs,
        "load": round(os.getloadavg()[0], 1),
    }


def run_unit(tool: Tool, entry: Entry, raw: Path, context: Context, deadline: float | None):
    """One translation unit with one compiler-like tool: cost, findings, and what went wrong, if anything."""
    raw.mkdir(parents=True, exist_ok=True)
    out, err = raw / "stdout", raw / "stderr"
    outcome = measured(tool.command(entry, raw), out, err, cwd=entry.directory, timeout=deadline or tool.timeout)
    problem = ""
    if outcome.timed_out:
        problem = "took too long"
    elif outcome.status not in tool.good_statuses:
        problem = "crashed" if outcome.crashed else "does not compile"
    findings = [] if outcome.timed_out else tool.read(entry, raw, out, err, context)
    return outcome.cost, findings, problem


def run_units(tool: Tool, target: Target, raw: Path, jobs: int, context: Context, deadline: float | None) -> dict:
    chosen = [e for e in target.entries if tool.handles(e)]
    if not chosen:
        return {"error": f"reads {' and '.join(tool.languages)} only"}
    started = time.monotonic()
    with ThreadPoolExecutor(jobs) as pool:
        results = list(pool.map(lambda p: run_unit(tool, p[1], raw / str(p[0]), context, deadline), enumerate(chosen)))
    elapsed = time.monotonic() - started
    total = replace(sum((cost for cost, _, _ in results), Cost()), wall=elapsed)
    failed = [[context.relative(e.path), why] for e, (_, _, why) in zip(chosen, results) if why]
    findings = [f for _, found, _ in results for f in found]
    return {"files": len(chosen), "failed": failed, "findings": findings, "cost": total}


def run_database(tool, target: Target, raw: Path, jobs: int, context: Context, deadline: float | None) -> dict:
    raw.mkdir(parents=True, exist_ok=True)
    out, err = raw / "stdout", raw / "stderr"
    command = tool.command_for_database(target.database, raw, jobs)
    outcome = measured(command, out, err, timeout=deadline or tool.timeout)
    if outcome.missing:
        return {"error": "not there"}
    if outcome.timed_out:
        return {"error": "took too long", "cost": outcome.cost}
    if outcome.status not in tool.good_statuses:
        last = (err.read_text(errors="replace").strip().splitlines() or [""])[-1]
        how = "crashed" if outcome.crashed else "failed"
        return {"error": f"{how} ({outcome.status}) {last}".strip(), "cost": outcome.cost}
    findings = tool.read_database(raw, context)
    failed = [["", "some inputs could not be analysed"]] if outcome.status == 3 else []
    return {"files": len(target.entries), "failed": failed, "findings": findings, "cost": outcome.cost}


def analyse(tool: Tool, target: Target, raw: Path, jobs: int, functions: FunctionMap, deadline: float | None = None) -> dict:
    """Runs one tool over one target and returns its record."""
    shutil.rmtree(raw, ignore_errors=True)
    record = header(target, tool, jobs)
    if not record["tool_version"] and not tool.whole_program:
        return {**record, "error": "not there"}
    context = Context(target.root, functions)
    driver = run_database if tool.whole_program else run_units
    outcome = driver(tool, target, raw, jobs, context, deadline)
    cost = outcome.pop("cost", Cost())
    findings = deduplicated(outcome.pop("findings", []))
    record.update(outcome, cpu=round(cost.cpu, 2), wall=round(cost.wall, 2), peak_kb=cost.peak_kb)
    record["root"] = target.root
    record["findings"] = [to_record(f) for f in findings]
    record["texts"] = SourceLines(target.root).texts_for(findings)
    return record


def run_program(target: Target, tools: list, place: Place, jobs: int, deadline: float | None, missing: bool, tell) -> None:
    """Runs all tools over one program, or those without a record, and stores a record for each."""
    functions = FunctionMap(list(target.entries))
    for tool in tools:
        if missing and place.result(target.name, tool.name).exists():
            continue
        record = analyse(tool, target, place.raw(target.name, tool.name), jobs, functions, deadline)
        write_json(place.result(target.name, tool.name), record)
        tell(record)
