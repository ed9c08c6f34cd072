"""The odds of a set-aside turn, solved on its graph."""

from collections.abc import Callable
from dataclasses import replace

from roost.games.set_aside import SetAsideGame, SetAsideState
from roost.games.set_aside.adapters.graph import turn_graph
from roost.games.set_aside.adapters.solution import TurnSolution, solve_result, solve_turn
from roost.study.odds.aims import AtLeast, Exactly, Swing
from roost.study.odds.choice import swing
from roost.study.odds.table import Figures, OpeningTable

__all__ = ["opening_table", "solve", "solve_number", "turn_start"]


def solve(state: SetAsideState) -> TurnSolution:
    return solve_turn(state, swing(state))


def solve_number(state: SetAsideState, worth: Callable[[int], float]) -> TurnSolution:
    """Solve the current turn to maximise the worth of its result, regardless of the table."""
    return solve_result(state, worth)


def turn_start(state: SetAsideState) -> SetAsideState:
    """Return the start of the turn, because the table does not change until the turn ends."""
    return state.turn_start()


def opening_table(game: SetAsideGame) -> OpeningTable:
    """Return the claiming numbers, each with the best probabilities of reaching at least, and exactly, that number."""
    opening = replace(game, start=0).opening()
    assert isinstance(opening, SetAsideState)
    numbers = _claiming_numbers(opening)
    return OpeningTable(
        game,
        Swing().solve(opening).value(opening),
        "number",
        numbers,
        (
            Figures("at_least", (), tuple((AtLeast(n).solve(opening).value(opening),) for n in numbers)),
            Figures("exactly", (), tuple((Exactly(n).solve(opening).value(opening),) for n in numbers)),
        ),
    )


def _claiming_numbers(opening: SetAsideState) -> tuple[int, ...]:
    """Return the results that allow a claim that no lower result allows."""
    first: dict[object, int] = {}
    for aside in turn_graph(opening.game.turn_dice).endings:
        if aside is not None:
            for claim in opening.at(aside.deciding).claims():
                first.setdefault(claim, aside.total)
    return tuple(sorted(set(first.values())))
