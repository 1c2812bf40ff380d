"""Runs a command and compares its exit status with the expected one. usage: status.py STATUS COMMAND…"""

import subprocess
import sys

expected, *command = sys.argv[1:]
status = subprocess.run(command).returncode
if status != int(expected):
    sys.exit(f"status.py: exit status {status}, not {expected}: {' '.join(command)}")
