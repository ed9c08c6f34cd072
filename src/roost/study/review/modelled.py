"""Review games with the models that come with the package, or with learnt models."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from roost.core.extras import needing
from roost.core.game import Game
from roost.core.record import Record
from roost.core.registry import game_type
from roost.study.review.review import Review, review
from roost.study.review.values import known_well

if TYPE_CHECKING:
    from roost.study.models.learnt import Learnt


def review_game(record: Record) -> Review:
    """Review a game with the model that comes with it or, if there is none, with a learnt model.

    The review depends on nothing but the record and the model. A learnt model is read once, because a better one may
    replace it meanwhile, and turns are searched anew, because a search that was cached for another game may have begun
    at another position.
    """
    from roost.study.models.solved_turn import has_model, value  # imported late, because it needs a compiler

    if has_model(type(record.game)):
        return review(record, lambda state: known_well(value(state)), model_name(record.game.name))
    with needing("fast", "estimating who wins"):
        from roost.study.models.model_cache import learnt
        from roost.study.models.searched_turn import search_alone
    model = learnt(record.game)
    return review(record, lambda state: known_well(search_alone(state, model)), _learnt_name(model))


def made_with(game: Game) -> str:
    """Return a name for the model that a review uses: the game's own, or a learnt one with its error."""
    from roost.study.models.solved_turn import has_model

    if has_model(type(game)):
        return model_name(game.name)
    with needing("fast", f"Estimating who wins in {game.title}"):
        from roost.study.models.model_cache import learnt
    return _learnt_name(learnt(game))


def _learnt_name(model: Learnt) -> str:
    return f"{model.game.name}: learnt from {model.about['positions']} positions, ±{100 * model.error:.1f} %"


@cache
def model_name(game: str) -> str:
    """Return the name of the model that comes with a game; it changes whenever the weights change."""
    from roost.study.models.plain_net import weights_digest
    from roost.study.models.solved_turn import has_model

    if not has_model(game_type(game)):
        return f"{game}: learnt from its positions"
    return f"{game}-{weights_digest(game_type(game))[:8]}"
