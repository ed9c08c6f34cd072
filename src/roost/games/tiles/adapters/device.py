"""Heckmeck and Junior in JAX, for accelerators: tiles on a grill and in stacks (rules HM-1 to HM-11, JR-1 to JR-8).

Tiles have indices from 0 in ascending order, and sets of tiles are bit masks. Each tile's depth in its stack is stored
in bit planes: plane ``b`` has a tile's bit if bit ``b`` of the number of tiles above it is set. Adding 1 to all tiles
of a stack, or subtracting 1, then takes a few operations on words.
"""

from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from roost.games.set_aside.adapters.turn_device import SetAsideRules
from roost.games.tiles import TileGame
from roost.lab.envs.jax.rules import Position
from roost.lab.envs.jax.words import Array, Words, bit, highest, ones, pick, put, rotated, settled, spread, word
from roost.study.fast.records import Records


class TilePosition(NamedTuple):
    """A position of a tile game."""

    node: Array
    seat: Array
    aside: Array
    roll: Array
    total: Array
    left: Array
    grill: Array
    """The bit mask of the tiles face up on the grill."""
    stacks: Words
    """For each seat, the bit mask of the tiles in its stack."""
    planes: Words
    """For each tile, the number of tiles above it, in bit planes; 0 if it is in no stack."""


_AS_IN_THE_RECORD = TilePosition._fields[:-2]


class TileRules(SetAsideRules):
    position_type = TilePosition

    def __init__(self, game: TileGame) -> None:
        super().__init__(game)
        self._tiles = len(game.tiles)
        self._numbers = {n: sum(1 << i for i, tile in enumerate(game.tiles) if tile == n) for n in sorted(game.box)}
        """Bit mask of the tiles that show each number."""
        worms = [game.worms_on(tile) for tile in game.tiles]
        self._worms = [sum((w >> b & 1) << i for i, w in enumerate(worms)) for b in range(max(worms).bit_length())]
        """Number of worms on each tile, in bit planes."""
        self._planes = (self._tiles - 1).bit_length()

    # -- claims --------------------------------------------------------------------------------------------------------

    def _reached(self, p: TilePosition) -> Array:
        """Return the grill tiles that the result reaches; only the highest of them can be taken."""
        reached = word(0)
        for number, tiles in self._numbers.items():
            reached = reached | jnp.where(p.total >= number, word(tiles), 0)
        return p.grill & reached

    def _tops(self, p: TilePosition) -> Array:
        """Return the bit mask of tiles that have no tile above them, whether in stacks or elsewhere."""
        covered = word(0)
        for plane in p.planes:
            covered = covered | plane
        return ~covered

    def claims(self, p: TilePosition) -> Array:
        result = word(0)
        for number, tiles in self._numbers.items():
            result = jnp.where(p.total == number, word(tiles), result)
        snatched = result & self._tops(p)
        earned = word(self._reached(p) != 0)  # HM-4, JR-6
        for k, stack in enumerate(rotated(p.stacks, p.seat)[1:], 1):
            earned = earned | word(stack & snatched != 0) << k  # HM-3, JR-5
        if self.rules["must_snatch"]:  # JR-6
            earned = jnp.where(earned > 1, earned & ~word(1), earned)
        earned = jnp.where(p.grill & result != 0, 1, earned)  # HM-2, JR-4
        return jnp.where(self.has_worm(p), earned, 0)  # SA-7

    # -- the table -----------------------------------------------------------------------------------------------------

    def ended(self, p: TilePosition, fails: Array, seats_on: Array) -> TilePosition:
        rules, snatches = self.rules, ~fails & (seats_on != 0)
        loses = snatches | fails if rules["returns_tile"] else snatches
        loser = jnp.where(fails, p.seat, p.seat + seats_on) % self.players
        taken = jnp.where(snatches | fails, 0, bit(highest(self._reached(p))))
        p, top = self._popped(p, loser, loses)
        stacks, planes, top, taken = settled((p.stacks, p.planes, top, taken))
        p = p._replace(stacks=stacks, planes=planes)
        claimed = self._pushed(p, jnp.where(snatches, top, taken), ~fails)
        grill = settled(jnp.where(fails, self._after_failure(p.grill, top), p.grill ^ taken))
        passed: TilePosition = self.next_turn(claimed._replace(grill=grill), grill == 0)  # HM-9, JR-8
        return passed

    def _after_failure(self, grill: Array, returned: Array) -> Array:
        """Return the grill after a failed turn: the returned tile is added, the highest may be removed (HM-7, JR-7)."""
        rules, grill = self.rules, grill | returned
        turned = bit(highest(grill))
        turns = jnp.bool_(True) if rules["always_turns"] else returned != 0  # HM-8
        if rules["spares_returned"]:  # HM-7, HM-11
            turns = turns & (turned != returned)
        return jnp.where(turns, grill ^ turned, grill)

    def _popped(self, p: TilePosition, seat: Array, condition: Array) -> tuple[TilePosition, Array]:
        """Take the top tile off a stack if the condition holds; return the position and the tile's bit (0: no tile)."""
        stack = jnp.where(condition, pick(p.stacks, seat), 0)
        top = stack & self._tops(p)
        planes, borrow = [], stack ^ top
        for plane in p.planes:
            planes.append(plane ^ borrow)
            borrow = borrow & ~plane
        stacks = put(p.stacks, seat, pick(p.stacks, seat) ^ top)
        return p._replace(stacks=stacks, planes=tuple(planes)), top

    def _pushed(self, p: TilePosition, tile: Array, condition: Array) -> TilePosition:
        """Put a tile on top of the mover's stack if the condition holds (HM-5)."""
        stack = jnp.where(condition, pick(p.stacks, p.seat), 0)
        planes, carry = [], stack
        for plane in p.planes:
            planes.append(plane ^ carry)
            carry = carry & plane
        stacks = put(p.stacks, p.seat, pick(p.stacks, p.seat) | jnp.where(condition, tile, 0))
        return p._replace(stacks=stacks, planes=tuple(planes))

    # -- scores and observations ---------------------------------------------------------------------------------------

    def scores(self, p: TilePosition) -> Words:

        scores = []
        for stack in p.stacks:
            worms = word(0)
            for b, plane in enumerate(self._worms):
                worms = worms + (ones(stack & plane) << b)
            scores.append(worms)
        return tuple(scores)

    def ranks(self, p: TilePosition) -> Words:
        """Return each seat's highest tile as an index from 1 (HM-10); 0 in Junior, where equal scores remain a tie."""
        return tuple(highest(stack) + 1 if self.rules["highest_tile_wins"] else word(0) for stack in p.stacks)

    def observe(self, p: TilePosition, seat: Array) -> list[Array]:
        tiles = self._tiles
        where, depth = spread(p.grill, tiles), word(0)
        for k, stack in enumerate(rotated(p.stacks, seat)):
            where = where + (2 + k) * spread(stack, tiles)
            depth = depth + spread(stack, tiles)
        for b, plane in enumerate(p.planes):
            depth = depth + (spread(plane, tiles) << b)
        worms = rotated(self.scores(p), seat)
        return [*self.observe_turn(p), where, depth, *worms]

    # -- the kernel's records ------------------------------------------------------------------------------------------

    def from_record(self, record: np.void) -> TilePosition:
        stacks, planes = [0] * self.players, [0] * self._planes
        for seat in range(self.players):
            tile, above = int(record["tops"][seat]), 0
            while tile:
                stacks[seat] |= 1 << tile - 1
                for b in range(self._planes):
                    planes[b] |= (above >> b & 1) << tile - 1
                tile, above = int(record["below"][tile - 1]), above + 1
        shared = {name: np.uint32(record[name]) for name in _AS_IN_THE_RECORD}
        return TilePosition(**shared, stacks=tuple(map(np.uint32, stacks)), planes=tuple(map(np.uint32, planes)))

    def to_record(self, position: Position) -> Records:
        packed = self.packing.empty()
        record = packed[0]
        for name in _AS_IN_THE_RECORD:
            record[name] = getattr(position, name)
        planes = [int(plane) for plane in position.planes]
        for seat, tiles in enumerate(map(int, position.stacks)):
            stack = [tile for tile in range(self._tiles) if tiles >> tile & 1]
            stack.sort(key=lambda tile: -sum((plane >> tile & 1) << b for b, plane in enumerate(planes)))
            for tile in stack:  # the bottom tile first
                record["below"][tile] = record["tops"][seat]
                record["tops"][seat] = tile + 1
            record["worms"][seat] = sum(self.rules["worms"][tile] for tile in stack)
        return packed


def device_rules(game: Any) -> TileRules:
    return TileRules(game)
