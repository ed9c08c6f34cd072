"""The opponents of a learner: bots, in compiled code where there is any for them."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import OptionError, quote
from roost.core.faces import has_face
from roost.core.game import Game
from roost.lab.envs.step_kernel import CHICK, HEN, WAITS
from roost.study.bots import Bot, bot, default_bot
from roost.study.bots.flock import Chick, Hen, Rooster
from roost.study.fast.packed import Packing
from roost.study.fast.turn_players import TurnPlayer, turn_player

Named: TypeAlias = str | Bot | Sequence[str | Bot] | None
"""One bot for all other seats or one for each, counted from the seat after the learner's; nothing for the default."""


class Opponents:
    """The bots at the other seats, by their distance from the learner's."""

    def __init__(self, game: Game, named: Named) -> None:
        given, count = named or default_bot(type(game)), game.players - 1
        bots = [given] * count if isinstance(given, str) or not isinstance(given, Sequence) else list(given)
        if len(bots) != count:
            raise OptionError(f"there are {count} opponents, not {len(bots)}", input=quote(given))
        self.bots: list[Bot] = [bot(one) if isinstance(one, str) else one for one in bots]
        self.policies: NDArray[np.uint8] = np.full(game.players, WAITS, np.uint8)
        """The players from the learner's seat on, as :mod:`roost.lab.envs.step_kernel` knows them."""
        for distance, one in enumerate(self.bots, 1):
            if type(one) is Chick:
                self.policies[distance] = CHICK
            elif type(one) is Hen and has_face(type(game), "compiled_bots"):
                self.policies[distance] = HEN

    def at(self, distance: int) -> Bot:
        """The bot so many seats after the learner."""
        return self.bots[distance - 1]

    def players(self, packed: Packing[Any, Any]) -> dict[int, TurnPlayer]:
        """Those who are waited for and have compiled code that plays their turns, by their distance."""
        made: dict[str, TurnPlayer | None] = {}
        for one in self.bots:
            name = _compiled_name(one)
            if name is not None and name not in made:
                made[name] = turn_player(packed, name)
        found = {}
        for distance, one in enumerate(self.bots, 1):
            player = made.get(_compiled_name(one) or "")
            if player is not None:
                found[distance] = player
        return found


def _compiled_name(one: Bot) -> str | None:
    """The name by which a game knows compiled code for this very bot: another may bear the same name."""
    if type(one) is Rooster:
        return "rooster"
    if one.name == "fox":
        from roost.study.bots.searchers import Fox

        if type(one) is Fox and one.depth == 1 and not one.table:
            return "fox"
    return None


def checked_seat(game: Game, seat: int | str) -> int | None:
    """The learner's seat; nothing if it is drawn in every game."""
    if seat == "random":
        return None
    if not isinstance(seat, int) or seat not in range(game.players):
        raise OptionError(f"seat must be 0 to {game.players - 1} or random, not {quote(seat)}", input=seat)
    return seat
