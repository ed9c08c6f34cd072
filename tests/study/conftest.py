"""Shorter training of learnt models for the tests."""

from collections.abc import Iterator

import pytest

from roost.study.models import model_cache
from roost.study.models.learning import LearningPlan
from soak import SOAKING

SHORT = LearningPlan(by_chance=200, rounds=5, games=64, generations=1, whole=2, measured=20, least=500)


@pytest.fixture(autouse=True, scope="module")
def _short_training() -> Iterator[None]:
    """Train half as long as usual, which is enough for Pig to 10, and cache the models under another version."""
    with pytest.MonkeyPatch.context() as patch:
        if not SOAKING:
            patch.setattr(model_cache, "FIRST", SHORT)
            patch.setattr(model_cache, "_FORMAT", 0)
        yield
