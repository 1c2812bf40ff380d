"""Names, anchors and sites: what makes findings of different tools comparable."""

import unittest

from labkit.events import Event, allocation_index, site_line
from labkit.findings import Finding, bare_function, deduplicated, from_record, to_record


class Names(unittest.TestCase):
    def test_last_component(self):
        cases = {
            "f": "f",
            "ns::Tag::~Tag": "~Tag",
            "ns::Tag<std::pair<int, int>>::find(const char *) const": "find",
            "Ogg::File::writePacket": "writePacket",
            "char *f(int)": "f",
            "A::operator()(int)": "operator()",
            "A::operator new[](unsigned long)": "operator new[]",
            "operator=": "operator=",
            "A::operator=(const A &)": "operator=",
            "": "",
        }
        for whole, bare in cases.items():
            self.assertEqual(bare_function(whole), bare, whole)


class Anchors(unittest.TestCase):
    def test_site_then_allocation_then_loss(self):
        self.assertEqual(Finding("a.c", "f", 9, "leak", "b.c", 3, 4).anchor_line, 4)
        self.assertEqual(Finding("a.c", "f", 9, "leak", "a.c", 3).anchor_line, 3)
        self.assertEqual(Finding("a.c", "f", 9, "leak", "b.c", 3).anchor_line, 9)

    def test_paths_to_one_anchor_are_one_finding(self):
        one = Finding("a.c", "f", 9, "leak", "a.c", 3)
        two = Finding("a.c", "f", 12, "leak", "a.c", 3)
        other = Finding("a.c", "f", 12, "leak", "a.c", 5)
        self.assertEqual(deduplicated([two, one, other, one]), [one, other])

    def test_record_round_trip(self):
        finding = Finding("a.c", "f", 9, "leak", "a.c", 3, 4, "lost", ("path",), 0.5)
        self.assertEqual(from_record(to_record(finding)), finding)


class Sites(unittest.TestCase):
    PATH = [Event("a.c", 4, 1, "calling 'dup'"), Event("a.c", 3, 2, "allocated here"), Event("a.c", 4, 1, "returning"),
            Event("a.c", 5, 1, "'t' leaks here; was allocated at (2)")]  # fmt: skip

    def test_call_in_the_losing_function(self):
        index = allocation_index(self.PATH)
        self.assertEqual(index, 1)
        self.assertEqual(site_line(self.PATH, index), 4)

    def test_allocation_in_the_losing_function(self):
        path = [Event("a.c", 3, 1, "Memory is allocated"), Event("a.c", 5, 1, "Potential leak of memory")]
        self.assertEqual(site_line(path, allocation_index(path)), 3)

    def test_allocation_by_the_caller(self):
        path = [Event("a.c", 3, 0, "Memory is allocated"), Event("a.c", 4, 0, "Calling"), Event("a.c", 9, 1, "released again")]
        self.assertEqual(site_line(path, allocation_index(path)), 3)

    def test_no_allocation(self):
        self.assertEqual(site_line([], -1), 0)


if __name__ == "__main__":
    unittest.main()
