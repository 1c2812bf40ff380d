"""Markdown tables from rows of values; missing values are a dash, numbers stand right."""


def cell(value) -> str:
    if value is None or value == "":
        return "-"
    if isinstance(value, float):
        return f"{value:.2f}" if abs(value) < 10 else f"{value:.1f}" if abs(value) < 100 else f"{value:.0f}"
    return str(value).replace("|", "\\|").replace("\n", " ")


def percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.0f} %"


def table(heads: list[str], rows: list[list]) -> str:
    """A table whose columns stand right if all their values are numbers."""
    def numeric(column: int) -> bool:
        values = [row[column] for row in rows if row[column] not in (None, "", "-")]
        return bool(values) and all(isinstance(v, (int, float)) or str(v).endswith(" %") for v in values)

    rule = ["--:" if numeric(i) else "---" for i in range(len(heads))]
    lines = [heads, rule, *([cell(v) for v in row] for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"
