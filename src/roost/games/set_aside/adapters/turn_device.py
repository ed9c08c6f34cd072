"""The set-aside turn in JAX, for accelerators, shared by Heckmeck, Junior and Barbecue (rules SA-1 to SA-8).

Fields, packed rolls and action indices are the same as in ``packed_turn``.
"""

from abc import abstractmethod
from typing import Any

import jax.numpy as jnp

from roost.games.set_aside.adapters.packed_turn import PICK, STOP
from roost.lab.envs.jax.rules import DeviceRules
from roost.lab.envs.jax.words import Array, Words, choose, settled, spread, word
from roost.study.fast.chance import MASK_AT
from roost.study.fast.records import NOBODY, OVER, ROLL


class SetAsideRules(DeviceRules):
    """A game of set-aside turns. Each game defines what the end of a turn does."""

    a_roll_may_fail = True

    @abstractmethod
    def claims(self, p: Any) -> Array:
        """Return a bit for each claim: bit 0 for the grill, bit ``k`` for the player who is ``k`` seats on."""

    @abstractmethod
    def ended(self, p: Any, fails: Array, seats_on: Array) -> Any:
        """End the turn with or without a claim, and return the table with the next player's turn.

        ``seats_on`` is 0 for a claim on the grill, and ``k`` for a claim on the player who is ``k`` seats on.
        """

    def start_turn(self, p: Any, seat: Array) -> Any:
        """Begin a turn, in which all dice are rolled (SA-1)."""
        none = word(0)
        dice = word(self.rules["dice"])
        return p._replace(node=word(ROLL), seat=word(seat), aside=none, roll=none, total=none, left=dice)

    def next_turn(self, p: Any, is_over: Array) -> Any:
        """Begin the turn of the player to the left, or end the game."""
        seat = jnp.where(p.seat + 1 == self.players, 0, p.seat + 1)
        after = self.start_turn(p, jnp.where(is_over, NOBODY, seat))
        return after._replace(node=word(jnp.where(is_over, OVER, ROLL)))

    def has_worm(self, p: Any) -> Array:
        """Whether a worm lies aside (SA-7)."""
        return (p.aside >> MASK_AT + self.rules["worm"] & 1) == 1

    def is_complete(self, p: Any) -> Array:
        """Whether no further roll is possible: no dice are left, or every symbol lies aside (SA-6)."""
        return (p.left == 0) | (p.aside >> MASK_AT == self.rules["every_symbol"])

    def legal(self, p: Any) -> Words:
        claims, rolls_on = self.claims(p), (p.roll == 0) & ~self.is_complete(p)
        if self.rules["may_stop_on_nothing"]:
            claims = jnp.where(rolls_on & (claims == 0), 1, claims)
        stopping = (word(rolls_on) | claims << 1) << self.rules["symbols"]
        return (jnp.where(p.node == PICK, _fresh(p, p.roll), jnp.where(p.node == STOP, stopping, 0)),)

    def act(self, p: Any, action: Array) -> Any:
        symbols, action = self.rules["symbols"], word(action)
        picks, stops = action < symbols, action > symbols
        p = choose(picks, self._set_aside(p, action), p)
        claims = settled(self.claims(p))
        dead = picks & self.is_complete(p) & (claims == 0)  # SA-6
        fails = dead | (action == symbols + 1) & (claims & 1 == 0)
        ends, fails = settled((dead | stops, fails))
        ended = self.ended(p, fails, jnp.where(stops, action - symbols - 1, 0))
        continued = p._replace(node=jnp.where(picks, word(STOP), word(ROLL)))
        return choose(ends, ended, continued)

    def to_roll(self, p: Any) -> Array:
        return jnp.where(p.node == ROLL, p.left, 0)

    def roll(self, p: Any, shown: Array) -> Any:
        fresh = _fresh(p, shown) != 0
        rolled = p._replace(roll=shown, node=word(jnp.where(fresh, PICK, STOP)))
        continues = fresh
        if self.rules["dead_roll_counts"]:  # SA-5
            continues = fresh | (self.claims(rolled) != 0)
        return choose(continues, rolled, self.ended(p, jnp.bool_(True), word(0)))

    def first_roll(self, p: Any, shown: Array) -> Any:
        return p._replace(roll=shown, node=word(PICK))

    def _set_aside(self, p: Any, symbol: Array) -> Any:
        """Set aside all dice that show a symbol (SA-2)."""
        shift = 4 * symbol
        count = p.roll >> shift & 15
        return p._replace(
            node=word(STOP),
            aside=p.aside + (count << shift) | word(1) << MASK_AT + symbol,
            roll=word(0),
            total=p.total + count * (word(self.rules["values"]) >> shift & 15),  # SA-3
            left=p.left - count,
        )

    def observe_turn(self, p: Any) -> list[Array]:
        symbols = self.rules["symbols"]
        picking = word(p.node == PICK)
        return [picking, spread(p.roll, symbols, 4), spread(p.aside, symbols, 4), p.total, p.left]


def _fresh(p: Any, roll: Array) -> Array:
    """Return the bit mask of the symbols in a roll that do not lie aside yet (SA-2)."""
    return roll >> MASK_AT & ~(p.aside >> MASK_AT)
