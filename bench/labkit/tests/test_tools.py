"""The tools themselves, on a small file with a leak through a helper and a double free. Skipped where one is not there."""

import shutil
import tempfile
import unittest
import unittest.mock
from pathlib import Path
from types import SimpleNamespace

from labkit.compdb import Entry, store_database
from labkit.functions import FunctionMap, parse_functions
from labkit.pair import answer, findings_in, run_pair, run_pairs
from labkit.place import Place, read_json
from labkit.errors import LabError
from labkit.run import analyse, run_program, target_from_database
from labkit.tools import chosen_tools, table_order
from labkit.tools.cppcheck import cppcheck_flags
from labkit.tools.custody import built_in_engines
from labkit.tools.gcc_analyzer import finding as gcc_finding, gcc_flags
from collections import Counter

SOURCE = """#include <stdlib.h>
#include <string.h>
static char *copy(const char *s) {
  char *p = malloc(strlen(s) + 1);
  if (!p) return 0;
  return strcpy(p, s);
}
int leaks(const char *s, int ok) {
  char *t = copy(s);
  if (!t) return -1;
  if (!ok) return -1;
  free(t);
  return 0;
}
int frees(int n) {
  char *t = malloc(n);
  if (!t) return -1;
  free(t);
  if (n > 3) free(t);
  return 0;
}
"""
FIXED = SOURCE.replace("if (!ok) return -1;", "if (!ok) { free(t); return -1; }")


class WithProgram(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def database(self, name: str, text: str) -> Path:
        folder = self.folder / name
        folder.mkdir(parents=True)
        (folder / "a.c").write_text(text)
        store_database([Entry(str(folder), "a.c", ("cc", "-O1", "-c", "a.c"))], folder)
        return folder

    def run_tool(self, name: str, folder: Path) -> dict:
        target = target_from_database("small", folder)
        return analyse(chosen_tools(name, self.folder / "none")[0], target, self.folder / "raw", 1, FunctionMap(list(target.entries)))


class Peers(WithProgram):
    def check(self, tool: str, binary: str, expected: set):
        if not shutil.which(binary):
            self.skipTest(f"{binary} is not there")
        record = self.run_tool(tool, self.database("one", SOURCE))
        self.assertEqual(record["failed"], [])
        self.assertGreater(record["cpu"], 0)
        self.assertGreater(record["peak_kb"], 0)
        found = {(f["function"], f["kind"], f["line"], f["site_line"]) for f in record["findings"]}
        self.assertEqual(found, expected)

    def test_clang_analyzer(self):
        self.check("clang-analyzer", "clang-19", {("leaks", "leak", 11, 9), ("frees", "double-free", 19, 16)})

    def test_gcc_analyzer(self):
        self.check("gcc-analyzer", "gcc", {("leaks", "leak", 11, 9), ("frees", "double-free", 19, 16)})

    def test_gcc_analyzer_tells_events_without_a_place(self):
        place = {"file": "a.c", "line": 3}
        diagnostic = {"option": "-Wanalyzer-malloc-leak", "locations": [{"caret": place}],
                      "path": [{"location": {}, "depth": 1, "description": "following 'true' branch"},
                               {"location": place, "depth": 1, "description": "'p' leaks here", "function": "f"}]}  # fmt: skip
        context = SimpleNamespace(relative=lambda file, directory: file)
        found = gcc_finding(diagnostic, SimpleNamespace(directory=""), context)
        self.assertEqual((found.function, found.line), ("f", 3))

    def test_cppcheck_names_functions_by_lookup(self):
        self.check("cppcheck", "cppcheck", {("frees", "double-free", 19, 0)})

    def test_floor(self):
        self.check("syntax-only", "clang-19", set())

    def test_missing_custody_is_a_row(self):
        record = self.run_tool("custody", self.database("one", SOURCE))
        self.assertEqual(record["error"], "not there")

    def test_a_file_that_does_not_compile_is_counted(self):
        record = self.run_tool("syntax-only", self.database("one", "int x = y;\n"))
        self.assertEqual(record["failed"], [["a.c", "does not compile"]])


class Names(WithProgram):
    def test_any_engine_is_a_tool(self):
        names = [t.name for t in chosen_tools("custody:path,custody,cppcheck", self.folder / "none")]
        self.assertEqual(names, ["custody:path", "custody", "cppcheck"])
        self.assertEqual(sorted(["cppcheck", *names, "custody:own"], key=table_order),
                         ["custody", "custody:own", "custody:path", "cppcheck", "cppcheck"])  # fmt: skip
        with self.assertRaises(LabError):
            chosen_tools("lint", self.folder / "none")

    def test_engines_in_the_words_of_the_binary(self):
        binary = self.folder / "custody"
        binary.write_text("#!/bin/sh\necho \"custody: error: there is no engine '?'; built in: summary, path\" >&2\nexit 2\n")
        binary.chmod(0o755)
        self.assertEqual(built_in_engines(binary), ["summary", "path"])
        self.assertEqual(built_in_engines(self.folder / "none"), [])

    def test_a_binary_is_not_of_the_tree_that_measures_it(self):
        custody, floor = chosen_tools("custody,syntax-only", Path(shutil.which("ls")))
        with unittest.mock.patch.dict("os.environ", {"CUSTODY_COMMIT": ""}):
            self.assertRegex(custody.made_from(), "^(build [0-9a-f]{12}|unknown)$")
        with unittest.mock.patch.dict("os.environ", {"CUSTODY_COMMIT": "abc1234"}):
            self.assertEqual(custody.made_from(), "abc1234")
        self.assertEqual(floor.made_from(), "")

    def test_what_is_stored_is_not_run_again(self):
        target, place, told = target_from_database("small", self.database("one", SOURCE)), Place(self.folder / "work"), []
        for _ in range(2):
            run_program(target, chosen_tools("syntax-only", self.folder / "none"), place, 1, None, True, told.append)
        self.assertEqual(len(told), 1)


class Pairs(WithProgram):
    def test_hit(self):
        before, after = self.database("before", SOURCE), self.database("after", FIXED)
        tools = chosen_tools("clang-analyzer,custody", self.folder / "none")
        fix = {"id": "x", "file": "a.c", "function": "leaks"}
        record = run_pair(before, after, fix, tools, Place(self.folder / "work"), 1)
        self.assertEqual(record["tools"]["clang-analyzer"]["answer"], "hit")
        self.assertEqual(record["tools"]["custody"]["answer"], "not there")

    def test_a_list_bit_by_bit(self):
        for state, text in (("before", SOURCE), ("after", FIXED)):
            self.database(f"there/{state}", text)
        fixes = [{"id": i, "file": "a.c", "function": "leaks"} for i in ("absent", "there")]
        place, custody = Place(self.folder / "work"), chosen_tools("custody", self.folder / "none")
        with unittest.mock.patch("labkit.pair.run_pair", side_effect=run_pair) as ran:
            for names in ("syntax-only", "syntax-only", "syntax-only,clang-analyzer"):
                tools = chosen_tools(names, self.folder / "none")
                records = list(run_pairs(fixes, self.folder, tools, place, 1, missing=True))
            self.assertEqual([[t.name for t in call.args[3]] for call in ran.call_args_list], [["syntax-only"], ["clang-analyzer"]])
            list(run_pairs(fixes, self.folder, custody, place, 1, missing=False))
        self.assertEqual(records[0]["error"], "no database before and after")
        self.assertEqual(list(records[1]["tools"]), ["syntax-only", "clang-analyzer"])
        stored = read_json(place.pairs / "there.json")["tools"]
        self.assertEqual([stored[t]["answer"] for t in ("clang-analyzer", "custody")], ["hit", "not there"])

    def test_answers(self):
        self.assertEqual(answer(Counter(), Counter()), "missed")
        self.assertEqual(answer(Counter(a=1), Counter(a=1)), "still there")
        self.assertEqual(answer(Counter(a=2), Counter(a=1)), "hit")
        self.assertEqual(answer(Counter(a=1), Counter(b=1)), "still there")

    def test_only_the_fixed_function_counts(self):
        finding = {"file": "src/a.c", "function": "ns::f", "line": 3, "kind": "leak", "alloc_line": 2, "alloc_file": "src/a.c"}
        record = {"findings": [finding], "texts": {"src/a.c:2": "p = new T;"}}
        self.assertEqual(findings_in(record, "lib/src/a.c", "f"), Counter({("leak", "p = new T;"): 1}))
        self.assertEqual(findings_in(record, "lib/src/a.c", "g"), Counter())


class Readers(unittest.TestCase):
    def test_functions_from_debug_information(self):
        text = ('!1 = !DIFile(filename: "a.c", directory: "/b")\n'
                '!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 3, type: !6)\n')  # fmt: skip
        self.assertEqual(parse_functions(text), {"/b/a.c": [(3, "f")]})

    def test_gcc_flags(self):
        flags = ["-O2", "-w", "-Wembedded-directive", "-Wp,-DX=1", "-Weverything", "-DY", "-Qunused-arguments"]
        self.assertEqual(gcc_flags(flags), ["-O2", "-Wp,-DX=1", "-DY"])

    def test_cppcheck_flags(self):
        flags = ["-O2", "-DX=1", "-I", "inc", "-isystem", "sys", "-include", "c.h", "-std=gnu99", "-Wall"]
        self.assertEqual(cppcheck_flags(flags), ["-DX=1", "-Iinc", "-Isys", "--include=c.h", "--std=c99"])


if __name__ == "__main__":
    unittest.main()
