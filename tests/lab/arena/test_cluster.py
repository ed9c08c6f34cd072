"""A cluster gives the same results as one machine. A fake Ray does the work when its answer is requested.

``test_ray.py`` uses a real cluster, which loses a worker.
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
    """Fake of Ray's error for a failed worker."""


class RayTaskError(RayError):
    """Fake of Ray's error for work that raised an exception."""

    def __init__(self, cause: Exception) -> None:
        super().__init__("a long traceback")
        self.cause = cause


class FakeRay:
    """A fake of those parts of Ray that Roost uses."""

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
    """Return a product, or fail for some pieces."""
    if piece == 100:
        raise OptionError("a hundred is too much", input=piece)
    if piece == 101:
        raise ZeroDivisionError("odd")
    if piece == 102:
        raise RayError("the worker died\nand more")
    return common * piece


def answers(pieces: Iterable[int], ray: FakeRay | None = None) -> list[int]:
    """Return the answers of a cluster with two processors."""
    return list(Cluster(ray or FakeRay()).answers(double, 2, pieces))


def test_answers_come_in_order() -> None:
    assert answers(range(50)) == [2 * piece for piece in range(50)]
    assert answers([]) == []


@pytest.mark.parametrize(
    ("piece", "kind", "message"),
    [
        (100, OptionError, "a hundred is too much"),
        (101, RoostError, "a worker of the cluster failed: odd"),
        (102, RoostError, "a piece of work was lost 9 times on the cluster: the worker died$"),
    ],
)
def test_an_error_of_a_worker_is_raised_and_the_rest_is_cancelled(
    piece: int, kind: type[Exception], message: str
) -> None:
    """Roost's own errors are raised unchanged, others as one line; the remaining work is cancelled."""
    ray = FakeRay()
    with pytest.raises(kind, match=message):
        answers([1, piece, *range(30)], ray)
    assert ray.cancelled == 7  # eight run at a time, and one of them failed


def test_a_worker_with_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RoostError, match=f"has Roost {roost.__version__}, not 0.0.0"):
        clusters._do("0.0.0", double, 1, 1)


def connected(monkeypatch: pytest.MonkeyPatch) -> FakeRay:
    """Replace Ray by a fake."""
    ray = FakeRay()
    monkeypatch.setattr(clusters, "import_module", lambda name: ray)
    return ray


@pytest.mark.parametrize(("address", "settings"), [("local", {"include_dashboard": False}), ("host:1", {})])
def test_a_connection_opened_by_roost_is_closed(
    address: str, settings: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Leaving ``cluster`` closes the connection; a local cluster starts without a dashboard."""
    ray = connected(monkeypatch)
    with cluster(address) as opened:
        assert opened.processors == 2
        was_over = ray.is_over
    assert (was_over, ray.is_over) == (False, True)
    assert ray.began.items() >= ({"address": address} | settings).items()
    assert ("include_dashboard" in ray.began) == bool(settings)


def test_a_cluster_that_does_not_answer_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    connected(monkeypatch).fails_to_start = True
    ran = command("arena", "junior", "hen", "chick", "--games", "2", "--ray", "nowhere:1")
    assert (ran.code, ran.err) == (2, "roost: no cluster answers at 'nowhere:1': nobody there\n")


def test_a_missing_ray_is_reported_with_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(OptionError, match=r"a cluster needs Ray: .venv/bin/pip install -e \"\.\[ray\]\""):
        cluster("auto").__enter__()


def test_a_cluster_plays_the_same_tournament_and_checkpoints(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Result and checkpoint of a tournament on a (fake) cluster equal those of one machine."""
    connected(monkeypatch)
    tournament = Tournament(roost.game("junior"), ("greedy", "random"), "stand-in", 150)
    checkpoints = [tmp_path / "here.json", tmp_path / "there.json"]
    results = [
        run(tournament, bots=MAKERS, ray=at, checkpoint=k) for at, k in zip((None, "auto"), checkpoints, strict=True)
    ]
    assert results[0].to_json() == results[1].to_json()
    assert checkpoints[0].read_bytes() == checkpoints[1].read_bytes()


def test_jobs_and_a_cluster_cannot_be_combined() -> None:
    with pytest.raises(OptionError, match="leave out one of them"):
        run(Tournament(roost.game("junior"), ("hen", "chick"), "both", 2), jobs=2, ray="auto")
