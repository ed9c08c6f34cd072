"""Kernels for odds and hints are compiled and loaded in the background, before the first request needs them."""

import asyncio
import subprocess
import sys
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from patience import PATIENCE
from play.server.serving import fast
from roost.play.server import platform
from roost.play.server.live import warm_up
from roost.play.server.platform import server_services
from roost.study.review.warm_up import Kernels

FIRST: Kernels = ("odds", "junior")
SECOND: Kernels = ("hint", "junior")
OF_BOTS: Kernels = ("bots", "junior")
A_WHILE = [sys.executable, "-c", f"import time; time.sleep({PATIENCE})"]


class Compiler:
    """A stand-in for the process that compiles, and for the functions that load its results."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *ready: Kernels) -> None:
        self.ready = set(ready)
        self.is_at_work = True
        self.process: subprocess.Popen[bytes] | None = None
        self.loaded: list[Kernels] = []
        self.has_loaded = asyncio.Event()
        self.has_looked = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        monkeypatch.setattr(warm_up, "_FIRST_PAGE", 0.0)
        monkeypatch.setattr(warm_up, "_LOOK_EVERY", 0.0)
        monkeypatch.setattr(warm_up, "all_kernels", lambda: [FIRST, SECOND, OF_BOTS])
        monkeypatch.setattr(warm_up, "is_compiled", lambda kernels: kernels in self.ready)
        monkeypatch.setattr(warm_up, "begin_warm_up", self._begin)
        monkeypatch.setattr(warm_up, "is_being_compiled", self._look)
        monkeypatch.setattr(warm_up, "load", self._load)

    def _begin(self) -> subprocess.Popen[bytes]:
        self.process = subprocess.Popen(A_WHILE)
        return self.process

    def _look(self, kernels: Kernels) -> bool:
        self.has_looked.set()
        return self.is_at_work and kernels not in self.ready

    def _load(self, kernels: Kernels) -> bool:
        assert threading.current_thread() is not threading.main_thread()  # no player waits for it
        self.loaded.append(kernels)
        self._loop.call_soon_threadsafe(self.has_loaded.set)
        return True


async def test_each_kernel_is_loaded_once_it_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ready kernels are loaded at once and the others when compiled, and then the compiler process ends."""
    compiler = Compiler(monkeypatch, FIRST)
    warming_up = asyncio.create_task(warm_up.warm_up())
    async with asyncio.timeout(PATIENCE):
        await compiler.has_loaded.wait()
        compiler.has_looked.clear()
        await compiler.has_looked.wait()
        assert compiler.loaded == [FIRST]
        compiler.ready |= {SECOND, OF_BOTS}
        await warming_up
    assert compiler.loaded == [FIRST, SECOND]
    assert compiler.process is not None
    assert compiler.process.returncode is not None


async def test_no_process_starts_when_everything_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every start but the first finds all kernels compiled; bots load their own kernels."""
    compiler = Compiler(monkeypatch, FIRST, SECOND, OF_BOTS)
    await warm_up.warm_up()
    assert (compiler.process, compiler.loaded) == (None, [FIRST, SECOND])


async def test_the_server_itself_compiles_no_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel that the other process could not compile waits for its first request."""
    compiler = Compiler(monkeypatch, SECOND)
    compiler.is_at_work = False
    await warm_up.warm_up()
    assert compiler.loaded == [SECOND]


async def test_the_server_compiles_where_no_other_process_can(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server compiles in the background, before the first request."""
    compiler = Compiler(monkeypatch)
    compiler.is_at_work = False
    monkeypatch.setattr(warm_up, "can_compile_beside", lambda: False)
    await warm_up.warm_up()
    assert compiler.loaded == [FIRST, SECOND]


async def test_the_compiler_ends_with_the_server(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = Compiler(monkeypatch)
    async with asyncio.timeout(PATIENCE), server_services(fast(database, warm_up=True)).running():
        await compiler.has_looked.wait()
        assert compiler.process is not None
        assert compiler.process.poll() is None
    assert compiler.process.returncode is not None


@pytest.mark.parametrize("warm_up", [True, False])
async def test_warming_up_can_be_switched_off(database: Path, monkeypatch: pytest.MonkeyPatch, warm_up: bool) -> None:
    """The server waits for it neither at its start nor at its end."""
    begun: list[bool] = []

    def for_ever() -> Coroutine[Any, Any, object]:
        begun.append(True)
        return asyncio.Event().wait()

    monkeypatch.setattr(platform, "warm_up", for_ever)
    async with asyncio.timeout(PATIENCE), server_services(fast(database, warm_up=warm_up)).running():
        assert begun == [True] * warm_up
