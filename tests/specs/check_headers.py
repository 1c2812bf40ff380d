#!/usr/bin/env python3
"""Checks the bundled models against the real headers: each C function exists there with that many parameters.

    tests/specs/check_headers.py [FILE.own ...]

Needs Clang (clang-19, or $CLANG) and the -dev package of each library; a library whose headers are not installed is
skipped with a message. A function that the header defines as a macro counts as present. C++ names and functions under
`header none` are not checked. Exit status 1 if anything differs.
"""

import glob
import os
import re
import subprocess
import sys

import own_files

CLANG = os.environ.get("CLANG", "clang-19")
# Headers that need more than their name to compile.
EXTRA = {"gmodule.h": [], "ldap.h": ["-DLDAP_DEPRECATED=1"], "pcre2.h": ["-DPCRE2_CODE_UNIT_WIDTH=8"]}


def kernel_flags():
    """What the kernel's own build passes to every file, for the newest headers of Debian's linux-headers-amd64."""
    trees = sorted(glob.glob("/usr/src/linux-headers-*-common"))
    if not trees:
        return []
    common, arch = trees[-1], trees[-1].replace("-common", "-amd64")
    builtin = subprocess.run([CLANG, "-print-resource-dir"], capture_output=True, text=True).stdout.strip()
    result = ["-nostdinc", "-isystem", builtin + "/include", "-D__KERNEL__", "-DMODULE", '-DKBUILD_MODNAME="x"',
              "-std=gnu11", "-fshort-wchar", "-mcmodel=kernel"]
    for tree, folder in ((common, "arch/x86/include"), (arch, "arch/x86/include/generated"), (common, "include"),
                         (arch, "include"), (common, "arch/x86/include/uapi"),
                         (arch, "arch/x86/include/generated/uapi"), (common, "include/uapi"),
                         (arch, "include/generated/uapi")):
        result.append("-I%s/%s" % (tree, folder))
    for header in ("compiler-version", "kconfig", "compiler_types"):
        result += ["-include", "%s/include/linux/%s.h" % (common, header)]
    return result


def flags(library):
    if library.package == "linux-headers-amd64":
        return kernel_flags()
    if not library.pkgconfig:
        return []
    result = subprocess.run(["pkg-config", "--cflags", library.pkgconfig], capture_output=True, text=True)
    if result.returncode == 0:
        return result.stdout.split()
    if library.pkgconfig.startswith("postgresql-server-"):
        return ["-I/usr/include/postgresql/%s/server" % library.pkgconfig.rsplit("-", 1)[1]]
    return []


def clang(headers, library, *arguments):
    source = "".join("#include %s\n" % header for header in headers)
    extra = [flag for header in headers for flag in EXTRA.get(header.strip('<>"'), [])]
    command = [CLANG, "-w", "-x", "c", "-", "-D_GNU_SOURCE"] + flags(library) + extra + list(arguments)
    return subprocess.run(command, input=source, capture_output=True, text=True)


def without_attributes(line):
    while True:
        found = re.search(r"\b(__attribute__|asm|__asm__)\s*\(", line)
        if not found:
            return line
        line = line[:found.start()] + line[own_files.closing(line, found.end() - 1) + 1:]


def declared(headers, library):
    """{name: (parameter count, has a prototype)}, or an error text."""
    result = clang(headers, library, "-fsyntax-only", "-Xclang", "-ast-print")
    if result.returncode != 0:
        return next((line for line in result.stderr.split("\n") if "error:" in line), "clang failed")
    functions = {}
    for line in result.stdout.split("\n"):
        if line[:1] in (" ", "\t", "}", "#", "") or line.startswith("typedef") or "(" not in line:
            continue
        line = without_attributes(line).rstrip(" ;{")
        line = re.sub(r"\((\w+)\)\(", r"\1(", line)
        found = re.match(r"^[\w\s*]*?[\s*](\w+)\s*\(", line)
        if not found:
            # A function that returns a pointer to a function: `void (*signal(int, void (*)(int)))(int)`.
            found = re.match(r"^[\w\s*]*\(\*\s*(\w+)\s*\(", line)
        if not found:
            continue
        opening = found.end() - 1
        inside = line[opening + 1:own_files.closing(line, opening)].strip()
        params = [] if inside in ("", "void") else [p for p in own_files.split_commas(inside) if p != "..."]
        functions.setdefault(found.group(1), (len(params), inside != ""))
    return functions


def macros(headers, library):
    return set(re.findall(r"^#define (\w+)", clang(headers, library, "-E", "-dM").stdout, flags=re.M))


def check(path):
    library = own_files.read(path)
    sections = {}
    for function in library.functions:
        if "::" in function.name or function.name == "operator":
            continue
        sections.setdefault(tuple(function.headers), []).append(function)
    checked, wrong, skipped, absent = 0, [], 0, []
    for headers, functions in sections.items():
        if not headers:
            skipped += len(functions)
            continue
        known = declared(headers, library)
        if isinstance(known, str) and "file not found" not in known:
            wrong.append("%s: %s does not compile: %s" % (path, " ".join(headers), known))
            continue
        if isinstance(known, str):
            absent += functions
            skipped += len(functions)
            continue
        defined = None
        for function in functions:
            checked += 1
            if function.name in known:
                count, prototype = known[function.name]
                if prototype and count != len(function.params):
                    wrong.append("%s: %s has %d parameters in %s, %d here" % (path, function.name, count,
                                                                            " ".join(headers), len(function.params)))
                continue
            defined = macros(headers, library) if defined is None else defined
            if function.name not in defined:
                wrong.append("%s: %s is not in %s" % (path, function.name, " ".join(headers)))
    for message in wrong:
        print(message)
    if absent:
        print("%s: skipped %d functions, package %s is not installed" %
              (os.path.basename(path), len(absent), library.package or "?"))
    print("%-16s %5d functions checked, %4d wrong, %4d not checked" %
          (os.path.basename(path), checked, len(wrong), skipped))
    return checked, len(wrong)


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    if any(argument in ("-h", "--help") for argument in sys.argv[1:]):
        print(__doc__.strip())
        return 0
    paths = sys.argv[1:] or sorted(glob.glob(os.path.join(here, "../../specs/*.own")))
    totals = [check(path) for path in paths]
    print("%d functions checked in %d files, %d wrong" %
          (sum(t[0] for t in totals), len(totals), sum(t[1] for t in totals)))
    return 1 if any(t[1] for t in totals) else 0


if __name__ == "__main__":
    sys.exit(main())
