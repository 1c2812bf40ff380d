"""The corpus gate: expectations in comments against findings, and differences against the known ones."""

import tempfile
import unittest
from pathlib import Path

from labkit.corpus import run_corpus, told
from labkit.errors import LabError
from labkit.expectations import differ, parse_expectations
from labkit.findings import Finding

TEXT = """p = malloc(1); // alloc: A
q = malloc(1); // alloc: B
return; // expect: leak alloc=A expect: leak alloc=B if=nomem
return; // expect: leak alloc=A
free(p); // expect: double-free alloc=A
"""
FAKE = """#!/bin/sh
for a in "$@"; do [ "$last" = -o ] && out=$a; last=$a; done
[ -n "$out" ] && cp "$(dirname "$0")/report.sarif" "$out"
exit 1
"""


class Expectations(unittest.TestCase):
    def test_parsing(self):
        found = parse_expectations("a.c", TEXT)
        self.assertEqual([(e.line, e.kind, e.alloc_line, e.unshown) for e in found],
                         [(3, "leak", 1, False), (3, "leak", 2, True), (4, "leak", 1, False),
                          (5, "double-free", 1, False)])  # fmt: skip

    def test_mistakes_are_told(self):
        for text in ("// expect: leek", "// expect: leak alloc=Z", "// alloc: A\n// alloc: A"):
            with self.assertRaises(LabError):
                parse_expectations("a.c", text)

    def test_one_place_of_several_is_enough(self):
        findings = [Finding("a.c", "f", 4, "leak", "a.c", 1), Finding("a.c", "f", 3, "leak", "x.c", 7, 2),
                    Finding("a.c", "f", 5, "double-free", "a.c", 1)]  # fmt: skip
        difference = differ(parse_expectations("a.c", TEXT), findings)
        self.assertEqual((difference.missed, difference.false), ((), ()))

    def test_missed_and_false(self):
        findings = [Finding("a.c", "f", 9, "leak", "a.c", 1)]
        self.assertEqual(told(differ(parse_expectations("a.c", TEXT), findings)), [
            "missed a.c:3: leak, allocated at line 1", "missed a.c:3: leak, allocated at line 2",
            "missed a.c:5: double-free, allocated at line 1", "false  a.c:9: leak in f, allocated at line 1"])  # fmt: skip

    def test_the_wrong_allocation_is_not_the_expected_finding(self):
        findings = [Finding("a.c", "f", 3, "leak", "a.c", 8)]
        self.assertEqual(len(differ(parse_expectations("a.c", TEXT), findings).missed), 3)


class Gate(unittest.TestCase):
    """The gate with a stand-in for Custody that always finds nothing."""

    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.folder = Path(self.scratch.name) / "corpus"
        self.folder.mkdir()
        (self.folder / "a.c").write_text(TEXT)
        self.custody = Path(self.scratch.name) / "custody"
        self.custody.write_text(FAKE)
        self.custody.chmod(0o755)
        (self.custody.parent / "report.sarif").write_text('{"runs": []}')
        self.lines = []

    def run_gate(self, bless=False):
        return run_corpus(self.folder, self.custody, [""], 1, bless, self.lines.append)

    def test_a_difference_fails_until_it_is_known(self):
        self.assertEqual(self.run_gate(), 3)
        self.assertIn("default: new  missed a.c:3: leak, allocated at line 1", self.lines)
        self.assertEqual(self.run_gate(bless=True), 0)
        self.assertEqual(self.run_gate(), 0)

    def test_a_known_difference_that_is_gone_fails(self):
        self.run_gate(bless=True)
        with (self.folder / "known" / "default.txt").open("a") as known:
            known.write("false  a.c:9: leak in f, allocated at line 1\n")
        self.assertEqual(self.run_gate(), 1)
        self.assertIn("default: gone false  a.c:9: leak in f, allocated at line 1", self.lines)


if __name__ == "__main__":
    unittest.main()
