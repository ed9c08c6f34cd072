"""A learner's opponents: bots, run as compiled code where possible."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from roost.core.adapters import has_adapter
from roost.core.errors import OptionError, quote
from roost.core.game import Game
from roost.lab.envs.step_kernel import CHICK, HEN, WAITS
from roost.study.bots import Bot, bot
from roost.study.bots.adapter import has_thumb_rules
from roost.study.bots.simple_bots import Chick, Hen, Rooster
from roost.study.fast.packed import Packing
from roost.study.fast.turn_players import TurnPlayer, turn_player

Named: TypeAlias = str | Bot | Sequence[str | Bot] | None
"""One bot for all other seats, or one bot per seat, starting with the seat after the learner's; None for the default
opponent."""


def default_opponent(kind: type[Game]) -> str:
    """Return the bot that opponents play by default: the hen, or the chick in a game without rules of thumb.

    Such a game's rooster searches through the turn, which takes a hundred times as long as the learner's own step.
    """
    return "hen" if has_thumb_rules(kind) else "chick"


class Opponents:
    """The bots at the other seats, by their distance from the learner's seat."""

    def __init__(self, game: Game, named: Named) -> None:
        chosen, count = named or default_opponent(type(game)), game.players - 1
        bots = [chosen] * count if isinstance(chosen, str) or not isinstance(chosen, Sequence) else list(chosen)
        if len(bots) != count:
            raise OptionError(f"there are {count} opponents, not {len(bots)}", input=quote(chosen))
        self.bots: list[Bot] = [bot(opponent) if isinstance(opponent, str) else opponent for opponent in bots]
        self.policies: NDArray[np.uint8] = np.full(game.players, WAITS, np.uint8)
        """Policy codes of :mod:`roost.lab.envs.step_kernel` for all seats, starting with the learner's."""
        for distance, opponent in enumerate(self.bots, 1):
            if type(opponent) is Chick:
                self.policies[distance] = CHICK
            elif type(opponent) is Hen and has_adapter(type(game), "compiled_bots"):
                self.policies[distance] = HEN

    def at(self, distance: int) -> Bot:
        """Return the bot that sits ``distance`` seats after the learner."""
        return self.bots[distance - 1]

    def players(self, packed: Packing[Any, Any]) -> dict[int, TurnPlayer]:
        """Return the opponents that play as compiled code but outside the step kernel, by distance from the learner."""
        compiled: dict[str, TurnPlayer | None] = {}
        for opponent in self.bots:
            name = _compiled_name(opponent)
            if name is not None and name not in compiled:
                compiled[name] = turn_player(packed, name)
        players = {}
        for distance, opponent in enumerate(self.bots, 1):
            player = compiled.get(_compiled_name(opponent) or "")
            if player is not None:
                players[distance] = player
        return players


def _compiled_name(opponent: Bot) -> str | None:
    """Return the name of this bot's compiled code; None for any other bot, even one with the same name."""
    if type(opponent) is Rooster:
        return "rooster"
    if opponent.name == "fox":
        from roost.study.bots.searchers import Fox

        if type(opponent) is Fox and opponent.depth == 1 and not opponent.table:
            return "fox"
    return None


def checked_seat(game: Game, seat: int | str) -> int | None:
    """Return the learner's seat after checking it; None if it is drawn in every game."""
    if seat == "random":
        return None
    if not isinstance(seat, int) or seat not in range(game.players):
        raise OptionError(f"seat must be 0 to {game.players - 1} or random, not {quote(seat)}", input=seat)
    return seat
