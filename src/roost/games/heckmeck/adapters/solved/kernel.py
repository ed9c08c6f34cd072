"""Solve Heckmeck's endgames in compiled code. Import this module late: Numba takes half a second to load.

A turn leads to one of several *slots*: failing, snatching, or taking one of the tiles. For each position the kernels
store the position after each slot, seen by the other player, and the probability of each slot under best play. The two
players' win shares add up to 1. Two indices after the last position stand for a game that the next player has lost or
won.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from roost.games.set_aside.adapters.sweep import reach_turn_graph, solve_turn_graph
from roost.study.fast.compiler import called, entry_point, inlined

Floats = NDArray[np.float64]
Integers = NDArray[np.int32]

FAIL, SNATCH, TAKE = 0, 1, 2
"""The slots of a turn. From ``TAKE`` on, each tile has a slot, lowest tile first."""
_MOST_TILES = 16
_NONE = -1
"""The value of a slot that does not exist in a position."""


@inlined
def _ones(bits: Any) -> Any:
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@called
def _number(starts: Any, lines: Any, live: Any, line: Any, length: Any, divider: Any) -> Any:
    rest, rank, size = live, 0, _ones(live)
    for i in range(length):
        tile = 1 << line[i]
        rank += _ones(rest & (tile - 1)) * lines[size - i - 1, length - i - 1]
        rest &= ~tile
    return starts[live, length] + rank * (length + 1) + divider


@called
def _read(lines: Any, live: Any, length: Any, rank: Any, line: Any) -> Any:
    """Write the line of this rank into ``line``, and return the tiles that remain on the grill."""
    rest, size = live, _ones(live)
    for i in range(length):
        lines_per_tile = lines[size - i - 1, length - i - 1]
        lower, rank = rank // lines_per_tile, rank % lines_per_tile
        candidates = rest
        for _ in range(lower):
            candidates &= candidates - 1
        tile = candidates & -candidates
        line[i] = _ones(tile - 1)
        rest &= ~tile
    return rest


@called
def _wins(worms: Any, line: Any, length: Any, divider: Any) -> Any:
    """Whether the player with the line's first tiles has won: by worms, then by the highest tile (HM-10)."""
    lead, highest, owner = 0, -1, 0
    for i in range(length):
        side = 1 if i < divider else -1
        lead += side * worms[line[i]]
        if line[i] > highest:
            highest, owner = line[i], side
    return lead > 0 or (lead == 0 and owner > 0)


@called
def _turn(line: Any, length: Any, divider: Any, returned: Any, taken: Any, out: Any) -> Any:
    """Write a line as the other player sees it into ``out``, and return how many tiles that player has.

    The mover's top tile is omitted if ``returned``; a gap is left for a new tile if ``taken``.
    """
    their_count = length - divider
    for i in range(their_count):
        out[i] = line[length - 1 - i]
    for i in range(divider - returned):
        out[their_count + taken + i] = line[divider - 1 - returned - i]
    return their_count


@called
def _failed(numbering: Any, live: Any, grill: Any, line: Any, length: Any, divider: Any, out: Any) -> Any:
    """Return the position after a failed turn (HM-7, HM-8)."""
    starts, lines = numbering
    if divider == 0:  # no tile to return
        return _number(starts, lines, live, out, length, _turn(line, length, 0, 0, 0, out))
    their_count = _turn(line, length, divider, 1, 0, out)
    returned = 1 << line[divider - 1]
    highest = grill | returned
    while highest & (highest - 1):
        highest &= highest - 1
    if highest != returned:
        live &= ~highest
    return _number(starts, lines, live, out, length - 1, their_count)


@entry_point
def follow(
    numbering: tuple[NDArray[np.int64], NDArray[np.int64]],
    worms: NDArray[np.int64],
    live: int,
    length: int,
    after: Integers,
    tops: Integers,
) -> None:
    """Fill in the successors of positions with these live tiles and line length, and each one's tile to snatch."""
    starts, lines = numbering
    line, out = np.empty(_MOST_TILES, np.int64), np.empty(_MOST_TILES, np.int64)
    over = starts[-1, -1]
    p = 0
    for rank in range(lines[_ones(live), length]):
        grill = _read(lines, live, length, rank, line)
        for divider in range(length + 1):
            row = after[p]
            row[:] = _NONE
            row[FAIL] = _failed(numbering, live, grill, line, length, divider, out)
            tops[p] = _NONE
            if divider < length:
                tops[p] = line[divider]
                their_count = _turn(line, length, divider, 0, 0, out)
                row[SNATCH] = _number(starts, lines, live, out, length, their_count - 1)
            their_count = _turn(line, length, divider, 0, 1, out)
            rest = grill
            while rest:
                out[their_count] = _ones((rest & -rest) - 1)
                rest &= rest - 1
                if grill & (grill - 1):
                    target = _number(starts, lines, live, out, length + 1, their_count)
                else:  # HM-9: no tile is left on the grill
                    target = over + _wins(worms, out, length + 1, their_count)
                row[TAKE + out[their_count]] = target
            p += 1


@called
def _slot(row: Any, top: Any, values: Any, reached: Any, is_hit: Any) -> Any:
    """Return the slot for a result that reaches the tile ``reached``; ``top`` is the tile that can be snatched."""
    tile = reached
    while tile >= 0 and row[TAKE + tile] < 0:
        tile -= 1
    take = TAKE + tile if tile >= 0 else FAIL
    if not is_hit or reached != top or tile == reached:
        return take
    # HM-4: a lower tile may be taken instead.
    return take if take != FAIL and values[row[take]] < values[row[SNATCH]] else SNATCH


@entry_point
def improve(
    graph: Any,
    endings: Integers,
    tops: Integers,
    after: Integers,
    values: Floats,
    rows: tuple[int, int],
    chances: Floats,
    better: Floats,
) -> None:
    """Find the best play for some positions given the current values: each slot's probability, and the new value.

    For each way a turn can end, ``endings`` holds the highest tile reached and whether the result is exactly its
    number. For each position, ``tops`` holds the tile that can be snatched.
    """
    count = len(endings)
    end, dead, stopped, died = np.empty(count), np.empty(count), np.empty(count), np.empty(count)
    slots = np.empty(count, np.int64)
    nodes = len(graph[6])
    best, roll, mass = np.empty(nodes), np.empty(nodes), np.empty(nodes)
    for p in range(rows[0], rows[1]):
        row = after[p]
        for e in range(count):
            slots[e] = _slot(row, tops[p], values, endings[e, 0], endings[e, 1])
            end[e] = 1.0 - values[row[slots[e]]]
            dead[e] = 1.0 - values[row[FAIL]]  # SA-5
        solve_turn_graph(graph, end, end, dead, best, roll)
        stopped[:] = 0.0
        died[:] = 0.0
        mass[:] = 0.0
        mass[0] = 1.0
        reach_turn_graph(graph, end, best, roll, 0, 0.0, mass, stopped, died)
        chances[p] = 0.0
        for e in range(count):
            chances[p, slots[e]] += stopped[e]
            chances[p, FAIL] += died[e]
        better[p] = roll[0]


@entry_point
def evaluate(after: Integers, chances: Floats, sign: float, values: Floats, first: int) -> float:
    """Update the values of a set's positions once, given how each is played, and return the largest change.

    With ``sign`` -1 a value is a win share, so the other player gets the rest; with +1 it is a number of turns to come.
    """
    largest = 0.0
    for p in range(len(after)):
        value = 0.0
        for slot in range(after.shape[1]):
            target = after[p, slot]
            if target >= 0:
                value += chances[p, slot] * (1.0 + sign * values[target])
        largest = max(largest, abs(value - values[first + p]))
        values[first + p] = value
    return largest
