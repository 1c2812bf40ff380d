#!/usr/bin/env python3
"""Signatures that are read back: `custody sigs --engine=ownership --annotate`, then `check --spec` on the same program.

    round_trip.py CUSTODY FILE...          each file is a program
    round_trip.py CUSTODY -p DIR           a compilation database

The declarations must be ones that `specs check` accepts without a word, and with them there must be no finding that there
was not before: a declaration replaces the body, so whatever it leaves out would show as a leak in a caller.
"""

import json
import os
import subprocess
import sys
import tempfile

ENGINES = ["", "--engine=ownership"]


def run(command, allowed):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in allowed:
        raise SystemExit(f"{' '.join(command)}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def findings(custody, program, engine, spec):
    extra = ["--spec", spec] if spec else []
    command = [custody, "check", "--format=json", *([engine] if engine else []), *extra, *program]
    told = [json.loads(line) for line in run(command, (0, 1)).splitlines() if line.strip()]
    return [f for f in told if "kind" in f]


def places(finding):
    """One problem has one allocation and several losses, of which one is told. With a specification the allocation may be
    the call instead of what it calls; then the loss is the same."""
    return {(finding["kind"], finding[end]["file"], finding[end]["line"]) for end in ("allocation", "loss")}


def round_trip(custody, program):
    """The mistakes, and how many functions were declared."""
    mistakes = []
    with tempfile.TemporaryDirectory() as folder:
        spec = os.path.join(folder, "inferred.own")
        run([custody, "sigs", "--engine=ownership", "--annotate", *program, "-o", spec], (0,))
        checked = subprocess.run([custody, "specs", "check", spec], capture_output=True, text=True, check=False)
        if checked.returncode or "0 errors, 0 warnings" not in checked.stdout:
            return [checked.stdout + checked.stderr], 0
        for engine in ENGINES:
            known = set().union(*map(places, findings(custody, program, engine, None)))
            for finding in findings(custody, program, engine, spec):
                if not places(finding) & known:
                    mistakes.append(f"new with {engine or 'the default pipeline'}: {sorted(places(finding))}")
        with open(spec) as text:
            return mistakes, sum(not line.startswith("container") for line in text)


def main():
    custody, *arguments = sys.argv[1:]
    programs = [arguments] if arguments[0] == "-p" else [[file] for file in arguments]
    failed = declared = 0
    for program in programs:
        mistakes, count = round_trip(custody, program)
        declared += count
        failed += bool(mistakes)
        for mistake in mistakes:
            print(f"{program[-1]}: {mistake}")
    print(f"{len(programs)} programs, {declared} functions declared, {failed} with mistakes")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
