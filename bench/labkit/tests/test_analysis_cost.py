"""What the engine tells of its work, and how fast cost grows."""

import tempfile
import unittest
from pathlib import Path

from labkit.analysis_cost import Effort, Measurement, Spent, read_efforts, read_sizes, read_valgrind, slope
from labkit.analysis_page import breaches, chart, evenly_spread, page, together

TOLD = """custody: 3 units: 0 parsed, 3 from the cache, 0 from heap IR text
custody: summary: 1200 steps for 7 functions with 90 statements, looked at 8 times
custody: summary: 900 steps for operator new with 40 statements, looked at 2 times
custody: summary: 300 steps for 6 functions of a size, with 18 statements
custody: path: 5 steps for 7 functions with 90 statements, looked at 7 times
"""


def measurement(name: str, kloc: float, cpu: float) -> Measurement:
    return Measurement(name, 1, kloc, floor=Spent(cpu=10.0), loading=Spent(cpu=1.0), check=Spent(cpu=1.0 + cpu),
                       total=Effort(100, 10, 1), slowest=[Effort(90, 5, 1, "f")])  # fmt: skip


class AnalysisCost(unittest.TestCase):
    def test_efforts_are_those_of_the_engine(self):
        total, slowest = read_efforts(TOLD, "summary")
        self.assertEqual(total, Effort(1200, 90, 8, functions=7))
        self.assertEqual(slowest, [Effort(900, 40, 2, "operator new")])

    def test_sizes_are_those_of_the_engine(self):
        self.assertEqual(read_sizes(TOLD, "summary"), [Effort(300, 18, 0, functions=6)])
        self.assertEqual(read_sizes(TOLD, "path"), [])

    def test_instructions_that_valgrind_counts(self):
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "log"
            log.write_text("==7== Command: true\n==7== \n==7== I   refs:      169,929,246\n")
            self.assertEqual(read_valgrind(log), 169929246)
            log.write_text("==7== Valgrind: I can't recover.\n")
            self.assertIsNone(read_valgrind(log))

    def test_few_functions_may_be_over_the_budget(self):
        many = measurement("many", 10, 1.0)
        many.total, many.cut_off = Effort(100, 10, 1, functions=200), 2
        self.assertEqual(breaches([many], "summary"), [])
        many.cut_off = 3
        self.assertEqual(breaches([many], "summary"), ["many: 1.5 % of the functions are over the budget"])

    def test_all_programs_are_told_together(self):
        row = together([measurement("a", 10, 1.0), measurement("b", 20, 5.0)])
        self.assertEqual(row[:8], ["together", 2, 30, 20.0, 2.0, 6.0, 0.3, None])
        broken = measurement("c", 20, 5.0)
        broken.floor = Spent()
        self.assertEqual(together([measurement("a", 10, 1.0), broken])[3:7], [None, 2.0, 6.0, None])

    def test_slope_is_the_power_of_growth(self):
        self.assertAlmostEqual(slope([(1, 3), (10, 30), (100, 300)]), 1.0)
        self.assertAlmostEqual(slope([(1, 1), (10, 100)]), 2.0)
        self.assertIsNone(slope([(5, 5)]))

    def test_bounds_are_held_against_the_analysis_without_loading(self):
        self.assertEqual(breaches([measurement("small", 10, 3.9)], "summary"), [])
        self.assertEqual(breaches([measurement("slow", 10, 4.5)], "summary"), ["slow: the analysis takes 0.45 of Clang's time"])
        quadratic = [measurement(str(k), k, k * k / 1000) for k in (1, 2, 4, 8, 16)]
        self.assertEqual(breaches(quadratic, "summary"), ["the cost grows with the power 2.00 of the size"])

    def test_the_plot_shows_instructions_where_they_are_counted(self):
        counted = [measurement("a", 1, 1.0), measurement("b", 10, 10.0)]
        self.assertIn("CPU seconds", chart(counted, "summary").svg())
        for m, instructions in zip(counted, (2e9, 20e9)):
            m.loading, m.check = Spent(1.0, 1e9), Spent(2.0, 1e9 + instructions)
        plot = chart(counted, "summary").svg()
        self.assertIn("G instructions", plot)
        self.assertIn("summary, slope 1.00", plot)
        self.assertNotIn("clang", plot)

    def test_engines_have_bounds_of_their_own(self):
        self.assertEqual(breaches([measurement("inferred", 10, 5.9)], "ownership"), [])
        self.assertEqual(len(breaches([measurement("inferred", 10, 6.1)], "ownership")), 1)

    def test_the_page_names_the_costliest_functions(self):
        text = page([measurement("a", 10, 1.0), measurement("b", 20, 2.0)], "summary", "bench/cost …", "x.svg", "y.svg")
        self.assertNotIn("y.svg", text)
        self.assertIn("| a | `f` | 5 | 1 | 90 | 18.0 |", text)
        self.assertIn("| analysis, CPU | 1.00 | - |", text)

    def test_growth_is_over_lines_and_over_statements(self):
        small, large = measurement("a", 10, 1.0), measurement("b", 20, 4.0)
        small.total, large.total = Effort(100, 10, 1), Effort(200, 40, 1)
        text = page([small, large], "summary", "bench/cost …", "x.svg", "y.svg")
        self.assertIn("| analysis, CPU | 2.00 | 1.00 |", text)

    def test_of_many_programs_five_are_evenly_spread(self):
        sizes = [7, 20, 56, 60, 162, 190, 200, 305, 415]
        many = [measurement(str(k), k, k * (5 if k in (190, 200) else 1)) for k in sizes]
        self.assertEqual([m.kloc for m in evenly_spread(many)], [7, 20, 56, 162, 415])
        self.assertEqual(len(evenly_spread(many[:3])), 3)
        text = page(many, "summary", "bench/cost …", "x.svg", "y.svg")
        self.assertIn("158 and 500 KLOC: 7, 20, 56, 162, 415.", text)
        self.assertRegex(text, r"analysis, CPU \| 1\.17 \| [^|]+ \| 1\.00 \|")
        self.assertNotIn("The five programs", page(many[:5], "summary", "bench/cost …", "x.svg", "y.svg"))

    def test_the_page_has_the_papers_table_and_growth(self):
        one = measurement("a", 10, 2.0)
        one.total, one.cut_off, one.allocators = Effort(100, 10, 1, functions=200), 1, 12
        one.sizes = [Effort(300, 18, 0, functions=6)]
        text = page([one], "decided", "bench/cost …", "x.svg", "y.svg")
        self.assertIn("| a | 10000 | 2.00 | 5000 | 200 | 1 (0.5 %) | 12 |", text)
        self.assertIn("| a | 6 | 3.00 | 50.0 | 16.7 |", text)
        self.assertIn("y.svg", text)


if __name__ == "__main__":
    unittest.main()
