"""Distribute work to a Ray cluster and collect the results in order. Ray is imported only when a cluster is used.

The result of each piece of work depends only on its arguments. If a worker dies, its piece is simply done again
elsewhere, with the same result. All machines of the cluster must have the same version of Roost, which is checked.
"""

import logging
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from typing import Any, TypeVar

from roost.core.errors import OptionError, RoostError, quote
from roost.core.extras import how_to_install
from roost.core.version import __version__

_Common = TypeVar("_Common")
_Piece = TypeVar("_Piece")
_Answer = TypeVar("_Answer")

_AHEAD = 4
"""Number of pieces queued per processor, so that no processor is idle while a slow piece is awaited."""
_RETRIES = 8
"""Number of retries after a worker dies; limited because a bot may kill its own process each time."""


class Cluster:
    """An open connection to a cluster."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        self.processors = max(1, int(ray.cluster_resources().get("CPU", 1)))

    def answers(
        self, work: Callable[[_Common, _Piece], _Answer], common: _Common, pieces: Iterable[_Piece]
    ) -> Generator[_Answer, None, None]:
        """Yield ``work(common, piece)`` for each piece in order. Close the iterator to cancel the remaining work."""
        ray = self._ray
        task = ray.remote(max_retries=_RETRIES, num_cpus=1)(_do)
        shared, remaining = ray.put(common), iter(pieces)
        waiting: deque[Any] = deque()
        try:
            while True:
                room = self.processors * _AHEAD - len(waiting)
                waiting.extend(task.remote(__version__, work, shared, piece) for piece in islice(remaining, room))
                if not waiting:
                    return
                yield self._answer(waiting.popleft())
        finally:
            for reference in waiting:
                ray.cancel(reference, force=True)

    def _answer(self, reference: Any) -> Any:
        errors = self._ray.exceptions
        try:
            return self._ray.get(reference)
        except errors.RayTaskError as error:
            cause = error.cause
            raise (
                cause if isinstance(cause, RoostError) else RoostError(f"a worker of the cluster failed: {cause}")
            ) from None
        except errors.RayError as error:
            reason = str(error).partition("\n")[0]
            raise RoostError(f"a piece of work was lost {_RETRIES + 1} times on the cluster: {reason}") from None


@contextmanager
def cluster(address: str) -> Iterator[Cluster]:
    """Connect to a cluster: ``auto`` finds a local one, ``local`` starts a temporary one, ``HOST:PORT`` is an address.

    If the program is already connected to Ray, that connection is used and stays open afterwards.
    """
    try:
        ray: Any = import_module("ray")
    except ImportError:
        raise OptionError(f"a cluster needs Ray: {how_to_install('ray')}", input=address) from None
    is_ours = not ray.is_initialized()
    if is_ours:
        local = {"include_dashboard": False} if address == "local" else {}
        try:
            ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False, **local)
        except (ConnectionError, ValueError, RuntimeError, OSError) as error:
            reason = str(error).partition("\n")[0]
            raise OptionError(f"no cluster answers at {quote(address)}: {reason}", input=address) from None
    try:
        yield Cluster(ray)
    finally:
        if is_ours:
            ray.shutdown()


def _do(version: str, work: Callable[[Any, Any], Any], common: Any, piece: Any) -> Any:
    if version != __version__:
        raise RoostError(f"a machine of the cluster has Roost {__version__}, not {version}; install the same version")
    return work(common, piece)
