"""Reviews and hints with the models that come with the package."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from roost.core.state import State
from roost.record import Record
from roost.review.hints import Hint, hint
from roost.review.review import Review, review

__all__ = ["hint_at", "model_name", "review_game"]


def review_game(record: Record) -> Review:
    """Review a game with its model. Raises :class:`~roost.core.errors.OptionError` for a game without one."""
    from roost.models import value  # here, because it brings a compiler along

    return review(record, value, model_name(record.game.name))


def hint_at(state: State) -> Hint:
    """The best choice in a position, with its reason."""
    from roost.models import value

    return hint(state, value(state))


@cache
def model_name(game: str) -> str:
    """What a review made with the model of a game says it was made with: the name changes with the weights."""
    from roost.models import model

    digest = sha256()
    for letter, weights in sorted(model(game).net.weights.items()):
        digest.update(letter.encode())
        digest.update(weights.tobytes())
    return f"{game}-{digest.hexdigest()[:8]}"
