"""The platform of the services: threads, processes and storage, which the transport provides.

A server has threads, a database and other processes. A page without a server has one thread, and turns of its loop.
"""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Protocol, TypeVar

from roost.play.server.storage.store import Store
from roost.study.bots import Bot

if TYPE_CHECKING:
    from roost.play.server.live.services import Services
    from roost.study.review.warm_up import Kernels

_T = TypeVar("_T")
BotInstances = dict[str, Bot]
"""The bots of one thread by name, because bots need not be thread-safe."""


class Pool(Protocol):
    """Does work that would block the event loop for too long."""

    @property
    def is_beside(self) -> bool:
        """Whether the event loop keeps running meanwhile, so that requests are received."""

    def run(self, work: Callable[[], _T]) -> asyncio.Future[_T]:
        """Do some work, beside the event loop if possible."""

    def clock(self) -> float:
        """Return the CPU time of the worker that calls this, in seconds."""

    def close(self) -> None:
        """Drop all waiting work."""


class BotRunner(Protocol):
    """Lets bots choose."""

    async def think(self, work: Callable[[BotInstances], _T]) -> _T:
        """Do some work and return its result. Raises :class:`TimeoutError` if the work does not finish in time."""

    def close(self) -> None:
        """End, once the work in progress is done."""


class Platform(Protocol):
    """The environment in which the services run."""

    @property
    def is_device(self) -> bool:
        """Whether all tables are those of one device, which rolls the dice itself."""

    async def open_store(self) -> Store:
        """Open the store of the tables."""

    def pool(self, name: str, workers: int, *, gives_way: bool = False) -> Pool:
        """Return a new pool. One that gives way has a lower priority than the work for players."""

    def bot_runner(self) -> BotRunner:
        """Return a new runner of bots."""

    async def compiled(self, kernels: "Kernels") -> None:
        """Wait while another process compiles these kernels, because compiling them here as well would waste time."""

    def beside(self, services: "Services") -> AbstractAsyncContextManager[None]:
        """Run the background work of this platform for as long as the services run."""
