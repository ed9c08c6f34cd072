"""Number the positions of two-player Junior at the start of a turn, without gaps.

The mover's stack from bottom to top, followed by the other's from top to bottom, forms one *line* of tiles with a
divider between the stacks. Tiles are turned face down from the top of the grill, and never turned up again, so the
grill always holds the lowest tiles that are in no stack. A position is a line, its divider, and the number of tiles on
the grill.

Lines of one length are numbered in lexicographic order. Positions with the same line length and the same number of
tiles on the grill form a *block*. Blocks are ordered so that taking or turning a tile leads to an earlier block.
Pinching a tile moves the divider and stays in the block.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple

from roost.games.junior import Junior, JuniorState
from roost.games.tiles import TileState

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

KINDS = 6
"""Number of kinds of tiles: the numbers 4 to 9 are the kinds 0 to 5."""
_LOWEST = 4
_MOST_OF_A_KIND = 2
_BASE = _MOST_OF_A_KIND + 1


class TurnStart(NamedTuple):
    """The start of a turn from the mover's point of view."""

    line: tuple[int, ...]
    """The kinds of the tiles in both stacks: the mover's from bottom to top, then the other's from top to bottom."""
    divider: int
    """The number of tiles in the mover's stack, at the start of the line."""
    grill: int
    """The number of tiles face up on the grill; zero when the game is over."""

    def pinched(self) -> TurnStart:
        """Return the other player's position after the mover has pinched their top tile."""
        return TurnStart(self.line[::-1], len(self.line) - self.divider - 1, self.grill)

    def took(self, kind: int) -> TurnStart:
        """Return the other player's position after the mover has taken a tile from the grill."""
        line = (*self.line[: self.divider], kind, *self.line[self.divider :])
        return TurnStart(line[::-1], len(self.line) - self.divider, self.grill - 1)

    def failed(self) -> TurnStart:
        """Return the other player's position after a tile was turned face down."""
        return TurnStart(self.line[::-1], len(self.line) - self.divider, self.grill - 1)


class Block(NamedTuple):
    """The positions with the same line length and the same number of tiles on the grill."""

    length: int
    grill: int
    lines: int
    start: int
    """Index of the first position."""

    @property
    def shape(self) -> tuple[int, int]:
        """The number of lines, and the number of dividers for each line."""
        return self.lines, self.length + 1

    @property
    def positions(self) -> int:
        return self.lines * (self.length + 1)


class JuniorPositions:
    """Position indices for a box with at most two tiles of each kind."""

    def __init__(self, box: tuple[int, ...]) -> None:
        if len(box) != KINDS or not all(0 <= count <= _MOST_OF_A_KIND for count in box):
            raise ValueError(f"a box holds 0, 1 or 2 of each of {KINDS} kinds of tiles, not {box}")
        self.box = box
        self.tiles = sum(box)

    @cached_property
    def _lines(self) -> NDArray[np.int64]:
        """The number of lines of each length that can follow the tiles used already.

        The used tiles are encoded as an integer with a base-three digit for each kind, because only they determine how
        a line can continue.
        """
        import numpy as np  # imported here because positions are also solved without it

        used_up = _BASE**KINDS
        lines = np.zeros((used_up, self.tiles + 1), np.int64)
        lines[:, 0] = 1
        for used in reversed(range(used_up)):
            for kind in range(KINDS):
                if self._is_left(used, kind):
                    lines[used, 1:] += lines[used + _BASE**kind, :-1]
        return lines

    def _is_left(self, used: int, kind: int) -> bool:
        return _laid(used, kind) < self.box[kind]

    @cached_property
    def before(self) -> NDArray[np.int32]:
        """Number of lines that continue with a lower kind, by line length, tiles used so far and kind."""
        import numpy as np

        before = np.zeros((self.tiles + 1, _BASE**KINDS, KINDS), np.int32)
        for used in range(_BASE**KINDS):
            laid = sum(_laid(used, kind) for kind in range(KINDS))
            for length in range(laid + 1, self.tiles + 1):
                lower = 0
                for kind in range(KINDS):
                    before[length, used, kind] = lower
                    if self._is_left(used, kind):
                        lower += int(self._lines[used + _BASE**kind, length - laid - 1])
        return before

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """All blocks in order: by the total number of tiles in stacks and on the grill, then longest line first."""
        blocks: list[Block] = []
        start = 0
        for tiles in range(1, self.tiles + 1):
            for length in reversed(range(tiles)):
                block = Block(length, tiles - length, int(self._lines[0, length]), start)
                blocks.append(block)
                start += block.positions
        return tuple(blocks)

    @cached_property
    def _block_of(self) -> dict[tuple[int, int], Block]:
        return {(block.length, block.grill): block for block in self.blocks}

    def block(self, length: int, grill: int) -> Block:
        """Return the block for this line length and this number of tiles on the grill."""
        return self._block_of[length, grill]

    def __len__(self) -> int:
        return self.blocks[-1].start + self.blocks[-1].positions

    def number(self, position: TurnStart) -> int:
        block = self.block(len(position.line), position.grill)
        used = rank = 0
        for kind in position.line:
            rank += int(self.before[block.length, used, kind])
            used += _BASE**kind
        return block.start + rank * (block.length + 1) + position.divider

    def position(self, number: int) -> TurnStart:
        if not 0 <= number < len(self):
            raise ValueError(f"positions are numbered from 0 to {len(self) - 1:,}, so there is none with {number:,}")
        block = next(block for block in reversed(self.blocks) if block.start <= number)
        rank, divider = divmod(number - block.start, block.length + 1)
        line: list[int] = []
        used = 0
        for _ in range(block.length):
            before = self.before[block.length, used]
            kind = max(kind for kind in range(KINDS) if self._is_left(used, kind) and before[kind] <= rank)
            rank -= int(before[kind])
            used += _BASE**kind
            line.append(kind)
        return TurnStart(tuple(line), divider, block.grill)

    def grill(self, position: TurnStart) -> tuple[int, ...]:
        """Return the kinds of the tiles on the grill, in ascending order."""
        return tuple(self._in_no_stack(position.line))[: position.grill]

    def _in_no_stack(self, line: tuple[int, ...]) -> Iterator[int]:
        laid = Counter(line)
        for kind, count in enumerate(self.box):
            for _ in range(count - laid[kind]):
                yield kind

    def of(self, state: TileState) -> TurnStart | None:
        """Return the start of the current turn, None if the face-down tiles are impossible in play."""
        seat = state.seat
        assert seat is not None
        own_stack, other_stack = state.stacks[seat], state.stacks[1 - seat]
        line = tuple(tile - _LOWEST for tile in (*own_stack, *reversed(other_stack)))
        position = TurnStart(line, len(own_stack), len(state.grill))
        return position if self.grill(position) == tuple(tile - _LOWEST for tile in state.grill) else None

    def state(self, game: Junior, position: TurnStart, seat: int = 0) -> JuniorState:
        """Return the game's state for a position, in which ``seat`` is the mover."""
        tiles = tuple(kind + _LOWEST for kind in position.line)
        own_stack, other_stack = tiles[: position.divider], tiles[: position.divider - len(tiles) - 1 : -1]
        stacks = (own_stack, other_stack) if seat == 0 else (other_stack, own_stack)
        grill = tuple(kind + _LOWEST for kind in self.grill(position))
        if not grill:
            return JuniorState(game, None, game.turn_dice.over, grill, stacks)
        return JuniorState(game, seat, game.turn_dice.start, grill, stacks)


def _laid(used: int, kind: int) -> int:
    """Return a kind's digit: how many of its tiles a line has used."""
    digit: int = used // _BASE**kind % _BASE
    return digit


@cache
def _positions(box: tuple[int, ...]) -> JuniorPositions:
    return JuniorPositions(box)


def positions_of(game: Junior) -> JuniorPositions:
    return _positions(tuple(game.box[kind + _LOWEST] for kind in range(KINDS)))
