"""Reads Custody's SARIF 2.1.0 into findings.

`ruleId` is the kind. `locations[0]` is where the last hold is lost, with the function as its logical location;
`relatedLocations` begins with the allocation; `codeFlows` is the chain of custody, whose `nestingLevel` is a call depth.
Rules that are not in the list of kinds (audit mode) are not compared.
"""

import json
import os
from dataclasses import replace
from urllib.parse import unquote, urlparse

from .errors import LabError
from .events import Event, site_line
from .findings import KINDS, Finding


def uri_path(location: dict) -> str:
    """The file of a physical location, from a file: URI or a plain relative path."""
    uri = location.get("physicalLocation", {}).get("artifactLocation", {}).get("uri", "")
    parsed = urlparse(uri)
    return unquote(parsed.path if parsed.scheme == "file" else uri)


def start_line(location: dict) -> int:
    return int(location.get("physicalLocation", {}).get("region", {}).get("startLine", 0))


def function_of(location: dict) -> str:
    logical = location.get("logicalLocations") or [{}]
    return logical[0].get("fullyQualifiedName") or logical[0].get("name", "")


def flow_events(result: dict) -> list[Event]:
    flows = result.get("codeFlows") or [{}]
    threads = flows[0].get("threadFlows") or [{}]
    events = []
    for step in threads[0].get("locations", []):
        place = step.get("location", {})
        text = place.get("message", {}).get("text", "")
        events.append(Event(uri_path(place), start_line(place), int(step.get("nestingLevel", 0)), text))
    return events


def site_of(result: dict, allocation: dict, loss: dict) -> int:
    """The site by the code flow; without one, an allocation in the losing function is its own site."""
    line, file = start_line(allocation), uri_path(allocation)
    events = flow_events(result)
    index = next((i for i, e in enumerate(events) if e.line == line and e.file == file), -1)
    if index >= 0:
        return site_line(events, index)
    same = function_of(allocation) == function_of(loss) and uri_path(loss) == file
    return line if same else 0


def resolve_bases(node, bases: dict) -> None:
    """Makes every URI that is relative to one of the run's bases whole, wherever it stands."""
    if isinstance(node, list):
        for item in node:
            resolve_bases(item, bases)
    elif isinstance(node, dict):
        base = bases.get(node.get("uriBaseId"), {}).get("uri")
        if base and "uri" in node:
            node["uri"] = base + node["uri"]
        for item in node.values():
            resolve_bases(item, bases)


def finding_of(result: dict, context) -> Finding | None:
    if result.get("ruleId") not in KINDS or not result.get("locations"):
        return None
    loss = result["locations"][0]
    related = result.get("relatedLocations") or [{}]
    allocation = related[0]
    return Finding(
        file=context.relative(uri_path(loss)),
        function=function_of(loss),
        line=start_line(loss),
        kind=result["ruleId"],
        alloc_file=context.relative(uri_path(allocation)) if uri_path(allocation) else "",
        alloc_line=start_line(allocation),
        site_line=site_of(result, allocation, loss),
        message=result.get("message", {}).get("text", ""),
        engines=tuple(result.get("properties", {}).get("engines", ())),
        rank=float(result.get("rank", -1.0)),
    )


def findings_of(result: dict, context) -> list[Finding]:
    """A result may be related to another kind, which is judged and compared for itself: the leak of what is freed twice."""
    finding = finding_of(result, context)
    if finding is None:
        return []
    related = result.get("properties", {}).get("related", [])
    others = [replace(finding, kind=r["kind"], line=r.get("loss", {}).get("line", 0), message=r["message"],
                      rank=float(r["rank"])) for r in related if r["kind"] in KINDS]
    return [finding, *others]


def read_sarif(text: str, context) -> list[Finding]:
    try:
        log = json.loads(text)
    except json.JSONDecodeError as problem:
        raise LabError(f"SARIF: not JSON: {problem}") from None
    for run in log.get("runs", []):
        resolve_bases(run.get("results", []), run.get("originalUriBaseIds", {}))
    return [f for run in log.get("runs", []) for r in run.get("results", []) for f in findings_of(r, context)]


class PlainContext:
    """Paths as they are, absolute ones relative to a root: for SARIF read without a run."""

    def __init__(self, root: str = ""):
        self.root = os.path.realpath(root) if root else ""

    def relative(self, file: str, directory: str = "") -> str:
        path = os.path.realpath(os.path.join(directory or self.root, file))
        return os.path.relpath(path, self.root) if self.root and path.startswith(self.root + "/") else path
