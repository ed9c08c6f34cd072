"""The platform of a page without a server: one event loop, and the browser's storage."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from time import process_time
from typing import TYPE_CHECKING, TypeVar

from roost.play.local.store import DeviceStore
from roost.play.server.live.platform import BotInstances
from roost.play.server.live.services import Services

if TYPE_CHECKING:
    from roost.study.review.warm_up import Kernels

_T = TypeVar("_T")


class LoopPool:
    """Does all work immediately, because there is only one thread."""

    is_beside = False

    def run(self, work: Callable[[], _T]) -> asyncio.Future[_T]:
        """Do some work immediately, and return a future that has its result."""
        done: asyncio.Future[_T] = asyncio.get_running_loop().create_future()
        try:
            done.set_result(work())
        except Exception as error:
            done.set_exception(error)
        return done

    def clock(self) -> float:
        """Return the CPU time of this process, in seconds."""
        return process_time()

    def close(self) -> None:
        """Do nothing, because no work ever waits."""


class LoopBots:
    """Lets each bot choose in a turn of the event loop."""

    def __init__(self) -> None:
        self._bots: BotInstances = {}

    async def think(self, work: Callable[[BotInstances], _T]) -> _T:
        """Do some work in the next turn of the loop, so that earlier changes are sent first."""
        await asyncio.sleep(0)
        return work(self._bots)

    def close(self) -> None:
        """Do nothing, because no work ever waits."""


class DevicePlatform:
    """One device: its event loop and its store."""

    is_device = True

    def __init__(self, store: DeviceStore) -> None:
        self._store = store

    async def open_store(self) -> DeviceStore:
        """Return the device's store."""
        return self._store

    def pool(self, name: str, workers: int, *, gives_way: bool = False) -> LoopPool:
        """Return a pool that works in the loop."""
        return LoopPool()

    def bot_runner(self) -> LoopBots:
        """Return a runner that lets bots choose in the loop."""
        return LoopBots()

    async def compiled(self, kernels: "Kernels") -> None:
        """Do nothing, because no other process compiles for this one."""

    @asynccontextmanager
    async def beside(self, services: Services) -> AsyncIterator[None]:
        """Do nothing, because a device needs no background work."""
        yield
