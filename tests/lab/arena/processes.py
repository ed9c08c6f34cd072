"""Looking for processes that should be gone."""

import time
from pathlib import Path

from patience import PATIENCE

PROC = Path("/proc")


def _stat(pid: int) -> list[str]:
    """State, parent, group and more of a process; nothing if there is none, or it is dead and only not collected."""
    try:
        fields = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []
    return [] if fields[0] == "Z" else fields


def is_running(pid: int) -> bool:
    """Whether there is such a process."""
    return bool(_stat(pid))


def group(leader: int) -> list[int]:
    """The processes of a group."""
    pids = (int(path.name) for path in PROC.iterdir() if path.name.isdigit())
    return [pid for pid in pids if (fields := _stat(pid)) and int(fields[2]) == leader]


def assert_ends(pid: int) -> None:
    """The process is gone, or about to go."""
    deadline = time.monotonic() + PATIENCE
    while is_running(pid):
        assert time.monotonic() < deadline, f"{pid} is still running"
        time.sleep(0.02)


def assert_group_ends(leader: int) -> None:
    """The whole group is gone, or about to go."""
    deadline = time.monotonic() + PATIENCE
    while left := group(leader):
        assert time.monotonic() < deadline, f"{left} are still running"
        time.sleep(0.02)
