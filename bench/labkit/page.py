"""The results page: everything measured, as tables, with what is needed to repeat it.

The page is made of records alone (`labkit.run`, `labkit.pair`, `labkit.suites`) and of the truth files; making it twice
from the same records gives the same page. A program that could not be built, a tool that is not there or failed, are
rows that say so.
"""

import re
from pathlib import Path

from .findings import from_record
from .markdown import percent, table
from .suites import FLOWS
from .svg import Axis, Chart
from .tools import table_order
from .truth import Score, load_truth, score

FLOOR = "syntax-only"
BUSY = 3.0


def is_custody(tool: str) -> bool:
    return tool.partition(":")[0] == "custody"


def seen_share(records: list[dict]) -> dict[tuple, float]:
    """By program and tool, the share of the program's files that the tool read: one that reads C sees few of a C++ program."""
    most: dict[str, int] = {}
    for r in records:
        most[r["program"]] = max(most.get(r["program"], 0), r.get("files") or 0)
    read = {(r["program"], r["tool"]): (r.get("files") or 0) - len(r.get("failed") or []) for r in records}
    return {key: count / (most[key[0]] or 1) for key, count in read.items()}


def comparable(records: list[dict]) -> list[dict]:
    """The records that say something about the tool on the program: no failure, and at least half of the files seen."""
    shares = seen_share(records)
    return [r for r in records if "error" not in r and shares[r["program"], r["tool"]] >= 0.5]


def findings_of(record: dict) -> list:
    return [from_record(f) for f in record.get("findings", [])]


def score_of(record: dict, truth_folder: Path) -> Score:
    return score(findings_of(record), record.get("texts", {}), load_truth(record["program"], truth_folder))


def setup_section(records: list[dict]) -> str:
    dates = sorted(r["date"] for r in records)
    versions = {r["tool"]: r["tool_version"] or "not there" for r in records}
    own = sorted({r["commit"] for r in records if is_custody(r["tool"])})
    lines = [
        f"Measured {dates[0]} to {dates[-1]}, Custody of commit {', '.join(own) or '-'} (each row of the cost table has its own; a peer's is "
        "that of the lab: tools and programs that did not change are not measured again), "
        f"on {', '.join(sorted({r['machine'] for r in records}))}, {', '.join(sorted({str(r['jobs']) for r in records}))} "
        "job(s).",
        "",
        table(["tool", "version"], [[t, v] for t, v in versions.items() if ":" not in t]),
    ]
    return "\n".join(lines)


def without_folders(text: str) -> str:
    """Where a machine keeps its files says nothing to a reader of the page."""
    return re.sub(r"(?<!\S)/\S*/(\S+)", r"\1", text)


def program_rows(built: list[dict], records: list[dict], described: list) -> list[list]:
    rows = {p.name: [p.name, "", p.language, p.kloc, "", "not fetched"] for p in described}
    for record in records:
        rows[record["program"]] = [record["program"], record["program_version"], record["language"], record["kloc"],
                                   record.get("files") or "", "measured"]  # fmt: skip
    for outcome in built:
        if "error" in outcome:
            rows[outcome["name"]] = [outcome["name"], "", outcome["language"], outcome["kloc"], "",
                                     without_folders(outcome["error"])]  # fmt: skip
        elif outcome["name"] not in rows:
            rows[outcome["name"]] = [outcome["name"], outcome["version"], outcome["language"], outcome["kloc"],
                                     outcome["files"], "built, not measured"]  # fmt: skip
    return [rows[name] for name in sorted(rows)]


def cost_rows(records: list[dict]) -> list[list]:
    floors = {r["program"]: r["cpu"] for r in records if r["tool"] == FLOOR and "error" not in r}
    shares = seen_share(records)
    rows = []
    for r in records:
        when = f"{r['date']}, {r['commit']}"
        if "error" in r:
            rows.append([r["program"], r["tool"], None, None, None, None, None, when, r["error"]])
            continue
        floor = floors.get(r["program"])
        share = shares[r["program"], r["tool"]]
        factor = r["cpu"] / floor if floor and share == 1 else None
        rows.append([r["program"], r["tool"], r["cpu"], factor, r["wall"], r["peak_kb"] // 1024, len(r["findings"]), when,
                     cost_note(r, share)])  # fmt: skip
    return rows


def cost_note(record: dict, share: float) -> str:
    """What a reader must know about a row: files not read or failed, and a wall time that is the neighbours' doing."""
    part = "" if share == 1 else f"reads {record['files']} of {round(record['files'] / share) if share else 'all'} files"
    failed = f"{len(record['failed'])} of {record['files']} files: {record['failed'][0][1]}" if record["failed"] else ""
    busy = f"busy machine (load {record['load']:.0f})" if record.get("load", 0) > BUSY else ""
    return "; ".join(filter(None, (part, failed, busy)))


def truth_rows(records: list[dict], truth_folder: Path) -> list[list]:
    rows = []
    for r in records:
        if r["tool"] == FLOOR or "error" in r:
            continue
        s = score_of(r, truth_folder)
        rows.append([r["program"], r["tool"], s.true, s.false, s.unsure, s.unjudged, percent(s.precision),
                     percent(s.recall), s.known])  # fmt: skip
    return rows


def totals(records: list[dict], truth_folder: Path) -> dict[str, Score]:
    """Scores by tool, added up over the programs."""
    sums: dict[str, list[int]] = {}
    for r in comparable(records):
        if r["tool"] == FLOOR:
            continue
        s = score_of(r, truth_folder)
        old = sums.setdefault(r["tool"], [0] * 5)
        sums[r["tool"]] = [a + b for a, b in zip(old, (s.true, s.false, s.unsure, s.unjudged, s.known))]
    return {tool: Score(*sums[tool]) for tool in sorted(sums, key=table_order)}


def total_rows(records: list[dict], truth_folder: Path) -> list[list]:
    return [[tool, s.true, s.false, s.unsure, s.unjudged, percent(s.precision), percent(s.recall), s.known]
            for tool, s in totals(records, truth_folder).items()]  # fmt: skip


def duel_rows(records: list[dict], truth_folder: Path) -> list[list]:
    """The default pipeline and each peer on the programs that both were run on: these can be compared."""
    rows = []
    usable = comparable(records)
    by_tool = {tool: {r["program"]: r for r in usable if r["tool"] == tool} for tool in dict.fromkeys(r["tool"] for r in usable)}
    for peer in (t for t in by_tool if not is_custody(t) and t != FLOOR):
        common = sorted(by_tool[peer].keys() & by_tool.get("custody", {}).keys())
        for tool in ("custody", peer) if common else ():
            s = totals([by_tool[tool][p] for p in common], truth_folder)[tool]
            rows.append([f"{len(common)} of {peer}", tool, s.true, s.false, s.unjudged, percent(s.precision), percent(s.recall), s.known,
                         sum(by_tool[tool][p]["cpu"] for p in common)])  # fmt: skip
    return rows


def pair_section(pairs: list[dict]) -> str:
    """One row a known fix, one column a tool; under it the hit rates."""
    tools = sorted({t for p in pairs for t in p["tools"]}, key=table_order)
    rows = [[p["id"], p["function"], p.get("kind", ""), *(p["tools"].get(t, {}).get("answer") or p.get("error", "") for t in tools)]
            for p in sorted(pairs, key=lambda p: p["id"])]  # fmt: skip
    rates = []
    for tool in tools:
        answers = [p["tools"][tool]["answer"] for p in pairs if tool in p["tools"]]
        counted = [a for a in answers if a in ("hit", "still there", "missed")]
        rates.append([tool, counted.count("hit"), counted.count("still there"), counted.count("missed"),
                      len(pairs) - len(counted), percent(counted.count("hit") / len(counted) if counted else None),
                      ", ".join(sorted({p["tools"][tool].get("commit", "") for p in pairs if tool in p["tools"] and is_custody(tool)}))])  # fmt: skip
    return (table(["fix", "function", "kind", *tools], rows) + "\n"
            + table(["tool", "hit", "still there after", "missed", "not run", "hit rate", "commit"], rates))  # fmt: skip


def suite_section(suites: list[dict]) -> str:
    ordered = sorted(suites, key=lambda s: (s["suite"], table_order(s["tool"])))
    rows = [[s["suite"], s["tool"], s.get("cases"), s.get("found"), percent(s["found"] / s["cases"] if s.get("cases") else None),
             s.get("at_call", ""), s.get("alarms"), s.get("date", ""), s.get("commit", "") if is_custody(s["tool"]) else "", s.get("error", "")] for s in ordered]  # fmt: skip
    return (table(["suite", "tool", "bad cases", "found", "share", "and at a helper's call", "alarms in good code", "date", "commit", "note"], rows) + "\n"
            + flow_table(ordered))  # fmt: skip


def flow_table(suites: list[dict]) -> str:
    """Juliet by flow variant, one column a tool: found of bad cases, and alarms in good code after a plus."""
    tools = list(dict.fromkeys(s["tool"] for s in suites if s.get("flows")))
    rows = []
    for suite in dict.fromkeys(s["suite"] for s in suites if s.get("flows")):
        by_tool = {s["tool"]: s["flows"] for s in suites if s["suite"] == suite and s.get("flows")}
        for name, meaning, _ in FLOWS:
            cells = [flow_cell(by_tool.get(tool, {}).get(name)) for tool in tools]
            if any(cells):
                rows.append([suite, f"{name}: {meaning}", *cells])
    return table(["suite", "flow variants", *tools], rows)


def flow_cell(counts: list[int] | None) -> str:
    return f"{counts[1]} of {counts[0]}" + (f", +{counts[2]} alarms" if counts[2] else "") if counts else ""


def style_of(tool: str, records: list[dict]) -> int:
    """A tool looks the same in both plots."""
    return sorted({r["tool"] for r in records}, key=table_order).index(tool)


def time_chart(records: list[dict]) -> Chart:
    chart = Chart("CPU time against size", Axis("KLOC", log=True), Axis("CPU seconds", log=True), trend=True)
    usable = [r for r in comparable(records) if r["cpu"] > 0]
    for tool in sorted({r["tool"] for r in usable}, key=table_order):
        mine = [r for r in usable if r["tool"] == tool]
        titles = [f"{r['program']}, {tool}: {r['cpu']} s" for r in mine]
        chart.add(tool, [(r["kloc"], r["cpu"]) for r in mine], titles, style_of(tool, records))
    return chart


def precision_chart(records: list[dict], truth_folder: Path) -> Chart:
    chart = Chart("Precision against recall", Axis("recall, %", low=0, high=100), Axis("precision, %", low=0, high=100), names=True)
    for tool, s in totals(records, truth_folder).items():
        if s.precision is not None and s.recall is not None:
            point = (100 * s.recall, 100 * s.precision)
            title = f"{tool}: precision {point[1]:.0f} %, recall {point[0]:.0f} %"
            chart.add(tool, [point], [title], style_of(tool, records))
    return chart


def page(records: list[dict], built: list[dict], pairs: list[dict], suites: list[dict], truth_folder: Path, described: list = ()) -> str:
    """The whole page. Sections without data say so."""
    none = "Nothing measured yet.\n"
    judged = ["true", "false", "unsure", "unjudged", "precision", "recall", "known true"]
    sections = [
        "# Results\n\nThis page is generated by `bench/lab report`; `bench/README.md` tells how to repeat it.\n",
        setup_section(records) if records else none,
        "## Programs\n\n" + table(["program", "version", "language", "KLOC", "files", "state"], program_rows(built, records, list(described))),
        "## Cost\n\nCPU includes all child processes; × floor is CPU against `clang-19 -fsyntax-only` over the same files; "
        "peak is that of the largest process. Lines in the plot are the power laws that fit best.\n\n![CPU time against size](plots/time.svg)\n\n"
        + table(["program", "tool", "CPU s", "× floor", "wall s", "peak MB", "findings", "measured", "note"], cost_rows(records)),
        "## Judged findings\n\nA unit is an allocation lost by a function. Recall is against all units known to be real, "
        "whichever tool found them. What nobody found and nobody read is not known: where only one tool's findings were judged, its "
        "recall is near 100 % by construction and says nothing. Precision is of what was judged, often a random sample.\n\n"
        "![Precision against recall](plots/precision.svg)\n\n"
        "Custody's default pipeline and each peer, on the programs that both were run on:\n\n"
        + table(["programs", "tool", "true", "false", "unjudged", "precision", "recall", "known true", "CPU s"], duel_rows(records, truth_folder))
        + "\nEach tool on all programs that it was run on (a tool that reads less than half of a program's files does not count "
        "there). Rows of tools that ran on different programs cannot be compared:\n\n"
        + table(["tool", *judged], total_rows(records, truth_folder)) + "\n"
        + table(["program", "tool", *judged], truth_rows(records, truth_folder)),
        "## Known fixes\n\nA hit is a finding in the fixed function that is there before the fix and gone after it. Rates are over the "
        "fixes that a tool was run on.\n\n"
        + (pair_section(pairs) if pairs else none),
        "## Micro suites\n\nJuliet is an even sample of its cases, each weakness for itself. In SVF's suite a leak counts as found if the "
        "annotated line is named; where only the call of the helper is named that the line is in, it counts for itself. "
        "Its second frees go through a function, so that peers tell of a use after free there, which is not counted.\n\n" + (suite_section(suites) if suites else none),
    ]  # fmt: skip
    return "\n".join(sections)
