"""Numbers for hosts, in the text format of Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable

__all__ = ["Metrics"]

_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """What has been counted since the start of this process."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, int]] = Counter()
        self._buckets = [0] * (len(_BOUNDS) + 1)
        self._seconds = 0.0

    def request(self, method: str, status: int, seconds: float) -> None:
        """Count an answered request."""
        self._requests[method, status] += 1
        self._buckets[bisect_left(_BOUNDS, seconds)] += 1
        self._seconds += seconds

    def text(self, gauges: Iterable[tuple[str, str, str, float]]) -> str:
        """Everything counted, and these ``(name, kind, meaning, value)`` beside it."""
        lines = ["# HELP roost_requests_total Answered requests.", "# TYPE roost_requests_total counter"]
        for (method, status), count in sorted(self._requests.items()):
            lines.append(f'roost_requests_total{{method="{method}",status="{status}"}} {count}')
        lines += ["# HELP roost_request_seconds Time to the answer.", "# TYPE roost_request_seconds histogram"]
        total = 0
        for bound, count in zip(map(str, _BOUNDS), self._buckets, strict=False):
            total += count
            lines.append(f'roost_request_seconds_bucket{{le="{bound}"}} {total}')
        total += self._buckets[-1]
        lines.append(f'roost_request_seconds_bucket{{le="+Inf"}} {total}')
        lines += [f"roost_request_seconds_sum {self._seconds:.6f}", f"roost_request_seconds_count {total}"]
        for name, kind, meaning, value in gauges:
            lines += [f"# HELP roost_{name} {meaning}", f"# TYPE roost_{name} {kind}", f"roost_{name} {value:g}"]
        return "\n".join(lines) + "\n"
