"""From a path of events to the site: where, in the losing function, the memory came in.

All analyzers that show paths show them as events with a call depth:

    depth 1  f:4     calling 'dup'
    depth 2  dup:3   memory is allocated
    depth 1  f:4     returning from 'dup'
    depth 1  f:4     potential leak of memory

The losing frame is that of the last event. If the allocation is deeper than that, the site is the last event before
it in the losing frame: the call that led to it. If it is not deeper, the allocation is the site itself.
"""

import re
from dataclasses import dataclass

ALLOCATES = re.compile(r"^(memory is allocated|allocated (here|via)|[‘'].*allocates? memory)", re.I)


@dataclass(frozen=True)
class Event:
    file: str
    line: int
    depth: int
    text: str


def allocation_index(events: list[Event]) -> int:
    """The last event that says something was allocated; -1 where none does."""
    for index in range(len(events) - 1, -1, -1):
        if ALLOCATES.search(events[index].text):
            return index
    return -1


def site_line(events: list[Event], allocation: int) -> int:
    """The line of the site, 0 if the path does not show it."""
    if allocation < 0 or not events:
        return 0
    losing = events[-1].depth
    for event in reversed(events[: allocation + 1]):
        if event.depth <= losing:
            return event.line
    return 0
