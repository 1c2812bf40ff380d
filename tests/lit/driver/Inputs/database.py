"""Writes a compile database. usage: database.py DIRECTORY SOURCE_DIR [FILE[:ARGUMENT[:ARGUMENT…]]…]"""

import json
import pathlib
import sys

directory, source_dir, *entries = sys.argv[1:]
commands = []
for entry in entries:
    file, *arguments = entry.split(":")
    commands.append({"directory": source_dir, "file": file, "arguments": ["cc", *arguments, "-c", file]})
pathlib.Path(directory).mkdir(parents=True, exist_ok=True)
pathlib.Path(directory, "compile_commands.json").write_text(json.dumps(commands))
