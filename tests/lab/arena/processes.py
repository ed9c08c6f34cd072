"""Checks that processes have ended."""

import time
from pathlib import Path

from patience import PATIENCE

PROC = Path("/proc")


def _stat(pid: int) -> list[str]:
    """Return state, parent, group and more of a process; empty if it does not exist or is a zombie."""
    try:
        fields = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []
    return [] if fields[0] == "Z" else fields


def is_running(pid: int) -> bool:
    return bool(_stat(pid))


def group(leader: int) -> list[int]:
    """Return the processes of a group."""
    pids = (int(path.name) for path in PROC.iterdir() if path.name.isdigit())
    return [pid for pid in pids if (fields := _stat(pid)) and int(fields[2]) == leader]


def assert_ends(pid: int) -> None:
    """Wait until a process has ended."""
    deadline = time.monotonic() + PATIENCE
    while is_running(pid):
        assert time.monotonic() < deadline, f"{pid} is still running"
        time.sleep(0.02)


def assert_group_ends(leader: int) -> None:
    """Wait until all processes of a group have ended."""
    deadline = time.monotonic() + PATIENCE
    while remaining := group(leader):
        assert time.monotonic() < deadline, f"{remaining} are still running"
        time.sleep(0.02)
