"""Costly requests: their cost in the rate limit, how many may wait, when they are cancelled, and unread answers."""

import asyncio
import socket
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from patience import PATIENCE
from play.server.serving import fast, serving
from roost.core.cancellation import cancelled_by, check_cancelled
from roost.core.registry import position
from roost.play.server import platform
from roost.play.server.live import answers
from roost.play.server.live.answers import CLIENT, Calculator, NotWantedError
from roost.play.server.live.limits import Buckets
from roost.play.server.platform import ServerPlatform
from roost.play.server.settings import Settings
from roost.play.table.refusals import Refusal, RefusedError
from roost.study.review.hints import hint_at
from roost.study.review.warm_up import Kernels

KERNELS: Kernels = ("hint", "heckmeck")
HINT = "/api/positions/hint?position=junior+grill=4+A=-+B=-+turn=A"


class Work:
    """A job for a thread; the test waits for its start and lets it continue."""

    def __init__(self) -> None:
        self.has_begun = threading.Event()
        self.may_go_on = threading.Event()
        self.ended_by: BaseException | None = None

    def __call__(self) -> str:
        self.has_begun.set()
        assert self.may_go_on.wait(PATIENCE)
        try:
            check_cancelled()
        except BaseException as error:
            self.ended_by = error
            raise
        return "done"


def test_a_costly_request_takes_more_from_the_rate_limit() -> None:
    """A bucket of ten allows ten plain requests or two of cost five, and a refusal says how long to wait."""
    buckets = Buckets(rate=1.0, burst=10)
    assert [buckets.take("anna", 0.0, 5) for _ in range(3)] == [0, 0, 5]
    assert [buckets.take("ben", 0.0) for _ in range(11)] == [0] * 10 + [1]
    assert buckets.take("clara", 0.0, 99) == 0  # a full bucket allows any single request
    assert buckets.take("clara", 9.0, 99) == 1


async def test_a_client_may_ask_for_fewer_hints_than_cheap_requests(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A burst holds twenty cheap requests or two hints; the refusal says when to come back."""
    monkeypatch.setattr("roost.play.server.http.guard.monotonic", lambda: 0.0)
    async with serving(fast(database, rate=0.1, burst=20)) as server:
        hints = [await server.http.get(server.url + HINT) for _ in range(3)]
        assert [answer.status_code for answer in hints] == [409, 409, 429]  # the position has no choice
        assert 0 < int(hints[-1].headers["retry-after"]) <= 100
    async with serving(fast(database, rate=0.1, burst=20)) as server:
        games = [await server.http.get(f"{server.url}/api/games") for _ in range(21)]
        assert [answer.status_code for answer in games] == [200] * 20 + [429]


async def _ask(calculator: Calculator, client: str, key: str, work: Callable[[], str]) -> str | None:
    CLIENT.set(client)
    return await calculator.ask(key, KERNELS, work)


async def test_the_number_of_waiting_calculations_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """A request over the limit is refused with a time to retry; later there is room again."""
    monkeypatch.setattr(answers, "_PATIENCE", 0.0)
    monkeypatch.setattr(answers, "_MOST_WAITING", 3)
    calculator, work = Calculator(ServerPlatform(Settings()), 1), Work()
    for number in range(3):
        assert await _ask(calculator, f"client {number}", f"question {number}", work) is None
    with pytest.raises(RefusedError) as refused:
        await _ask(calculator, "another", "another", work)
    assert (refused.value.kind, refused.value.retry_after) == (Refusal.UNAVAILABLE, 5)
    work.may_go_on.set()
    monkeypatch.setattr(answers, "_PATIENCE", PATIENCE)
    assert await _ask(calculator, "client 0", "question 0", work) == "done"
    await calculator.close()


async def test_a_calculation_that_no_client_waits_for_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    """A running calculation stops at its next check, and a waiting one never starts."""
    now = 100.0
    monkeypatch.setattr(answers, "_PATIENCE", 0.0)
    monkeypatch.setattr(answers, "monotonic", lambda: now)
    calculator, running, unwanted, wanted = Calculator(ServerPlatform(Settings()), 1), Work(), Work(), Work()
    wanted.may_go_on.set()
    assert await _ask(calculator, "anna", "long", running) is None
    assert await asyncio.to_thread(running.has_begun.wait, PATIENCE)
    assert await _ask(calculator, "ben", "unwanted", unwanted) is None
    now += 10.0
    assert await _ask(calculator, "clara", "wanted", wanted) is None
    running.may_go_on.set()
    monkeypatch.setattr(answers, "_PATIENCE", PATIENCE)
    assert await _ask(calculator, "clara", "wanted", wanted) == "done"
    assert isinstance(running.ended_by, NotWantedError)
    assert not unwanted.has_begun.is_set()
    await calculator.close()


async def test_a_replaced_request_gets_not_yet_instead_of_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page then asks again, since it may want two answers at once."""
    monkeypatch.setattr(answers, "_PATIENCE", 0.0)
    calculator, running, second, third = Calculator(ServerPlatform(Settings()), 1), Work(), Work(), Work()
    second.may_go_on.set()
    third.may_go_on.set()
    assert await _ask(calculator, "home", "first", running) is None
    assert await asyncio.to_thread(running.has_begun.wait, PATIENCE)
    monkeypatch.setattr(answers, "_PATIENCE", PATIENCE)
    waiting = asyncio.create_task(_ask(calculator, "home", "second", second))
    await asyncio.sleep(0)  # let the second request start
    latest = asyncio.create_task(_ask(calculator, "home", "third", third))
    await asyncio.sleep(0)
    running.may_go_on.set()
    assert (await waiting, await latest) == (None, "done")
    assert await _ask(calculator, "home", "second", second) == "done"
    await calculator.close()


async def test_a_clients_new_request_replaces_only_its_waiting_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """A calculation that has begun continues, because other clients may be waiting for it."""
    monkeypatch.setattr(answers, "_PATIENCE", 0.0)
    calculator, running, waiting, latest = Calculator(ServerPlatform(Settings()), 1), Work(), Work(), Work()
    latest.may_go_on.set()
    assert await _ask(calculator, "school", "first", running) is None
    assert await asyncio.to_thread(running.has_begun.wait, PATIENCE)
    assert await _ask(calculator, "school", "second", waiting) is None
    assert await _ask(calculator, "school", "third", latest) is None
    running.may_go_on.set()
    monkeypatch.setattr(answers, "_PATIENCE", PATIENCE)
    assert await _ask(calculator, "school", "third", latest) == "done"
    assert running.ended_by is None
    assert not waiting.has_begun.is_set()
    await calculator.close()


async def test_one_client_never_occupies_all_calculating_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """The calculations of one client run one at a time, and another client's starts meanwhile."""
    monkeypatch.setattr(answers, "_PATIENCE", 0.0)
    calculator, running, following, bens = Calculator(ServerPlatform(Settings()), 2), Work(), Work(), Work()
    bens.may_go_on.set()
    assert await _ask(calculator, "anna", "first", running) is None
    assert await asyncio.to_thread(running.has_begun.wait, PATIENCE)
    assert await _ask(calculator, "anna", "second", following) is None
    monkeypatch.setattr(answers, "_PATIENCE", PATIENCE)
    assert await _ask(calculator, "ben", "third", bens) == "done"
    assert not following.has_begun.is_set()
    running.may_go_on.set()
    following.may_go_on.set()
    assert await _ask(calculator, "anna", "second", following) == "done"
    await calculator.close()


async def test_a_calculation_over_its_time_limit_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit counts the thread's own working time, and the client gets an explanation."""
    worked = iter([0.0, 6.0])
    monkeypatch.setattr(answers, "_PATIENCE", PATIENCE)
    monkeypatch.setattr(platform, "thread_time", lambda: next(worked))
    calculator, work = Calculator(ServerPlatform(Settings()), 1, seconds=5.0), Work()
    work.may_go_on.set()
    with pytest.raises(RefusedError, match="more than 5 seconds of work") as refused:
        await _ask(calculator, "anna", "long", work)
    assert refused.value.kind is Refusal.NOT_NOW
    await calculator.close()


def test_a_hint_on_long_tracks_can_be_cancelled() -> None:
    """The solver checks before each evaluation of the network; the planner in between takes a fraction of a second."""
    crowded = "/".join(["1A,2B,3C,4D"] * 6)
    tracks = "tracks=20:1,20:2,20:3,20:4,20:5,20:6 goal=11"
    state = position(f"picnic {tracks} board={crowded} A=- B=- C=- D=- turn=A dice=123456 rerolls=1/1")
    checks = 0

    class _EnoughError(Exception):
        pass

    def check() -> None:
        nonlocal checks
        checks += 1
        if checks == 2:
            raise _EnoughError

    with pytest.raises(_EnoughError), cancelled_by(check):
        hint_at(state)
    check_cancelled()  # after the block there is no check


async def test_a_client_that_does_not_read_its_answer_is_cut_off(database: Path) -> None:
    """The answer is removed from memory once the time limit for reading it is over."""
    async with serving(fast(database, answer_seconds=0.1)) as server:
        server.listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # accepted connections inherit it
        reader = socket.socket()
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        reader.connect(("127.0.0.1", int(server.url.rpartition(":")[2])))
        reader.send(b"GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n" * 16)
        async with asyncio.timeout(PATIENCE):
            while not server.state.connections:
                await asyncio.sleep(0)
            while server.state.connections:
                await asyncio.sleep(0.01)
        reader.close()
        assert (await server.http.get(f"{server.url}/health")).is_success
