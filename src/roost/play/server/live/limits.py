"""Rate limits for each client, implemented as token buckets."""

from collections import OrderedDict
from math import ceil
from time import monotonic

_MOST_CLIENTS = 50_000


class Buckets:
    """A token bucket for each client. If there are too many clients, the one idle for longest is forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str, now: float, cost: float = 1.0) -> int:
        """Take ``cost`` tokens and return 0. If there are too few, return the seconds until there are enough."""
        cost = min(cost, self.burst)
        left, since = self._buckets.get(client, (self.burst, now))
        left = min(self.burst, left + max(0.0, now - since) * self.rate)
        wait = 0 if left >= cost else ceil((cost - left) / self.rate)
        self._buckets[client] = (left if wait else left - cost, now)
        self._buckets.move_to_end(client)
        if len(self._buckets) > _MOST_CLIENTS:
            self._buckets.popitem(last=False)
        return wait


class Connections:
    """Counts open connections, in total and for each client.

    A client may open its maximum at once, and after that ``rate`` connections per second.
    """

    def __init__(self, most: int, most_per_client: int, rate: float) -> None:
        self._most = most
        self._most_per_client = most_per_client
        self._opened = Buckets(rate, most_per_client)
        self._by_client: dict[str, int] = {}
        self.count = 0
        self.refused = 0

    def enter(self, client: str) -> bool:
        """Count a new connection. Return False if there are too many, and do not count it."""
        count = self._by_client.get(client, 0)
        if self.count >= self._most or count >= self._most_per_client or self._opened.take(client, monotonic()):
            self.refused += 1
            return False
        self._by_client[client] = count + 1
        self.count += 1
        return True

    def leave(self, client: str) -> None:
        self.count -= 1
        self._by_client[client] -= 1
        if not self._by_client[client]:
            del self._by_client[client]
