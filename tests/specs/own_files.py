"""Reads *.own files just far enough for the checks here: functions with their header, parameters and words.

It is written apart from the C++ parser on purpose: two readings of the same file check each other.
"""

import re
from dataclasses import dataclass, field


@dataclass
class Function:
    name: str
    params: list  # the text of each parameter
    variadic: bool
    headers: list
    text: str


@dataclass
class Library:
    path: str
    name: str = ""
    package: str = ""
    pkgconfig: str = ""
    functions: list = field(default_factory=list)


def without_comments(text):
    return re.sub(r'//[^\n]*|/\*.*?\*/|("[^"\n]*")', lambda m: m.group(1) or " ", text, flags=re.S)


def declarations(text):
    depth, start = 0, 0
    for at, c in enumerate(text):
        if c in "({":
            depth += 1
        elif c in ")}":
            depth -= 1
        elif c == ";" and depth == 0:
            yield " ".join(text[start:at].split())
            start = at + 1


def split_commas(text):
    parts, depth, current = [], 0, ""
    for c in text:
        depth += (c in "([<{") - (c in ")]>}")
        if c == "," and depth == 0:
            parts.append(current.strip())
            current = ""
        else:
            current += c
    if current.strip():
        parts.append(current.strip())
    return parts


def closing(text, opening):
    depth = 0
    for at in range(opening, len(text)):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth == 0:
            return at
    return len(text)


WORDS = re.compile(r"\b(own|frees|takes|holds|retains|releases|region)\s*\((\w+)\)")


def function(declaration, headers):
    plain = WORDS.sub(lambda m: m.group(1), declaration)
    opening = re.search(r"((?:[\w:~]|<[^()]*>)+)\s*\(", plain)
    if not opening:
        return None
    if "operator" in plain.split("(")[0]:
        return Function("operator", [], False, headers, declaration)
    start = opening.end() - 1
    params = split_commas(plain[start + 1:closing(plain, start)])
    variadic = "..." in params
    params = [p for p in params if p not in ("...", "void")]
    return Function(opening.group(1), params, variadic, headers, declaration)


def read(path):
    library = Library(path)
    headers = []
    with open(path) as file:
        text = without_comments(file.read())
    for declaration in declarations(text):
        word = declaration.split(" ", 1)[0]
        header = re.search(r'\bheader\s+(none|(?:(?:<[^>]*>|"[^"]*")\s*,?\s*)+)', declaration)
        if word == "library":
            library.name = re.search(r'"([^"]*)"', declaration).group(1)
            for key in ("package", "pkgconfig"):
                found = re.search(key + r'\s+"([^"]*)"', declaration)
                setattr(library, key, found.group(1) if found else "")
        if word in ("library", "header"):
            if header:
                headers = re.findall(r'<[^>]*>|"[^"]*"', header.group(1))
        elif word not in ("family", "type", "container", "alias", ""):
            found = function(declaration, headers)
            if found:
                library.functions.append(found)
    return library
