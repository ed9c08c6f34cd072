"""Models that are learnt while the tests run."""

from collections.abc import Iterator

import pytest

from roost.study.models import shelf
from roost.study.models.learning import Plan
from soak import SOAKING

SHORT = Plan(by_chance=200, rounds=5, games=64, generations=1, whole=2, measured=20, least=500)


@pytest.fixture(autouse=True, scope="module")
def _learning_is_short() -> Iterator[None]:
    """Half as long as usual is enough for Pig to 10; such models are kept apart from those of others."""
    with pytest.MonkeyPatch.context() as patch:
        if not SOAKING:
            patch.setattr(shelf, "FIRST", SHORT)
            patch.setattr(shelf, "_FORMAT", 0)
        yield
