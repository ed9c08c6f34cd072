"""Numbers for hosts, in the text format of Prometheus: summed over all processes of a server.

Each of several processes keeps its numbers in a file, once a second and whenever it is asked. Whichever is asked adds
the others' to its own. What a process has counted stays counted after its end; what it held open is gone.
"""

import os
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

FOLDER_VARIABLE = "ROOST_METRICS_FOLDER"
"""The environment variable that tells the processes of a server where they share their numbers."""

Gauges = Iterable[tuple[str, str, str, float]]
"""The ``(name, kind, meaning, value)`` of what a server's parts have to tell. A counter stays, a gauge does not."""
_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class _Numbers(Struct):
    """The counts of one process since its start, and what it holds."""

    requests: dict[str, int]
    buckets: list[int]
    seconds: float
    counters: dict[str, float]
    gauges: dict[str, float]


_read = msgspec.json.Decoder(_Numbers).decode


class Metrics:
    """The counts of this process, and of the others of its server, if they share a folder."""

    def __init__(self, folder: str = "") -> None:
        self._file = _file_of(Path(folder), os.getpid()) if folder else None
        self._requests: Counter[tuple[str, int]] = Counter()
        self._buckets = [0] * (len(_BOUNDS) + 1)
        self._seconds = 0.0

    @property
    def is_shared(self) -> bool:
        """Whether there are other processes to share numbers with."""
        return self._file is not None

    def request(self, method: str, status: int, seconds: float) -> None:
        """Count an answered request."""
        self._requests[method, status] += 1
        self._buckets[bisect_left(_BOUNDS, seconds)] += 1
        self._seconds += seconds

    def keep(self, gauges: Gauges) -> None:
        """Write down this process's numbers for the others."""
        if self._file is not None:
            _write(self._file, self._own(gauges))

    def text(self, gauges: Gauges) -> str:
        """Everything counted, and these beside it."""
        gauges = list(gauges)
        self.keep(gauges)  # so that whoever is asked next tells no less
        told = [self._own(gauges), *self._others()]
        requests = sum((Counter(one.requests) for one in told), Counter[str]())
        lines = ["# HELP roost_requests_total Answered requests.", "# TYPE roost_requests_total counter"]
        lines += [f"roost_requests_total{{{labels}}} {count}" for labels, count in sorted(requests.items())]
        lines += ["# HELP roost_request_seconds Time to the answer.", "# TYPE roost_request_seconds histogram"]
        total = 0
        for place, bound in enumerate((*map(str, _BOUNDS), "+Inf")):
            total += sum(one.buckets[place] for one in told)
            lines.append(f'roost_request_seconds_bucket{{le="{bound}"}} {total}')
        seconds = sum(one.seconds for one in told)
        lines += [f"roost_request_seconds_sum {seconds:.6f}", f"roost_request_seconds_count {total}"]
        for name, kind, meaning, _ in gauges:
            value = sum(one.counters.get(name, 0) + one.gauges.get(name, 0) for one in told)
            lines += [f"# HELP roost_{name} {meaning}", f"# TYPE roost_{name} {kind}", f"roost_{name} {value:.15g}"]
        return "\n".join(lines) + "\n"

    def _own(self, gauges: Gauges) -> _Numbers:
        gauges = list(gauges)
        counters = {name: value for name, kind, _, value in gauges if kind == "counter"}
        held = {name: value for name, kind, _, value in gauges if kind == "gauge"}
        requests = {f'method="{method}",status="{status}"': count for (method, status), count in self._requests.items()}
        return _Numbers(requests, self._buckets, self._seconds, counters, held)

    def _others(self) -> Iterator[_Numbers]:
        if self._file is not None:
            for file in self._file.parent.glob("*.json"):
                if file != self._file:
                    with suppress(OSError, msgspec.DecodeError):
                        yield _read(file.read_bytes())


def bury(folder: str, process: int) -> None:
    """Drop what a process held that has ended, however it did. What it has counted stays."""
    file = _file_of(Path(folder), process)
    with suppress(OSError, msgspec.DecodeError):
        _write(file, msgspec.structs.replace(_read(file.read_bytes()), gauges={}))


def _file_of(folder: Path, process: int) -> Path:
    return folder / f"{process}.json"


def _write(file: Path, numbers: _Numbers) -> None:
    """Nobody reads half of it. Numbers need not survive a power cut."""
    fresh = file.with_suffix(".new")
    with suppress(OSError):
        fresh.write_bytes(msgspec.json.encode(numbers))
        fresh.replace(file)
