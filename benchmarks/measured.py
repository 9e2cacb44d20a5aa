"""Run a command and see what it costs: seconds, processor seconds, the most memory that it and its processes held.

Memory is the sum of the proportional set sizes of all processes of the session (pages that they share count once), looked
at twice a second, because a look takes the kernel some milliseconds of the cores that are measured; processor time is
theirs together, at their last sight, ten times a second. What is written goes to a file, so that no command waits for a
reader of its output. Compiled modules are kept, as those of an installation are, whatever PYTHONDONTWRITEBYTECODE says.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

__all__ = ["Cost", "run"]

TICK = os.sysconf("SC_CLK_TCK")
MEMORY_AT = 5
"""Looks from one at the memory to the next."""


@dataclass(frozen=True)
class Cost:
    """Of one run; `output` is what it wrote."""

    seconds: float
    processor: float
    megabytes: float
    output: str


def session(leader: int) -> list[int]:
    """The processes of a session."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if int((path / "stat").read_text().rpartition(")")[2].split()[3]) == leader:
                found.append(int(path.name))
        except (OSError, ValueError, IndexError):
            continue
    return found


def processor_seconds(pid: int) -> float:
    """Of a process so far; none of one that is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK
    except (OSError, ValueError, IndexError):
        return 0.0


def megabytes(pid: int) -> float:
    """Memory of a process; none of one that is gone."""
    try:
        said = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        return next(int(line.split()[1]) for line in said if line.startswith("Pss:")) / 1024
    except (OSError, ValueError, IndexError, StopIteration):
        return 0.0


def look(pid: int) -> tuple[float, float]:
    """Processor seconds of a process, and its memory in MB."""
    return processor_seconds(pid), megabytes(pid)


def run(command: Sequence[str], *, kill_after: float = 0.0, every: float = 0.1) -> Cost:
    """Run a command to its end, or end all its processes by SIGKILL after so many seconds."""
    with tempfile.TemporaryFile() as written:
        begin = time.monotonic()
        said = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        process = subprocess.Popen(command, stdout=written, stderr=subprocess.STDOUT, start_new_session=True, env=said)
        spent: dict[int, float] = {}
        most = 0.0
        for turn in count():
            if process.poll() is not None:
                break
            if turn % MEMORY_AT == 0:
                pids = session(process.pid)
                most = max(most, sum(map(megabytes, pids)))
            spent |= {pid: max(spent.get(pid, 0.0), processor_seconds(pid)) for pid in pids}
            if kill_after and time.monotonic() - begin > kill_after:
                for pid in session(process.pid):
                    os.kill(pid, 9)
            time.sleep(every)
        seconds = time.monotonic() - begin
        written.seek(0)
        output = written.read().decode("utf-8", "replace")
    if process.returncode and not kill_after:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}:\n{output[-2000:]}")
    return Cost(seconds, sum(spent.values()), most, output)
