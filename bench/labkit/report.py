"""Gathers the records of a work directory and writes the page and the plots."""

import json
from pathlib import Path

from .errors import LabError
from .page import page, precision_chart, time_chart
from .place import TRUTH, Place, read_json
from .program import load_program, program_names
from .truth import blank_judgement, judge, load_truth
from .findings import from_record
from .tools import table_order


def load_records(place: Place) -> list[dict]:
    """All that was ever measured and not measured again: tools and programs need not come from one run."""
    records = [read_json(p) for p in sorted((place.work / "results").glob("*/*.json"))]
    return sorted(records, key=lambda r: (r["program"], table_order(r["tool"])))


def load_folder(folder: Path) -> list[dict]:
    return [read_json(p) for p in sorted(folder.glob("*.json"))]


def write_report(place: Place, docs: Path, truth_folder: Path = TRUTH) -> Path:
    """Writes docs/results.md and docs/plots/*.svg; without any record there is no page to write."""
    records = load_records(place)
    pairs, suites = load_folder(place.pairs), load_folder(place.suites)
    if not (records or pairs or suites):
        raise LabError(f"nothing measured in {place.work} yet; `bench/lab run` comes first")
    built = [read_json(p) for p in sorted((place.work / "programs").glob("*/db/built.json"))]
    plots = docs / "plots"
    plots.mkdir(parents=True, exist_ok=True)
    (plots / "time.svg").write_text(time_chart(records).svg())
    (plots / "precision.svg").write_text(precision_chart(records, truth_folder).svg())
    target = docs / "results.md"
    described = [load_program(name) for name in program_names()]
    target.write_text(page(records, built, pairs, suites, truth_folder, described))
    return target


def unjudged_lines(place: Place, program: str, truth_folder: Path = TRUTH) -> list[str]:
    """Truth lines to fill in, one for each unit nobody has judged; tools that agree share a line."""
    truth = load_truth(program, truth_folder)
    blanks: dict[tuple, dict] = {}
    for record in (r for r in load_records(place) if r["program"] == program):
        texts = record.get("texts", {})
        for finding in map(from_record, record.get("findings", [])):
            judged = judge(finding, texts, truth)
            if judged.verdict != "unjudged":
                continue
            blank = blank_judgement(judged, texts, record["tool"])
            known = blanks.setdefault((judged.unit, judged.alloc_line), blank)
            known["tools"] = sorted({*known["tools"], record["tool"]})
    return [json.dumps(b) for b in blanks.values()]
