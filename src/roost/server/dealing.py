"""The dice of one table, from its secret."""

from __future__ import annotations

from roost.core.dice import Dice
from roost.core.fair import FairDice, FairRoll
from roost.server.table import Play

__all__ = ["TableDealer"]


class TableDealer:
    """Rolls the verifiable dice of a table, each game's from a chain of its own."""

    __slots__ = ("_chain", "_secret")

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._chain: FairDice | None = None

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
        if self._chain is None or self._chain.table != dice:
            self._chain = FairDice(self._secret, dice)
        return self._chain

    def next_commitment(self, dice: str) -> str:
        return FairDice(self._secret, dice).commitment.hex()
