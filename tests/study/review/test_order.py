"""A review depends on the record and the model only, not on earlier reviews."""

from collections.abc import Iterator, Sequence
from math import exp

import numpy as np
import pytest
from numpy.typing import NDArray
from roost_farkle import Farkle, FarkleState

from roost.core.memory import MEMORY
from roost.core.record import Record, Recorder
from roost.core.state import State
from roost.study.models import model_cache
from roost.study.models.input_encoding import FieldNumbers, InputEncoding
from roost.study.models.learnt import Learnt
from roost.study.models.net import Net
from roost.study.review.modelled import review_game
from roost.study.review.report import report

GAME = Farkle(2)


class Guess(Learnt):
    """A model that knows no more than the points, so that a search of more states gives other values."""

    def __call__(self, states: Sequence[State]) -> NDArray[np.float64]:
        worth = []
        for state in states:
            assert isinstance(state, FarkleState)
            ahead = (
                state.points[0] - state.points[1] + (0 if state.seat is None else state.total * (1 - 2 * state.seat))
            )
            worth.append(1 / (1 + exp(-ahead / 2_000)))
        return np.array([worth, np.subtract(1, worth)]).T


@pytest.fixture(autouse=True)
def _model(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the model value Farkle, whose turns are too large to search to their ends."""
    encoding = InputEncoding.fitted(FieldNumbers.of(GAME, [GAME.opening(), GAME.opening()]))
    net = Net.fresh(1, 1, 0, 0.0, (1, 1, 1), np.random.default_rng(1))
    model = Guess(GAME, encoding, net, {"error": 0.001, "positions": 1})
    monkeypatch.setattr(model_cache, "learnt", lambda game: model)
    MEMORY.forget()
    yield
    MEMORY.forget()


def record(first: str) -> Record:
    """Return the beginning of a game: after this roll, the player keeps a single 1, and rolls the other dice."""
    recorder = Recorder(GAME, ("Anna", "Ben"))
    for move in (first, "keep1", "roll", "23466"):
        recorder.add(recorder.state.parse(move))
    return recorder.record()


def test_a_review_is_the_same_after_reviews_of_other_records() -> None:
    """Two rolls may lead to the same position, and searches for them value it a little differently."""
    first, other = record("112346"), record("111555")
    alone = report(review_game(first))
    review_game(other)
    assert report(review_game(first)) == alone
