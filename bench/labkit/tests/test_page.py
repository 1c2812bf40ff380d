"""Which results can be compared."""

import unittest

from labkit.page import comparable


def record(tool: str, files: int, failed: int = 0) -> dict:
    return {"program": "p", "tool": tool, "files": files, "failed": [["f.c", "does not compile"]] * failed}


class Comparable(unittest.TestCase):
    def test_a_tool_that_read_less_than_half_of_the_files_is_left_out(self):
        records = [record("all", 10), record("C only", 4), record("rejects", 10, 6), record("rejects some", 10, 5)]
        self.assertEqual([r["tool"] for r in comparable(records)], ["all", "rejects some"])


if __name__ == "__main__":
    unittest.main()
