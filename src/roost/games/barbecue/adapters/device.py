"""Barbecue in JAX, for accelerators: plates and snails on spots (rules BQ-1 to BQ-13).

Spots are numbered from 0, the lowest, and sets of spots are bit masks. The fields are those of the kernel's record.
"""

from typing import Any, NamedTuple

import jax.numpy as jnp

from roost.games.barbecue.adapters.compiled import NO_SNAIL_TO_PLACE, NO_SNAIL_TO_TAKE
from roost.games.set_aside.adapters.turn_device import SetAsideRules
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
    position_type = BarbecuePosition
    per_seat = ("singles", "pairs", "plates", "worms", "snails")

    def _result_spot(self, p: BarbecuePosition) -> tuple[Array, Array]:
        """Return the bit mask of the result's spot, 0 if there is none, and whether the result is above all spots."""
        spot = p.total - self.rules["lowest"]
        exists = (p.total >= self.rules["lowest"]) & (spot < self.rules["spots"])
        above = p.total >= self.rules["lowest"] + self.rules["spots"]
        return jnp.where(exists, bit(spot & 31), 0), above

    def claims(self, p: BarbecuePosition) -> Array:
        """Return 1 if the result is valid, else 0 (BQ-3)."""
        mask, above = self._result_spot(p)
        pairs = word(0)
        for seat_pairs in p.pairs:
            pairs = pairs | seat_pairs
        snail = p.snail_spots & mask != 0  # BQ-9
        plate = (mask & ~pairs != 0) & (pick(p.plates, p.seat) != 0)  # BQ-8, BQ-11
        return word(self.has_worm(p) & (above | snail | plate))  # BQ-10, SA-7

    def ended(self, p: BarbecuePosition, fails: Array, seats_on: Array) -> BarbecuePosition:
        mask, above = self._result_spot(p)
        after, over = choose(fails, self._placed_snail(p), self._claimed(p, mask, above))
        reason = word(jnp.where(fails, NO_SNAIL_TO_PLACE, NO_SNAIL_TO_TAKE))
        after, over, reason = settled((after, over, reason))
        stays = p._replace(ended=reason)
        passed: BarbecuePosition = self.next_turn(choose(over, stays, after), over)
        return passed

    def _placed_snail(self, p: BarbecuePosition) -> tuple[BarbecuePosition, Array]:
        """Place a snail on the highest empty spot, or else replace the highest single plate with it (BQ-5)."""
        free = ((1 << self.rules["spots"]) - 1) & ~p.taken
        singles = word(0)
        for spots in p.singles:
            singles = singles | spots
        candidates = jnp.where(free != 0, free, singles)
        mask = bit(highest(candidates) & 31)
        freed = tuple(word((spots & mask != 0) & (free == 0)) for spots in p.singles)
        after = p._replace(
            pool=p.pool - 1,
            snail_spots=p.snail_spots | mask,
            taken=p.taken | mask,
            singles=tuple(
                jnp.where(back == 1, spots ^ mask, spots) for back, spots in zip(freed, p.singles, strict=True)
            ),
            plates=tuple(in_hand + back for back, in_hand in zip(freed, p.plates, strict=True)),
        )
        return after, (candidates == 0) | (p.pool == 0)  # BQ-12

    def _claimed(self, p: BarbecuePosition, mask: Array, above: Array) -> tuple[BarbecuePosition, Array]:
        """End the turn by claiming with a valid result.

        The player gets a snail (BQ-9, BQ-10) or places a plate. The game ends if a snail is due but none is left.
        """
        from_pool = above & (p.pool != 0)
        spot = jnp.where(above, jnp.where(p.pool == 0, _highest_of(p.snail_spots), 0), mask & p.snail_spots)
        snail = from_pool | (spot != 0)
        with_snail = p._replace(
            pool=p.pool - word(from_pool),
            snail_spots=p.snail_spots ^ spot,
            taken=p.taken ^ spot,
            snails=put(p.snails, p.seat, pick(p.snails, p.seat) + 1),
        )
        return choose(snail, with_snail, self._placed_plate(p, mask)), above & ~snail

    def _placed_plate(self, p: BarbecuePosition, mask: Array) -> BarbecuePosition:
        """Place a plate on an empty spot, in place of another player's, or beside the player's own (BQ-6 to BQ-8)."""
        gained = word(0)
        for spot, worms in enumerate(self.rules["worms"]):
            gained = jnp.where(mask >> spot & 1 == 1, worms, gained)
        singles, pairs, plates, worms = [], [], [], []
        for seat in range(self.players):
            is_mover, spots = p.seat == seat, p.singles[seat]
            beside, loses = is_mover & (spots & mask != 0), ~is_mover & (spots & mask != 0)
            change = word(is_mover) - word(loses)  # 1: places a plate; -1: takes it back
            singles.append(jnp.where(is_mover ^ beside, spots | mask, jnp.where(beside | loses, spots ^ mask, spots)))
            pairs.append(jnp.where(beside, p.pairs[seat] | mask, p.pairs[seat]))
            plates.append(p.plates[seat] - change)
            worms.append(p.worms[seat] + gained * change)
        return p._replace(
            taken=p.taken | mask,
            singles=tuple(singles),
            pairs=tuple(pairs),
            plates=tuple(plates),
            worms=tuple(worms),
        )

    def scores(self, p: BarbecuePosition) -> Words:
        """Return each seat's points: worms count 1, snails 3 (BQ-13)."""
        points = self.rules["snail_points"]
        return tuple(worms + points * snails for worms, snails in zip(p.worms, p.snails, strict=True))

    def ranks(self, p: BarbecuePosition) -> Words:
        """Return, for each seat, its highest spot with a plate, counted from 1 (BQ-13)."""
        return tuple(highest(single | pair) + 1 for single, pair in zip(p.singles, p.pairs, strict=True))

    def observe(self, p: BarbecuePosition, seat: Array) -> list[Array]:
        count = self.rules["spots"]
        spots = spread(p.snail_spots, count)
        for k, (single, pair) in enumerate(zip(rotated(p.singles, seat), rotated(p.pairs, seat), strict=True)):
            spots = spots + (2 + 2 * k) * spread(single | pair, count) + spread(pair, count)
        worms = [jnp.minimum(n, 255) for n in rotated(p.worms, seat)]
        table = [*worms, *rotated(p.snails, seat), *rotated(p.plates, seat)]
        return [*self.observe_turn(p), spots, p.pool, *table]


def _highest_of(mask: Array) -> Array:
    """Return the highest bit of a mask as a mask; 0 if none is set."""
    return jnp.where(mask != 0, bit(highest(mask) & 31), 0)


def device_rules(game: Any) -> BarbecueRules:
    return BarbecueRules(game)
