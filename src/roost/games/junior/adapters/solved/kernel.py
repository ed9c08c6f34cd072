"""Solve Junior's positions in compiled code. Import this module late: Numba takes half a second to load.

Positions are solved in batches, one in each column of a table whose rows are a turn's results and nodes. A tile that
can be pinched can be pinched back at once, and no other claim stays on the same level. The values of the two positions
therefore depend on each other. They are a fixed point of two functions of one variable, which are increasing, convex
and piecewise linear. Such positions are solved in pairs.
"""

from typing import Any

import numpy as np
from numba import njit

from roost.games.junior.adapters.solved.turn import SmallTurn
from roost.study.fast.compiler import INNER, cached_on_disk

# Values are never NaN, so a maximum becomes a single instruction, and sums may be computed in any order.
_MATHS: dict[str, Any] = {"fastmath": {"nnan", "nsz", "contract", "reassoc"}}
_INNER = INNER | _MATHS
_CALLED: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False} | _MATHS
_KINDS = 6
_RESULTS = 8
_ABOVE = _RESULTS - 1
_POWER = np.array([1, 3, 9, 27, 81, 243])
"""Weight of each tile kind's digit in the integer that encodes the tiles used by a line."""
_MOST_TILES = 12
_DEEPEST = 5
_WIDTH = 64
"""Number of pairs solved at once; single positions are solved in batches of twice this size."""
_TOLERANCE = 1e-13
"""A pair counts as solved when its values change by no more than this."""
_QUICK_ROUNDS, _MOST_ROUNDS = 30, 300
_STEEPEST = 0.9
"""Upper bound on the probability of hitting any one tile, whatever the strategy."""
_NEVER = -1.0
"""A value that is lower than any real one."""


def workspace(turn: SmallTurn) -> tuple[object, ...]:
    """Return the buffers for a batch of positions and for one line. Each kernel that runs in parallel needs its own.

    Both single positions and pairs have rows and the indices of their values. A pair also has its tile's kind, the
    value of the same result without the pinch, initial guesses for its values, and the outcome of the last rounds.
    """
    height, width = _RESULTS + len(turn), 2 * _WIDTH
    singles, pairs = ((np.zeros((height, width)), np.zeros(width, np.int64)) for _ in range(2))
    pair_data = np.zeros(_WIDTH, np.int64), np.zeros(width), np.zeros(width), np.zeros((4, width))
    filled = np.zeros(2, np.int64)
    batch = singles, pairs, pair_data, (np.zeros((_DEEPEST + 1, width)), np.zeros(width)), filled
    tiles = np.zeros((3, _MOST_TILES + 1), np.int64), np.zeros((2, _KINDS), np.int64)
    return batch, (*tiles, np.zeros((2, _MOST_TILES + 1, _RESULTS)))


@njit(**_INNER)
def _roll(turn, rows, choice, total, width):  # type: ignore[no-untyped-def]
    """Fill in the nodes' rows from the results' rows, for one turn in each of ``width`` columns."""
    result, dead, first, chance, child, depth = turn
    nodes = len(result)
    for b in range(width):
        choice[0, b] = _NEVER
    for node in range(nodes):
        stopping, row = rows[result[node]], rows[_RESULTS + node]
        for b in range(width):
            total[b] = dead[node] * stopping[b]
        for o in range(first[node], first[node + 1]):
            target, shorter, longer, likely = rows[child[o]], choice[depth[o] - 1], choice[depth[o]], chance[o]
            for b in range(width):
                value = max(target[b], shorter[b])
                longer[b] = value
                total[b] += likely * value
        if node == nodes - 1:  # the start: no player stops before the first roll
            for b in range(width):
                row[b] = total[b]
        else:
            for b in range(width):
                row[b] = max(total[b], stopping[b])


@njit(**_INNER)
def _begin(batch):  # type: ignore[no-untyped-def]
    """Empty the batch, so results are independent of what was solved before, even in their rounding."""
    _, _, (_, _, value, _), _, filled = batch
    filled[0] = filled[1] = 0
    for b in range(2 * _WIDTH):
        value[b] = 0.5


@njit(**_INNER)
def _add_single(turn, batch, index, payoff, out):  # type: ignore[no-untyped-def]
    """Add a position whose value depends only on earlier positions."""
    (rows, places), _, _, _, filled = batch
    b = filled[0]
    places[b] = index
    for result in range(_RESULTS):
        rows[result, b] = payoff[result]
    filled[0] += 1
    if filled[0] == len(places):
        _solve_singles(turn, batch, out)


@njit(**_INNER)
def _solve_singles(turn, batch, out):  # type: ignore[no-untyped-def]
    (rows, places), _, _, (choice, total), filled = batch
    _roll(turn, rows, choice, total, len(places))
    for b in range(filled[0]):
        out[places[b]] = rows[len(rows) - 1, b]
    filled[0] = 0


@njit(**_INNER)
def _add_pair(turn, batch, kind, lowest, index, payoff, index_back, payoff_back, out):  # type: ignore[no-untyped-def]
    """Add two positions that lead to each other when the same tile is pinched.

    ``lowest`` is the lowest kind that may be taken instead, or more than any kind if none may. Returns the largest
    distance of solved pairs from their fixed points.
    """
    _, (rows, places), (pinched, instead, _, _), _, filled = batch
    b = filled[1]
    pinched[b] = kind + 1
    places[b], places[_WIDTH + b] = index, index_back
    for result in range(_RESULTS):
        rows[result, b], rows[result, _WIDTH + b] = payoff[result], payoff_back[result]
    # JR-6: a lower tile may be taken instead of pinching; if there is none, the pinch is the only claim.
    instead[b] = payoff[kind + 1] if lowest < kind else _NEVER
    instead[_WIDTH + b] = payoff_back[kind + 1] if lowest < kind else _NEVER
    filled[1] += 1
    return _solve_pairs(turn, batch, out) if filled[1] == _WIDTH else 0.0


@njit(**_INNER)
def _solve_pairs(turn, batch, out):  # type: ignore[no-untyped-def]
    """Solve the pairs in columns ``b`` and ``_WIDTH + b``, and return the largest distance from a fixed point.

    Each value is treated as linear in the other, with the last observed slope. Once both values are on the right linear
    pieces, the next values are exact. If this method cycles, plain iteration takes over, which always contracts.
    """
    _, (rows, places), (pinched, instead, value, rounds), (choice, total), filled = batch
    width = filled[1]
    last = rows[len(rows) - 1]
    slope, leaves, old_last, old_leaves = rounds[0], rounds[1], rounds[2], rounds[3]
    slope[:] = 0.0
    worst = 1.0
    for round_number in range(_MOST_ROUNDS):
        for b in range(width):
            c = _WIDTH + b
            leaves[b], leaves[c] = 1.0 - value[c], 1.0 - value[b]
            rows[pinched[b], b] = max(leaves[b], instead[b])  # JR-5: may pinch
            rows[pinched[b], c] = max(leaves[c], instead[c])
        _roll(turn, rows, choice, total, 2 * _WIDTH)
        worst = 0.0
        for b in range(width):
            worst = max(worst, abs(last[b] - value[b]), abs(last[_WIDTH + b] - value[_WIDTH + b]))
        if worst <= _TOLERANCE:
            break
        for b in range(2 * _WIDTH):
            change = leaves[b] - old_leaves[b]
            if round_number and abs(change) > _TOLERANCE:
                slope[b] = min(max((last[b] - old_last[b]) / change, 0.0), _STEEPEST)
            old_last[b], old_leaves[b] = last[b], leaves[b]
        if round_number > _QUICK_ROUNDS:
            slope[:] = 0.0
        for b in range(width):
            c = _WIDTH + b
            first, second = last[b] + slope[b] * (1.0 - leaves[b]), last[c] + slope[c] * (1.0 - leaves[c])
            value[b] = (first - slope[b] * second) / (1.0 - slope[b] * slope[c])
            value[c] = second - slope[c] * value[b]
    for b in range(width):
        out[places[b]], out[places[_WIDTH + b]] = last[b], last[_WIDTH + b]
    filled[1] = 0
    return worst


@njit(**_INNER)
def _read(lines, length, rank, line, left):  # type: ignore[no-untyped-def]
    """Write the line of this rank into ``line``, and the number of tiles left of each kind into ``left``."""
    before, box = lines
    used = 0
    for kind in range(_KINDS):
        left[kind] = box[kind]
    for place in range(length):
        kind = _KINDS - 1
        while left[kind] == 0 or before[length, used, kind] > rank:
            kind -= 1
        rank -= before[length, used, kind]
        used += _POWER[kind]
        left[kind] -= 1
        line[place] = kind


@njit(**_INNER)
def _rank(lines, line, length):  # type: ignore[no-untyped-def]
    """Return the rank of a line among the lines of its length."""
    before, _ = lines
    used = rank = 0
    for place in range(length):
        rank += before[length, used, line[place]]
        used += _POWER[line[place]]
    return rank


@njit(**_INNER)
def _lay(left, tiles, grill):  # type: ignore[no-untyped-def]
    """Lay the lowest remaining tiles on the grill, and return the lowest kind."""
    lowest = -1
    for kind in range(_KINDS):
        grill[kind] = min(left[kind], tiles)
        tiles -= grill[kind]
        if lowest < 0 and grill[kind]:
            lowest = kind
    return lowest


@njit(**_INNER)
def _share(lead):  # type: ignore[no-untyped-def]
    """Return the mover's win share at the end for a lead in worms (JR-8)."""
    return 1.0 if lead > 0 else (0.5 if lead == 0 else 0.0)


@njit(**_INNER)
def _last_turns(line, length, grill, worms, payoff):  # type: ignore[no-untyped-def]
    """Fill in a line's payoffs for each divider when one tile is left on the grill, at the end of the game."""
    lead = 0
    for place in range(length):
        lead -= worms[line[place]]
    for divider in range(length + 1):
        best = payoff[divider, 0] = _share(lead)
        for kind in range(_KINDS):
            if grill[kind]:
                best = _share(lead + worms[kind])
            payoff[divider, kind + 1] = best
        payoff[divider, _ABOVE] = best
        if divider < length:
            lead += 2 * worms[line[divider]]


@njit(**_INNER)
def _turns(lines, mirrored, rank, length, grill, failed, taken, payoff, used):  # type: ignore[no-untyped-def]
    """Fill in a line's payoffs for each divider from its mirror image, which has rank ``rank``.

    After a tile is taken, the other player sees the mirror image with one more tile at their divider. The ranks of all
    these lines come from sums over the tiles before and after the divider, which are computed once.
    """
    before, _ = lines
    longer = length + 1
    used[0] = 0
    for place in range(length):
        used[place + 1] = used[place] + _POWER[mirrored[place]]
    for place in range(longer):
        payoff[length - place, 0] = 1.0 - failed[rank, place]  # JR-7
    for kind in range(_KINDS):
        if not grill[kind]:
            for divider in range(longer):
                payoff[divider, kind + 1] = payoff[divider, kind]  # JR-6: the next lower number is taken
            continue
        ahead = behind = 0
        for place in range(length):
            ahead += before[longer, used[place], mirrored[place]]
        for place in range(length, -1, -1):
            longer_rank = ahead + before[longer, used[place], kind] + behind
            payoff[length - place, kind + 1] = 1.0 - taken[longer_rank, place]  # JR-4
            if place:
                ahead -= before[longer, used[place - 1], mirrored[place - 1]]
                behind += before[longer, used[place - 1] + _POWER[kind], mirrored[place - 1]]
    for divider in range(longer):
        payoff[divider, _ABOVE] = payoff[divider, _ABOVE - 1]


@cached_on_disk
@njit(**_CALLED)
def solve_lines(turn, lines, worms, must_pinch, room, length, tiles, first, last, failed, taken, out):  # type: ignore[no-untyped-def]
    """Solve the lines from rank ``first`` to ``last`` in a block, with their mirror images, into ``out``.

    ``tiles`` lie on the grill; ``failed`` and ``taken`` are the values of the blocks after a tile was turned or taken.
    A line is skipped if its mirror image, the same table seen by the other player, has a lower rank. Returns the
    largest distance of a pair from its fixed point.
    """
    batch, (both, kinds, payoff) = room
    _begin(batch)
    line, mirrored, used, left, grill = both[0], both[1], both[2], kinds[0], kinds[1]
    worst = 0.0
    dividers = length + 1
    for rank in range(first, last):
        _read(lines, length, rank, line, left)
        for place in range(length):
            mirrored[place] = line[length - 1 - place]
        mirrored_rank = _rank(lines, mirrored, length)
        if mirrored_rank < rank:
            continue
        lowest = _lay(left, tiles, grill)
        if must_pinch:
            lowest = _KINDS  # JR-6: no lower tile may be taken instead
        for side in range(2):
            if tiles == 1:
                _last_turns(both[side], length, grill, worms, payoff[side])
            else:
                image_rank = rank if side else mirrored_rank
                _turns(lines, both[1 - side], image_rank, length, grill, failed, taken, payoff[side], used)
        start, mirrored_start = rank * dividers, mirrored_rank * dividers
        for divider in range(dividers):
            back = length - 1 - divider
            # JR-4, JR-5: the top tile may be pinched only if no tile of its kind is on the grill.
            if divider < length and not grill[line[divider]]:
                # A line that equals its mirror image contains each pair twice.
                if start != mirrored_start or divider <= back:
                    ahead, behind = payoff[0, divider], payoff[1, back]
                    index, kind = start + divider, line[divider]
                    distance = _add_pair(turn, batch, kind, lowest, index, ahead, mirrored_start + back, behind, out)
                    worst = max(worst, distance)
            else:
                _add_single(turn, batch, start + divider, payoff[0, divider], out)
            if start != mirrored_start and (divider == length or grill[mirrored[divider]]):
                _add_single(turn, batch, mirrored_start + divider, payoff[1, divider], out)
    _solve_singles(turn, batch, out)
    return max(worst, _solve_pairs(turn, batch, out))


@cached_on_disk
@njit(**_CALLED)
def successors(lines, room, blocks, numbers, after, pinch):  # type: ignore[no-untyped-def]
    """Fill in the successors of each position: by failing, by taking each kind, by a pinch; -1 where it is impossible.

    ``blocks`` has a row for each position: its block's line length, grill and start, and the starts of the blocks after
    a turned and a taken tile, which are -1 where the game ends. ``pinch`` gets the kind of the tile that may be
    pinched, or -1, and the lowest kind on the grill.
    """
    _, (tiles_of, kinds, _) = room
    line, mirrored, longer, left, grill = tiles_of[0], tiles_of[1], tiles_of[2], kinds[0], kinds[1]
    for i in range(len(numbers)):
        length, tiles, start = blocks[i, 0], blocks[i, 1], blocks[i, 2]
        failed, taken = blocks[i, 3], blocks[i, 4]
        rank, divider = divmod(numbers[i] - start, length + 1)
        _read(lines, length, rank, line, left)
        pinch[i, 0], pinch[i, 1] = -1, _lay(left, tiles, grill)
        for place in range(length):
            mirrored[place] = line[length - 1 - place]
        rank, place = _rank(lines, mirrored, length), length - divider
        for result in range(_RESULTS):
            after[i, result] = -1
        if failed >= 0:
            after[i, 0] = failed + rank * (length + 1) + place
            for position in range(length):
                longer[position if position < place else position + 1] = mirrored[position]
            for kind in range(_KINDS):
                if grill[kind]:
                    longer[place] = kind
                    after[i, kind + 1] = taken + _rank(lines, longer, length + 1) * (length + 2) + place
        if divider < length and not grill[line[divider]]:
            after[i, _ABOVE] = start + rank * (length + 1) + place - 1
            pinch[i, 0] = line[divider]


@cached_on_disk
@njit(**_CALLED)
def last_payoffs(lines, worms, room, blocks, numbers, payoff):  # type: ignore[no-untyped-def]
    """Fill in the payoffs, without the pinch, of positions with one tile on the grill."""
    _, (tiles_of, kinds, payoffs) = room
    line, left, grill = tiles_of[0], kinds[0], kinds[1]
    for i in range(len(numbers)):
        length, start = blocks[i, 0], blocks[i, 2]
        rank, divider = divmod(numbers[i] - start, length + 1)
        _read(lines, length, rank, line, left)
        _lay(left, 1, grill)
        _last_turns(line, length, grill, worms, payoffs[0])
        for result in range(_RESULTS):
            payoff[i, result] = payoffs[0, divider, result]


@cached_on_disk
@njit(**_CALLED)
def solve_listed(turn, room, payoff, pinch, partner, out):  # type: ignore[no-untyped-def]
    """Solve positions with these payoffs; ``partner`` is the index of the position paired with each one, or -1.

    ``pinch`` holds the kind of the tile that may be pinched and the lowest kind that may be taken instead. Returns the
    largest distance of a pair from its fixed point.
    """
    batch, _ = room
    _begin(batch)
    worst = 0.0
    for i in range(len(payoff)):
        back = partner[i]
        if back < 0:
            _add_single(turn, batch, i, payoff[i], out)
        elif i <= back:
            distance = _add_pair(turn, batch, pinch[i, 0], pinch[i, 1], i, payoff[i], back, payoff[back], out)
            worst = max(worst, distance)
    _solve_singles(turn, batch, out)
    return max(worst, _solve_pairs(turn, batch, out))
