"""Reads findings, a line of JSON each, and fails unless those of the first function are ranked above those of the second.
usage: ranks.py HIGH LOW"""

import json
import sys

high, low = sys.argv[1:]
ranks = {}
for line in sys.stdin:
    finding = json.loads(line)
    ranks.setdefault(finding.get("function"), []).append(finding.get("rank"))

missing = [name for name in (high, low) if not any(name in str(function) for function in ranks)]
if missing:
    sys.exit(f"ranks.py: no finding in {', '.join(missing)}: {ranks}")


def of(name):
    return [rank for function, values in ranks.items() if name in str(function) for rank in values]


if min(of(high)) <= max(of(low)):
    sys.exit(f"ranks.py: {high} {of(high)} is not above {low} {of(low)}")
