"""Heckmeck and Junior on the device: tiles on a grill and in stacks (rules HM-1 to HM-11, JR-1 to JR-8).

Tiles are counted from 0 in ascending order, and sets of them are masks. How deep each tile lies in its stack is kept in
bit planes: plane ``b`` has a tile's bit if bit ``b`` of the number of tiles on top of it is set. A whole stack is then
lifted or lowered by adding 1 to all its tiles, or taking 1 away, with a few operations on words.
"""

from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from roost.games.set_aside.faces.turn_device import SetAsideRules
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
    """The mask of the tiles that lie face up on the grill."""
    held: Words
    """For each seat the mask of the tiles in its stack."""
    planes: Words
    """How many tiles lie on top of each tile, in bit planes; 0 in no stack."""


_AS_IN_THE_RECORD = TilePosition._fields[:-2]


class TileRules(SetAsideRules):
    """The rules of one tile game."""

    position_type = TilePosition

    def __init__(self, game: TileGame) -> None:
        super().__init__(game)
        self._tiles = len(game.tiles)
        self._numbers = {n: sum(1 << i for i, tile in enumerate(game.tiles) if tile == n) for n in sorted(game.box)}
        """The mask of the tiles with each number."""
        worms = [game.worms_on(tile) for tile in game.tiles]
        self._worms = [sum((w >> b & 1) << i for i, w in enumerate(worms)) for b in range(max(worms).bit_length())]
        """The worms on the tiles in bit planes."""
        self._planes = (self._tiles - 1).bit_length()

    # -- claims --------------------------------------------------------------------------------------------------------

    def _reached(self, p: TilePosition) -> Array:
        """The grill tiles that the result reaches, the highest of which can be taken."""
        reached = word(0)
        for number, tiles in self._numbers.items():
            reached = reached | jnp.where(p.total >= number, word(tiles), 0)
        return p.grill & reached

    def _tops(self, p: TilePosition) -> Array:
        """The mask of tiles on which none lies; some of them lie in stacks."""
        covered = word(0)
        for plane in p.planes:
            covered = covered | plane
        return ~covered

    def claims(self, p: TilePosition) -> Array:
        """Bit 0: the grill gives a tile. Bit ``k``: the top tile of the player ``k`` seats on can be snatched."""
        result = word(0)
        for number, tiles in self._numbers.items():
            result = jnp.where(p.total == number, word(tiles), result)
        snatched = result & self._tops(p)
        earned = word(self._reached(p) != 0)  # HM-4, JR-6
        for k, held in enumerate(rotated(p.held, p.seat)[1:], 1):
            earned = earned | word(held & snatched != 0) << k  # HM-3, JR-5
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
        held, planes, top, taken = settled((p.held, p.planes, top, taken))
        p = p._replace(held=held, planes=planes)
        claimed = self._pushed(p, jnp.where(snatches, top, taken), ~fails)
        grill = settled(jnp.where(fails, self._after_failure(p.grill, top), p.grill ^ taken))
        passed: TilePosition = self.next_turn(claimed._replace(grill=grill), grill == 0)  # HM-9, JR-8
        return passed

    def _after_failure(self, grill: Array, returned: Array) -> Array:
        """HM-7, JR-7: the grill with the tile that went back, if any, and with the highest tile turned, or not."""
        rules, grill = self.rules, grill | returned
        turned = bit(highest(grill))
        turns = jnp.bool_(True) if rules["always_turns"] else returned != 0  # HM-8
        if rules["spares_returned"]:  # HM-7, HM-11
            turns = turns & (turned != returned)
        return jnp.where(turns, grill ^ turned, grill)

    def _popped(self, p: TilePosition, seat: Array, condition: Array) -> tuple[TilePosition, Array]:
        """Take the top tile off a stack if the condition holds: the position, and the tile's bit, or 0."""
        stack = jnp.where(condition, pick(p.held, seat), 0)
        top = stack & self._tops(p)
        planes, borrow = [], stack ^ top
        for plane in p.planes:
            planes.append(plane ^ borrow)
            borrow = borrow & ~plane
        held = put(p.held, seat, pick(p.held, seat) ^ top)
        return p._replace(held=held, planes=tuple(planes)), top

    def _pushed(self, p: TilePosition, tile: Array, condition: Array) -> TilePosition:
        """HM-5: a tile goes on top of the stack of whose turn it is, if the condition holds."""
        stack = jnp.where(condition, pick(p.held, p.seat), 0)
        planes, carry = [], stack
        for plane in p.planes:
            planes.append(plane ^ carry)
            carry = carry & plane
        held = put(p.held, p.seat, pick(p.held, p.seat) | jnp.where(condition, tile, 0))
        return p._replace(held=held, planes=tuple(planes))

    # -- what is told --------------------------------------------------------------------------------------------------

    def scores(self, p: TilePosition) -> Words:
        """Each seat's worms."""
        found = []
        for held in p.held:
            worms = word(0)
            for b, plane in enumerate(self._worms):
                worms = worms + (ones(held & plane) << b)
            found.append(worms)
        return tuple(found)

    def ranks(self, p: TilePosition) -> Words:
        """HM-10: the place of each seat's highest tile, counted from 1; in Junior nothing parts equal scores."""
        return tuple(highest(held) + 1 if self.rules["highest_tile_wins"] else word(0) for held in p.held)

    def observe(self, p: TilePosition, seat: Array) -> list[Array]:
        tiles = self._tiles
        where, depth = spread(p.grill, tiles), word(0)
        for k, held in enumerate(rotated(p.held, seat)):
            where = where + (2 + k) * spread(held, tiles)
            depth = depth + spread(held, tiles)
        for b, plane in enumerate(p.planes):
            depth = depth + (spread(plane, tiles) << b)
        worms = rotated(self.scores(p), seat)
        return [*self.observe_turn(p), where, depth, *worms]

    # -- the kernel's records ------------------------------------------------------------------------------------------

    def from_record(self, record: np.void) -> TilePosition:
        held, planes = [0] * self.players, [0] * self._planes
        for seat in range(self.players):
            tile, above = int(record["tops"][seat]), 0
            while tile:
                held[seat] |= 1 << tile - 1
                for b in range(self._planes):
                    planes[b] |= (above >> b & 1) << tile - 1
                tile, above = int(record["below"][tile - 1]), above + 1
        others = {name: np.uint32(record[name]) for name in _AS_IN_THE_RECORD}
        return TilePosition(**others, held=tuple(map(np.uint32, held)), planes=tuple(map(np.uint32, planes)))

    def to_record(self, position: Position) -> Records:
        packed = self.packing.empty()
        record = packed[0]
        for name in _AS_IN_THE_RECORD:
            record[name] = getattr(position, name)
        planes = [int(plane) for plane in position.planes]
        for seat, held in enumerate(map(int, position.held)):
            stack = [tile for tile in range(self._tiles) if held >> tile & 1]
            stack.sort(key=lambda tile: -sum((plane >> tile & 1) << b for b, plane in enumerate(planes)))
            for tile in stack:  # the lowest first
                record["below"][tile] = record["tops"][seat]
                record["tops"][seat] = tile + 1
            record["worms"][seat] = sum(self.rules["worms"][tile] for tile in stack)
        return packed


def device_rules(game: Any) -> TileRules:
    """The rules of a game."""
    return TileRules(game)
