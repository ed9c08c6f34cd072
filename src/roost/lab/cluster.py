"""Work handed out to a Ray cluster, answered in order. Ray is loaded when somebody asks for a cluster, never before.

A piece of work depends on nothing but what it is given. So a worker that dies costs time and nothing else: its piece is
done again elsewhere, with the same answer. The cluster's machines need the same version of Roost, which is checked.
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
"""How many pieces are handed out for each processor, so that none is idle while a slow one is waited for."""
_RETRIES = 8
"""How often a piece is done again after its worker died: a bot that ends its own process must not do so forever."""


class Cluster:
    """A cluster that is connected."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        self.processors = max(1, int(ray.cluster_resources().get("CPU", 1)))

    def answers(
        self, work: Callable[[_Common, _Piece], _Answer], common: _Common, pieces: Iterable[_Piece]
    ) -> Generator[_Answer, None, None]:
        """``work(common, piece)`` of each piece, in order. Close the iterator to stop whatever is still under way."""
        ray = self._ray
        task = ray.remote(max_retries=_RETRIES, num_cpus=1)(_do)
        kept, left = ray.put(common), iter(pieces)
        waiting: deque[Any] = deque()
        try:
            while True:
                room = self.processors * _AHEAD - len(waiting)
                waiting.extend(task.remote(__version__, work, kept, piece) for piece in islice(left, room))
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
    """Connect to a cluster: ``auto`` finds one here, ``local`` starts one for the time being, ``HOST:PORT`` names one.

    Within a program that has connected to Ray already, that connection is used, and left alone in the end.
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
    """One piece of work, inside a worker."""
    if version != __version__:
        raise RoostError(f"this machine of the cluster has Roost {__version__}, not {version}: install the same")
    return work(common, piece)
