"""The desk: of each client one thing at a time, others meanwhile, few wait, and what never changes is made once."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from patience import PATIENCE
from play.server.long_history import TABLE, long_table
from play.server.serving import fast, serving
from roost.core.cancellation import check_cancelled
from roost.core.record import read_all
from roost.play.server.http.routes import series
from roost.play.server.live import desk as desks
from roost.play.server.live.answers import CLIENT
from roost.play.server.live.desk import Desk
from roost.play.server.storage import game_records
from roost.play.server.storage.game_records import PastGame
from roost.play.table.refusals import Kind, RefusedError

_T = TypeVar("_T")
RECORDS = f"/api/tables/{TABLE}/records"


class Work:
    """Something to be done, which begins and goes on when it is told to."""

    def __init__(self) -> None:
        self.has_begun = threading.Event()
        self.may_go_on = threading.Event()

    def __call__(self) -> str:
        self.has_begun.set()
        assert self.may_go_on.wait(PATIENCE)
        return "done"

    async def begun(self) -> None:
        """Wait until it has begun."""
        assert await asyncio.to_thread(self.has_begun.wait, PATIENCE)


def asking(desk: Desk, client: str, work: Callable[[], _T]) -> asyncio.Task[_T]:
    """A client that asks for some work."""

    async def ask() -> _T:
        CLIENT.set(client)
        return await desk.do(work)

    return asyncio.create_task(ask())


async def test_one_client_never_has_all_threads() -> None:
    """Their next waits for the one before; somebody else's is done meanwhile."""
    desk, first, second = Desk(2), Work(), Work()
    anna = [asking(desk, "anna", first), asking(desk, "anna", second)]
    await first.begun()
    assert await asking(desk, "ben", lambda: "ben's") == "ben's"
    assert not second.has_begun.is_set()
    first.may_go_on.set()
    second.may_go_on.set()
    assert await asyncio.gather(*anna) == ["done", "done"]
    desk.close()


async def test_only_so_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a client and in all; one more is told when to come back, and so is who has waited for too long."""
    monkeypatch.setattr(desks, "_MOST_OF_CLIENT", 2)
    monkeypatch.setattr(desks, "_MOST_WAITING", 3)
    desk, work = Desk(2), Work()
    anna = [asking(desk, "anna", work) for _ in range(3)]
    await work.begun()
    for client in ("anna", "ben"):
        ben = [asking(desk, "ben", work) for _ in range(2)] if client == "ben" else []
        await asyncio.sleep(0)
        with pytest.raises(RefusedError) as refused:
            await asking(desk, client, work)
        assert (refused.value.kind, refused.value.retry_after) == (Kind.UNAVAILABLE, 5)
    work.may_go_on.set()
    assert await asyncio.gather(*anna, *ben) == ["done"] * 5
    monkeypatch.setattr(desks, "_PATIENCE", 0.0)
    held = Work()
    holding = asking(desk, "anna", held)
    await held.begun()
    with pytest.raises(RefusedError, match="try again in 5 seconds"):
        await asking(desk, "anna", work)
    held.may_go_on.set()
    assert await holding == "done"
    desk.close()


async def test_who_goes_away_keeps_their_turn_until_the_work_is_done() -> None:
    """Else a client could leave again and again, and fill all threads."""
    desk, left, second = Desk(2), Work(), Work()
    second.may_go_on.set()
    leaving = asking(desk, "anna", left)
    await left.begun()
    leaving.cancel()
    following = asking(desk, "anna", second)
    assert await asking(desk, "ben", lambda: "ben's") == "ben's"
    assert not second.has_begun.is_set()
    left.may_go_on.set()
    assert await following == "done"
    assert leaving.cancelled()
    desk.close()


async def test_what_is_kept_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """For all who ask, at once or later; what failed is tried again, and the oldest goes first."""
    monkeypatch.setattr(desks, "_MOST_KEPT", 2)
    desk, made = Desk(2), list[str]()

    async def once(key: str) -> str:
        return await desk.once(key, lambda: made.append(key) or key)  # type: ignore[func-returns-value]

    assert await asyncio.gather(*[once("a"), once("a")]) == ["a", "a"]
    assert [await once(key) for key in "aba"] == ["a", "b", "a"]
    assert made == ["a", "b"]
    with pytest.raises(ZeroDivisionError):
        await desk.once("c", lambda: 1 // 0)
    assert [await once(key) for key in "cab"] == ["c", "a", "b"]  # c took the place of b
    assert made == ["a", "b", "c", "b"]
    desk.close()


async def test_what_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the time that its thread worked."""
    worked = iter([0.0, 6.0])
    monkeypatch.setattr(desks, "thread_time", lambda: next(worked))
    desk = Desk(1, seconds=5.0)
    with pytest.raises(RefusedError, match="more than 5 seconds of work"):
        await desk.do(check_cancelled)
    desk.close()


def _recording(database: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Work, list[int]]:
    """A long table, the work of recording its second game, and the games that were recorded."""
    long_table(database, 500)
    work, made, write = Work(), list[int](), game_records.table_record

    def table_record(past: PastGame) -> str:
        made.append(past.table.next_game - 1)
        if len(made) == 2:
            work()
        return write(past)

    monkeypatch.setattr(series, "table_record", table_record)
    return work, made


async def test_records_come_one_by_one(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader has the first while the next is made; whoever asks again meanwhile waits, or is told to come back."""
    work, made = _recording(database, monkeypatch)
    monkeypatch.setattr(desks, "_PATIENCE", 0.0)
    async with serving(fast(database)) as server:
        async with server.http.stream("GET", server.url + RECORDS) as answer:
            parts = answer.aiter_text()
            first = await anext(parts)
            await work.begun()
            refused = await server.http.get(server.url + RECORDS)
            assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
            work.may_go_on.set()
            text = first + "".join([part async for part in parts])
        assert len(list(read_all(text))) == len(made) > 2
        assert len(list(read_all(first))) == 1


async def test_records_that_nobody_reads_are_not_made(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader who goes away in the middle ends the work."""
    work, made = _recording(database, monkeypatch)
    async with serving(fast(database)) as server:
        async with server.http.stream("GET", server.url + RECORDS) as answer:
            await anext(answer.aiter_text())
            await work.begun()
        async with asyncio.timeout(PATIENCE):
            while server.state.connections:
                await asyncio.sleep(0)
        work.may_go_on.set()
        whole = await server.http.get(
            server.url + RECORDS
        )  # it waits for its turn, which comes when that one has ended
        assert len(made) == 2 + len(list(read_all(whole.text)))
