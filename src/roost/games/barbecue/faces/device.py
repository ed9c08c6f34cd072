"""Barbecue on the device: plates and snails on spots (rules BQ-1 to BQ-13).

Spots are counted from 0, the lowest; sets of them are masks. The fields are those of the kernel's record.
"""

from typing import Any, NamedTuple

import jax.numpy as jnp

from roost.games.barbecue.faces.compiled import NO_SNAIL_TO_PLACE, NO_SNAIL_TO_TAKE
from roost.games.set_aside.faces.turn_device import SetAsideRules
from roost.lab.envs.jax.words import Array, Words, bit, choose, highest, pick, put, rotated, settled, spread, word


class BarbecuePosition(NamedTuple):
    """A position of Barbecue: the fields of the kernel's record."""

    node: Array
    seat: Array
    aside: Array
    roll: Array
    total: Array
    left: Array
    snail_spots: Array
    taken: Array
    pool: Array
    ended: Array
    singles: Words
    pairs: Words
    plates: Words
    worms: Words
    snails: Words


class BarbecueRules(SetAsideRules):
    """The rules of Barbecue."""

    position_type = BarbecuePosition
    per_seat = ("singles", "pairs", "plates", "worms", "snails")

    def _here(self, p: BarbecuePosition) -> tuple[Array, Array]:
        """The mask of the spot of the result, 0 where there is none, and whether the result is above all spots."""
        spot = p.total - self.rules["lowest"]
        exists = (p.total >= self.rules["lowest"]) & (spot < self.rules["spots"])
        above = p.total >= self.rules["lowest"] + self.rules["spots"]
        return jnp.where(exists, bit(spot & 31), 0), above

    def claims(self, p: BarbecuePosition) -> Array:
        """Whether the result is valid (BQ-3): 1 or 0."""
        here, above = self._here(p)
        pairs = word(0)
        for held in p.pairs:
            pairs = pairs | held
        snail = p.snail_spots & here != 0  # BQ-9
        plate = (here & ~pairs != 0) & (pick(p.plates, p.seat) != 0)  # BQ-8, BQ-11
        return word(self.has_worm(p) & (above | snail | plate))  # BQ-10, SA-7

    # -- the table -----------------------------------------------------------------------------------------------------

    def ended(self, p: BarbecuePosition, fails: Array, seats_on: Array) -> BarbecuePosition:
        here, above = self._here(p)
        after, over = choose(fails, self._placed_snail(p), self._claimed(p, here, above))
        reason = word(jnp.where(fails, NO_SNAIL_TO_PLACE, NO_SNAIL_TO_TAKE))
        after, over, reason = settled((after, over, reason))
        stays = p._replace(ended=reason)
        passed: BarbecuePosition = self.next_turn(choose(over, stays, after), over)
        return passed

    def _placed_snail(self, p: BarbecuePosition) -> tuple[BarbecuePosition, Array]:
        """BQ-5: a snail goes to the highest empty spot, or else takes the place of the highest single plate."""
        free = ((1 << self.rules["spots"]) - 1) & ~p.taken
        singles = word(0)
        for held in p.singles:
            singles = singles | held
        candidates = jnp.where(free != 0, free, singles)
        here = bit(highest(candidates) & 31)
        owns = tuple(word((held & here != 0) & (free == 0)) for held in p.singles)
        after = p._replace(
            pool=p.pool - 1,
            snail_spots=p.snail_spots | here,
            taken=p.taken | here,
            singles=tuple(jnp.where(own == 1, held ^ here, held) for own, held in zip(owns, p.singles, strict=True)),
            plates=tuple(left + own for own, left in zip(owns, p.plates, strict=True)),
        )
        return after, (candidates == 0) | (p.pool == 0)  # BQ-12

    def _claimed(self, p: BarbecuePosition, here: Array, above: Array) -> tuple[BarbecuePosition, Array]:
        """The turn ends on a valid result: a snail (BQ-9, BQ-10) or a plate. Without a snail to take, the game ends."""
        from_pool = above & (p.pool != 0)
        spot = jnp.where(above, jnp.where(p.pool == 0, _highest_of(p.snail_spots), 0), here & p.snail_spots)
        snail = from_pool | (spot != 0)
        with_snail = p._replace(
            pool=p.pool - word(from_pool),
            snail_spots=p.snail_spots ^ spot,
            taken=p.taken ^ spot,
            snails=put(p.snails, p.seat, pick(p.snails, p.seat) + 1),
        )
        return choose(snail, with_snail, self._placed_plate(p, here)), above & ~snail

    def _placed_plate(self, p: BarbecuePosition, here: Array) -> BarbecuePosition:
        """BQ-6 to BQ-8: a plate on an empty spot, in another's place, or beside one's own."""
        gained = word(0)
        for spot, worms in enumerate(self.rules["worms"]):
            gained = jnp.where(here >> spot & 1 == 1, worms, gained)
        singles, pairs, plates, worms = [], [], [], []
        for seat in range(self.players):
            mine, held = p.seat == seat, p.singles[seat]
            beside, loses = mine & (held & here != 0), ~mine & (held & here != 0)
            change = word(mine) - word(loses)  # a plate placed, or one taken back into the hand
            singles.append(jnp.where(mine ^ beside, held | here, jnp.where(beside | loses, held ^ here, held)))
            pairs.append(jnp.where(beside, p.pairs[seat] | here, p.pairs[seat]))
            plates.append(p.plates[seat] - change)
            worms.append(p.worms[seat] + gained * change)
        return p._replace(
            taken=p.taken | here,
            singles=tuple(singles),
            pairs=tuple(pairs),
            plates=tuple(plates),
            worms=tuple(worms),
        )

    # -- what is told --------------------------------------------------------------------------------------------------

    def scores(self, p: BarbecuePosition) -> Words:
        """BQ-13: worms count 1, snails 3."""
        points = self.rules["snail_points"]
        return tuple(worms + points * snails for worms, snails in zip(p.worms, p.snails, strict=True))

    def ranks(self, p: BarbecuePosition) -> Words:
        """BQ-13: the highest spot with a plate of the seat, counted from 1."""
        return tuple(highest(one | two) + 1 for one, two in zip(p.singles, p.pairs, strict=True))

    def observe(self, p: BarbecuePosition, seat: Array) -> list[Array]:
        count = self.rules["spots"]
        spots = spread(p.snail_spots, count)
        for k, (one, two) in enumerate(zip(rotated(p.singles, seat), rotated(p.pairs, seat), strict=True)):
            spots = spots + (2 + 2 * k) * spread(one | two, count) + spread(two, count)
        worms = [jnp.minimum(held, 255) for held in rotated(p.worms, seat)]
        table = [*worms, *rotated(p.snails, seat), *rotated(p.plates, seat)]
        return [*self.observe_turn(p), spots, p.pool, *table]


def _highest_of(mask: Array) -> Array:
    """The highest bit of a mask alone; 0 of none."""
    return jnp.where(mask != 0, bit(highest(mask) & 31), 0)


def device_rules(game: Any) -> BarbecueRules:
    """The rules of a game."""
    return BarbecueRules(game)
