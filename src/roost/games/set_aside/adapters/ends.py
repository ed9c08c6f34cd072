"""Solve the end of Heckmeck, Junior or Barbecue exactly, for every position that is still reachable.

The positions at the start of a turn come from the rules engine, which lists what each result may claim and what a
failed turn does. They form *strongly connected components*: sets of positions that can recur, for example when two
players snatch a tile from each other. Components are solved from the end of the game backwards. A position that cannot
recur needs only one turn solved. A larger component is solved by policy iteration: find the best play given the current
shares, compute the shares of that play from linear equations, and repeat until the shares no longer change.

With two players these are the game's exact shares. With more players, they form an equilibrium: no player can gain by
deviating in a single turn. Other such equilibria may exist. If none exists without mixed choices, the error shows it.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import RoostError
from roost.core.moves import Action
from roost.core.state import State
from roost.games.set_aside import SetAsideGame, SetAsideState
from roost.games.set_aside.adapters.graph import SetAsideGraph, turn_graph
from roost.study.solve.components import strongly_connected
from roost.study.solve.exact import Exact

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

_QUICK_ROUNDS, _MOST_ROUNDS = 15, 150
_TOLERANCE = 1e-12
"""A component counts as solved when no share can be improved by more than this in a turn."""
_ENDLESS = 1e-13
"""Probability per turn that the game is abandoned, so that endless play is worth nothing to any player."""
_DECIMALS = 11
"""Number of decimals to which shares are compared, so that rounding noise in a tie cannot affect a third player."""
_ROUNDING = 1e-14
"""Maximum rounding error in the sums of one solved turn."""


@dataclass(frozen=True)
class SolvedEndgame(Exact):
    """All positions that are still reachable, with their shares."""

    place: dict[State, int]
    table: Floats
    """A row of shares for each position."""
    error: float

    @property
    def positions(self) -> int:
        return len(self.place)

    def shares(self, state: State) -> tuple[float, ...]:
        if state.outcome is not None:
            return tuple(map(float, state.outcome.shares))
        place = self.place.get(state.turn_start()) if isinstance(state, SetAsideState) else None
        if place is None:
            raise self.unknown(state)
        return tuple(self.table[place].tolist())


def engine_endgame(state: SetAsideState, limit: int) -> SolvedEndgame | None:
    """Solve all positions from the start of this turn to the end of the game.

    Returns None if more than ``limit`` positions are reachable.
    """
    if state.seat is None:
        raise RoostError("there is no turn to solve from: the game is over or has not begun", position=str(state))
    explored = _Explored(state.game)
    if not explored.explore(state.turn_start(), limit):
        return None
    turns = _Turns(explored)
    error = 0.0
    for component in strongly_connected(explored.after):
        error = max(error, turns.solve(np.array(sorted(component)), error))
    return SolvedEndgame(explored.place, turns.shares[: len(explored.place)], error)


class _Explored:
    """The reachable positions. Each target is the index of a position, or a negative index for an end of the game."""

    def __init__(self, game: SetAsideGame) -> None:
        self.game = game
        self.place: dict[State, int] = {}
        self.seats: list[int] = []
        self.ends: dict[State, int] = {}
        self.options: list[list[list[int]]] = []
        """For each position and each way a turn can end, the positions it may lead to."""
        self.can_claim: list[list[bool]] = []
        """For each position and each way a turn can end, whether something can be claimed."""
        self.fails: list[int] = []
        self.after: list[list[int]] = []
        """For each position, the other positions that it may lead to."""

    def explore(self, start: SetAsideState, limit: int) -> bool:
        """Find all positions; return False if there are more than ``limit``."""
        waiting: list[SetAsideState] = [start]
        self.place[start] = 0
        for state in waiting:
            targets: dict[Action, int] = {}
            fails = self._place_of(state.fail(()).state, waiting)
            options: list[list[int]] = []
            for aside in turn_graph(self.game.turn_dice).endings:
                claims = state.claims_on(aside.total) if aside is not None else ()
                for claim in claims:
                    if claim not in targets:
                        targets[claim] = self._place_of(state.claim(claim).state, waiting)
                options.append([targets[claim] for claim in claims])
            if len(self.place) > limit:
                return False
            assert state.seat is not None
            self.seats.append(state.seat)
            self.can_claim.append([bool(claimed) for claimed in options])
            self.options.append([claimed or [fails] for claimed in options])
            self.fails.append(fails)
            self.after.append([target for target in {fails, *targets.values()} if target >= 0])
        return True

    def _place_of(self, state: State, waiting: list[SetAsideState]) -> int:
        if state.outcome is not None:
            return self.ends.setdefault(state, -1 - len(self.ends))
        assert isinstance(state, SetAsideState)
        place = self.place.setdefault(state, len(self.place))
        if place == len(waiting):
            waiting.append(state)
        return place


class _Turns:
    """The turns at all positions as arrays, and the current shares."""

    def __init__(self, explored: _Explored) -> None:
        game = explored.game
        self._graph: SetAsideGraph = turn_graph(game.turn_dice)
        self._game = game
        self._seats = np.array(explored.seats)
        self._fails = np.array(explored.fails)
        self._can_claim = np.array(explored.can_claim)
        most = max(len(targets) for options in explored.options for targets in options)
        # Rows need equal lengths, so the last target is repeated, which does not change a maximum.
        self._options = np.array(
            [[targets + targets[-1:] * (most - len(targets)) for targets in options] for options in explored.options]
        )
        self._follows = explored.after
        self.shares = np.full((len(explored.place) + len(explored.ends), game.players), 1.0 / game.players)
        """A row of shares for each position and, counted from the end of the array, for each outcome of the game."""
        for state, place in explored.ends.items():
            assert state.outcome is not None
            self.shares[place] = tuple(map(float, state.outcome.shares))

    def solve(self, component: Integers, error: float) -> float:
        """Find the shares of a component's positions, and return a bound on their error.

        ``error`` bounds the shares solved earlier. The loss in one turn from imperfect play or rounding counts once for
        every turn that the component may still last.
        """
        if len(component) == 1 and component[0] not in self._follows[component[0]]:
            chances, to = self._play(component)
            self.shares[component] = np.einsum("pe,pes->ps", chances, self.shares[to])
            return error + _ROUNDING
        inside = np.full(len(self.shares), -1)
        inside[component] = np.arange(len(component))
        lasting, missed = 1.0, 1.0
        for done in range(_MOST_ROUNDS):
            chances, to = self._play(component)
            better = np.einsum("pe,pes->ps", chances, self.shares[to])
            missed = float(np.abs(better - self.shares[component]).max())
            self.shares[component] = better
            if missed <= _TOLERANCE:
                break
            if done < _QUICK_ROUNDS:
                solved = self._follow(component, inside[to], chances, to)
                self.shares[component], lasting = solved[:, :-1], float(solved[:, -1].max())
        return error + lasting * (missed + _ROUNDING + _ENDLESS)

    def _follow(self, component: Integers, inside: Integers, chances: Floats, to: Integers) -> Floats:
        """Return the shares when the game is played this way, and the expected number of turns in the component."""
        stays = np.zeros((len(component), len(component)))
        rows = np.broadcast_to(np.arange(len(component))[:, None], to.shape)
        stay = inside >= 0
        np.add.at(stays, (rows[stay], inside[stay]), chances[stay])
        exits = np.einsum("pe,pes->ps", np.where(stay, 0.0, chances), self.shares[to])
        system = np.eye(len(component)) - (1.0 - _ENDLESS) * stays
        return np.linalg.solve(system, np.column_stack([exits, np.ones(len(component))]))

    def _play(self, places: Integers) -> tuple[Floats, Integers]:
        """Find the best play given the current shares: the probability of each ending, and the position it leads to.

        A dead roll that fails the turn is listed as an additional ending.
        """
        from roost.games.set_aside.adapters.sweep import reach, solve

        seats = self._seats[places]
        options = self._options[places]
        worth = self.shares[options, seats[:, None, None]].round(_DECIMALS)
        pick = worth.argmax(axis=2)[:, :, None]
        end = np.take_along_axis(worth, pick, axis=2)[:, :, 0].T.copy()
        fails = self._fails[places]
        stop = end if self._game.may_stop_on_nothing else np.where(self._can_claim[places].T, end, -np.inf)
        lost = np.broadcast_to(self.shares[fails, seats].round(_DECIMALS), end.shape)
        best, roll = solve(self._graph, end, stop, end if self._game.dead_roll_counts else lost.copy())
        chances = np.zeros((len(places), len(end) + 1))
        for i in range(len(places)):
            mine_stop, mine_best, mine_roll = (np.ascontiguousarray(table[:, i]) for table in (stop, best, roll))
            stopped, died = reach(self._graph, mine_stop, mine_best, mine_roll, 0, forced=0, tie=0.0)
            chances[i, :-1] = stopped + died if self._game.dead_roll_counts else stopped
            chances[i, -1] = 0.0 if self._game.dead_roll_counts else died.sum()
        targets = np.take_along_axis(options, pick, axis=2)[:, :, 0]
        return chances, np.column_stack([targets, fails])
