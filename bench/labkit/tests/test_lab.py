"""Descriptions, apt entries, measuring, pages and plots, suites, the front end's comparison."""

import re
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from types import SimpleNamespace

from labkit.apt import with_sources
from labkit.errors import LabError
from labkit.frontend import Measurement, defined_functions, unified
from labkit.frontend_page import breaches, page as frontend_page
from labkit.markdown import table
from labkit.measure import Cost, Outcome, measured
from labkit.page import page
from labkit.program import load_program, parse_program, program_names
from labkit.suites import is_good, juliet_case, score_juliet, score_svf, svf_expectations
from labkit.svg import Axis, Chart, free_place, linear_ticks, log_ticks, overlap, power_law


class Programs(unittest.TestCase):
    def test_every_description_reads(self):
        names = program_names()
        programs = [load_program(n) for n in names]
        self.assertEqual([p.name for p in programs], names)
        self.assertGreaterEqual(sum(p.language == "C++" for p in programs), 6)

    def test_mistakes_are_named(self):
        with self.assertRaisesRegex(LabError, "colour"):
            parse_program('{"name": "x", "colour": 1}', "x.json")
        with self.assertRaisesRegex(LabError, "language"):
            parse_program('{"name": "x", "debian": "x", "language": "D", "kloc": 1, "build": "make"}', "x.json")

    def test_patterns(self):
        text = '{"name": "x", "debian": "x", "language": "C", "kloc": 1, "build": "make", "drop": ["tests/*"]}'
        program = parse_program(text, "x.json")
        self.assertTrue(program.wants("src/a.c"))
        self.assertFalse(program.wants("tests/a.c"))


class Apt(unittest.TestCase):
    def test_both_forms_get_sources(self):
        self.assertEqual(with_sources("Types: deb\nURIs: u\n", True), "Types: deb deb-src\nURIs: u\n")
        self.assertEqual(with_sources("# c\ndeb u s main\ndeb-src u s main\n", False), "deb u s main\ndeb-src u s main\n")


class Measuring(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def run_python(self, code: str, **options) -> Outcome:
        return measured([sys.executable, "-c", code], self.folder / "out", self.folder / "err", **options)

    def test_children_count(self):
        code = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'sum(range(3000000)); x = bytearray(80000000)'])"
        outcome = self.run_python(code)
        self.assertEqual(outcome.status, 0)
        self.assertGreater(outcome.cost.cpu, 0.03)
        self.assertGreater(outcome.cost.peak_kb, 78000)

    def test_time_limit(self):
        outcome = self.run_python("import time; time.sleep(60)", timeout=0.3)
        self.assertTrue(outcome.timed_out)
        self.assertFalse(outcome.crashed)

    def test_the_limit_is_cpu_time(self):
        outcome = self.run_python("while True: pass", timeout=1)
        self.assertTrue(outcome.timed_out)
        self.assertFalse(self.run_python("import time; time.sleep(1.5)", timeout=1).timed_out)

    def test_crash_and_absence(self):
        self.assertTrue(self.run_python("import os; os.abort()").crashed)
        self.assertTrue(measured(["no-such-tool"], self.folder / "out", self.folder / "err").missing)


class Pages(unittest.TestCase):
    RECORD = {"program": "tar", "program_version": "1", "language": "C", "kloc": 60, "tool_version": "v", "date": "2026-01-01",
              "commit": "c", "machine": "m", "jobs": 1}  # fmt: skip

    def test_failures_are_rows(self):
        records = [{**self.RECORD, "tool": "custody", "error": "not there"},
                   {**self.RECORD, "tool": "syntax-only", "files": 2, "failed": [], "findings": [], "texts": {}, "cpu": 1.0,
                    "wall": 1.0, "peak_kb": 2048}]  # fmt: skip
        built = [{"name": "aspell", "language": "C++", "kloc": 30, "error": "no source"}]
        text = page(records, built, [], [], Path("/nowhere"))
        self.assertIn("| tar | custody | - | - | - | - | - | 2026-01-01, c | not there |", text)
        self.assertIn("no source", text)
        self.assertEqual(text, page(records, built, [], [], Path("/nowhere")))

    def test_what_can_be_compared(self):
        def record(program, tool, files):
            return {**self.RECORD, "program": program, "tool": tool, "files": files, "failed": [], "findings": [], "texts": {},
                    "cpu": 2.0, "wall": 1.0, "peak_kb": 2048}  # fmt: skip

        records = [record("tar", "custody", 10), record("tar", "cppcheck", 10), record("groff", "custody", 10), record("groff", "cppcheck", 2)]
        text = page(records, [], [], [], Path("/nowhere"))
        self.assertIn("| 1 of cppcheck | custody | 0 | 0 | 0 | - | - | 0 | 2.00 |", text)
        self.assertIn("reads 2 of 10 files", text)

    def test_a_program_nobody_fetched_is_a_row(self):
        described = [parse_program('{"name": "x", "debian": "x", "language": "C", "kloc": 9, "build": "make"}', "x.json")]
        self.assertIn("| x | - | C | 9 | - | not fetched |", page([], [], [], [], Path("/nowhere"), described))

    def test_hit_rates(self):
        pairs = [{"id": "a", "function": "f", "tools": {"x": {"answer": "hit"}}},
                 {"id": "b", "function": "g", "tools": {"x": {"answer": "missed"}}},
                 {"id": "c", "function": "g", "tools": {"x": {"answer": "not there"}}}]  # fmt: skip
        text = page([{**self.RECORD, "tool": "x", "error": "e"}], [], pairs, [], Path("/nowhere"))
        self.assertIn("| x | 1 | 0 | 1 | 1 | 50 % | - |", text)

    def test_juliet_by_flow_variant(self):
        row = {"suite": "juliet-CWE401", "cases": 2, "found": 1, "alarms": 1}
        suites = [{**row, "tool": "cppcheck", "flows": {"01": [1, 1, 0], "51-68": [1, 0, 1]}},
                  {**row, "tool": "custody", "flows": {"01": [1, 1, 0]}}]  # fmt: skip
        text = page([{**self.RECORD, "tool": "x", "error": "e"}], [], [], suites, Path("/nowhere"))
        self.assertIn("| suite | flow variants | custody | cppcheck |", text)
        self.assertIn("| juliet-CWE401 | 01: straight line | 1 of 1 | 1 of 1 |", text)
        self.assertIn("| juliet-CWE401 | 51-68: calls across files | - | 0 of 1, +1 alarms |", text)

    def test_a_busy_machine_is_told(self):
        record = {**self.RECORD, "tool": "x", "files": 1, "failed": [], "findings": [], "texts": {}, "cpu": 1.0, "wall": 26.0,
                  "peak_kb": 2048, "load": 11.2}  # fmt: skip
        self.assertIn("busy machine (load 11)", page([record], [], [], [], Path("/nowhere")))

    def test_table_escapes(self):
        self.assertIn("a\\|b", table(["h"], [["a|b"]]))


class Plots(unittest.TestCase):
    def test_well_formed_with_a_point_for_each_value(self):
        chart = Chart("t < u", Axis("x", log=True), Axis("y"))
        chart.add("one", [(1, 2), (1000, 0)], ["a & b", ""])
        root = ElementTree.fromstring(chart.svg())
        titles = [e.text for e in root.iter("{http://www.w3.org/2000/svg}title")]
        self.assertEqual(titles, ["one", "a & b", "one"])

    def test_a_series_looks_alike_everywhere(self):
        alone, among = Chart("t", Axis("x"), Axis("y")), Chart("t", Axis("x"), Axis("y"))
        among.add("other", [(1, 1)])
        alone.add("one", [(5, 1)], style=1)
        among.add("one", [(5, 1)])
        looks = [re.search(r'fill="(#\w+)"[^>]*><title>one<', c.svg()).group(1) for c in (alone, among)]
        self.assertEqual(looks[0], looks[1])

    def test_names_do_not_overlap(self):
        taken = []
        for x, y in ((100, 100), (104, 101), (108, 102)):
            box = free_place(x, y, 60, taken)
            self.assertFalse(any(overlap(box, other) for other in taken))
            taken.append(box)

    def test_power_law(self):
        exponent, factor = power_law([(x, 3 * x**1.5) for x in (1, 10, 50, 200)])
        self.assertAlmostEqual(exponent, 1.5)
        self.assertAlmostEqual(factor, 3)
        self.assertIsNone(power_law([(1, 1), (2, 2)]))

    def test_empty_and_single_values(self):
        ElementTree.fromstring(Chart("t", Axis("x", log=True), Axis("y", log=True)).svg())
        single = Chart("t", Axis("x"), Axis("y", log=True))
        single.add("one", [(5, 1)])
        ElementTree.fromstring(single.svg())

    def test_ticks(self):
        self.assertEqual(linear_ticks(0, 100), [0, 20, 40, 60, 80, 100])
        self.assertEqual(log_ticks(0.3, 540), [0.1, 1, 10, 100, 1000])
        self.assertEqual(log_ticks(7, 305), [5, 10, 20, 50, 100, 200, 500])


class Suites(unittest.TestCase):
    def test_juliet_names(self):
        self.assertEqual(juliet_case("x/CWE401_Memory_Leak__char_malloc_51b.c"), "CWE401_Memory_Leak__char_malloc_51")
        self.assertEqual(juliet_case("CWE401_Memory_Leak__new_int_84_goodG2B.cpp"), "CWE401_Memory_Leak__new_int_84")
        self.assertFalse(is_good("a_51b.c", "CWE401_Memory_Leak__char_malloc_51b_badSink"))
        self.assertTrue(is_good("a_51b.c", "CWE401_Memory_Leak__char_malloc_51b_goodG2BSink"))
        self.assertTrue(is_good("a_01.c", "goodB2G"))
        self.assertFalse(is_good("CWE401_Memory_Leak__new_int_84_bad.cpp", "~CWE401_Memory_Leak__new_int_84_bad"))

    def test_juliet_score_by_flow(self):
        finding = {"file": "CWE401_x__a_01.c", "function": "f_bad", "line": 1, "kind": "leak"}
        good = {"file": "CWE401_x__a_51a.c", "function": "goodG2B", "line": 1, "kind": "leak"}
        score = score_juliet({"findings": [finding, good]}, ["CWE401_x__a_01.c", "CWE401_x__a_51a.c"], "leak", None)
        self.assertEqual((score.cases, score.found, score.alarms), (2, 1, 1))
        self.assertEqual(score.flows, {"01": [1, 1, 0], "51-68": [1, 0, 1]})

    def test_svf_annotations(self):
        text = "p = SAFEMALLOC(1);\nq = NFRMALLOC(1);\n// PLKMALLOC(1)\nr = PLKLEAKFP(1);\ns = NFRLEAKFN(1);\n"
        self.assertEqual(svf_expectations(text), {1: False, 2: True, 4: False, 5: True})

    def test_svf_at_the_call_of_a_helper(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        file = folder / "a.c"
        file.write_text("char *f() {\n  return NFRMALLOC(1); }\nint main() {\n  char *p = f();\n  p = PLKMALLOC(1); }\n")
        functions = SimpleNamespace(function_at=lambda unit, path, line: "f" if line < 3 else "main")
        finding = {"file": "a.c", "function": "main", "line": 5, "kind": "leak", "alloc_line": 4, "site_line": 4}
        score = score_svf({"root": str(folder), "findings": [finding]}, [str(file)], "leak", functions)
        self.assertEqual((score.cases, score.found, score.at_call, score.alarms), (2, 0, 1, 0))


class FrontEnd(unittest.TestCase):
    def test_functions_that_clang_defines(self):
        text = ('define internal i32 @f(ptr %0) {\ndefine linkonce_odr void @_ZN1AC1Ev(ptr %0) {\ndeclare void @g()\n'
                'define void @_ZThn8_N1A1fEv(ptr %0) {\ndefine void @"odd name"() {\n')  # fmt: skip
        self.assertEqual(defined_functions(text), {"f", "_ZN1AC2Ev", "odd name"})

    def test_variants_are_one(self):
        self.assertEqual(unified("_ZN1AD0Ev"), unified("_ZN1AD2Ev"))
        self.assertEqual(unified("__cxx_global_var_init.12"), unified("__cxx_global_var_init"))

    def test_bounds(self):
        kept = Measurement("a", "C", 1, 1.0, clang_cpu=10.0, cold=Outcome(0, Cost(13.0)), warm=Outcome(0, Cost(0.3)),
                           identical="yes", stats={"unknown": 1, "pointer_statements": 1000, "unknown_by_cause": {"asm": 1}})  # fmt: skip
        self.assertEqual(breaches(kept), [])
        slow = Measurement("b", "C", 1, 1.0, clang_cpu=10.0, cold=Outcome(0, Cost(14.0)), warm=Outcome(0, Cost(1.0)),
                           identical="no: -j2 cold", missing=["f"], stats={"unknown": 9, "pointer_statements": 1000})  # fmt: skip
        self.assertEqual(len(breaches(slow)), 5)
        crashed = Measurement("d", "C", 1, 1.0, clang_cpu=10.0, cold=Outcome(0, Cost(13.0)), warm=Outcome(0, Cost(0.3)),
                              identical="yes", peak_kb=4 << 20, stats={"pointer_statements": 1}, trouble=["crashed (-11)"])  # fmt: skip
        self.assertEqual(breaches(crashed), ["d: the peak is 4096 MB", "d: crashed"])
        absent = Measurement("c", "C", 1, 1.0, clang_cpu=1.0, trouble=["custody is not there"])
        text = frontend_page([kept, slow, absent], "bench/frontend")
        self.assertIn("custody is not there", text)
        self.assertIn("| a | asm | 1 |", text)


if __name__ == "__main__":
    unittest.main()
