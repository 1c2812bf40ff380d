"""Writes the results that the tests show again. Lines are found by their text, so that the source may be edited."""

import json

FILE = "names.c"
LINES = open(FILE).read().splitlines()


def at(text: str, word: str, **more) -> dict:
    number = next(i for i, line in enumerate(LINES, 1) if text in line)
    column = len(LINES[number - 1].encode()[: LINES[number - 1].encode().index(word.encode())]) + 1
    return {"file": FILE, "line": number, "column": column, **more}


def event(kind: str, place: dict, function: str, text: str) -> dict:
    return {"event": kind, "at": place, "function": function, "text": text}


made = at("return text", "strdup")
call = at("char *mine", "copy")
lost = at("return -1", "return")

leak = {
    "kind": "leak", "fingerprint": "aaaa:1", "rank": 70, "engines": ["path", "summary"], "function": "check",
    "loss": lost, "object": "mine", "allocator": "copy", "allocFunction": "copy", "allocation": made,
    "otherLosses": [at("free(mine)", "free")],
    "chain": [
        event("handed", call, "check", "calling 'copy'"),
        event("branch", at("return text", "text ?"), "copy", "taking the true branch: 'text' is not null"),
        event("allocated", made, "copy", "allocated here by 'strdup'"),
        event("stored", call, "check", "returned by 'copy'"),
        event("stored", at("char *mine", "mine"), "check", "stored in 'mine'"),
        event("branch", at("strlen(mine) > 9", "strlen"), "check", "taking the true branch"),
        event("lost", lost, "check", "'mine' goes out of scope"),
    ],
    "interfaces": [{"function": "strlen", "text": "'strlen' does not keep its argument"}],
    "reasons": [{"points": 10, "text": "the allocation is in the program's own code"},
                {"points": 10, "text": "the engines path, summary agree"}],
}  # fmt: skip

macro = at("COPY(name)", "COPY", macro="COPY")
suppressed = {
    "kind": "leak", "fingerprint": "bbbb:1", "rank": 30, "engines": ["summary"], "function": "check", "loss": macro,
    "allocation": macro, "allocator": "strdup", "allocFunction": "check",
    "suppressed": {"reason": "kept until the end", "at": at("custody-ignore", "custody-ignore")},
}  # fmt: skip

double = {
    "kind": "double-free", "fingerprint": "cccc:1", "rank": 90, "engines": ["summary"], "function": "n\x1b[2J",
    "loss": {"file": "absent dir/\u202eother.c", "line": 3, "column": 1}, "object": "p\x07",
}  # fmt: skip

for result in (leak, suppressed, double):
    print(json.dumps(result))
