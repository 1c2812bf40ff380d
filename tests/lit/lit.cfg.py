"""The lit suite: each test is a file with RUN lines.

Substitutions: %custody (the program, with a cache of the test's own), %bare (the program alone), %clang, %python,
%examples, %driver (the inputs of driver/), %validate (SARIF), %nobody (run as a user without rights), FileCheck, not, %t, %S, %s.
Features: bear, jsonschema (Python's), terminal, unprivileged.
"""

import os
import shutil
import subprocess

import lit.formats
import lit.util

config.name = "custody"
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".c", ".cpp", ".hir", ".test", ".own"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params.get("work", os.path.join(config.test_source_root, "Output"))

custody = os.path.abspath(lit_config.params["custody"])
llvm_bin = lit_config.params["llvm_bin"]

# Nothing of the caller's environment may change a result, except where the tools are and how sanitizers report.
config.environment = {name: os.environ[name] for name in os.environ if name in ("PATH", "HOME", "TMPDIR", "LANG", "CUSTODY_SARIF_SCHEMA")}
config.environment.update({name: os.environ[name] for name in os.environ if name.endswith("SAN_OPTIONS")})
config.environment["PATH"] = os.pathsep.join([llvm_bin, config.environment.get("PATH", "")])
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"

config.substitutions += [
    ("%custody", f"env CUSTODY_CACHE_DIR=%t.cache '{custody}'"),
    ("%bare", f"'{custody}'"),
    ("%clang", os.path.join(llvm_bin, "clang")),
    ("%python", lit_config.params.get("python", "python3")),
    ("%examples", os.path.normpath(os.path.join(config.test_source_root, "..", "..", "examples"))),
    ("%driver", os.path.join(config.test_source_root, "driver", "Inputs")),
]

for program in ("bear", "dot"):
    if shutil.which(program):
        config.available_features.add(program)

# A user without rights, for directories that may not be written: the suite itself may be run by root.
AS_NOBODY = "" if os.getuid() else "setpriv --reuid=65534 --regid=65534 --clear-groups "


def works(command):
    return subprocess.run(command, shell=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


# Behind `env`, as in the tests: without rights only from the second program on.
if works(f"{AS_NOBODY}env '{custody}' --version"):
    config.available_features.add("unprivileged")
    config.substitutions.append(("%nobody", AS_NOBODY))

# Debian's package is for Debian's Python, which need not be the first in the path.
for python in (lit_config.params.get("python", "python3"), "/usr/bin/python3"):
    if works(f"'{python}' -c 'import jsonschema'"):
        config.available_features.add("jsonschema")
        validator = os.path.join(config.test_source_root, "report", "Inputs", "validate.py")
        config.substitutions.append(("%validate", f"'{python}' '{validator}'"))
        break

if works("script --version"):
    config.available_features.add("terminal")
