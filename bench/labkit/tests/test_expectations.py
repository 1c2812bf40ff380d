"""The corpus gate: expectations in comments against findings."""

import unittest

from labkit.errors import LabError
from labkit.expectations import differ, parse_expectations
from labkit.findings import Finding

TEXT = """p = malloc(1); // alloc: A
q = malloc(1); // alloc: B
return; // expect: leak alloc=A expect: leak alloc=B if=nomem
free(p); // expect: FN double-free alloc=A
"""


class Expectations(unittest.TestCase):
    def test_parsing(self):
        found = parse_expectations("a.c", TEXT)
        self.assertEqual([(e.line, e.kind, e.alloc_line, e.weakness, e.unshown) for e in found],
                         [(3, "leak", 1, "", False), (3, "leak", 2, "", True), (4, "double-free", 1, "FN", False)])  # fmt: skip

    def test_mistakes_are_told(self):
        for text in ("// expect: leek", "// expect: leak alloc=Z", "// alloc: A\n// alloc: A"):
            with self.assertRaises(LabError):
                parse_expectations("a.c", text)

    def test_all_met(self):
        findings = [Finding("a.c", "f", 3, "leak", "a.c", 1), Finding("a.c", "f", 3, "leak", "x.c", 7, 2)]
        difference = differ(parse_expectations("a.c", TEXT), findings)
        self.assertTrue(difference.clean)
        self.assertEqual(len(difference.known_misses), 1)

    def test_missing_unexpected_and_healed(self):
        findings = [Finding("a.c", "f", 4, "double-free", "a.c", 1), Finding("a.c", "f", 9, "leak", "a.c", 1)]
        difference = differ(parse_expectations("a.c", TEXT), findings)
        self.assertEqual(len(difference.missing), 2)
        self.assertEqual([f.line for f in difference.unexpected], [9])
        self.assertEqual([e.line for e in difference.healed], [4])
        self.assertFalse(difference.clean)

    def test_the_wrong_allocation_is_not_the_expected_finding(self):
        findings = [Finding("a.c", "f", 3, "leak", "a.c", 8)]
        self.assertEqual(len(differ(parse_expectations("a.c", TEXT), findings).missing), 2)


if __name__ == "__main__":
    unittest.main()
