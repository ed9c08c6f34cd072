"""Review games with the models that come with the package, or with learnt models."""

from functools import cache

from roost.core.extras import needing
from roost.core.game import Game
from roost.core.record import Record
from roost.core.registry import game_type
from roost.study.review.review import Review, review
from roost.study.review.values import known_well


def review_game(record: Record) -> Review:
    """Review a game with the model that comes with it or, if there is none, with a learnt model."""
    from roost.study.models import value  # imported late, because it needs a compiler

    return review(record, lambda state: known_well(value(state)), made_with(record.game))


def made_with(game: Game) -> str:
    """Return a name for the model that a review uses: the game's own, or a learnt one with its error."""
    from roost.study.models.solved_turn import has_model

    if has_model(type(game)):
        return model_name(game.name)
    with needing("fast", "estimating who wins"):
        from roost.study.models.model_cache import learnt
    learnt_model = learnt(game)
    return f"{game.name}: learnt from {learnt_model.about['positions']} positions, ±{100 * learnt_model.error:.1f} %"


@cache
def model_name(game: str) -> str:
    """Return the name of the model that comes with a game; it changes whenever the weights change."""
    from roost.study.models.plain_net import weights_digest
    from roost.study.models.solved_turn import has_model

    if not has_model(game_type(game)):
        return f"{game}: learnt from its positions"
    return f"{game}-{weights_digest(game_type(game))[:8]}"
