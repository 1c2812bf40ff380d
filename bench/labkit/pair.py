"""Known fixes: does a tool see the leak before the fix, and does it fall silent after it?

A maintainer's fix is the best judge there is. Two compile databases stand for the states before and after; a tool
*hits* if a finding in the fixed function is there before and gone after. A finding that is there in both states is
"still there" (it was about something else, or the tool does not understand the fix), and none before is "missed".

Findings are compared by kind and by the text of the line where the memory came in, and counted: if a function had two
findings of the same text and one is left, that one is a hit. If as many are there after the fix as before, the fix only
changed the text of such a line, and nothing was hit. Compiler-like tools see only the translation units of the
file (a header's: all units that the databases have in its directory); Custody sees the whole database, as its users run it.

A list of fixes may be run bit by bit: what is stored stays, a fix without its two databases is a record that says so,
and one that fails does not stop the others.
"""

import json
import os
from collections import Counter
from dataclasses import replace
from pathlib import Path

from .errors import LabError
from .findings import bare_function, from_record
from .functions import FunctionMap
from .place import Place, read_json, write_json
from .run import Target, analyse, target_from_database


def load_fixes(path: Path) -> dict[str, dict]:
    """The list of known fixes by id, from its lines of JSON."""
    try:
        lines = path.read_text().splitlines()
    except OSError as problem:
        raise LabError(f"{path}: {problem.strerror}") from None
    return {record["id"]: record for record in map(json.loads, filter(str.strip, lines))}


def units_of(target: Target, file: str) -> tuple:
    """The entries through which a file is seen."""
    same = tuple(e for e in target.entries if e.path.endswith("/" + file.lstrip("/")))
    if same:
        return same
    folder = os.path.dirname(file)
    return tuple(e for e in target.entries if os.path.dirname(e.path).endswith("/" + folder)) or target.entries


def ends_with(path: str, file: str) -> bool:
    """Whether two paths name the same file, one perhaps relative to a deeper root than the other."""
    return ("/" + path).endswith("/" + file.lstrip("/")) or ("/" + file).endswith("/" + path.lstrip("/"))


def findings_in(record: dict, file: str, function: str) -> Counter:
    """The findings of a record inside a function, by kind and text of where the memory came in."""
    wanted = bare_function(function)
    found = Counter()
    for finding in map(from_record, record.get("findings", [])):
        if bare_function(finding.function) == wanted and ends_with(finding.file, file):
            found[(finding.kind, record["texts"].get(f"{finding.file}:{finding.anchor_line}", ""))] += 1
    return found


def answer(before: Counter, after: Counter) -> str:
    if not before:
        return "missed"
    fewer = before.total() > after.total()
    return "hit" if fewer and any(count > after[key] for key, count in before.items()) else "still there"


def compare(tool, states: dict[str, Target], file: str, function: str, place: Place, identity: str, jobs: int) -> dict:
    """One tool over both states; if it finds nothing before, what it finds after is not asked."""
    found, told, cpu = {"after": Counter()}, {}, 0.0
    for state, target in states.items():
        seen = target if tool.whole_program else replace(target, entries=units_of(target, file))
        raw = place.raw(f"pair-{identity}-{state}", tool.name)
        record = analyse(tool, seen, raw, jobs, FunctionMap(list(seen.entries)))
        cpu += record.get("cpu", 0.0)
        told = {**{key: record[key] for key in ("date", "commit", "machine", "tool_version")}, "cpu": round(cpu, 2)}
        if "error" in record:
            return {**told, "answer": record["error"]}
        if len(record["failed"]) == record["files"] and not tool.whole_program:
            return {**told, "answer": f"{state}: {record['failed'][0][1]}"}
        found[state] = findings_in(record, file, function)
        if not found[state]:
            break
    shown = {state: [[*key, count] for key, count in sorted(counts.items())] for state, counts in found.items()}
    return {**told, "answer": answer(found["before"], found["after"]), **shown}


def record_of(fix: dict, answers: dict) -> dict:
    shown = {key: fix.get(key, "") for key in ("id", "file", "function", "kind", "language", "scope")}
    return {**shown, "tools": answers}


def run_pair(before: Path, after: Path, fix: dict, tools: list, place: Place, jobs: int) -> dict:
    """All tools on one known fix; returns the record that the page shows."""
    states = {"before": target_from_database(fix["id"], before), "after": target_from_database(fix["id"], after)}
    answers = {t.name: compare(t, states, fix["file"], fix["function"], place, fix["id"], jobs) for t in tools}
    return record_of(fix, answers)


def is_of_today(tool, stored: dict | None) -> bool:
    """Whether a stored answer is of the very tool that would be run now. A peer's record has the commit of the lab,
    which says nothing about the peer."""
    version = stored["tool_version"] if stored else ""
    return version != "" and version == tool.version() and tool.made_from() in ("", stored["commit"])


def stored_answers(place: Place, fix: dict) -> dict:
    return (read_json(place.pairs / f"{fix['id']}.json") or {}).get("tools", {})


def run_listed(fix: dict, home: Path, tools: list, place: Place, jobs: int, missing: bool) -> dict:
    """One fix of a list; answers of tools that are not run now stay as they are stored."""
    stored = stored_answers(place, fix)
    lacking = [s for s in ("before", "after") if not (home / s / "compile_commands.json").exists()]
    if lacking:
        return {**record_of(fix, stored), "error": f"no database {' and '.join(lacking)}"}
    chosen = [t for t in tools if not (missing and is_of_today(t, stored.get(t.name)))]
    if not chosen:
        return record_of(fix, stored)
    try:
        record = run_pair(home / "before", home / "after", fix, chosen, place, jobs)
    except LabError as problem:
        return {**record_of(fix, stored), "error": str(problem)}
    # Read again: another run may have stored the answers of other tools meanwhile.
    return {**record, "tools": {**stored_answers(place, fix), **record["tools"]}}


def run_pairs(fixes: list[dict], folder: Path, tools: list, place: Place, jobs: int, missing: bool):
    """Every fix of a list whose databases are at FOLDER/ID/before and FOLDER/ID/after; stores and yields its record."""
    for fix in fixes:
        record = run_listed(fix, folder / fix["id"], tools, place, jobs, missing)
        write_json(place.pairs / f"{fix['id']}.json", record)
        yield record
