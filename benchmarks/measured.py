"""Run a command and see what it costs: seconds, processor seconds, the most memory that it and its processes held.

Memory is the sum of the proportional set sizes of all processes of the session (pages that they share count once), looked
at ten times a second; processor time is theirs together, at their last sight. What is written goes to a file, so that no
command waits for a reader of its output.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Cost", "run"]

TICK = os.sysconf("SC_CLK_TCK")


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


def look(pid: int) -> tuple[float, float]:
    """Processor seconds of a process, and its memory in MB."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        memory = next(
            int(line.split()[1])
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
            if line.startswith("Pss:")
        )
    except (OSError, ValueError, IndexError, StopIteration):
        return 0.0, 0.0
    return (int(fields[11]) + int(fields[12])) / TICK, memory / 1024


def run(command: Sequence[str], *, kill_after: float = 0.0, every: float = 0.1) -> Cost:
    """Run a command to its end, or end all its processes by SIGKILL after so many seconds."""
    with tempfile.TemporaryFile() as written:
        begin = time.monotonic()
        process = subprocess.Popen(command, stdout=written, stderr=subprocess.STDOUT, start_new_session=True)
        spent: dict[int, float] = {}
        most = 0.0
        while process.poll() is None:
            seen = {pid: look(pid) for pid in session(process.pid)}
            spent |= {pid: max(spent.get(pid, 0.0), cpu) for pid, (cpu, _) in seen.items()}
            most = max(most, sum(memory for _, memory in seen.values()))
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
