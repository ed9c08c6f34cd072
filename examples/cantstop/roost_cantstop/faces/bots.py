"""Rules of thumb for Can't Stop: what the pullet and the hen look at."""

from roost.core.making import Action
from roost_cantstop import COLUMNS, RUNNERS, TOPS, CantStopState, Climb, RollOn, Stop

ENOUGH = 28
"""A turn that has come so far is stopped."""
MIDDLE = 7
"""The sum that is rolled most often: the farther from it a column is, the more its spaces count."""
RARE = 6
"""The weight of a space in the columns 2 and 12, and the cost of a new runner."""


def pullet(state: CantStopState) -> Action:
    """Climb where the top is nearest, and stop once all runners are out."""
    climbs = [action for action in state.actions() if isinstance(action, Climb)]
    if climbs:
        return min(climbs, key=lambda climb: min(_missing(state, column) for column in climb.columns))
    return _stop_if(state, sum(map(bool, state.runners)) == RUNNERS)


def hen(state: CantStopState) -> Action:
    """Michael Keller's rule of 28: climb where sums are likely, count rare columns for more, and stop at 28."""
    climbs = [action for action in state.actions() if isinstance(action, Climb)]
    if climbs:
        return max(
            climbs,
            key=lambda climb: sum(RARE + 1 - _weight(column) for column in climb.columns) - RARE * _new(state, climb),
        )
    return _stop_if(state, _progress(state) >= ENOUGH)


def _stop_if(state: CantStopState, enough: bool) -> Action:
    return Stop() if enough or RollOn() not in state.actions() else RollOn()


def _missing(state: CantStopState, column: int) -> int:
    place = column - COLUMNS[0]
    return TOPS[place] - (state.runners[place] or state.markers[state.mover][place])


def _weight(column: int) -> int:
    """The weight of a space: 1 in column 7, 6 in 2 and 12."""
    return 1 + abs(MIDDLE - column)


def _new(state: CantStopState, climb: Climb) -> int:
    """How many runners a climb takes."""
    return sum(not state.runners[column - COLUMNS[0]] for column in set(climb.columns))


def _progress(state: CantStopState) -> int:
    """The progress of the turn: every runner's spaces, the first of them twice, and something for all three together.

    Odd columns alone are hard to hit and count 2 more, even ones alone are easy and count 2 less. Columns none of
    which lies above 7, or none below it, count 4 more.
    """
    out = [column for column, height in zip(COLUMNS, state.runners, strict=True) if height]
    mine = state.markers[state.mover]
    count = sum(
        _weight(column) * (state.runners[column - COLUMNS[0]] - mine[column - COLUMNS[0]] + 1) for column in out
    )
    if len(out) == RUNNERS:
        odd = sum(column % 2 for column in out)
        count += 2 * (odd == RUNNERS) - 2 * (odd == 0)
        count += 4 * (max(out) <= MIDDLE or min(out) >= MIDDLE)
    return count
