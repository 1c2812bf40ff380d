"""A judged finding stays judged: edits move lines, tools differ in what they point at."""

import json
import tempfile
import unittest
from pathlib import Path

from labkit.errors import LabError
from labkit.findings import Finding
from labkit.sources import SourceLines
from labkit.truth import judge, parse_truth, score


def line(**changes) -> str:
    record = {"file": "a.c", "function": "f", "kind": "leak", "alloc_line": 10, "alloc_text": "t = dup(s);", "loss_line": 12,
              "loss_text": "return -1;", "verdict": "true", "why": "", "tools": []}  # fmt: skip
    return json.dumps({**record, **changes})


class Joining(unittest.TestCase):
    def test_moved_lines_do_not_matter(self):
        truth = parse_truth(line(), "t")
        finding = Finding("a.c", "f", 52, "leak", "a.c", 50)
        self.assertEqual(judge(finding, {"a.c:50": "t = dup(s);", "a.c:52": "return -1;"}, truth).verdict, "true")

    def test_another_function_file_or_kind_is_another_unit(self):
        truth = parse_truth(line(), "t")
        texts = {"a.c:10": "t = dup(s);", "b.c:10": "t = dup(s);"}
        for finding in (Finding("a.c", "g", 12, "leak", "a.c", 10), Finding("b.c", "f", 12, "leak", "b.c", 10),
                        Finding("a.c", "f", 12, "double-free", "a.c", 10)):  # fmt: skip
            self.assertEqual(judge(finding, texts, truth).verdict, "unjudged")

    def test_equal_lines_are_told_apart_by_the_nearer_number(self):
        truth = parse_truth(line() + "\n" + line(alloc_line=30, verdict="false"), "t")
        texts = {"a.c:11": "t = dup(s);", "a.c:29": "t = dup(s);"}
        self.assertEqual(judge(Finding("a.c", "f", 12, "leak", "a.c", 11), texts, truth).verdict, "true")
        self.assertEqual(judge(Finding("a.c", "f", 33, "leak", "a.c", 29), texts, truth).verdict, "false")

    def test_mixed_verdicts_are_decided_by_the_loss(self):
        truth = parse_truth(line() + "\n" + line(loss_text="return 0;", verdict="false"), "t")
        texts = {"a.c:10": "t = dup(s);", "a.c:12": "return -1;", "a.c:15": "return 0;", "a.c:20": "break;"}
        verdicts = [judge(Finding("a.c", "f", n, "leak", "a.c", 10), texts, truth).verdict for n in (12, 15, 20)]
        self.assertEqual(verdicts, ["true", "false", "unjudged"])

    def test_a_tool_without_allocations_joins_by_loss(self):
        truth = parse_truth(line(), "t")
        self.assertEqual(judge(Finding("a.c", "f", 13, "leak"), {"a.c:13": "return -1;"}, truth).verdict, "true")


class Scores(unittest.TestCase):
    def test_units_not_paths(self):
        truth = parse_truth(line() + "\n" + line(alloc_text="u = dup(s);", alloc_line=11), "t")
        texts = {"a.c:10": "t = dup(s);", "a.c:12": "return -1;", "a.c:14": "x();"}
        found = [Finding("a.c", "f", 12, "leak", "a.c", 10), Finding("a.c", "f", 14, "leak", "a.c", 14)]
        result = score(found, texts, truth)
        self.assertEqual((result.true, result.false, result.unjudged, result.known), (1, 0, 1, 2))
        self.assertEqual(result.precision, 1.0)
        self.assertEqual(result.recall, 0.5)

    def test_nothing_known(self):
        result = score([], {}, [])
        self.assertIsNone(result.precision)
        self.assertIsNone(result.recall)

    def test_bad_lines_are_told_with_their_number(self):
        with self.assertRaisesRegex(LabError, "t:2"):
            parse_truth(line() + "\n{", "t")
        with self.assertRaisesRegex(LabError, "maybe"):
            parse_truth(line(verdict="maybe"), "t")


class Sources(unittest.TestCase):
    def test_lines_are_those_of_a_compiler(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "a.c").write_bytes(b"int a;\n\f\nint  b;\r\nint c;\n")
        lines = SourceLines(str(folder))
        self.assertEqual([lines.text("a.c", n) for n in range(6)], ["", "int a;", "", "int b;", "int c;", ""])


if __name__ == "__main__":
    unittest.main()
