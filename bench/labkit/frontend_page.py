"""The front end's measurements as one Markdown page, with the bounds they are held against and how to repeat them."""

import datetime

from .frontend import Measurement
from .markdown import table
from .run import commit, machine

COLD, WARM, UNKNOWN, PEAK_MB = 1.35, 0.03, 0.005, 1536
HEADS = ["program", "language", "files", "KLOC", "clang CPU s", "cold CPU s", "cold / clang", "warm / cold", "peak MB, -j2",
         "identical", "functions in Clang", "missing", "unknown", "trouble"]  # fmt: skip


def share(part: float, whole: float) -> float | None:
    return part / whole if whole else None


def in_percent(value: float | None) -> str | None:
    return None if value is None else f"{100 * value:.2f} %"


def row(m: Measurement) -> list:
    start = [m.name, m.language, m.files, m.kloc, m.clang_cpu]
    notes = list(m.trouble)
    if m.clang_failed:
        notes.append(f"clang rejects {m.clang_failed} files")
    if m.warm is None:
        return [*start, *[None] * (len(HEADS) - len(start) - 1), "; ".join(notes)]
    cold, warm = m.cold.cost.cpu, m.warm.cost.cpu
    unknown = share(m.stats.get("unknown", 0), m.stats.get("pointer_statements", 0))
    return [*start, cold, share(cold, m.clang_cpu), in_percent(share(warm, cold)), m.peak_kb // 1024, m.identical,
            m.clang_functions, len(m.missing), in_percent(unknown), "; ".join(notes)]  # fmt: skip


def breaches(m: Measurement) -> list[str]:
    """The bounds that a program does not keep."""
    if m.warm is None:
        return [f"{m.name}: not measured: {'; '.join(m.trouble)}"]
    cold, warm = m.cold.cost.cpu, m.warm.cost.cpu
    checks = [
        (cold > COLD * m.clang_cpu, f"cold is {share(cold, m.clang_cpu) or 0:.2f} x Clang"),
        (warm > WARM * cold, f"warm is {in_percent(share(warm, cold))} of cold"),
        (m.identical != "yes", f"output is not identical ({m.identical})"),
        (bool(m.missing), f"{len(m.missing)} functions are missing, the first is {m.missing[0] if m.missing else ''}"),
        (m.stats.get("unknown", 0) > UNKNOWN * m.stats.get("pointer_statements", 0), "too many unknown statements"),
        (not m.stats, "no statistics"),
        (m.peak_kb > PEAK_MB * 1024, f"the peak is {m.peak_kb // 1024} MB"),
        (any("crashed" in t for t in m.trouble), "crashed"),
    ]
    return [f"{m.name}: {text}" for broken, text in checks if broken]


def causes_rows(measurements: list[Measurement]) -> list[list]:
    return [[m.name, cause, count] for m in measurements
            for cause, count in sorted(m.stats.get("unknown_by_cause", {}).items(), key=lambda c: (-c[1], c[0]))]  # fmt: skip


def page(measurements: list[Measurement], command: str) -> str:
    when = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d")
    broken = [text for m in measurements for text in breaches(m)]
    parts = [
        "# The front end on real programs\n",
        f"Measured {when}, commit {commit()}, on {machine()}.\n",
        f"Repeat with `{command}`.\n",
        f"Bounds: cold / clang at most {COLD}, warm / cold at most {100 * WARM:.0f} %, unknown at most {100 * UNKNOWN} % of the "
        "statements that touch pointers, no function missing, no crash, peak at most "
        f"{PEAK_MB} MB, output identical for one and two jobs, cold and warm.\n",
        table(HEADS, [row(m) for m in measurements]),
        "\n".join(f"- {text}" for text in broken) + "\n" if broken else "All bounds are kept.\n",
    ]
    causes = causes_rows(measurements)
    if causes:
        parts.append("## Unknown statements by cause\n\n" + table(["program", "cause", "count"], causes))
    return "\n".join(parts)
