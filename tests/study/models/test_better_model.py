"""A better model is never replaced by a worse one."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from roost_pig import Pig

from roost.core.stream import Stream
from roost.study.models import model_cache
from roost.study.models.input_encoding import FieldNumbers, InputEncoding
from roost.study.models.learning import FIRST, Learning, LearningPlan
from roost.study.models.learnt import Learnt
from roost.study.models.model_cache import keep, learnt
from roost.study.models.net import Net
from roost.study.models.practice import play_by_chance

GAME = Pig(2)


def model_of(positions: int) -> Learnt:
    encoding = InputEncoding.fitted(FieldNumbers.of(GAME, play_by_chance(GAME, Stream("inputs")).states))
    net = Net.fresh(*encoding.sizes, 0, 0.0, (4, 4, 4), np.random.default_rng(1))
    return Learnt(GAME, encoding, net, {"error": 0.01, "positions": positions})


def test_a_first_model_does_not_replace_a_trained_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A first model is dropped if another process has trained one with far more positions meanwhile."""
    sizes = iter([600_000, 70_000, 590_000])

    def made(game: Pig, plan: LearningPlan, seed: int) -> Iterator[Learning]:
        positions = next(sizes)
        yield Learning(1, 1, positions, model_of(positions))

    monkeypatch.setattr(model_cache, "learn", made)
    monkeypatch.setattr(model_cache, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(model_cache, "_cache", {})
    for expected in (600_000, 600_000, 590_000):
        assert keep(GAME, FIRST).about["positions"] == expected
        assert learnt(GAME).about["positions"] == expected
