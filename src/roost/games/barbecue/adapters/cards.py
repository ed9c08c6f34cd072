"""Facts about Barbecue for strategy cards: a claim's value, and the distance to the end of the game."""

from collections.abc import Mapping

from roost.core.moves import Action
from roost.games.barbecue.game import Barbecue, BarbecueState
from roost.games.barbecue.moves import EndGame, Occupy, Protect, SnailFromPool, SnailFromSpot, Steal
from roost.games.set_aside.adapters import turn_cards
from roost.games.set_aside.adapters.turn_cards import Claims, decision
from roost.study.cards.adapter import CardDecision

__all__ = ["decision", "decisions"]

_SNAIL = 3


def _worms(state: BarbecueState, claim: Action) -> int:
    """Return how many worms the claimed spot is worth; a snail counts as three (BQ-13)."""
    if isinstance(claim, Occupy | Steal | Protect):
        return min(max(state.game.worms_on(claim.spot), 1), 4)
    return _SNAIL


_KINDS = {
    "occupy": (Occupy,),
    "steal": (Steal,),
    "protect": (Protect,),
    "snail": (SnailFromSpot, SnailFromPool, EndGame),
}
_CLAIMS = Claims(_KINDS, _worms, lambda state: max(state.pool, 1))


def decisions(game: type[Barbecue]) -> Mapping[str, CardDecision]:
    return turn_cards.decisions(game, _CLAIMS, ("dice", "left", "reach", "need", "next"), ("claim", "roll", "end"))
