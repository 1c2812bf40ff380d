"""The tools that are compared, in one table.

To add a tool: write a module beside this one with a class that has the attributes and methods of `base.Tool`, and put
an instance into `all_tools`. Nothing else in the lab knows any tool by name.
"""

from pathlib import Path

from .clang_analyzer import ClangAnalyzer
from .cppcheck import Cppcheck
from .custody import Custody
from .floor import SyntaxOnly
from .gcc_analyzer import GccAnalyzer
from ..errors import LabError

ENGINES = ("summary", "path", "ownership", "contradiction")


def all_tools(custody: Path) -> dict:
    """Name to tool; the order is that of the tables."""
    tools = [Custody(custody)]
    tools += [Custody(custody, engine) for engine in ENGINES]
    tools += [ClangAnalyzer(), GccAnalyzer(), Cppcheck(), SyntaxOnly()]
    return {tool.name: tool for tool in tools}


def chosen_tools(names: str | None, custody: Path) -> list:
    """The tools of a comma-separated list; `custody` stands for the default pipeline, `all` for every tool."""
    table = all_tools(custody)
    if not names or names == "all":
        return list(table.values())
    unknown = [n for n in names.split(",") if n not in table]
    if unknown:
        raise LabError(f"no tool {unknown[0]!r}; there are: {', '.join(table)}")
    return [table[n] for n in names.split(",")]
