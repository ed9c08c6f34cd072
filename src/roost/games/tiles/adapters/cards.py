"""Facts about the tile games for strategy cards: a claim's value, and the distance to the end of the game."""

from collections.abc import Mapping

from roost.games.set_aside.adapters import turn_cards
from roost.games.set_aside.adapters.turn_cards import Claims, decision
from roost.games.tiles import Snatch, Take, TileGame, TileState
from roost.study.cards.adapter import CardDecision

__all__ = ["decision", "decisions"]


def _worms(state: TileState, claim: Take | Snatch) -> int:
    return min(max(state.game.worms_on(claim.tile), 1), 4)


_CLAIMS = Claims({"take": (Take,), "snatch": (Snatch,)}, _worms, lambda state: len(state.grill))


def decisions(game: type[TileGame]) -> Mapping[str, CardDecision]:
    return turn_cards.decisions(
        game, _CLAIMS, ("dice", "left", "reach", "need", "next"), ("claim", "roll", "stake", "end")
    )
