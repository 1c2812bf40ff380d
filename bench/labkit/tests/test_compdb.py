"""Compile databases: which flags survive, what is C++, what is counted."""

import json
import tempfile
import unittest
from pathlib import Path

from labkit.compdb import Entry, count_lines, load_database, shared_flags, store_database
from labkit.errors import LabError


class Flags(unittest.TestCase):
    def test_output_and_dependency_options_go(self):
        arguments = ["-c", "-Iinc", "-MD", "-MF", "a.d", "-MTa.o", "-o", "a.o", "-DX=1", "-Werror", "-Werror=vla", "a.c"]
        self.assertEqual(shared_flags(arguments, "a.c", "/b"), ["-Iinc", "-DX=1"])

    def test_source_is_recognised_by_any_spelling(self):
        self.assertEqual(shared_flags(["../b/a.c", "-DX"], "/b/a.c", "/b"), ["-DX"])

    def test_values_that_look_like_files_stay(self):
        self.assertEqual(shared_flags(["-include", "config.h", "a.c"], "a.c", "/b"), ["-include", "config.h"])


class Languages(unittest.TestCase):
    def test_by_suffix_by_driver_and_by_option(self):
        self.assertTrue(Entry("/b", "a.cpp", ("cc",)).is_cxx)
        self.assertTrue(Entry("/b", "a.c", ("clang++-19",)).is_cxx)
        self.assertTrue(Entry("/b", "a.c", ("cc", "-x", "c++")).is_cxx)
        self.assertFalse(Entry("/b", "a.c", ("clang-19",)).is_cxx)


class Databases(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def test_round_trip_and_lines(self):
        source = self.folder / "a.c"
        source.write_text("int a;\nint b;\n")
        store_database([Entry(str(self.folder), "a.c", ("cc", "-c", "a.c"))], self.folder)
        entries = load_database(self.folder)
        self.assertEqual([Path(e.path).name for e in entries], ["a.c"])
        self.assertEqual(count_lines(entries + entries), 2)

    def test_command_strings_are_split_and_assembler_is_left_out(self):
        records = [{"directory": "/b", "file": "a.c", "command": "cc '-DX=\"y z\"' -c a.c"},
                   {"directory": "/b", "file": "a.s", "command": "cc -c a.s"}]  # fmt: skip
        path = self.folder / "compile_commands.json"
        path.write_text(json.dumps(records))
        entries = load_database(path)
        self.assertEqual(len(entries), 1)
        self.assertEqual(entries[0].flags, ['-DX="y z"'])

    def test_what_the_driver_starts_is_left_out(self):
        path = self.folder / "recorded.json"
        started = {"directory": "/b", "file": "a.c", "arguments": ["clang", "-cc1", "-Eonly", "a.c"]}
        driver = {"directory": "/b", "file": "a.c", "arguments": ["clang", "-c", "a.c"]}
        path.write_text(json.dumps([started, driver]))
        self.assertEqual([e.arguments for e in load_database(path)], [("clang", "-c", "a.c")])

    def test_problems_are_told_in_one_line(self):
        with self.assertRaises(LabError):
            load_database(self.folder / "none.json")
        bad = self.folder / "bad.json"
        bad.write_text("{")
        with self.assertRaises(LabError):
            load_database(bad)


if __name__ == "__main__":
    unittest.main()
