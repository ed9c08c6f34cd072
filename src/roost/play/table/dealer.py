"""The dice of one table, from its secret."""

from __future__ import annotations

from roost.core.dice import Dice
from roost.play.dice.fair import FairDice, FairRoll
from roost.play.table.play import Play

__all__ = ["TableDealer"]


class TableDealer:
    """Rolls the verifiable dice of a table, each game's from a chain of its own."""

    __slots__ = ("_chains", "_secret")

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._chains: dict[str, FairDice] = {}
        """Those of the game under way and of the next one: to make one takes as long as many rolls."""

    def commitment(self, dice: str) -> str:
        return self._chain_of(dice).commitment.hex()

    def roll(self, play: Play, dice: Dice, nonce: bytes) -> FairRoll:
        story = play.story if play.protocol > 1 else None
        chain = self._chain_of(play.dice)
        # The log says how many links are used up. A roll that was drafted but never committed has shown nobody
        # anything, so its link is free again.
        chain.rolled = play.rolls
        return chain.roll_with(nonce, dice, story)

    def _chain_of(self, dice: str) -> FairDice:
        if dice not in self._chains:
            while len(self._chains) > 1:
                del self._chains[next(iter(self._chains))]
            self._chains[dice] = FairDice(self._secret, dice)
        return self._chains[dice]
