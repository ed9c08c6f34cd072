"""A cluster gives the same results as one machine: a stand-in for Ray does the work when the answer is asked for.

A real one, which loses a worker, is in ``test_ray.py``.
"""

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import roost
from command import run as command
from lab.arena.players import MAKERS
from roost.core.errors import OptionError, RoostError
from roost.lab import cluster as clusters
from roost.lab.arena import Tournament, run
from roost.lab.cluster import Cluster, cluster

pytestmark = pytest.mark.slow


class RayError(Exception):
    """As in Ray: something went wrong with a worker."""


class RayTaskError(RayError):
    """As in Ray: the work itself raised something."""

    def __init__(self, cause: Exception) -> None:
        super().__init__("a long traceback")
        self.cause = cause


class FakeRay:
    """Ray as far as it is used."""

    exceptions = SimpleNamespace(RayError=RayError, RayTaskError=RayTaskError)

    def __init__(self) -> None:
        self.cancelled = 0
        self.began: dict[str, Any] = {}
        self.is_over = False
        self.fails_to_start = False

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def is_initialized(self) -> bool:
        return False

    def init(self, **settings: Any) -> None:
        self.began = settings
        if self.fails_to_start:
            raise ConnectionError("nobody there\nand much more")

    def shutdown(self) -> None:
        self.is_over = True

    def put(self, value: object) -> object:
        return value

    def remote(self, **_: Any) -> Callable[[Callable[..., Any]], Any]:
        return lambda function: SimpleNamespace(remote=lambda *arguments: (function, arguments))

    def get(self, reference: tuple[Callable[..., Any], tuple[Any, ...]]) -> Any:
        function, arguments = reference
        try:
            return function(*arguments)
        except RayError:
            raise
        except Exception as error:
            raise RayTaskError(error) from error

    def cancel(self, reference: object, *, force: bool) -> None:
        self.cancelled += 1


def double(common: int, piece: int) -> int:
    """Work that fails for some pieces."""
    if piece == 100:
        raise OptionError("a hundred is too much", input=piece)
    if piece == 101:
        raise ZeroDivisionError("odd")
    if piece == 102:
        raise RayError("the worker died\nand more")
    return common * piece


def answers(pieces: Iterable[int], ray: FakeRay | None = None) -> list[int]:
    """The answers of a cluster of two."""
    return list(Cluster(ray or FakeRay()).answers(double, 2, pieces))


def test_answers_come_in_order() -> None:
    """All of them, however many there are."""
    assert answers(range(50)) == [2 * piece for piece in range(50)]
    assert answers([]) == []


@pytest.mark.parametrize(
    ("piece", "kind", "told"),
    [
        (100, OptionError, "a hundred is too much"),
        (101, RoostError, "a worker of the cluster failed: odd"),
        (102, RoostError, "a piece of work was lost 9 times on the cluster: the worker died$"),
    ],
)
def test_errors_come_back_as_they_were(piece: int, kind: type[Exception], told: str) -> None:
    """Ours as they are, others in one line; what is still under way is stopped."""
    ray = FakeRay()
    with pytest.raises(kind, match=told):
        answers([1, piece, *range(30)], ray)
    assert ray.cancelled == 7  # eight are under way at a time, and one of them failed


def test_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Machines with different rules would give different results."""
    with pytest.raises(RoostError, match=f"has Roost {roost.__version__}, not 0.0.0"):
        clusters._do("0.0.0", double, 1, 1)


def connected(monkeypatch: pytest.MonkeyPatch) -> FakeRay:
    """A stand-in for Ray that is found where Ray is looked for."""
    ray = FakeRay()
    monkeypatch.setattr(clusters, "import_module", lambda name: ray)
    return ray


@pytest.mark.parametrize(("address", "settings"), [("local", {"include_dashboard": False}), ("host:1", {})])
def test_a_connection_is_closed_in_the_end(
    address: str, settings: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only what was opened here, and without a dashboard where nobody looks."""
    ray = connected(monkeypatch)
    with cluster(address) as found:
        assert found.processors == 2
        was_over = ray.is_over
    assert (was_over, ray.is_over) == (False, True)
    assert ray.began.items() >= ({"address": address} | settings).items()
    assert ("include_dashboard" in ray.began) == bool(settings)


def test_a_cluster_that_does_not_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """In one line, with the address."""
    connected(monkeypatch).fails_to_start = True
    ran = command("arena", "junior", "hen", "chick", "--games", "2", "--ray", "nowhere:1")
    assert (ran.code, ran.err) == (2, "roost: no cluster answers at 'nowhere:1': nobody there\n")


def test_without_ray_it_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra is named."""
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(OptionError, match=r"a cluster needs Ray: .venv/bin/pip install -e \"\.\[ray\]\""):
        cluster("auto").__enter__()


def test_the_stand_in_plays_the_same_tournament(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Checkpoints and all: on a cluster, chunk after chunk is the same."""
    connected(monkeypatch)
    tournament = Tournament(roost.game("junior"), ("greedy", "random"), "stand-in", 150)
    kept = [tmp_path / "here.json", tmp_path / "there.json"]
    results = [run(tournament, bots=MAKERS, ray=at, checkpoint=k) for at, k in zip((None, "auto"), kept, strict=True)]
    assert results[0].to_json() == results[1].to_json()
    assert kept[0].read_bytes() == kept[1].read_bytes()


def test_jobs_and_a_cluster_exclude_each_other() -> None:
    """Either here or there."""
    with pytest.raises(OptionError, match="leave out one of them"):
        run(Tournament(roost.game("junior"), ("hen", "chick"), "both", 2), jobs=2, ray="auto")
