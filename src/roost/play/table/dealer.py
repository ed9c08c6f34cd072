"""The dice of one table, from its secret."""

from roost.core.dice import Dice
from roost.core.record.proof import Proof, ProofError
from roost.play.dice.fair import Chain, FairRoll, host_chain, rolled
from roost.play.table.play import Play


class TableDealer:
    """Rolls the verifiable dice of a table, each game's from a chain of its own."""

    __slots__ = ("_chains", "_secret")

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._chains: dict[str, Chain] = {}
        """Those of the game under way and of the next one: to make one takes as long as many rolls."""

    def commitment(self, dice: str) -> str:
        return self._chain_of(dice).top.hex()

    def roll(self, play: Play, dice: Dice, number: bytes) -> FairRoll:
        """The next roll, with the number that the roller's device opens for it, if it does."""
        # The log says how many links are used up. A roll that was drafted but never committed has shown nobody
        # anything, so its link is free again.
        chain, count = self._chain_of(play.dice), play.rolls + 1
        if count > chain.length:
            raise ProofError(f"the chain has {chain.length} links, and all are used up", number=count)
        link = chain.link(count)
        roll = rolled(play.seed, count, link, number or play.opened, dice)
        return FairRoll(roll, Proof(count, link, number))

    def _chain_of(self, dice: str) -> Chain:
        if dice not in self._chains:
            while len(self._chains) > 1:
                del self._chains[next(iter(self._chains))]
            self._chains[dice] = host_chain(self._secret, dice)
        return self._chains[dice]
