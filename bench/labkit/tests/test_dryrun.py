"""Databases from what make prints."""

import unittest
from pathlib import Path

from labkit.dryrun import entries_from


class DryRun(unittest.TestCase):
    def test_only_compiler_calls_on_one_file(self):
        text = ("clang-19 -Iinc -DX=\"\\\"a b\\\"\" -MMD -MF a.d -c \\\n  -o a.o src/a.c\n"
                "ar r lib.a a.o\nclang-19 -o prog a.o\ngcc -c b.c\nclang-19 -c d.c; touch d.o\n"
                "if test x; then clang-19 -c e.c; fi\n")  # fmt: skip
        entries = entries_from(text, Path("/b"), ("clang-19", "clang++-19"))
        self.assertEqual([e.path for e in entries], ["/b/src/a.c"])
        self.assertEqual(entries[0].flags, ["-Iinc", '-DX="a b"'])

    def test_libtool_in_directories(self):
        text = ("make[1]: Entering directory '/b/src'\n"
                "/bin/bash ../libtool --tag=CXX --mode=compile clang++-19 -I. -c -o a.lo a.cpp\n"
                "make[1]: Leaving directory '/b/src'\nclang++-19 -c main.cpp\n")  # fmt: skip
        entries = entries_from(text, Path("/b"), ("clang-19", "clang++-19"))
        self.assertEqual([e.path for e in entries], ["/b/src/a.cpp", "/b/main.cpp"])

    def test_automake_asks_where_a_source_is(self):
        text = "clang-19 -I. -c -o a.lo `test -f 'a.c' || echo './'`a.c\n"
        [entry] = entries_from(text, Path("/b"), ("clang-19", "clang++-19"))
        self.assertEqual(entry.path, "/b/a.c")
        self.assertEqual(entry.flags, ["-I."])


if __name__ == "__main__":
    unittest.main()
