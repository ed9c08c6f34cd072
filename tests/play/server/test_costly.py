"""Costly questions: what they count for, how many wait, when they are given up, and answers that nobody reads."""

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
from roost.play.server.live import answers
from roost.play.server.live.answers import CLIENT, Calculator, NotWantedError
from roost.play.server.live.limits import Buckets
from roost.play.table.refusals import Kind, RefusedError
from roost.study.review.hints import hint_at
from roost.study.review.warm_up import Kernels

KERNELS: Kernels = ("hint", "heckmeck")
HINT = "/api/positions/hint?position=junior+grill=4+A=-+B=-+turn=A"


class Work:
    """Something to be done in a thread, which begins and goes on when it is told to."""

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


def test_what_costs_more_counts_for_more() -> None:
    """A bucket of ten holds ten plain requests, or two that count for five; and tells how long to wait for so many."""
    buckets = Buckets(rate=1.0, burst=10)
    assert [buckets.take("anna", 0.0, 5) for _ in range(3)] == [0, 0, 5]
    assert [buckets.take("ben", 0.0) for _ in range(11)] == [0] * 10 + [1]
    assert buckets.take("clara", 0.0, 99) == 0  # who has saved all there is may ask for anything once
    assert buckets.take("clara", 9.0, 99) == 1


async def test_a_client_asks_fewer_costly_questions_than_cheap_ones(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty requests, or two for a hint; then the answer says when to come back."""
    monkeypatch.setattr("roost.play.server.http.guard.monotonic", lambda: 0.0)
    async with serving(fast(database, rate=0.1, burst=20)) as server:
        hints = [await server.http.get(server.url + HINT) for _ in range(3)]
        assert [answer.status_code for answer in hints] == [409, 409, 429]  # there is nothing to choose there
        assert 0 < int(hints[-1].headers["retry-after"]) <= 100
    async with serving(fast(database, rate=0.1, burst=20)) as server:
        games = [await server.http.get(f"{server.url}/api/games") for _ in range(21)]
        assert [answer.status_code for answer in games] == [200] * 20 + [429]


async def _ask(calculator: Calculator, client: str, key: str, work: Callable[[], str]) -> str | None:
    CLIENT.set(client)
    return await calculator.ask(key, KERNELS, work)


async def test_only_so_many_questions_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """One more is refused with the time to come back after; when they are answered, there is room again."""
    monkeypatch.setattr(answers, "_PATIENCE", 0.0)
    monkeypatch.setattr(answers, "_MOST_WAITING", 3)
    calculator, work = Calculator(1), Work()
    for number in range(3):
        assert await _ask(calculator, f"client {number}", f"question {number}", work) is None
    with pytest.raises(RefusedError) as refused:
        await _ask(calculator, "another", "another", work)
    assert (refused.value.kind, refused.value.retry_after) == (Kind.UNAVAILABLE, 5)
    work.may_go_on.set()
    monkeypatch.setattr(answers, "_PATIENCE", PATIENCE)
    assert await _ask(calculator, "client 0", "question 0", work) == "done"
    await calculator.close()


async def test_what_nobody_waits_for_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work under way stops where it looks up; what waits behind it and was not asked for again is not begun."""
    now = 100.0
    monkeypatch.setattr(answers, "_PATIENCE", 0.0)
    monkeypatch.setattr(answers, "monotonic", lambda: now)
    calculator, under_way, behind, wanted = Calculator(1), Work(), Work(), Work()
    wanted.may_go_on.set()
    assert await _ask(calculator, "anna", "long", under_way) is None
    assert await asyncio.to_thread(under_way.has_begun.wait, PATIENCE)
    assert await _ask(calculator, "ben", "behind", behind) is None
    now += 10.0
    assert await _ask(calculator, "clara", "wanted", wanted) is None
    under_way.may_go_on.set()
    monkeypatch.setattr(answers, "_PATIENCE", PATIENCE)
    assert await _ask(calculator, "clara", "wanted", wanted) == "done"
    assert isinstance(under_way.ended_by, NotWantedError)
    assert not behind.has_begun.is_set()
    await calculator.close()


async def test_a_question_that_lost_its_place_is_not_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that still waits for its answer is told "not yet", and asks again: it may want two things at once."""
    monkeypatch.setattr(answers, "_PATIENCE", 0.0)
    calculator, under_way, second, third = Calculator(1), Work(), Work(), Work()
    second.may_go_on.set()
    third.may_go_on.set()
    assert await _ask(calculator, "home", "first", under_way) is None
    assert await asyncio.to_thread(under_way.has_begun.wait, PATIENCE)
    monkeypatch.setattr(answers, "_PATIENCE", PATIENCE)
    waiting = asyncio.create_task(_ask(calculator, "home", "second", second))
    await asyncio.sleep(0)  # it has asked
    latest = asyncio.create_task(_ask(calculator, "home", "third", third))
    await asyncio.sleep(0)
    under_way.may_go_on.set()
    assert (await waiting, await latest) == (None, "done")
    assert await _ask(calculator, "home", "second", second) == "done"
    await calculator.close()


async def test_what_others_may_wait_for_too_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client's next question takes the place of one that waits, not of one that is being answered."""
    monkeypatch.setattr(answers, "_PATIENCE", 0.0)
    calculator, under_way, waits, latest = Calculator(1), Work(), Work(), Work()
    latest.may_go_on.set()
    assert await _ask(calculator, "school", "first", under_way) is None
    assert await asyncio.to_thread(under_way.has_begun.wait, PATIENCE)
    assert await _ask(calculator, "school", "second", waits) is None
    assert await _ask(calculator, "school", "third", latest) is None
    under_way.may_go_on.set()
    monkeypatch.setattr(answers, "_PATIENCE", PATIENCE)
    assert await _ask(calculator, "school", "third", latest) == "done"
    assert under_way.ended_by is None
    assert not waits.has_begun.is_set()
    await calculator.close()


async def test_one_client_never_has_all_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many questions it asks, one is answered at a time; somebody else's is begun meanwhile."""
    monkeypatch.setattr(answers, "_PATIENCE", 0.0)
    calculator, under_way, next_one, others = Calculator(2), Work(), Work(), Work()
    others.may_go_on.set()
    assert await _ask(calculator, "anna", "first", under_way) is None
    assert await asyncio.to_thread(under_way.has_begun.wait, PATIENCE)
    assert await _ask(calculator, "anna", "second", next_one) is None
    monkeypatch.setattr(answers, "_PATIENCE", PATIENCE)
    assert await _ask(calculator, "ben", "third", others) == "done"
    assert not next_one.has_begun.is_set()
    under_way.may_go_on.set()
    next_one.may_go_on.set()
    assert await _ask(calculator, "anna", "second", next_one) == "done"
    await calculator.close()


async def test_what_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the time that its thread worked, however busy the machine is; whoever waits is told so."""
    worked = iter([0.0, 6.0])
    monkeypatch.setattr(answers, "_PATIENCE", PATIENCE)
    monkeypatch.setattr(answers, "thread_time", lambda: next(worked))
    calculator, work = Calculator(1, seconds=5.0), Work()
    work.may_go_on.set()
    with pytest.raises(RefusedError, match="more than 5 seconds of work") as refused:
        await _ask(calculator, "anna", "long", work)
    assert refused.value.kind is Kind.NOT_NOW
    await calculator.close()


def test_a_hint_on_long_tracks_can_be_given_up() -> None:
    """It asks before each look of the network; the planner between them takes a fraction of a second."""
    many = "/".join(["1A,2B,3C,4D"] * 6)
    tracks = "tracks=20:1,20:2,20:3,20:4,20:5,20:6 goal=11"
    state = position(f"picnic {tracks} board={many} A=- B=- C=- D=- turn=A dice=123456 rerolls=1/1")
    looks = 0

    class _EnoughError(Exception):
        pass

    def check() -> None:
        nonlocal looks
        looks += 1
        if looks == 2:
            raise _EnoughError

    with pytest.raises(_EnoughError), cancelled_by(check):
        hint_at(state)
    check_cancelled()  # afterwards nobody is asked


async def test_who_does_not_read_an_answer_is_cut_off(database: Path) -> None:
    """An answer to somebody who does not read it leaves memory when their time is over."""
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
