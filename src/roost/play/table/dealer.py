"""A dealer that rolls a table's dice from the table's secret."""

from roost.core.dice import Dice, Roll
from roost.play.dice.fair import Chain, host_chains, place_of, rolled
from roost.play.table.play import Play


class TableDealer:
    """Rolls a table's verifiable dice."""

    __slots__ = ("_chains", "_secret")

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._chains: dict[tuple[str, int], tuple[Chain, ...]] = {}
        """Chains of the current game and the one before. Making a chain takes as long as many rolls."""

    def ends(self, dice: str, seats: int) -> tuple[bytes, ...]:
        return tuple(chain.end for chain in self._chains_of(dice, seats))

    def roll(self, play: Play, dice: Dice) -> tuple[Roll, bytes]:
        # The log counts the used links. An uncommitted roll was never seen, so its link still counts as unused.
        place = place_of(play.state.seat)
        number = play.links[place] + 1
        link = self._chains_of(play.dice, len(play.links) - 1)[place].link(number)
        return rolled(play.seed, place, number, link, dice), link

    def _chains_of(self, dice: str, seats: int) -> tuple[Chain, ...]:
        if (dice, seats) not in self._chains:
            while len(self._chains) > 1:
                del self._chains[next(iter(self._chains))]
            self._chains[dice, seats] = host_chains(self._secret, dice, seats)
        return self._chains[dice, seats]
