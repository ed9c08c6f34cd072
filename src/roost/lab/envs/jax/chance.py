"""Roll dice on a JAX device from random words, or list all rolls with their probabilities.

A roll is packed as in :mod:`roost.study.fast.chance`. Four dice are drawn from one word of 32 bits: the word is
multiplied by 6^4, and the high half of the product holds their faces as base-6 digits. A roll's probability is then
wrong by less than one part in three million, so no draw needs to be rejected.
"""

from typing import Any, NamedTuple

import numpy as np

from roost.core.extras import needing
from roost.core.game import Game
from roost.lab.envs.jax.words import Array, word
from roost.study.fast.chance import MASK_AT, pack_roll

with needing("jax"):
    import jax.numpy as jnp

_DICE_IN_A_WORD = 4
_FACES = 6


class Outcomes(NamedTuple):
    """All outcomes of a chance node, as rows."""

    counts: Array
    """Number of dice that show each symbol, or, when the first player is drawn, a 1 for the seat drawn."""
    probabilities: Array
    """Probability of each outcome. Probabilities sum to 1; unused rows have probability 0."""


def below(random: Array, limit: Array | int) -> tuple[Array, Array]:
    """Return a random number below a limit of at most 16 bits, and the remaining random bits for the next number."""
    high = (random >> 16) * limit + ((random & 0xFFFF) * limit >> 16)
    return high >> 16, random * limit


class DeviceDice:
    """The dice of a game on a JAX device."""

    def __init__(self, game: Game) -> None:
        die, self.most = game.die, game.dice_count
        faces = [i for i, weight in enumerate(die.weights) for _ in range(weight)]
        if len(faces) != _FACES:
            raise ValueError(f"dice have {_FACES} faces, not {len(faces)}")
        self._symbols = sum(symbol << 4 * face for face, symbol in enumerate(faces))
        self.words = -(-self.most // _DICE_IN_A_WORD)
        """Number of random words per roll."""
        by_count = [game.die.dice(count).rolls for count in range(self.most + 1)]
        self.outcomes = max(game.players, *map(len, by_count))
        """Maximum number of outcomes of a chance node."""
        shape = (self.most + 2, self.outcomes)
        rolls, chances = np.zeros(shape, np.uint32), np.zeros(shape, np.float32)
        counts = np.zeros((*shape, max(len(die.symbols), game.players)), np.uint8)
        for dice, listed in enumerate(by_count):
            for place, (roll, weight) in enumerate(listed):
                rolls[dice, place] = pack_roll(roll.counts)
                counts[dice, place, : len(roll.counts)] = roll.counts
                chances[dice, place] = weight / _FACES**dice
        for seat in range(game.players):  # the last row is for drawing the first player
            counts[-1, seat, seat], chances[-1, seat] = 1, 1 / game.players
        self._rolls, self._counts, self._chances = rolls, counts, chances

    def throw(self, random: Any, count: Array) -> Array:
        """Roll ``count`` dice with random words; return the packed roll."""
        counts = shown = word(0)
        for die in range(self.most):
            if die % _DICE_IN_A_WORD == 0:
                rest = random[die // _DICE_IN_A_WORD]
            face, rest = below(rest, _FACES)
            symbol = word(self._symbols) >> 4 * face & 15
            is_rolled = word(die < count)
            counts = counts + (is_rolled << 4 * symbol)
            shown = shown | is_rolled << MASK_AT + symbol
        return counts | shown

    def listed(self, count: Array, is_draw: Array) -> Outcomes:
        """Return all outcomes of a roll of ``count`` dice, or of drawing the first player if ``is_draw``."""
        row = jnp.where(is_draw, self.most + 1, count)
        return Outcomes(jnp.asarray(self._counts)[row], jnp.asarray(self._chances)[row])

    def roll(self, count: Array, outcome: Array) -> Array:
        """Return the packed roll of ``count`` dice with the index ``outcome``; 0 if there is no such roll."""
        return jnp.asarray(self._rolls)[count, outcome]
