"""What a command costs.

CPU time and peak memory come from wait4(2): CPU is the user and system time of the process and of all descendants it
waited for, so a compiler driver and its `cc1` count together; the peak is that of the largest single process among
them. A command that runs too long is ended together with its process group and counted with what it used until then.

"Too long" is CPU time, not wall time: on a busy machine a command waits for a processor, and one of low priority waits long
(10 s of CPU have taken 260 s behind two builds). What a tool finds must not depend on its neighbours. Wall time has a limit too,
a far one, for a command that hangs.
"""

import os
import resource
import signal
import subprocess
import threading
import time
from dataclasses import dataclass
from pathlib import Path

WALL_FACTOR = 20


@dataclass(frozen=True)
class Cost:
    cpu: float = 0.0
    wall: float = 0.0
    peak_kb: int = 0

    def __add__(self, other: "Cost") -> "Cost":
        """One after the other: times add up, the peak is the larger one."""
        return Cost(self.cpu + other.cpu, self.wall + other.wall, max(self.peak_kb, other.peak_kb))


@dataclass(frozen=True)
class Outcome:
    status: int
    cost: Cost
    timed_out: bool = False
    missing: bool = False

    @property
    def crashed(self) -> bool:
        """Ended by a signal, itself or (as a shell or driver reports it) a child."""
        return not self.timed_out and (self.status < 0 or self.status >= 128)


def end_group(process: subprocess.Popen) -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def limit_cpu(process: subprocess.Popen, seconds: float) -> None:
    """Each process of the command may use so much; set from outside, for code between fork and exec is unsafe with threads."""
    try:
        whole = int(seconds) + 1
        resource.prlimit(process.pid, resource.RLIMIT_CPU, (whole, whole + 5))
    except (ProcessLookupError, ValueError):
        pass


def measured(command, stdout: Path, stderr: Path, cwd=None, timeout: float = 600.0, env=None) -> Outcome:
    """Runs a command in a process group of its own, for at most `timeout` seconds of CPU; returns its status and cost."""
    stdout.parent.mkdir(parents=True, exist_ok=True)
    expired = threading.Event()
    started = time.monotonic()
    with stdout.open("wb") as out, stderr.open("wb") as err:
        try:
            process = subprocess.Popen(command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                       start_new_session=True)  # fmt: skip
        except OSError as problem:
            err.write(f"{command[0]}: {problem.strerror}\n".encode())
            return Outcome(127, Cost(), missing=True)

        def expire():
            expired.set()
            end_group(process)

        limit_cpu(process, timeout)
        timer = threading.Timer(WALL_FACTOR * timeout, expire)
        timer.start()
        try:
            _, raw, usage = os.wait4(process.pid, 0)
        finally:
            timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(raw)
    cost = Cost(usage.ru_utime + usage.ru_stime, time.monotonic() - started, usage.ru_maxrss)
    return Outcome(process.returncode, cost, timed_out=expired.is_set() or cost.cpu > timeout)
