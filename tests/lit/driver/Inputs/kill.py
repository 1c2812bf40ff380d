"""Starts a command again and again and kills it as soon as it has written something new into its cache, until it was
killed five times or came through. usage: kill.py CACHE COMMAND…"""

import os
import pathlib
import signal
import subprocess
import sys
import time

cache, command = pathlib.Path(sys.argv[1]), sys.argv[2:]


def written():
    return sum(1 for _ in cache.glob("*/*"))


kills = 0
while kills < 5:
    before = written()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
    while process.poll() is None and written() <= before:
        time.sleep(0.001)
    if process.poll() is not None:
        break
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    kills += 1
if kills == 0:
    sys.exit("kill.py: the command was never killed in the middle")
