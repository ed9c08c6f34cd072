"""Metrics in the text format of Prometheus, summed over all processes of a server.

If a server has several processes, each writes its metrics to a file once a second, and whenever metrics are requested.
The process that handles the request adds up its own metrics and those in the other files. When a process ends, its
counters are kept and its gauges are dropped.
"""

import os
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from time import process_time

import msgspec
from msgspec import Struct

FOLDER_VARIABLE = "ROOST_METRICS_FOLDER"
"""Environment variable that names the folder in which the processes of a server share their metrics."""

Gauges = Iterable[tuple[str, str, str, float]]
"""The ``(name, kind, meaning, value)`` of each metric that the parts of the server report."""
_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class _Numbers(Struct):
    """The gauges of one process, and its counters since it started."""

    requests: dict[str, int]
    buckets: list[int]
    seconds: float
    counters: dict[str, float]
    gauges: dict[str, float]


_read = msgspec.json.Decoder(_Numbers).decode


class Metrics:
    """Metrics of this process. If the server's processes share a folder, their metrics are included in the text."""

    def __init__(self, folder: str = "") -> None:
        self._file = _file_of(Path(folder), os.getpid()) if folder else None
        self._requests: Counter[tuple[str, int]] = Counter()
        self._buckets = [0] * (len(_BOUNDS) + 1)
        self._seconds = 0.0

    @property
    def is_shared(self) -> bool:
        """Whether the server has other processes, with which metrics are shared."""
        return self._file is not None

    def request(self, method: str, status: int, seconds: float) -> None:
        self._requests[method, status] += 1
        self._buckets[bisect_left(_BOUNDS, seconds)] += 1
        self._seconds += seconds

    def keep(self, gauges: Gauges) -> None:
        """Write this process's metrics to the shared folder."""
        if self._file is not None:
            _write(self._file, self._numbers(gauges))

    def text(self, gauges: Gauges) -> str:
        gauges = list(gauges)
        self.keep(gauges)  # so that no later report from another process shows lower counts
        processes = [self._numbers(gauges), *self._others()]
        requests = sum((Counter(process.requests) for process in processes), Counter[str]())
        lines = ["# HELP roost_requests_total Answered requests.", "# TYPE roost_requests_total counter"]
        lines += [f"roost_requests_total{{{labels}}} {count}" for labels, count in sorted(requests.items())]
        lines += ["# HELP roost_request_seconds Time to the answer.", "# TYPE roost_request_seconds histogram"]
        total = 0
        for place, bound in enumerate((*map(str, _BOUNDS), "+Inf")):
            total += sum(process.buckets[place] for process in processes)
            lines.append(f'roost_request_seconds_bucket{{le="{bound}"}} {total}')
        seconds = sum(process.seconds for process in processes)
        lines += [f"roost_request_seconds_sum {seconds:.6f}", f"roost_request_seconds_count {total}"]
        for name, kind, meaning, _ in gauges:
            value = sum(process.counters.get(name, 0) + process.gauges.get(name, 0) for process in processes)
            lines += [f"# HELP roost_{name} {meaning}", f"# TYPE roost_{name} {kind}", f"roost_{name} {value:.15g}"]
        return "\n".join(lines) + "\n"

    def _numbers(self, gauges: Gauges) -> _Numbers:
        gauges = list(gauges)
        counters = {name: value for name, kind, _, value in gauges if kind == "counter"}
        gauge_values = {name: value for name, kind, _, value in gauges if kind == "gauge"}
        requests = {f'method="{method}",status="{status}"': count for (method, status), count in self._requests.items()}
        return _Numbers(requests, self._buckets, self._seconds, counters, gauge_values)

    def _others(self) -> Iterator[_Numbers]:
        if self._file is not None:
            for file in self._file.parent.glob("*.json"):
                if file != self._file:
                    with suppress(OSError, msgspec.DecodeError):
                        yield _read(file.read_bytes())


def described(name: str, kind: str, meaning: str, value: str) -> str:
    """Return the lines of one metric; the value may have labels in front of it."""
    return f"# HELP roost_{name} {meaning}\n# TYPE roost_{name} {kind}\nroost_{name}{value}\n"


def process_gauges() -> Gauges:
    """Yield what the operating system knows of this process."""
    yield "processes", "gauge", "Processes of the server.", 1
    yield "process_cpu_seconds_total", "counter", "CPU time of the processes, in seconds.", process_time()
    with suppress(OSError):  # only Linux has these files
        pages = int(Path("/proc/self/statm").read_bytes().split()[1])
        yield "process_memory_bytes", "gauge", "Memory of the processes, in bytes.", pages * os.sysconf("SC_PAGESIZE")
        yield "process_open_files", "gauge", "Open files of the processes.", len(list(Path("/proc/self/fd").iterdir()))


def bury(folder: str, process: int) -> None:
    """Drop the gauges of a process that ended, but keep its counters."""
    file = _file_of(Path(folder), process)
    with suppress(OSError, msgspec.DecodeError):
        _write(file, msgspec.structs.replace(_read(file.read_bytes()), gauges={}))


def _file_of(folder: Path, process: int) -> Path:
    return folder / f"{process}.json"


def _write(file: Path, numbers: _Numbers) -> None:
    """Replace a file atomically. The content need not survive a power cut."""
    fresh = file.with_suffix(".new")
    with suppress(OSError):
        fresh.write_bytes(msgspec.json.encode(numbers))
        fresh.replace(file)
