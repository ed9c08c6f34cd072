"""The end of Heckmeck, Junior or Barbecue, exact: every position that can still come up, solved by the rules engine.

The positions at the start of a turn are found by asking the engine what every result may claim and what failing does.
They fall into *strongly connected components*: sets of positions that can come up again and again, as when two players
snatch a tile from one another. Components are solved from the end of the game backwards. A position that cannot come up
again needs one solved turn. A larger component is solved by policy iteration: best play against the shares found so
far, then the shares of that play from a system of linear equations, until they stay.

With two players the shares found are those of the game. With more, nobody can do better in any turn as long as the
others play like that; there may be other such ways to play, or none that takes no chance, which shows in the error.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import RoostError
from roost.core.moves import Action
from roost.core.state import State
from roost.games.set_aside import SetAsideGame, SetAsideState
from roost.games.set_aside.faces.graph import TurnGraph, turn_graph
from roost.study.solve.components import strongly_connected
from roost.study.solve.exact import Exact

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

_QUICK_ROUNDS, _MOST_ROUNDS = 15, 150
_TOLERANCE = 1e-12
"""A component is solved when no share changes by more in a turn."""
_ENDLESS = 1e-13
"""A chance to drop out at each turn, so that play without an end is worth nothing to anybody."""
_DECIMALS = 11
"""Shares that agree so far are equal to whoever chooses: mere noise must not decide about a third player."""
_ROUNDING = 1e-14
"""The error that the sums of one solved turn may have."""


@dataclass(frozen=True)
class SolvedEndgame(Exact):
    """Every position that can still come up, with its shares."""

    place: dict[State, int]
    found: Floats
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
        return tuple(self.found[place].tolist())


def engine_endgame(state: SetAsideState, limit: int) -> SolvedEndgame | None:
    """Solve everything from the start of this turn to the end.

    Nothing comes of it if more than ``limit`` positions can come up.
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
    """The positions that can come up. Where they lead to is a place among them, or an end of the game below zero."""

    def __init__(self, game: SetAsideGame) -> None:
        self.game = game
        self.place: dict[State, int] = {}
        self.seats: list[int] = []
        self.ends: dict[State, int] = {}
        self.options: list[list[list[int]]] = []
        """For each position and each ending of a turn, where it may lead to."""
        self.can_claim: list[list[bool]] = []
        """For each position and each ending of a turn, whether it earns something."""
        self.fails: list[int] = []
        self.after: list[list[int]] = []
        """For each position, the other positions that it may lead to."""

    def explore(self, start: SetAsideState, limit: int) -> bool:
        """Find everything; not, if that is more than ``limit`` positions."""
        waiting: list[SetAsideState] = [start]
        self.place[start] = 0
        for state in waiting:
            known: dict[Action, int] = {}
            fails = self._place_of(state.fail(()).state, waiting)
            options: list[list[int]] = []
            for aside in turn_graph(self.game.turn_dice).endings:
                claims = state.claims_on(aside.total) if aside is not None else ()
                for claim in claims:
                    if claim not in known:
                        known[claim] = self._place_of(state.claim(claim).state, waiting)
                options.append([known[claim] for claim in claims])
            if len(self.place) > limit:
                return False
            assert state.seat is not None
            self.seats.append(state.seat)
            self.can_claim.append([bool(ways) for ways in options])
            self.options.append([ways or [fails] for ways in options])
            self.fails.append(fails)
            self.after.append([to for to in {fails, *known.values()} if to >= 0])
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
    """The turns of all positions as arrays, and the shares found so far."""

    def __init__(self, explored: _Explored) -> None:
        game = explored.game
        self._graph: TurnGraph = turn_graph(game.turn_dice)
        self._game = game
        self._seats = np.array(explored.seats)
        self._fails = np.array(explored.fails)
        self._can_claim = np.array(explored.can_claim)
        most = max(len(ways) for options in explored.options for ways in options)
        # Rows of equal length: the last way is repeated, which changes no maximum.
        self._options = np.array(
            [[ways + ways[-1:] * (most - len(ways)) for ways in options] for options in explored.options]
        )
        self._follows = explored.after
        self.shares = np.full((len(explored.place) + len(explored.ends), game.players), 1.0 / game.players)
        """A row of shares for each position and, counted from the end, for each end of the game."""
        for state, place in explored.ends.items():
            assert state.outcome is not None
            self.shares[place] = tuple(map(float, state.outcome.shares))

    def solve(self, component: Integers, error: float) -> float:
        """Find the shares of a component's positions; returns a bound on their error.

        ``error`` is the bound for what was found before. Whatever somebody misses in one turn, or is rounded, counts
        once for every turn that the component may still last.
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
        """The shares under this play, and how many turns it stays in the component."""
        stays = np.zeros((len(component), len(component)))
        rows = np.broadcast_to(np.arange(len(component))[:, None], to.shape)
        stay = inside >= 0
        np.add.at(stays, (rows[stay], inside[stay]), chances[stay])
        leaves = np.einsum("pe,pes->ps", np.where(stay, 0.0, chances), self.shares[to])
        going_on = np.eye(len(component)) - (1.0 - _ENDLESS) * stays
        return np.linalg.solve(going_on, np.column_stack([leaves, np.ones(len(component))]))

    def _play(self, places: Integers) -> tuple[Floats, Integers]:
        """Best play against the shares found so far: how likely each ending is, and where it leads to.

        Failing by a dead roll, where that is different from what the dice aside may claim, is one ending more.
        """
        from roost.games.set_aside.faces.sweep import reach, solve

        seats = self._seats[places]
        options = self._options[places]
        worth = self.shares[options, seats[:, None, None]].round(_DECIMALS)
        pick = worth.argmax(axis=2)[:, :, None]
        end = np.take_along_axis(worth, pick, axis=2)[:, :, 0].T.copy()
        fails = self._fails[places]
        stop = end if self._game.may_stop_on_nothing else np.where(self._can_claim[places].T, end, -np.inf)
        lost = np.broadcast_to(self.shares[fails, seats].round(_DECIMALS), end.shape)
        best, roll = solve(self._graph, end, stop, end if self._game.dead_roll_counts else lost.copy())
        start = np.zeros(len(self._graph))
        start[0] = 1.0
        chances = np.zeros((len(places), len(end) + 1))
        for i in range(len(places)):
            mine_stop, mine_best, mine_roll = (np.ascontiguousarray(table[:, i]) for table in (stop, best, roll))
            stopped, died = reach(self._graph, mine_stop, mine_best, mine_roll, start, forced=0)
            chances[i, :-1] = stopped + died if self._game.dead_roll_counts else stopped
            chances[i, -1] = 0.0 if self._game.dead_roll_counts else died.sum()
        to = np.take_along_axis(options, pick, axis=2)[:, :, 0]
        return chances, np.column_stack([to, fails])
