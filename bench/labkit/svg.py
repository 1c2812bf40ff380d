"""A very small SVG writer: scatter plots with axes, ticks, a legend, and nothing to install.

    chart = Chart("CPU time against size", Axis("KLOC", log=True), Axis("CPU seconds", log=True))
    chart.add("custody", [(60, 3.1), (94, 7.0)])
    text = chart.svg()

Axes are linear or logarithmic, ticks are at 1-2-5 steps or powers of ten. Points carry a title that a viewer shows as
a tooltip. The output depends on the data alone.
"""

import math
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 760, 480
LEFT, RIGHT, TOP, BOTTOM = 70, 170, 40, 55
COLOURS = ("#1b6ca8", "#d1495b", "#2e933c", "#edae49", "#6a4c93", "#00798c", "#8d6a9f", "#555555", "#b56576", "#3d405b")


@dataclass(frozen=True)
class Axis:
    label: str
    log: bool = False
    low: float | None = None
    high: float | None = None


def linear_ticks(low: float, high: float) -> list[float]:
    """About five ticks at steps of 1, 2 or 5 times a power of ten."""
    rough = (high - low) / 5 or 1
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * m for m in (1, 2, 5, 10) if power * m >= rough)
    first = math.ceil(low / step)
    return [round(k * step, 10) for k in range(first, math.floor(high / step + 1e-9) + 1)]


def log_ticks(low: float, high: float) -> list[float]:
    return [10.0**k for k in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)]


class Scale:
    """Maps values of one axis to pixels."""

    def __init__(self, axis: Axis, values: list[float], start: float, end: float):
        self.axis, self.start, self.end = axis, start, end
        usable = [v for v in values if v > 0] if axis.log else values
        low = axis.low if axis.low is not None else min(usable, default=1)
        high = axis.high if axis.high is not None else max(usable, default=10)
        if axis.log:
            self.ticks = log_ticks(low, high if high > low else low * 10)
            self.low, self.high = self.ticks[0], self.ticks[-1]
            if self.low == self.high:
                self.high *= 10
        else:
            self.low, self.high = (low, high) if high > low else (low, low + 1)
            self.ticks = linear_ticks(self.low, self.high)

    def __call__(self, value: float) -> float:
        if self.axis.log:
            value = max(value, self.low)
            share = math.log(value / self.low) / math.log(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


def number(value: float) -> str:
    return f"{value:g}"


@dataclass
class Chart:
    title: str
    x: Axis
    y: Axis
    series: list = field(default_factory=list)

    def add(self, name: str, points: list, titles: list | None = None) -> None:
        """A series of (x, y) points, each with an optional title."""
        self.series.append((name, points, titles or [""] * len(points)))

    def svg(self) -> str:
        xs = Scale(self.x, [p[0] for _, pts, _ in self.series for p in pts], LEFT, WIDTH - RIGHT)
        ys = Scale(self.y, [p[1] for _, pts, _ in self.series for p in pts], HEIGHT - BOTTOM, TOP)
        parts = [self.head(), *self.axes(xs, ys)]
        for index, (name, points, titles) in enumerate(self.series):
            parts += self.marks(index, name, points, titles, xs, ys)
        return "\n".join([*parts, "</svg>"]) + "\n"

    def head(self) -> str:
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
                f'font-size="12">\n<rect width="100%" height="100%" fill="white"/>\n'
                f'<text x="{LEFT}" y="22" font-size="15">{escape(self.title)}</text>')  # fmt: skip

    def axes(self, xs: Scale, ys: Scale) -> list[str]:
        bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
        parts = []
        for tick in xs.ticks:
            x = number(round(xs(tick), 1))
            parts.append(f'<line x1="{x}" y1="{TOP}" x2="{x}" y2="{bottom}" stroke="#e4e4e4"/>')
            parts.append(f'<text x="{x}" y="{bottom + 18}" text-anchor="middle">{number(tick)}</text>')
        for tick in ys.ticks:
            y = number(round(ys(tick), 1))
            parts.append(f'<line x1="{LEFT}" y1="{y}" x2="{right}" y2="{y}" stroke="#e4e4e4"/>')
            parts.append(f'<text x="{LEFT - 8}" y="{y}" dy="4" text-anchor="end">{number(tick)}</text>')
        middle = (TOP + bottom) / 2
        parts.append(f'<path d="M{LEFT} {TOP}V{bottom}H{right}" fill="none" stroke="#333"/>')
        parts.append(f'<text x="{(LEFT + right) / 2:g}" y="{HEIGHT - 14}" text-anchor="middle">{escape(self.x.label)}</text>')
        parts.append(f'<text transform="translate(20 {middle:g}) rotate(-90)" text-anchor="middle">{escape(self.y.label)}</text>')
        return parts

    def marks(self, index: int, name: str, points: list, titles: list, xs: Scale, ys: Scale) -> list[str]:
        colour = COLOURS[index % len(COLOURS)]
        legend = TOP + 10 + 18 * index
        parts = [f'<circle cx="{WIDTH - RIGHT + 22}" cy="{legend}" r="5" fill="{colour}"/>',
                 f'<text x="{WIDTH - RIGHT + 34}" y="{legend + 4}">{escape(name)}</text>']  # fmt: skip
        for (x, y), title in zip(points, titles):
            parts.append(f'<circle cx="{xs(x):.1f}" cy="{ys(y):.1f}" r="5" fill="{colour}" fill-opacity="0.8">'
                         f"<title>{escape(title or name)}</title></circle>")  # fmt: skip
        return parts
