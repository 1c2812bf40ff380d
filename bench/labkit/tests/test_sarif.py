"""Custody's SARIF into findings."""

import json
import unittest

from labkit.errors import LabError
from labkit.sarif import PlainContext, read_sarif


def location(file: str, line: int, function: str = "") -> dict:
    place = {"physicalLocation": {"artifactLocation": {"uri": file}, "region": {"startLine": line}}}
    if function:
        place["logicalLocations"] = [{"fullyQualifiedName": function}]
    return place


def log(*results) -> str:
    return json.dumps({"version": "2.1.0", "runs": [{"results": list(results)}]})


class Reading(unittest.TestCase):
    def test_all_fields(self):
        steps = [(4, 0), (3, 1), (4, 0), (5, 0)]
        flow = [{"location": location("file:///r/a%20b.c", line), "nestingLevel": depth} for line, depth in steps]
        result = {
            "ruleId": "leak",
            "message": {"text": "lost"},
            "rank": 80.0,
            "locations": [location("file:///r/a%20b.c", 5, "ns::f")],
            "relatedLocations": [location("file:///r/a%20b.c", 3, "dup")],
            "codeFlows": [{"threadFlows": [{"locations": flow}]}],
            "properties": {"engines": ["path", "summary"]},
        }
        (finding,) = read_sarif(log(result), PlainContext("/r"))
        self.assertEqual((finding.file, finding.function, finding.line, finding.kind), ("a b.c", "ns::f", 5, "leak"))
        self.assertEqual((finding.alloc_line, finding.site_line), (3, 4))
        self.assertEqual((finding.engines, finding.rank), (("path", "summary"), 80.0))

    def test_a_related_kind_is_a_finding_of_its_own(self):
        related = {"kind": "leak", "fingerprint": "x:1", "message": "lost", "rank": 70, "loss": {"file": "a.c", "line": 9}}
        result = {"ruleId": "double-free", "rank": 90, "locations": [location("a.c", 5, "f")],
                  "relatedLocations": [location("a.c", 3, "f"), location("a.c", 9, "f")], "properties": {"related": [related]}}
        twice, lost = read_sarif(log(result), PlainContext("/r"))
        self.assertEqual((twice.kind, twice.line, twice.alloc_line, twice.rank), ("double-free", 5, 3, 90.0))
        self.assertEqual((lost.kind, lost.line, lost.alloc_line, lost.rank), ("leak", 9, 3, 70.0))

    def test_without_a_flow_the_allocation_in_the_same_function_is_the_site(self):
        result = {"ruleId": "leak", "locations": [location("a.c", 5, "f")], "relatedLocations": [location("a.c", 3, "f")]}
        (finding,) = read_sarif(log(result), PlainContext("/r"))
        self.assertEqual(finding.site_line, 3)

    def test_relative_to_a_base(self):
        loss = location("sub/a%20b.c", 5, "f")
        loss["physicalLocation"]["artifactLocation"]["uriBaseId"] = "%SRCROOT%"
        run = {"originalUriBaseIds": {"%SRCROOT%": {"uri": "file:///r/deep/"}}, "results": [{"ruleId": "leak", "locations": [loss]}]}
        (finding,) = read_sarif(json.dumps({"runs": [run]}), PlainContext("/r"))
        self.assertEqual(finding.file, "deep/sub/a b.c")

    def test_audit_rules_are_left_out(self):
        self.assertEqual(read_sarif(log({"ruleId": "ownership-field", "locations": [location("a.c", 1)]}), PlainContext("/r")), [])

    def test_not_json(self):
        with self.assertRaises(LabError):
            read_sarif("x", PlainContext())


if __name__ == "__main__":
    unittest.main()
