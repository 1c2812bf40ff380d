"""The command line of the lab: what can be asked, and nothing of how it is answered.

Each command has a function here that turns options into a call and the answer into text on the terminal.
Status: 0 done, 1 done and something differs or failed, 2 wrong use.
"""

import argparse
import sys
from pathlib import Path

from . import build, suite_runs
from .corpus import run_corpus
from .errors import LabError
from .pair import load_fixes, run_pair, run_pairs
from .place import DEFAULT_CUSTODY, REPOSITORY, place_from, write_json
from .program import load_program, program_names
from .report import unjudged_lines, write_report
from .run import run_program, target_from_database
from .sanitize import sanitize_corpus
from .tools import chosen_tools
from .tools.custody import built_in_engines


def say(text: str) -> None:
    print(text, flush=True)


def command_fetch(options) -> int:
    place = place_from(options.work)
    status = 0
    for name in options.programs or program_names():
        outcome = build.fetch(load_program(name), place, options.jobs, options.again)
        if "error" in outcome:
            status = 1
            say(f"{name}: {outcome['error']}")
        else:
            say(f"{name} {outcome['version']}: {outcome['files']} files, {outcome['kloc']} KLOC, "
                f"build status {outcome['build_status']}, {place.database(name)}")  # fmt: skip
    return status


def tell_record(record: dict) -> None:
    what = f"{record['program']}, {record['tool']}: "
    if "error" in record:
        say(what + record["error"])
        return
    say(what + f"{len(record['findings'])} findings, CPU {record['cpu']} s, wall {record['wall']} s, "
        f"peak {record['peak_kb'] // 1024} MB, {len(record['failed'])} of {record['files']} files failed")  # fmt: skip


def targets(options, place):
    """What `run` is asked to look at: databases by path, or described programs (fetched if they are not there)."""
    if options.db:
        if not options.name:
            raise LabError("--db needs --name")
        yield target_from_database(options.name, Path(options.db).resolve(), options.root or "")
        return
    for name in options.programs or program_names():
        built = build.fetch(load_program(name), place, options.jobs)
        if "error" in built:
            say(f"{name}: {built['error']}")
        else:
            yield target_from_database(name, place.database(name), built=built)


def command_run(options) -> int:
    place = place_from(options.work)
    tools = chosen_tools(options.tools, options.custody)
    for target in targets(options, place):
        run_program(target, tools, place, options.jobs, options.timeout, options.missing, tell_record)
    return 0


def command_report(options) -> int:
    say(str(write_report(place_from(options.work), options.docs)))
    return 0


def command_judge(options) -> int:
    for line in unjudged_lines(place_from(options.work), options.program):
        say(line)
    return 0


def fix_of(options) -> dict:
    """The fix to look for: from the list by its id, or by file and function."""
    if options.fixes:
        fixes = load_fixes(Path(options.fixes))
        if options.id not in fixes:
            raise LabError(f"{options.fixes}: no fix with the id {options.id!r}")
        return fixes[options.id]
    if not (options.file and options.function):
        raise LabError("a pair needs --file and --function, or --fixes and --id")
    return {"id": options.id or f"{Path(options.file).stem}-{options.function}", "file": options.file,
            "function": options.function}  # fmt: skip


def finders(options, place) -> list:
    """The chosen tools that find something; only that counts here, so Custody's runs share a cache."""
    return [t for t in chosen_tools(options.tools, options.custody, place.cache) if t.name != "syntax-only"]


def command_pair(options) -> int:
    place = place_from(options.work)
    fix = fix_of(options)
    tools = finders(options, place)
    record = run_pair(Path(options.before).resolve(), Path(options.after).resolve(), fix, tools, place, options.jobs)
    write_json(place.pairs / f"{fix['id']}.json", record)
    for tool, found in record["tools"].items():
        say(f"{fix['id']}, {tool}: {found['answer']}")
    return 0


def command_pairs(options) -> int:
    """Every fix of a list, or those asked for, whose two databases are at FOLDER/ID/before and FOLDER/ID/after."""
    place, folder = place_from(options.work), Path(options.folder).resolve()
    wanted = tuple(options.ids) or ("",)
    fixes = [f for i, f in load_fixes(Path(options.fixes)).items() if i.startswith(wanted)]
    without = 0
    for record in run_pairs(fixes, folder, finders(options, place), place, options.jobs, options.missing):
        without += "error" in record
        say(f"{record['id']}: " + (record.get("error") or ", ".join(f"{t} {a['answer']}" for t, a in record["tools"].items())))
    say(f"{len(fixes) - without} pairs" + (f", {without} more could not be run" if without else ""))
    return 0


def command_suite(options) -> int:
    place = place_from(options.work)
    tools = finders(options, place)
    for record in suite_runs.run_suite(options.suite, Path(options.path).resolve(), tools, place, options.jobs, options.limit):
        write_json(place.suites / f"{record['suite']}-{record['tool']}.json", record)
        say(f"{record['suite']}, {record['tool']}: " + (record.get("error") or
            f"{record['found']} of {record['cases']} bad cases found, {record['alarms']} alarms in good code"))  # fmt: skip
    return 0


def command_corpus(options) -> int:
    if options.sanitize:
        return 1 if sanitize_corpus(options.folder, options.jobs, say) else 0
    engines = [options.engine] if options.engine else ["", *built_in_engines(options.custody)]
    return 1 if run_corpus(options.folder, options.custody, engines, options.jobs, options.bless, say) else 0


def add_common(command, tools: bool = True) -> None:
    command.add_argument("-j", dest="jobs", type=int, default=2, help="jobs (default 2)")
    command.add_argument("--custody", type=Path, default=DEFAULT_CUSTODY, help="the binary (default: build/custody)")
    if tools:
        command.add_argument("--tools", help="comma-separated names (default: all)")


def add_measuring(commands) -> None:
    fetch = commands.add_parser("fetch", help="get, configure and build programs into compile databases")
    fetch.add_argument("programs", nargs="*", metavar="PROGRAM")
    fetch.add_argument("-j", dest="jobs", type=int, default=2)
    fetch.add_argument("--again", action="store_true", help="even if it was built before")
    fetch.set_defaults(run=command_fetch)

    run = commands.add_parser("run", help="run the tools over programs")
    run.add_argument("programs", nargs="*", metavar="PROGRAM")
    run.add_argument("--db", help="a compile database instead of a described program")
    run.add_argument("--name", help="what to call it")
    run.add_argument("--root", help="the directory that paths in findings are relative to (default: the common one)")
    run.add_argument("--missing", action="store_true", help="only what has no stored result yet")
    run.add_argument("--timeout", type=float, help="seconds of CPU a command may take")
    add_common(run)
    run.set_defaults(run=command_run)

    report = commands.add_parser("report", help="write docs/results.md and the plots")
    report.add_argument("--docs", type=Path, default=REPOSITORY / "docs")
    add_common(report, tools=False)
    report.set_defaults(run=command_report)

    judge = commands.add_parser("judge", help="print truth lines to fill in for findings nobody has judged")
    judge.add_argument("program")
    add_common(judge, tools=False)
    judge.set_defaults(run=command_judge)


def add_known(commands) -> None:
    pair = commands.add_parser("pair", help="compare findings before and after a known fix")
    pair.add_argument("before")
    pair.add_argument("after")
    pair.add_argument("--file")
    pair.add_argument("--function")
    pair.add_argument("--fixes", help="a list of known fixes, to take file and function from by --id")
    pair.add_argument("--id")
    add_common(pair)
    pair.set_defaults(run=command_pair)

    pairs = commands.add_parser("pairs", help="all prepared pairs of a list of known fixes")
    pairs.add_argument("fixes", help="lines of JSON: id, file, function, kind")
    pairs.add_argument("folder", help="contains ID/before and ID/after, each with a compile_commands.json")
    pairs.add_argument("ids", nargs="*", metavar="ID", help="only fixes whose id begins so (default: all)")
    pairs.add_argument("--missing", action="store_true", help="only tools without a stored answer of their present version")
    add_common(pairs)
    pairs.set_defaults(run=command_pairs)

    suite = commands.add_parser("suite", help="a micro suite from outside, by path")
    suite.add_argument("suite", choices=("juliet", "svf"))
    suite.add_argument("path")
    suite.add_argument("--limit", type=int, default=0, help="only so many cases of each kind")
    add_common(suite)
    suite.set_defaults(run=command_suite)

    corpus = commands.add_parser("corpus", help="the gate: findings in tests/corpus against its expectations")
    corpus.add_argument("--folder", type=Path, default=REPOSITORY / "tests" / "corpus")
    corpus.add_argument("--sanitize", action="store_true", help="check the corpus itself: run it under AddressSanitizer")
    corpus.add_argument("--engine", default="", help="only this engine (default: the default pipeline and each engine)")
    corpus.add_argument("--bless", action="store_true", help="take today's differences as the known ones")
    add_common(corpus, tools=False)
    corpus.set_defaults(run=command_corpus)


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="bench/lab", description="Measures Custody against its peers on real programs.")
    top.add_argument("--work", help="work directory (default: $CUSTODY_LAB, or a cache directory of the user)")
    commands = top.add_subparsers(dest="command", required=True)
    add_measuring(commands)
    add_known(commands)
    return top


def main(arguments) -> int:
    options = parser().parse_args(arguments)
    try:
        return options.run(options)
    except LabError as problem:
        print(f"lab: {problem}", file=sys.stderr)
        return 2
