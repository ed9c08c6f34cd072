"""What odds and hints need is loaded beside the server, once it is compiled, and before somebody asks for it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from patience import PATIENCE
from roost.review.warming import Kernels
from roost.server.live import answers, services
from server.serving import fast

pytestmark = pytest.mark.anyio

FIRST: Kernels = ("odds", "junior")
SECOND: Kernels = ("hint", "junior")


class Compiler:
    """A process that compiles, as the server sees it, and what the server loads meanwhile."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *ready: Kernels) -> None:
        self.ready = set(ready)
        self.is_at_work = True
        self.loaded: list[Kernels] = []
        self.has_loaded = asyncio.Event()
        self.has_looked = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        monkeypatch.setattr(answers, "_FIRST_PAGE", 0.0)
        monkeypatch.setattr(answers, "_LOOK_EVERY", 0.0)
        monkeypatch.setattr(answers, "all_kernels", lambda: [FIRST, SECOND])
        monkeypatch.setattr(answers, "is_compiled", lambda kernels: kernels in self.ready)
        monkeypatch.setattr(answers, "is_being_compiled", self._look)
        monkeypatch.setattr(answers, "load", self._load)

    def _look(self, kernels: Kernels) -> bool:
        self.has_looked.set()
        return self.is_at_work and kernels not in self.ready

    def _load(self, kernels: Kernels) -> bool:
        assert threading.current_thread() is not threading.main_thread()  # nobody who plays waits for it
        self.loaded.append(kernels)
        self._loop.call_soon_threadsafe(self.has_loaded.set)
        return True


async def test_each_is_loaded_once_it_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is ready at once, and the rest when its turn has come."""
    compiler = Compiler(monkeypatch, FIRST)
    loading = asyncio.create_task(answers.load_compiled())
    async with asyncio.timeout(PATIENCE):
        await compiler.has_loaded.wait()
        compiler.has_looked.clear()
        await compiler.has_looked.wait()
        assert compiler.loaded == [FIRST]
        compiler.ready.add(SECOND)
        await loading
    assert compiler.loaded == [FIRST, SECOND]


async def test_nothing_is_compiled_in_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody compiles is left until somebody asks for it."""
    compiler = Compiler(monkeypatch, SECOND)
    compiler.is_at_work = False
    await answers.load_compiled()
    assert compiler.loaded == [SECOND]


@pytest.mark.parametrize("warm_up", [True, False])
async def test_a_server_loads_if_it_is_to(database: Path, monkeypatch: pytest.MonkeyPatch, warm_up: bool) -> None:
    """It waits for that neither at its start nor at its end."""
    begun: list[bool] = []

    def load_for_ever() -> Coroutine[Any, Any, object]:
        begun.append(True)
        return asyncio.Event().wait()

    monkeypatch.setattr(services, "load_compiled", load_for_ever)
    async with asyncio.timeout(PATIENCE), services.Services(fast(database, warm_up=warm_up)).running():
        assert begun == [True] * warm_up
