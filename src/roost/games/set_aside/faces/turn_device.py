"""The set-aside turn on the device: what Heckmeck, Junior and Barbecue share (rules SA-1 to SA-8).

The same fields, packed rolls and action numbers as in ``packed_turn``.
"""

from abc import abstractmethod
from typing import Any

import jax.numpy as jnp

from roost.games.set_aside.faces.packed_turn import PICK, STOP
from roost.lab.envs.jax.rules import DeviceRules
from roost.lab.envs.jax.words import Array, Words, choose, settled, spread, word
from roost.study.fast.chance import MASK_AT
from roost.study.fast.records import NOBODY, OVER, ROLL


class SetAsideRules(DeviceRules):
    """A game of set-aside turns. What a turn ends with is for each game to say."""

    a_roll_may_fail = True

    @abstractmethod
    def claims(self, p: Any) -> Array:
        """The bits of the ways to stop that earn something: bit 0 for the grill, bit ``k`` for others."""

    @abstractmethod
    def ended(self, p: Any, fails: Array, seats_on: Array) -> Any:
        """The turn ends with nothing or with a claim: the table after it, and the turn is passed on.

        ``seats_on`` is 0 for what the grill gives, ``k`` for what the player ``k`` seats on has to give.
        """

    # -- the turn ------------------------------------------------------------------------------------------------------

    def start_turn(self, p: Any, seat: Array) -> Any:
        """All dice are rolled (SA-1)."""
        none = word(0)
        dice = word(self.rules["dice"])
        return p._replace(node=word(ROLL), seat=word(seat), aside=none, roll=none, total=none, left=dice)

    def next_turn(self, p: Any, is_over: Array) -> Any:
        """The turn of the player to the left, or the end of the game."""
        seat = jnp.where(p.seat + 1 == self.players, 0, p.seat + 1)
        then = self.start_turn(p, jnp.where(is_over, NOBODY, seat))
        return then._replace(node=word(jnp.where(is_over, OVER, ROLL)))

    def has_worm(self, p: Any) -> Array:
        """Whether a worm lies aside (SA-7)."""
        return (p.aside >> MASK_AT + self.rules["worm"] & 1) == 1

    def is_complete(self, p: Any) -> Array:
        """No further roll without dice, nor when every symbol lies aside (SA-6)."""
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
        going_on = p._replace(node=jnp.where(picks, word(STOP), word(ROLL)))
        return choose(ends, ended, going_on)

    def to_roll(self, p: Any) -> Array:
        return jnp.where(p.node == ROLL, p.left, 0)

    def roll(self, p: Any, shown: Array) -> Any:
        fresh = _fresh(p, shown) != 0
        fallen = p._replace(roll=shown, node=word(jnp.where(fresh, PICK, STOP)))
        goes_on = fresh
        if self.rules["dead_roll_counts"]:  # SA-5
            goes_on = fresh | (self.claims(fallen) != 0)
        return choose(goes_on, fallen, self.ended(p, jnp.bool_(True), word(0)))

    def first_roll(self, p: Any, shown: Array) -> Any:
        return p._replace(roll=shown, node=word(PICK))

    def _set_aside(self, p: Any, symbol: Array) -> Any:
        """All dice that show a symbol are set aside (SA-2)."""
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
        """The part of an observation that tells of a turn."""
        symbols = self.rules["symbols"]
        picking = word(p.node == PICK)
        return [picking, spread(p.roll, symbols, 4), spread(p.aside, symbols, 4), p.total, p.left]


def _fresh(p: Any, roll: Array) -> Array:
    """The mask of symbols in a roll that do not lie aside yet (SA-2)."""
    return roll >> MASK_AT & ~(p.aside >> MASK_AT)
