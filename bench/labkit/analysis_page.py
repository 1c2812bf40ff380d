"""An engine's cost as one Markdown page and a plot, with the bounds it is held against and how to repeat it."""

import datetime

from .analysis_cost import Measurement, slope
from .markdown import table
from .run import commit, machine
from .svg import Axis, Chart

RATIO, SLOPE = {"ownership": 0.60, "path": 3.0, "decided": 3.0}, 1.1
USUAL_RATIO = 0.40
HEADS = ["program", "files", "KLOC", "clang CPU s", "loading CPU s", "analysis CPU s", "analysis / clang", "in instructions", "peak MB",
         "statements", "steps a statement", "cut off", "findings", "trouble"]  # fmt: skip


def ratio(part, whole):
    return part / whole if part is not None and whole else None


def bound(engine: str) -> float:
    """What share of Clang's time an engine may take."""
    return RATIO.get(engine, USUAL_RATIO)


def row(m: Measurement) -> list:
    total = m.total
    return [m.name, m.files, m.kloc, m.floor.cpu, m.loading.cpu, m.analysis.cpu, ratio(m.analysis.cpu, m.floor.cpu),
            ratio(m.analysis.instructions, m.floor.instructions), m.check.peak_kb // 1024,
            total.statements if total else None, ratio(total.steps, total.statements) if total else None,
            m.cut_off, m.findings, "; ".join(m.trouble)]  # fmt: skip


def growth(measurements: list[Measurement]) -> dict[str, float | None]:
    """The slopes over size, by what is counted."""
    ways = {
        "analysis, CPU": [(m.kloc, m.analysis.cpu) for m in measurements],
        "analysis, instructions": [(m.kloc, m.analysis.instructions or 0) for m in measurements],
        "analysis, steps": [(m.kloc, m.total.steps if m.total else 0) for m in measurements],
        "clang, CPU": [(m.kloc, m.floor.cpu) for m in measurements],
    }
    return {name: slope(points) for name, points in ways.items()}


def breaches(measurements: list[Measurement], engine: str) -> list[str]:
    found = []
    for m in measurements:
        share = ratio(m.analysis.cpu, m.floor.cpu)
        if share is not None and share > bound(engine):
            found.append(f"{m.name}: the analysis takes {share:.2f} of Clang's time")
        found += [f"{m.name}: {trouble}" for trouble in m.trouble]
    slopes = growth(measurements)
    counted = slopes["analysis, instructions"]
    steepest = counted if counted is not None else slopes["analysis, CPU"]
    if len(measurements) >= 5 and steepest is not None and steepest > SLOPE:
        found.append(f"the cost grows with the power {steepest:.2f} of the size")
    return found


def chart(measurements: list[Measurement], engine: str) -> Chart:
    result = Chart(f"Cost of the {engine} engine against size", Axis("KLOC", log=True), Axis("CPU seconds", log=True))
    names = [m.name for m in measurements]
    slopes = growth(measurements)

    def label(name: str, key: str) -> str:
        return name if slopes[key] is None else f"{name}, slope {slopes[key]:.2f}"

    result.add(label(engine, "analysis, CPU"), [(m.kloc, m.analysis.cpu) for m in measurements], names)
    result.add(label("clang", "clang, CPU"), [(m.kloc, m.floor.cpu) for m in measurements], names)
    return result


def page(measurements: list[Measurement], engine: str, command: str, plot: str) -> str:
    when = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d")
    broken = breaches(measurements, engine)
    slopes = [[name, value] for name, value in growth(measurements).items() if value is not None]
    slowest = [[m.name, f"`{e.function}`", e.statements, e.looks, e.steps, ratio(e.steps, e.statements)]
               for m in measurements for e in m.slowest]  # fmt: skip
    parts = [
        f"# What the {engine} engine costs\n",
        f"Measured {when}, commit {commit()}, on {machine()}, with one job.\n",
        f"Repeat with `{command}`.\n",
        "Clang is `clang-19 -fsyntax-only` over the same files in the same run. Loading is reading the heap IR back from the cache; "
        "the analysis is everything after that, from linking to the report. Steps are the engine's own count, the same on every "
        "machine.\n",
        f"Bounds: analysis / clang at most {bound(engine)}; growth at most with the power {SLOPE} of the size.\n",
        table(HEADS, [row(m) for m in measurements]),
        "\n".join(f"- {text}" for text in broken) + "\n" if broken else "All bounds are kept.\n",
        f"## Growth\n\nThe power of the program's size that each grows with (1 is linear):\n\n{table(['what', 'power'], slopes)}",
        f"![CPU time against size]({plot})\n",
        "## The costliest functions\n\n"
        + table(["program", "function", "statements", "looked at", "steps", "steps a statement"], slowest),
    ]
    return "\n".join(parts)
