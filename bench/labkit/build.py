"""From a description to a compile database.

    source package ─▶ configure ─▶ build under Bear ─▶ compile_commands.json ─▶ the program's own files only

The build runs with Clang as CC and CXX. A build that fails half way still gives a database of what was compiled until
then; that is recorded and shown, not hidden: the page says how many files took part. What Bear recorded is kept as
`recorded.json`; the database that the tools see has every source file once (libtool compiles each twice) and no
configure probes.
"""

import os
import shutil
import subprocess
from pathlib import Path

from .apt import Apt, source_version
from .compdb import Entry, count_lines, load_database, store_database
from .dryrun import entries_from
from .errors import LabError
from .place import Place, read_json, write_json
from .program import Program

TOOLCHAIN = ("bear", "dpkg-dev")


def select_entries(program: Program, entries: list[Entry], source: Path) -> list[Entry]:
    """The entries of the program's own files inside its source tree, one a file, in a stable order."""
    chosen: dict[str, Entry] = {}
    root = source.resolve()
    for entry in entries:
        path = Path(entry.path)
        if not path.exists() or not path.is_relative_to(root):
            continue
        relative = str(path.relative_to(root))
        if "conftest" in path.name or not program.wants(relative):
            continue
        chosen.setdefault(relative, entry)
    return [chosen[k] for k in sorted(chosen)]


def build_environment(program: Program, jobs: int) -> dict[str, str]:
    env = dict(os.environ, CC="clang-19", CXX="clang++-19", JOBS=str(jobs), LC_ALL="C.UTF-8")
    env["FORCE_UNSAFE_CONFIGURE"] = "1"  # gnulib refuses to be configured by root; a container is root
    env.update(program.env)
    return env


def shell(text: str, cwd: Path, env: dict, log, prefix: tuple = ()) -> int:
    """Runs shell text with its output in the log; a step without text succeeds."""
    if not text:
        return 0
    log.write(f"\n$ {text}\n".encode())
    log.flush()
    command = [*prefix, "sh", "-ec", text]
    return subprocess.run(command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=log, stderr=log).returncode


def build_program(program: Program, place: Place, jobs: int) -> dict:
    """Fetches, configures and builds one program; returns what goes into built.json."""
    home = place.program(program.name)
    home.mkdir(parents=True, exist_ok=True)
    with (home / "fetch.log").open("wb") as log:
        apt = Apt(place.apt, log)
        apt.prepare()
        apt.install([p for p in TOOLCHAIN if not shutil.which({"dpkg-dev": "dpkg-source"}.get(p, p))])
        source = apt.source(program.debian, home / "src")
        apt.build_dependencies(program.debian)
        apt.install(program.packages)
        return configure_and_record(program, place, source, jobs, log)


def record_build(program: Program, home: Path, source: Path, env: dict, log) -> tuple[int, list[Entry]]:
    recorded = home / "recorded.json"
    recorded.unlink(missing_ok=True)
    status = shell(program.build, source, env, log, prefix=("bear", "--output", str(recorded), "--"))
    return status, load_database(recorded) if recorded.exists() else []


def record_dry_run(program: Program, home: Path, source: Path, env: dict, log) -> tuple[int, list[Entry]]:
    printed = home / "printed.txt"
    with printed.open("wb") as out:
        status = shell(program.build, source, env, out)
    return status, entries_from(printed.read_text(errors="replace"), source, (env["CC"], env["CXX"]))


def configure_and_record(program: Program, place: Place, source: Path, jobs: int, log) -> dict:
    env = build_environment(program, jobs)
    status = shell(program.configure, source, env, log)
    if status != 0:
        raise LabError(f"{program.name}: configure failed ({status}); see its fetch.log")
    recorder = record_dry_run if program.record == "dry-run" else record_build
    status, recorded = recorder(program, place.program(program.name), source, env, log)
    entries = select_entries(program, recorded, source)
    if not entries:
        raise LabError(f"{program.name}: no file was compiled; see its fetch.log")
    store_database(entries, place.database(program.name))
    return {
        "name": program.name,
        "version": source_version(source),
        "language": program.language,
        "files": len(entries),
        "kloc": round(count_lines(entries) / 1000, 1),
        "build_status": status,
        "root": str(source.resolve()),
    }


def fetch(program: Program, place: Place, jobs: int, again: bool = False) -> dict:
    """The recorded outcome of building a program; builds it where that has not happened yet."""
    path = place.database(program.name) / "built.json"
    known = read_json(path)
    if known and not again and "error" not in known:
        return known
    try:
        outcome = build_program(program, place, jobs)
    except LabError as problem:
        outcome = {"name": program.name, "language": program.language, "kloc": program.kloc, "error": str(problem)}
    write_json(path, outcome)
    return outcome
