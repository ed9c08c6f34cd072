"""Number the positions of two-player Heckmeck at the start of a turn when only some tiles are live.

A tile is *live* until it is turned face down. The mover's stack from bottom to top, followed by the other's from top to
bottom, forms one *line* of live tiles with a divider between the stacks. The live tiles in no stack lie on the grill. A
position consists of a set of live tiles, a line of some of these tiles, and the line's divider.

A failed turn may turn one tile face down, but never the lowest live tile, because the turned tile is the grill's
highest and another lies below it. Therefore a position and all its successors have sets of live tiles with the same
lowest tile. Smaller sets come first. Within a set longer lines, which leave fewer tiles on the grill, come first.
"""

from functools import cache, cached_property
from math import perm

import numpy as np
from numpy.typing import NDArray

from roost.core.state import State
from roost.games.heckmeck import Heckmeck, HeckmeckState


class HeckmeckPositions:
    """Indices for the positions of some tiles, which count as tiles 0, 1, 2 … from the lowest on."""

    def __init__(self, tiles: tuple[int, ...]) -> None:
        self.tiles = tiles
        self._place = {tile: place for place, tile in enumerate(tiles)}

    @cached_property
    def sets(self) -> tuple[int, ...]:
        """The sets of live tiles as bit masks, each after all its subsets."""
        return tuple(sorted(range(1, 1 << len(self.tiles), 2), key=lambda live: (live.bit_count(), live)))

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        """For each set and line length, the index of the first position; -1 if there is none."""
        starts = np.full((1 << len(self.tiles), len(self.tiles) + 1), -1, np.int64)
        count = 0
        for live in self.sets:
            for length in reversed(range(live.bit_count())):
                starts[live, length] = count
                count += perm(live.bit_count(), length) * (length + 1)
            starts[live, live.bit_count()] = count  # the set ends here: a line of all tiles leaves the grill empty
        return starts

    @cached_property
    def lines(self) -> NDArray[np.int64]:
        """Number of lines, by the number of tiles and the line length."""
        size = range(len(self.tiles) + 1)
        return np.array([[perm(tiles, length) for length in size] for tiles in size])

    def __len__(self) -> int:
        return int(self.starts[-1, -1])

    def span(self, live: int) -> tuple[int, int]:
        """Return the index of a set's first position, and the index after its last one."""
        size = live.bit_count()
        return int(self.starts[live, size - 1]), int(self.starts[live, size])

    def number(self, state: State) -> int | None:
        if not isinstance(state, HeckmeckState) or (seat := state.seat) is None:
            return None
        own_stack, other_stack = state.stacks[seat], state.stacks[1 - seat]
        try:
            line = [self._place[tile] for tile in (*own_stack, *reversed(other_stack))]
            live = sum(1 << self._place[tile] for tile in (*state.grill, *own_stack, *other_stack))
        except KeyError:
            return None
        if not live & 1:
            return None
        rest, rank = live, 0
        for place in line:
            rest_after = rest & ~(1 << place)
            lower = (rest & ((1 << place) - 1)).bit_count()
            rank += lower * perm(rest_after.bit_count(), len(line) - (live.bit_count() - rest_after.bit_count()))
            rest = rest_after
        return int(self.starts[live, len(line)]) + rank * (len(line) + 1) + len(own_stack)

    def state(self, game: Heckmeck, number: int, seat: int = 0) -> HeckmeckState:
        """Return the position with this index, in which ``seat`` is the mover."""
        live = next(live for live in reversed(self.sets) if self.span(live)[0] <= number)
        length = next(length for length in range(live.bit_count()) if self.starts[live, length] <= number)
        rank, divider = divmod(number - int(self.starts[live, length]), length + 1)
        rest = [place for place in range(len(self.tiles)) if live >> place & 1]
        line: list[int] = []
        while len(line) < length:
            lower, rank = divmod(rank, perm(len(rest) - 1, length - len(line) - 1))
            line.append(rest.pop(lower))
        laid = tuple(self.tiles[place] for place in line)
        stacks = laid[:divider], laid[divider:][::-1]
        grill = tuple(self.tiles[place] for place in rest)
        return HeckmeckState(game, seat, game.turn_dice.start, grill, stacks if seat == 0 else stacks[::-1])


@cache
def positions_of(tiles: int) -> HeckmeckPositions:
    """Return the position indices for the lowest tiles in the box."""
    return HeckmeckPositions(Heckmeck.tiles[:tiles])
