"""The dice of a table with a few devices, as a source of dice for records."""

from hashlib import sha256

from roost.core.dice import Dice, Roll
from roost.core.game import Game
from roost.core.record.proof import Proof
from roost.play.dice.fair import Listed, faces_of, hashed, host_chains, options_of, place_of, rolled


class FairTable:
    """Dice that a host and some people's devices fixed before the first roll of a game."""

    def __init__(self, secret: bytes, game: Game, *, devices: int = 1, attempt: int = 1) -> None:
        self.chains = host_chains(secret, "0123456789abcdef0123/1", game.players)
        self.numbers = {person: sha256(secret + bytes([person])).digest() for person in range(devices)}
        seats = [str(seat) if seat < devices else "bot:hen" for seat in range(game.players)]
        seals = {person: hashed(number) for person, number in self.numbers.items()}
        ends = [chain.end for chain in self.chains]
        self.listed = Listed("0123456789abcdef0123/1", attempt, game.name, options_of(game), seats,
                             faces_of(game.die), not game.die.weights, ends, seals)  # fmt: skip
        self.seed = self.listed.seed(self.numbers)
        self.rolled = [0] * len(ends)
        self.proof: Proof | None = None

    @property
    def headers(self) -> dict[str, str]:
        """The headers that describe these dice in a record."""
        numbers = " ".join([f"{person}:{number.hex()}" for person, number in self.numbers.items()])
        return {"Dice": "verifiable", "Table": self.listed.dice, "Protocol": "4", "List": str(self.listed),
                "Numbers": numbers or "-"}  # fmt: skip

    def roll(self, dice: Dice, seat: int | None = None) -> Roll:
        """Return the next roll of a seat, and store its proof in :attr:`proof`."""
        place = place_of(seat)
        self.rolled[place] += 1
        link = self.chains[place].link(self.rolled[place])
        self.proof = Proof(sum(self.rolled), link, b"")
        return rolled(self.seed, place, self.rolled[place], link, dice)
