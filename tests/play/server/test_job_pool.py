"""The job pool: one job per client at a time, a bounded queue, and a cache for results that never change."""

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
from roost.play.server import platform
from roost.play.server.http.routes import series
from roost.play.server.live import job_pool as desks
from roost.play.server.live.answers import CLIENT
from roost.play.server.live.job_pool import JobPool
from roost.play.server.platform import ThreadPool
from roost.play.server.storage import game_records
from roost.play.server.storage.game_records import PastGame
from roost.play.table.refusals import Refusal, RefusedError

_T = TypeVar("_T")
RECORDS = f"/api/tables/{TABLE}/records"


class Work:
    """A job; the test waits for its start and lets it continue."""

    def __init__(self) -> None:
        self.has_begun = threading.Event()
        self.may_go_on = threading.Event()

    def __call__(self) -> str:
        self.has_begun.set()
        assert self.may_go_on.wait(PATIENCE)
        return "done"

    async def begun(self) -> None:
        """Wait until the job has begun."""
        assert await asyncio.to_thread(self.has_begun.wait, PATIENCE)


def asking(jobs: JobPool, client: str, work: Callable[[], _T]) -> asyncio.Task[_T]:
    """Submit a job in the name of a client."""

    async def ask() -> _T:
        CLIENT.set(client)
        return await jobs.do(work)

    return asyncio.create_task(ask())


async def test_one_client_never_occupies_all_threads_of_the_job_pool() -> None:
    """A client's second job waits for the first, while another client's job runs."""
    jobs, first, second = JobPool(ThreadPool("jobs", 2)), Work(), Work()
    anna = [asking(jobs, "anna", first), asking(jobs, "anna", second)]
    await first.begun()
    assert await asking(jobs, "ben", lambda: "ben's") == "ben's"
    assert not second.has_begun.is_set()
    first.may_go_on.set()
    second.may_go_on.set()
    assert await asyncio.gather(*anna) == ["done", "done"]
    jobs.close()


async def test_the_queue_of_the_job_pool_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A job over the bound, per client or in total, gets 503 with Retry-After, and so does one that waited too long."""
    monkeypatch.setattr(desks, "_MOST_OF_CLIENT", 2)
    monkeypatch.setattr(desks, "_MOST_WAITING", 3)
    jobs, work = JobPool(ThreadPool("jobs", 2)), Work()
    anna = [asking(jobs, "anna", work) for _ in range(3)]
    await work.begun()
    for client in ("anna", "ben"):
        ben = [asking(jobs, "ben", work) for _ in range(2)] if client == "ben" else []
        await asyncio.sleep(0)
        with pytest.raises(RefusedError) as refused:
            await asking(jobs, client, work)
        assert (refused.value.kind, refused.value.retry_after) == (Refusal.UNAVAILABLE, 5)
    work.may_go_on.set()
    assert await asyncio.gather(*anna, *ben) == ["done"] * 5
    monkeypatch.setattr(desks, "_PATIENCE", 0.0)
    blocking = Work()
    blocker = asking(jobs, "anna", blocking)
    await blocking.begun()
    with pytest.raises(RefusedError, match="try again in 5 seconds"):
        await asking(jobs, "anna", work)
    blocking.may_go_on.set()
    assert await blocker == "done"
    jobs.close()


async def test_an_abandoned_job_still_counts_for_its_client() -> None:
    """A client could otherwise fill all threads by leaving again and again."""
    jobs, abandoned, second = JobPool(ThreadPool("jobs", 2)), Work(), Work()
    second.may_go_on.set()
    leaving = asking(jobs, "anna", abandoned)
    await abandoned.begun()
    leaving.cancel()
    following = asking(jobs, "anna", second)
    assert await asking(jobs, "ben", lambda: "ben's") == "ben's"
    assert not second.has_begun.is_set()
    abandoned.may_go_on.set()
    assert await following == "done"
    assert leaving.cancelled()
    jobs.close()


async def test_a_cached_result_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Concurrent requests share the computation, a failure is not cached, and the oldest result is evicted first."""
    monkeypatch.setattr(desks, "_MOST_CACHED", 2)
    jobs, computed = JobPool(ThreadPool("jobs", 2)), list[str]()

    async def once(key: str) -> str:
        return await jobs.once(key, lambda: computed.append(key) or key)  # type: ignore[func-returns-value]

    assert await asyncio.gather(*[once("a"), once("a")]) == ["a", "a"]
    assert [await once(key) for key in "aba"] == ["a", "b", "a"]
    assert computed == ["a", "b"]
    with pytest.raises(ZeroDivisionError):
        await jobs.once("c", lambda: 1 // 0)
    assert [await once(key) for key in "cab"] == ["c", "a", "b"]  # caching c evicted b
    assert computed == ["a", "b", "c", "b"]
    jobs.close()


async def test_a_job_over_its_time_limit_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit counts the thread's own working time."""
    worked = iter([0.0, 6.0])
    monkeypatch.setattr(platform, "thread_time", lambda: next(worked))
    jobs = JobPool(ThreadPool("jobs", 1), seconds=5.0)
    with pytest.raises(RefusedError, match="more than 5 seconds of work"):
        await jobs.do(check_cancelled)
    jobs.close()


def _recording(database: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Work, list[int]]:
    """Return the job that records a long table's second game, and the list of games recorded so far."""
    long_table(database, 500)
    work, recorded, write = Work(), list[int](), game_records.table_record

    def table_record(past: PastGame) -> str:
        recorded.append(past.table.next_game - 1)
        if len(recorded) == 2:
            work()
        return write(past)

    monkeypatch.setattr(series, "table_record", table_record)
    return work, recorded


async def test_records_of_a_series_are_streamed(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader gets the first record while the next is written; a second reader waits or is told to come back."""
    work, recorded = _recording(database, monkeypatch)
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
        assert len(list(read_all(text))) == len(recorded) > 2
        assert len(list(read_all(first))) == 1


async def test_no_more_records_are_written_after_the_reader_left(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work, recorded = _recording(database, monkeypatch)
    async with serving(fast(database)) as server:
        async with server.http.stream("GET", server.url + RECORDS) as answer:
            await anext(answer.aiter_text())
            await work.begun()
        async with asyncio.timeout(PATIENCE):
            while server.state.connections:
                await asyncio.sleep(0)
        work.may_go_on.set()
        whole = await server.http.get(server.url + RECORDS)  # starts when the first stream has ended
        assert len(recorded) == 2 + len(list(read_all(whole.text)))
