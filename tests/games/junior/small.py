"""Junior with fewer tiles in the box, and a slow solver that uses only the rules engine."""

from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import ClassVar

from roost.core.moves import Action
from roost.core.state import State
from roost.games.junior import Junior, JuniorState
from roost.games.set_aside.adapters.solution import solve_turn
from roost.games.tiles import Snatch, Take
from roost.study.odds.choice import FAILS

PAIRS = (4, 5, 5, 6)
MIXED = (6, 6, 7, 9, 9)
SINGLES = (4, 5, 6, 7)


@dataclass(frozen=True)
class PairsJunior(Junior):
    """Junior with four low tiles."""

    tiles: ClassVar[tuple[int, ...]] = PAIRS
    adapters: ClassVar[tuple[str, ...]] = Junior.adapters  # the adapters fit any box of tiles


@dataclass(frozen=True)
class MixedJunior(Junior):
    """Junior with five tiles and gaps between their numbers."""

    tiles: ClassVar[tuple[int, ...]] = MIXED
    adapters: ClassVar[tuple[str, ...]] = Junior.adapters  # the adapters fit any box of tiles


@dataclass(frozen=True)
class SinglesJunior(Junior):
    """Junior with one tile of each of four numbers."""

    tiles: ClassVar[tuple[int, ...]] = SINGLES
    adapters: ClassVar[tuple[str, ...]] = Junior.adapters  # the adapters fit any box of tiles


def followers(state: JuniorState) -> dict[Action, State]:
    """Return the positions after failing and after each claim."""
    states: dict[Action, State] = {FAILS: state.fail(()).state}
    for total in range(1, 13):
        for claim in state.claims_on(total):
            assert isinstance(claim, Take | Snatch)
            states[claim] = state.claim(claim).state
    return states


@cache
def solved_slowly(game: Junior) -> dict[JuniorState, float]:
    """Return the mover's share at every position that can come up, by sweeps until the shares no longer change."""
    shares: dict[JuniorState, float] = {}
    waiting: list[State] = [game.opening()]
    while waiting:
        state = waiting.pop()
        if state.outcome is None and state not in shares:
            assert isinstance(state, JuniorState)
            shares[state] = 0.5
            waiting += followers(state).values()

    def share(state: State, seat: int) -> float:
        if state.outcome is not None:
            return float(state.outcome.shares[seat])
        assert isinstance(state, JuniorState)
        return shares[state] if state.seat == seat else 1.0 - shares[state]

    for _, level in groupby(sorted(shares, key=lambda state: len(state.grill)), key=lambda state: len(state.grill)):
        states, change = list(level), 1.0
        while change > 1e-11:
            change = 0.0
            for state in states:
                seat = state.seat
                assert seat is not None
                value = solve_turn(state, lambda after, seat=seat: share(after, seat)).value(state)  # type: ignore[misc]  # a default binds the seat
                change, shares[state] = max(change, abs(value - shares[state])), value
    return shares
