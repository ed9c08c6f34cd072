"""Every position of two-player Junior at the start of a turn, numbered without gaps.

Lay the mover's stack from bottom to top and the other's from top to bottom: both are one *line* of tiles with a divider
between them. Tiles are turned face down from the top of the grill, and nothing comes back to it, so that the grill
always holds the lowest of the tiles in no stack. A position is a line, its divider, and the number of tiles on the
grill.

Lines of one length are numbered in the order of a dictionary. Positions come in *blocks* of one length and one number
of tiles on the grill; blocks come in an order in which whatever a position can lead to by taking or turning a tile
stands in an earlier block. Pinching a tile moves the divider and stays in the block.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache, cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.games.junior import Junior, JuniorState
from roost.games.tiles import TileState

KINDS = 6
"""How many numbers the tiles show: 4 to 9, which are the kinds 0 to 5."""
_LOWEST = 4
_MOST_OF_A_KIND = 2
_BASE = _MOST_OF_A_KIND + 1


class Position(NamedTuple):
    """The start of a turn, as the mover sees it."""

    line: tuple[int, ...]
    """The kinds of the tiles in both stacks: the mover's from bottom to top, then the other's from top to bottom."""
    divider: int
    """How many of them are the mover's."""
    grill: int
    """How many tiles lie face up on the grill; zero when the game is over."""

    def pinched(self) -> Position:
        """After the mover has pinched the other's top tile, as the other sees it."""
        return Position(self.line[::-1], len(self.line) - self.divider - 1, self.grill)

    def took(self, kind: int) -> Position:
        """After the mover has taken a tile from the grill, as the other sees it."""
        line = (*self.line[: self.divider], kind, *self.line[self.divider :])
        return Position(line[::-1], len(self.line) - self.divider, self.grill - 1)

    def failed(self) -> Position:
        """After a tile was turned face down, as the other sees it."""
        return Position(self.line[::-1], len(self.line) - self.divider, self.grill - 1)


class Block(NamedTuple):
    """The positions with one length of the line and one number of tiles on the grill."""

    length: int
    grill: int
    lines: int
    """How many lines there are."""
    start: int
    """The number of the first position."""

    @property
    def shape(self) -> tuple[int, int]:
        """Lines, and dividers of each."""
        return self.lines, self.length + 1

    @property
    def positions(self) -> int:
        """How many positions there are."""
        return self.lines * (self.length + 1)


class Positions:
    """The numbering for a box of tiles: at most two of each kind."""

    def __init__(self, box: tuple[int, ...]) -> None:
        if len(box) != KINDS or not all(0 <= count <= _MOST_OF_A_KIND for count in box):
            raise ValueError(f"a box holds 0, 1 or 2 of each of {KINDS} kinds of tiles, not {box}")
        self.box = box
        self.tiles = sum(box)

    @cached_property
    def _lines(self) -> NDArray[np.int64]:
        """How many lines of each length can be laid when some tiles are used already.

        What is used is a number with a digit for each kind, to the base of three: whatever a line's beginning is, its
        continuations depend on this alone.
        """
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
        """For a length, the tiles used so far and a kind: how many lines go on with a lower kind here."""
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
        """All blocks in order: by tiles in stacks and on the grill together, then the longest line first."""
        found: list[Block] = []
        start = 0
        for tiles in range(1, self.tiles + 1):
            for length in reversed(range(tiles)):
                block = Block(length, tiles - length, int(self._lines[0, length]), start)
                found.append(block)
                start += block.positions
        return tuple(found)

    @cached_property
    def _block_of(self) -> dict[tuple[int, int], Block]:
        return {(block.length, block.grill): block for block in self.blocks}

    def block(self, length: int, grill: int) -> Block:
        """The block with this length of the line and so many tiles on the grill."""
        return self._block_of[length, grill]

    def __len__(self) -> int:
        return self.blocks[-1].start + self.blocks[-1].positions

    def number(self, position: Position) -> int:
        """The number of a position."""
        block = self.block(len(position.line), position.grill)
        used = rank = 0
        for kind in position.line:
            rank += int(self.before[block.length, used, kind])
            used += _BASE**kind
        return block.start + rank * (block.length + 1) + position.divider

    def position(self, number: int) -> Position:
        """The position with a number."""
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
        return Position(tuple(line), divider, block.grill)

    def grill(self, position: Position) -> tuple[int, ...]:
        """The kinds of the tiles on the grill, in ascending order."""
        return tuple(self._in_no_stack(position.line))[: position.grill]

    def _in_no_stack(self, line: tuple[int, ...]) -> Iterator[int]:
        laid = Counter(line)
        for kind, count in enumerate(self.box):
            for _ in range(count - laid[kind]):
                yield kind

    def of(self, state: TileState) -> Position | None:
        """The start of the turn under way; nothing, if the tiles lie face down as they never do in play."""
        seat = state.seat
        assert seat is not None
        mine, others = state.stacks[seat], state.stacks[1 - seat]
        line = tuple(tile - _LOWEST for tile in (*mine, *reversed(others)))
        position = Position(line, len(mine), len(state.grill))
        return position if self.grill(position) == tuple(tile - _LOWEST for tile in state.grill) else None

    def state(self, game: Junior, position: Position, seat: int = 0) -> JuniorState:
        """A position of the game in which this seat is the mover."""
        tiles = tuple(kind + _LOWEST for kind in position.line)
        mine, others = tiles[: position.divider], tiles[: position.divider - len(tiles) - 1 : -1]
        grill = tuple(kind + _LOWEST for kind in self.grill(position))
        if not grill:
            return JuniorState(game, None, game.turn_dice.over, grill, (mine, others) if seat == 0 else (others, mine))
        return JuniorState(game, seat, game.turn_dice.start, grill, (mine, others) if seat == 0 else (others, mine))


def _laid(used: int, kind: int) -> int:
    """The digit of a kind: how many of its tiles a line has used."""
    digit: int = used // _BASE**kind % _BASE
    return digit


@cache
def _positions(box: tuple[int, ...]) -> Positions:
    return Positions(box)


def positions_of(game: Junior) -> Positions:
    """The numbering of a game's positions."""
    return _positions(tuple(game.box[kind + _LOWEST] for kind in range(KINDS)))
