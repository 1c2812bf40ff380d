"""An engine's cost as one Markdown page and a plot, with the bounds it is held against and how to repeat it."""

import datetime
import math
import os

from .analysis_cost import Measurement, slope
from .markdown import table
from .run import commit, machine
from .svg import Axis, Chart

RATIO, SLOPE = {"ownership": 0.60, "path": 3.0, "decided": 3.0}, 1.1
CUT_OFF = 0.01
USUAL_RATIO = 0.40
HEADS = ["program", "files", "KLOC", "clang CPU s", "loading CPU s", "analysis CPU s", "analysis / clang", "in instructions",
         "analysis, G instructions", "peak MB", "statements", "steps a statement", "cut off", "findings", "trouble"]  # fmt: skip


def ratio(part, whole):
    return part / whole if part is not None and whole else None


def bound(engine: str) -> float:
    """What share of Clang's time an engine may take."""
    return RATIO.get(engine, USUAL_RATIO)


def row(m: Measurement) -> list:
    total = m.total
    return [m.name, m.files, m.kloc, m.floor.cpu or None, m.loading.cpu, m.analysis.cpu, ratio(m.analysis.cpu, m.floor.cpu),
            ratio(m.analysis.instructions, m.floor.instructions), ratio(m.analysis.instructions, 1e9), m.check.peak_kb // 1024,
            total.statements if total else None, ratio(total.steps, total.statements) if total else None,
            m.cut_off, m.findings, "; ".join(m.trouble)]  # fmt: skip


def together(measurements: list[Measurement]) -> list:
    """All files of all programs as one row."""
    def total(part):
        values = [part(m) for m in measurements]
        return None if any(value is None for value in values) else sum(values)

    clang, analysis = total(lambda m: m.floor.cpu or None), total(lambda m: m.analysis.cpu)
    instructions, heap, steps = (total(lambda m: m.analysis.instructions), total(lambda m: m.total and m.total.statements),
                                 total(lambda m: m.total and m.total.steps))  # fmt: skip
    return ["together", total(lambda m: m.files), total(lambda m: m.kloc), clang, total(lambda m: m.loading.cpu), analysis,
            ratio(analysis, clang), ratio(instructions, total(lambda m: m.floor.instructions)), ratio(instructions, 1e9),
            max(m.check.peak_kb for m in measurements) // 1024, heap, ratio(steps, heap), total(lambda m: m.cut_off),
            total(lambda m: m.findings), ""]  # fmt: skip


def failed(m: Measurement) -> float | None:
    """The share of the functions that were over the budget."""
    return ratio(m.cut_off, m.total.functions) if m.total else None


def paper_row(m: Measurement) -> list:
    """As table 2 of the paper has it."""
    share = failed(m)
    return [m.name, round(m.kloc * 1000), m.analysis.cpu, round(m.kloc * 1000 / m.analysis.cpu) if m.analysis.cpu else None,
            m.total.functions if m.total else None,
            f"{m.cut_off} ({100 * share:.1f} %)" if share is not None else m.cut_off, m.allocators]  # fmt: skip


def statements(m: Measurement) -> int:
    return m.total.statements if m.total else 0


def evenly_spread(measurements: list[Measurement], smallest: float = 5, largest: float = 500, count: int = 5) -> list[Measurement]:
    """The programs whose KLOC lie nearest to so many sizes that are evenly spread on a logarithmic scale. Growth over these does
    not depend on which sizes are measured most often."""
    rest, chosen = list(measurements), []
    for i in range(count):
        wanted = smallest * (largest / smallest) ** (i / (count - 1))
        nearest = min(rest, key=lambda m: abs(math.log(m.kloc / wanted)), default=None)
        if nearest:
            chosen.append(nearest)
            rest.remove(nearest)
    return chosen


def growth(measurements: list[Measurement], size=lambda m: m.kloc) -> dict[str, float | None]:
    """The slopes over size, by what is counted."""
    ways = {
        "analysis, CPU": [(size(m), m.analysis.cpu) for m in measurements],
        "analysis, instructions": [(size(m), m.analysis.instructions or 0) for m in measurements],
        "analysis, steps": [(size(m), m.total.steps if m.total else 0) for m in measurements],
        "clang, CPU": [(size(m), m.floor.cpu) for m in measurements],
    }
    return {name: slope(points) for name, points in ways.items()}


def growth_part(measurements: list[Measurement]) -> list[str]:
    spread = evenly_spread(measurements)
    heads, ways = ["what", "over lines", "over statements"], [growth(measurements), growth(measurements, statements)]
    text = ("## Growth\n\nThe power of the program's size that each grows with (1 is linear). Lines are those of the source files; "
            "statements are those of the heap IR, which is what the analysis reads.")  # fmt: skip
    if len(spread) < len(measurements):
        heads += ["five programs, over lines", "five programs, over statements"]
        ways += [growth(spread), growth(spread, statements)]
        names = ", ".join(m.name for m in spread)
        text += f" The five programs are those nearest to 5, 16, 50, 158 and 500 KLOC: {names}."
    rows = [[name, *(way[name] for way in ways)] for name in ways[0] if ways[0][name] is not None]
    return [text + "\n", table(heads, rows)]


def breaches(measurements: list[Measurement], engine: str) -> list[str]:
    found = []
    for m in measurements:
        share = ratio(m.analysis.cpu, m.floor.cpu)
        if share is not None and share > bound(engine):
            found.append(f"{m.name}: the analysis takes {share:.2f} of Clang's time")
        if (failed(m) or 0) > CUT_OFF:
            found.append(f"{m.name}: {100 * failed(m):.1f} % of the functions are over the budget")
        found += [f"{m.name}: {trouble}" for trouble in m.trouble]
    slopes = growth(measurements)
    counted = slopes["analysis, instructions"]
    steepest = counted if counted is not None else slopes["analysis, CPU"]
    if len(measurements) >= 5 and steepest is not None and steepest > SLOPE:
        found.append(f"the cost grows with the power {steepest:.2f} of the size")
    return found


def chart(measurements: list[Measurement], engine: str) -> Chart:
    """Instructions where all were counted, else CPU time."""
    counted = all(m.analysis.instructions for m in measurements)
    unit = "G instructions" if counted else "CPU seconds"
    result = Chart(f"Cost of the {engine} engine against size", Axis("KLOC", log=True), Axis(unit, log=True))
    names = [m.name for m in measurements]
    slopes = growth(measurements)

    def label(name: str, key: str) -> str:
        return name if slopes[key] is None else f"{name}, slope {slopes[key]:.2f}"

    if counted:
        points = [(m.kloc, m.analysis.instructions / 1e9) for m in measurements]
        result.add(label(engine, "analysis, instructions"), points, names)
        return result
    result.add(label(engine, "analysis, CPU"), [(m.kloc, m.analysis.cpu) for m in measurements], names)
    result.add(label("clang", "clang, CPU"), [(m.kloc, m.floor.cpu) for m in measurements], names)
    return result


def points_of(m: Measurement) -> list[tuple[float, float]]:
    """Statements and steps of a function, on average over the functions of about one size."""
    return [(e.statements / e.functions, e.steps / e.functions) for e in m.sizes if e.steps]


def growth_chart(measurements: list[Measurement], engine: str) -> Chart:
    result = Chart(f"Steps of the {engine} engine against the size of functions", Axis("statements", log=True), Axis("steps", log=True))
    for m in measurements:
        power = slope(points_of(m))
        titles = [f"{m.name}: {e.functions} functions" for e in m.sizes if e.steps]
        result.add(m.name if power is None else f"{m.name}, slope {power:.2f}", points_of(m), titles)
    return result


def functions_part(measurements: list[Measurement], plot: str) -> list[str]:
    if not any(m.sizes for m in measurements):
        return []
    rows = [[m.name, e.functions, e.statements / e.functions, e.steps / e.functions, e.steps / e.statements]
            for m in measurements for e in m.sizes]  # fmt: skip
    return [
        "## Growth with the size of functions\n\nFunctions of about one size together (1, 2 and 3, 4 to 7, ... statements).\n",
        f"![steps against statements]({plot})\n",
        table(["program", "functions", "statements each", "steps each", "steps a statement"], rows),
    ]


def paper_part(measurements: list[Measurement]) -> list[str]:
    if all(m.allocators is None for m in measurements):
        return []
    heads = ["program", "LOC", "time (CPU s)", "LOC/s", "functions", "failed", "allocators"]
    return [
        "## As in the paper's table 2\n\nFailed are functions over the budget; allocators are functions that return new memory.\n",
        table(heads, [paper_row(m) for m in measurements]),
    ]


def page(measurements: list[Measurement], engine: str, command: str, plot: str, functions_plot: str) -> str:
    when = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d")
    broken = breaches(measurements, engine)
    slowest = [[m.name, f"`{e.function}`", e.statements, e.looks, e.steps, ratio(e.steps, e.statements)]
               for m in measurements for e in m.slowest]  # fmt: skip
    parts = [
        f"# What the {engine} engine costs\n",
        f"Measured {when}, commit {os.environ.get('CUSTODY_COMMIT') or commit()}, on {machine()}, with one job.\n",
        f"Repeat with `{command}`.\n",
        "Clang is `clang-19 -fsyntax-only` over the same files in the same run (not where Valgrind counts instructions). Loading is reading the heap IR back from the cache; "
        "the analysis is everything after that, from linking to the report. Steps are the engine's own count, the same on every "
        "machine.\n",
        f"Bounds: analysis / clang at most {bound(engine)}; growth at most with the power {SLOPE} of the size (of five programs "
        f"or more); at most {100 * CUT_OFF:.0f} % of the functions over the budget.\n",
        table(HEADS, [row(m) for m in measurements] + ([together(measurements)] if len(measurements) > 1 else [])),
        "\n".join(f"- {text}" for text in broken) + "\n" if broken else "All bounds are kept.\n",
        *growth_part(measurements),
        f"![Cost against size]({plot})\n",
        *paper_part(measurements),
        *functions_part(measurements, functions_plot),
        "## The costliest functions\n\n"
        + table(["program", "function", "statements", "looked at", "steps", "steps a statement"], slowest),
    ]
    return "\n".join(parts)
