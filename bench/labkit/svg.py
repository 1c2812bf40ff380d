"""A very small SVG writer: scatter plots with axes, ticks, a legend, and nothing to install.

    chart = Chart("CPU time against size", Axis("KLOC", log=True), Axis("CPU seconds", log=True), trend=True)
    chart.add("custody", [(60, 3.1), (94, 7.0)])
    text = chart.svg()

Axes are linear or logarithmic, ticks are at 1-2-5 steps or powers of ten. A series has its colour and shape by its place in
the order it is given (`style`), so that it looks alike in every plot. Points carry a title that a viewer shows as a
tooltip, and a name beside them where that is asked for. The output depends on the data alone.
"""

import math
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 760, 480
LEFT, RIGHT, TOP, BOTTOM = 70, 170, 40, 55
COLOURS = ("#1b6ca8", "#d1495b", "#2e933c", "#edae49", "#6a4c93", "#00798c", "#8c4a1f", "#555555", "#c77dba", "#3d405b")


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
    """Powers of ten that enclose the values; steps of 1, 2 and 5 where that would leave most of the axis empty."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    tens = [10.0**k for k in powers]
    if math.log10(high / low) > 2.5:
        return tens
    steps = [round(t * m, 10) for t in tens for m in (1, 2, 5)]
    first = max((i for i, t in enumerate(steps) if t <= low), default=0)
    last = min((i for i, t in enumerate(steps) if t >= high), default=len(steps) - 1)
    return steps[first : last + 1]


def power_law(points: list) -> tuple[float, float] | None:
    """The exponent and factor of y = factor * x ** exponent that fit best; none for too few points or a single size."""
    logs = [(math.log(x), math.log(y)) for x, y in points if x > 0 and y > 0]
    mean_x = sum(x for x, _ in logs) / len(logs) if logs else 0.0
    mean_y = sum(y for _, y in logs) / len(logs) if logs else 0.0
    spread = sum((x - mean_x) ** 2 for x, _ in logs)
    if len(logs) < 4 or spread == 0:
        return None
    exponent = sum((x - mean_x) * (y - mean_y) for x, y in logs) / spread
    return exponent, math.exp(mean_y - exponent * mean_x)


# Outlines around the origin, as wide as a circle of radius 5.
SHAPES = (
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z",  # circle
    "M-4.5 -4.5h9v9h-9z",  # square
    "M0 -6L5.5 4.5h-11z",  # triangle
    "M0 -6L6 0L0 6L-6 0z",  # diamond
)
LETTER, LINE = 6.5, 13  # of a label, about


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
    trend: bool = False  # a line through each series, straight on two logarithmic axes
    names: bool = False  # beside the points
    series: list = field(default_factory=list)

    def add(self, name: str, points: list, titles: list | None = None, style: int | None = None) -> None:
        """A series of (x, y) points, each with an optional title."""
        self.series.append((name, points, titles or [""] * len(points), len(self.series) if style is None else style))

    def svg(self) -> str:
        xs = Scale(self.x, [p[0] for _, pts, _, _ in self.series for p in pts], LEFT, WIDTH - RIGHT)
        ys = Scale(self.y, [p[1] for _, pts, _, _ in self.series for p in pts], HEIGHT - BOTTOM, TOP)
        parts = [self.head(), *self.axes(xs, ys)]
        for _, points, _, style in self.series:
            parts += self.line(points, style, xs, ys) if self.trend else []
        for index, (name, points, titles, style) in enumerate(self.series):
            parts += self.legend(index, name, style)
            parts += [mark(xs(x), ys(y), style, title or name) for (x, y), title in zip(points, titles)]
        parts += self.labels(xs, ys) if self.names else []
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

    def legend(self, index: int, name: str, style: int) -> list[str]:
        y = TOP + 10 + 18 * index
        return [mark(WIDTH - RIGHT + 22, y, style, name), f'<text x="{WIDTH - RIGHT + 34}" y="{y + 4}">{escape(name)}</text>']

    def line(self, points: list, style: int, xs: Scale, ys: Scale) -> list[str]:
        law = power_law(points)
        if law is None:
            return []
        exponent, factor = law
        ends = [min(x for x, _ in points), max(x for x, _ in points)]
        (x1, y1), (x2, y2) = ((xs(x), ys(factor * x**exponent)) for x in ends)
        return [f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour(style)}" stroke-opacity="0.35" stroke-width="2"/>']

    def labels(self, xs: Scale, ys: Scale) -> list[str]:
        """The name of each series beside its points, at the first place where nothing else stands."""
        taken = [(xs(x) - 6, ys(y) - 6, xs(x) + 6, ys(y) + 6) for _, points, _, _ in self.series for x, y in points]
        parts = []
        for name, points, _, _ in self.series:
            for x, y in points:
                box = free_place(xs(x), ys(y), len(name) * LETTER, taken)
                taken.append(box)
                parts.append(f'<text x="{box[0]:.1f}" y="{box[3] - 3:.1f}" fill="#333">{escape(name)}</text>')
        return parts


def colour(style: int) -> str:
    return COLOURS[style % len(COLOURS)]


def mark(x: float, y: float, style: int, title: str) -> str:
    return (f'<path transform="translate({x:.1f} {y:.1f})" d="{SHAPES[style % len(SHAPES)]}" fill="{colour(style)}" fill-opacity="0.8">'
            f"<title>{escape(title)}</title></path>")  # fmt: skip


def free_place(x: float, y: float, width: float, taken: list) -> tuple:
    """A box for a label right of a point, left of it, above or below: the first that is free and inside the plot."""
    half = width / 2
    corners = [(x + 9, y - 8), (x - 9 - width, y - 8), (x - half, y - 22), (x - half, y + 9), (x + 9, y - 20), (x + 9, y + 5)]
    boxes = [(left, top, left + width, top + LINE) for left, top in corners]
    inside = [b for b in boxes if b[0] > LEFT and b[2] < WIDTH - RIGHT and b[1] > TOP - LINE and b[3] < HEIGHT - BOTTOM]
    return next((b for b in inside if not any(overlap(b, t) for t in taken)), boxes[0])


def overlap(a: tuple, b: tuple) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
