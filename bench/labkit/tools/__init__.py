"""The tools that are compared, in one table.

To add a tool: write a module beside this one with a class that has the attributes and methods of `base.Tool`, and put
an instance into `peers`. Nothing else in the lab knows any tool by name.
"""

from pathlib import Path

from .clang_analyzer import ClangAnalyzer
from .cppcheck import Cppcheck
from .custody import Custody, built_in_engines
from .floor import SyntaxOnly
from .gcc_analyzer import GccAnalyzer
from ..errors import LabError


def peers() -> list:
    return [ClangAnalyzer(), GccAnalyzer(), Cppcheck(), SyntaxOnly()]


def all_tools(custody: Path, cache: Path | None = None) -> list:
    """Custody's default pipeline, each engine that the binary has, and the peers, in the order of the tables."""
    return [Custody(custody, engine, cache) for engine in ("", *built_in_engines(custody))] + peers()


def chosen_tools(names: str | None, custody: Path, cache: Path | None = None) -> list:
    """The tools of a comma-separated list: `custody` is the default pipeline, `custody:NAME` any engine of it."""
    if not names or names == "all":
        return all_tools(custody, cache)
    return [tool_named(name, custody, cache) for name in names.split(",")]


def tool_named(name: str, custody: Path, cache: Path | None):
    family, _, engine = name.partition(":")
    if family == "custody":
        return Custody(custody, engine, cache)
    table = {tool.name: tool for tool in peers()}
    if name not in table:
        raise LabError(f"no tool {name!r}; there are: custody, custody:ENGINE, {', '.join(table)}")
    return table[name]


def table_order(name: str) -> tuple:
    """Where a tool's rows stand: Custody's first, then the peers."""
    families = ["custody", *(tool.name for tool in peers())]
    family = name.partition(":")[0]
    return (families.index(family) if family in families else len(families), name)
