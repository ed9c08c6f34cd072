"""The pullet's and the hen's rules of thumb for Can't Stop."""

from roost.core.authoring import Action
from roost_cantstop import COLUMNS, RUNNERS, TOPS, CantStopState, Climb, RollOn, Stop

ENOUGH = 28
"""Progress at which the hen stops a turn."""
MIDDLE = 7
"""The most likely sum; a space counts more the farther its column is from this one."""
RARE = 6
"""Weight of a space in columns 2 and 12, and cost of a new runner."""


def pullet(state: CantStopState) -> Action:
    """Climb where the top is nearest, and stop once all runners are in use."""
    climbs = [action for action in state.actions() if isinstance(action, Climb)]
    if climbs:
        return min(climbs, key=lambda climb: min(_missing(state, column) for column in climb.columns))
    return _stop_if(state, sum(map(bool, state.runners)) == RUNNERS)


def hen(state: CantStopState) -> Action:
    """Follow Michael Keller's rule of 28: climb where sums are likely, count rare columns more, and stop at 28."""
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
    """Return the weight of a space: 1 in column 7, 6 in columns 2 and 12."""
    return 1 + abs(MIDDLE - column)


def _new(state: CantStopState, climb: Climb) -> int:
    """Return how many new runners a climb takes."""
    return sum(not state.runners[column - COLUMNS[0]] for column in set(climb.columns))


def _progress(state: CantStopState) -> int:
    """Return the turn's progress: the weighted spaces of all runners, each first space twice, with corrections.

    Three odd columns are hard to hit and count 2 more; three even columns are easy and count 2 less. Three columns with
    none above 7, or with none below 7, count 4 more.
    """
    columns = [column for column, height in zip(COLUMNS, state.runners, strict=True) if height]
    markers = state.markers[state.mover]
    count = sum(
        _weight(column) * (state.runners[column - COLUMNS[0]] - markers[column - COLUMNS[0]] + 1) for column in columns
    )
    if len(columns) == RUNNERS:
        odd = sum(column % 2 for column in columns)
        count += 2 * (odd == RUNNERS) - 2 * (odd == 0)
        count += 4 * (max(columns) <= MIDDLE or min(columns) >= MIDDLE)
    return count
