"""The facts that the bundled models state about who owns what, as `custody specs show` tells them.

    own     the result is fresh memory                      malloc: return
    out     a place behind a parameter holds fresh memory   asprintf: *ptr
    frees   an argument, or what it leads to, is released   free: ptr
    takes   an argument's ownership goes into the function  json_array_append_new: value

They are read from what the program prints, not from the files, so that what is confirmed is what the engines believe.
"""

import os
import re
import subprocess
from dataclasses import dataclass, field

import own_files


@dataclass(frozen=True)
class Condition:
    place: str
    relation: str
    value: str  # "null" or a number
    after: bool

    def text(self):
        return "%s %s %s" % (self.place, self.relation, self.value.replace("null", "0"))


@dataclass(frozen=True)
class Fact:
    library: str
    function: str
    kind: str
    place: str
    family: str = ""
    when: tuple = ()
    reallocates: bool = False

    def __str__(self):
        when = " when " + " && ".join(c.text() for c in self.when) if self.when else ""
        return "%s: %s %s %s%s" % (self.library, self.function, self.kind, self.place, when)


@dataclass(frozen=True)
class Param:
    type: str
    name: str
    is_function: bool = False


@dataclass
class Function:
    name: str
    returns: str
    params: list
    variadic: bool
    facts: list = field(default_factory=list)
    aliases: list = field(default_factory=list)  # conditions under which the result is nothing new


@dataclass
class Model:
    functions: dict  # name: Function
    families: dict  # name: the functions that release it

    def facts(self):
        return [fact for function in self.functions.values() for fact in function.facts]


# Ownership words stand before the type; after it the same word is a name.
WORDS = re.compile(r"^(?:\s*(?:own|ref|frees|takes|holds|retains|releases|region|out|nonnull|may_null|noreturn|static)\b"
                   r"(?:\(\w+\))?)+")
TYPE_WORDS = {"char", "int", "long", "short", "unsigned", "signed", "float", "double", "void", "const", "struct", "enum",
              "union"}
KINDS = [(r"(?:fresh memory|a fresh [\w ]+?|a new reference)(?: of family (\S+?))?(?:,|$)", "own"), (r"allocates (.+?)(?: of family (\S+?))?(?:,|$)", "out"),
         (r"frees (.+?)(?: of family (\S+?))?(?:,|$)", "frees"),
         (r"counts one holder less of (.+?)(?: of family (\S+?))?(?:,|$)", "frees"),
         (r"takes ownership of (.+?)(?: of family (\S+?))?(?: into \S+)?(?:,|$)", "takes")]


def clean(text):
    """A type as C has it: without ownership words, template arguments and type variables."""
    text = WORDS.sub("", re.sub(r"<[^<>]*>", "", text))
    text = re.sub(r"(?<!\w)(?:const )?[TKV](?=\s|$|\*)", "void *", text)
    return re.sub(r"\s*\*\s*", " *", " ".join(text.split())).replace("* *", "**").strip()


def parameter(text, number):
    if "(" in text.replace("(own", ""):
        name = re.search(r"\(\s*\*\s*(\w*)", text)
        return Param("void *", (name.group(1) if name else "") or "argument%d" % number, True)
    array = text.count("[")
    text = clean(re.sub(r"\[[^\]]*\]", "", text))
    found = re.match(r"^(.*[\s*])(\w+)$", text)
    if not found or found.group(2) in TYPE_WORDS or found.group(1).strip() in ("struct", "enum", "union", "const"):
        return Param(text + " *" * array, "argument%d" % number)
    return Param((found.group(1).strip() + " *" * array).strip(), found.group(2))


def conditions(text):
    found = re.search(r", when (.*)$", text)
    if not found:
        return ()
    parsed = []
    for part in found.group(1).split(" and "):
        piece = re.match(r"(afterwards )?(\S+) (==|!=|<=|>=|<|>) (\S+)$", part)
        parsed.append(Condition(piece.group(2), piece.group(3), piece.group(4), bool(piece.group(1))))
    return tuple(parsed)


def fact(library, function, line):
    """What one line of the description states, or nothing that is meant here."""
    text = re.sub(r"argument (\d+)", r"argument\1", line.split(None, 1)[1])
    when = conditions(text)
    told = re.sub(r", when .*$", "", text)
    if told.startswith("reallocates "):
        found = re.match(r"reallocates (.+?)(?: of family (\S+?))?,", told)
        # What an argument points to is released and given back as the result; elsewhere new memory is where the old was.
        kind = "out" if re.search(r"\W", found.group(1)) else "frees"
        return Fact(library, function, kind, found.group(1), found.group(2) or "", when, True)
    if " in the region " in told:
        return None
    for pattern, kind in KINDS:
        found = re.match(pattern, told)
        if found:
            groups = found.groups() if kind != "own" else ("return", found.group(1))
            return Fact(library, function, kind, groups[0], groups[1] or "", when)
    return None


def described(text, library):
    """The functions of one answer of `custody specs show`."""
    functions = {}
    function = None
    for line in text.split("\n"):
        if re.match(r"\S", line):
            name, function = line.strip(), None
        elif function is None and line.startswith("  ") and line.rstrip().endswith(";"):
            declared = own_files.function(line.strip(), [])
            plain = own_files.WORDS.sub(lambda m: m.group(1), line.strip())
            returns = clean(plain[:re.search(r"\b%s\s*\(" % re.escape(name), plain).start()])
            params = [parameter(p, i + 1) for i, p in enumerate(declared.params)]
            function = functions.setdefault(name, Function(name, returns, params, declared.variadic))
        elif function is not None and re.match(r"  (result|effect) ", line):
            stated = fact(library, function.name, line)
            if stated and stated not in function.facts:
                function.facts.append(stated)
            if re.match(r"  result   (the same|a pointer)", line):
                function.aliases.append(conditions(line))
    return functions


def read(custody, path):
    name = os.path.basename(path)[:-4]
    with open(path) as file:
        text = own_files.without_comments(file.read())
    families = {}
    for declaration in own_files.declarations(text):
        found = re.match(r"family (\w+)\b.*\bfreed_by (.*)$", declaration)
        if found:
            releasing = re.sub(r"\s(like|counted|resource|default)\b.*", "", found.group(2))
            families[found.group(1)] = [function.strip() for function in releasing.split(",")]
    names = sorted({f.name for f in own_files.read(path).functions if "::" not in f.name and f.name != "operator"})
    shown = subprocess.run([custody, "specs", "show"] + names, capture_output=True, text=True)
    return Model(described(shown.stdout, name), families)
