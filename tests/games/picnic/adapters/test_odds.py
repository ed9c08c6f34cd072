"""The Picnic Blitz solver agrees with an independent twin and with simulated turns, and no play is better."""

from collections import Counter
from functools import cache, partial
from itertools import islice, pairwise
from math import sqrt
from operator import methodcaller

import pytest

from games.picnic.brought import result_of
from games.picnic.lead import lead
from games.picnic.positions import random_states
from games.picnic.summed import Solved, Value
from games.picnic.table import position
from games.picnic.twin import PicnicTwin, after, scrambled
from roost.core.moves import Action
from roost.core.state import Node
from roost.core.stream import Stream
from roost.games.picnic import PicnicState
from roost.games.picnic.adapters.planned_odds import PicnicSolution
from roost.games.picnic.adapters.planned_odds import solve as swing_of
from roost.games.picnic.adapters.results import RESULTS
from roost.study.odds.choice import FAILS
from sizes import knows_its_size
from soak import tries
from study.odds.simulated import assert_as_likely

pytestmark = pytest.mark.slow

EXACT = 1e-9
SCRAMBLED = Value(scrambled, token=137.0, win=5_000.0)
SIMULATED_TURNS = tries(500, 20_000)
STATES = tries(10, 50)

TURNS = (
    "board=-/-/-/-/-/- A=- B=- turn=A",
    "board=-/-/-/-/-/- A=queen B=- turn=A",
    "board=2B/4B/5B/3A,6B/-/- A=queen B=- turn=A",
    "board=2BA/4B/5B/3A,6B/-/7A,9B A=- B=queen turn=A",
    "board=2AB/4B/5B/3A,6B/5A/10B A=queen B=- turn=A",
    "board=2A/5A,6B/6A/7A/3A,5B/9BA A=- B=- turn=A",
    "goal=5 board=5A/4A/7A/8A/-/10B A=queen B=- turn=A",
    "beginner=yes board=2B,5A/6A/7A/3A,6B/5A/10B A=- B=- turn=A",
    "board=1BCA/2C/3B,6A/3A,6B/9C/10B A=queen B=- C=- turn=A",
    "tracks=2:1,3:5,4:2,2:9,12:3,6:1 goal=11 board=1BAC/2BC/3D/1D,2C/5A/4A,6D A=queen B=- C=- D=queen turn=A",
)
"""Turns with none to four active ants, with and without a Queen token, with food to win, to defend and to lose."""


def scrambled_worth(seat: int, state: PicnicState) -> int:
    """Return an arbitrary but deterministic value of a position."""
    return int(SCRAMBLED.of(state, seat))


@cache
def solved(text: str) -> PicnicTwin:
    """Return the twin after it has solved the whole turn."""
    start = position(text)
    twin = PicnicTwin(start, partial(scrambled_worth, start.seat or 0))
    twin.value(start)
    return twin


# -- comparison with the twin ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", TURNS)
def test_a_whole_turn_equals_an_independent_exact_solution(text: str) -> None:
    """A turn solved once at its start has the exact value at each of the thousands of states that may follow."""
    start, twin = position(text), solved(text)
    solution = Solved(start, SCRAMBLED)
    assert solution.value(start) == pytest.approx(float(twin.value(start)), abs=EXACT)
    states = [state for state in twin.known if state.seat == start.seat]
    wrong = [state for state in states if abs(solution.value(state) - float(twin.value(state))) > EXACT]
    assert not wrong
    for state in states[:: 1 + len(states) // 300]:
        expected = {action: float(value) for action, value in twin.values(state).items()}
        assert solution.values(state) == pytest.approx(expected, abs=EXACT), state


def test_the_sample_turns_include_every_kind_of_state() -> None:
    """The sample turns include first moves, attacks, both groups of re-rolls, and tokens in hand and spent."""
    kinds: Counter[str] = Counter()
    for text in TURNS[2:7]:
        start = position(text)
        for state in solved(text).known:
            turn = state.turn
            kinds["moved"] += turn.moved is not None
            kinds["attacking"] += turn.attacks is not None and turn.attacks > 1
            kinds["token spent"] += start.queens[0] and not state.queens[0] and state.node is Node.DECIDE
            kinds[f"groups {turn.rerolls.groups if turn.rerolls else 0}"] += 1
    assert all(kinds[kind] > 100 for kind in ("moved", "attacking", "token spent", "groups 1", "groups 2")), kinds


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
def test_values_in_random_games_are_exact(part: int) -> None:
    """A solution from any state of a random game, in all variants, gives exact values of the state and its actions."""
    within_reach = filter(_is_small_enough, random_states(100, f"twin/{part}"))
    states = list(islice(within_reach, STATES))
    assert len(states) == STATES
    for state in states:
        twin, solution = PicnicTwin(state, partial(scrambled_worth, state.seat or 0)), Solved(state, SCRAMBLED)
        assert solution.value(state) == pytest.approx(float(twin.value(state)), abs=EXACT), state
        expected = {action: float(value) for action, value in twin.values(state).items()}
        assert solution.values(state) == pytest.approx(expected, abs=EXACT), state


def _is_small_enough(state: PicnicState) -> bool:
    """Return whether so few dice are left to roll that the twin is fast enough."""
    return state.turn.dice is not None and (state.turn.rerolls is None or state.turn.rerolls.left <= 3)


# -- comparison with simulated turns -----------------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.parametrize("text", TURNS)
def test_results_and_values_agree_with_simulated_turns(text: str) -> None:
    """Thousands of simulated turns produce each result as often as expected, within four standard errors."""
    start = position(text)
    assert start.seat is not None
    solution = swing_of(start)
    expected = solution.results(start)
    ends = _simulate(start, solution, SIMULATED_TURNS, Stream(f"turns/{text}"))
    before = lead(start, start.seat)
    gains = [lead(end, start.seat) - before for end, _ in ends]
    mean = sum(gains) / len(gains)
    variance = sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1)
    assert abs(mean - solution.value(start)) <= 4 * sqrt(variance / len(gains))
    assert_as_likely(Counter(result for _, result in ends), expected)


def _simulate(
    start: PicnicState, solution: PicnicSolution, turns: int, stream: Stream
) -> list[tuple[PicnicState, Action]]:
    """Return how turns end when the solution chooses: the position, and the result since the dice were final."""
    chosen: dict[PicnicState, PicnicState] = {}
    ends = []
    for _ in range(turns):
        state, final = start, start
        while state.seat == start.seat:
            dice = state.dice
            if state.turn.rerolls is not None or dice is not None:
                final = state
            if dice is None and state not in chosen:
                chosen[state] = after(state, solution.best(state))
            state = chosen[state] if dice is None else after(state, dice.draw(stream))
        ends.append((state, result_of(final, state)))
    return ends


# -- comparison with worse play ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [TURNS[2], TURNS[3], TURNS[7]])
def test_random_deviations_never_raise_the_value(text: str) -> None:
    """Random choices at some decisions never raise a turn's value, and mostly lower it."""
    start = position(text)
    solution = Solved(start, SCRAMBLED)
    best = solution.value(start)
    assert _played(start, solution, Stream(0), 0) == pytest.approx(best, abs=EXACT)
    deviating = [_played(start, solution, Stream(f"{text}/{percent}"), percent) for percent in (1, 5, 20, 100)]
    assert max(deviating) <= best + EXACT
    assert min(deviating) < best - EXACT


def _played(start: PicnicState, solution: PicnicSolution, stream: Stream, percent: int) -> float:
    """Return the value of a turn in which ``percent`` of the decisions are random and the others best."""
    values: dict[PicnicState, float] = {}

    def worth(state: PicnicState) -> float:
        if state.seat != start.seat:
            return float(scrambled_worth(0, state))
        if state not in values:
            dice = state.dice
            if dice is not None:
                values[state] = sum(ways * worth(after(state, roll)) for roll, ways in dice.rolls) / dice.ways
            else:
                deviates = percent and stream.below(100) < percent
                move = stream.choice(state.actions()) if deviates else solution.best(state)
                values[state] = worth(after(state, move))
        return values[state]

    return worth(start)


# -- queries in any game -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(20))
def test_choices_are_sorted_and_consistent(number: int) -> None:
    """The first choice is the best action, values descend, and each choice's chances sum to one."""
    state = random_states(20, "choices")[number]
    assert state.seat is not None
    solution = swing_of(state)
    choices = solution.choices(state)
    assert tuple(solution.values(state)) == state.actions()
    assert {choice.action for choice in choices} == set(state.actions())
    assert all(higher.value >= lower.value - EXACT for higher, lower in pairwise(choices))
    for choice in choices:
        assert set(choice.results) <= set(RESULTS)
        assert sum(choice.results.values()) == pytest.approx(1.0, abs=EXACT)
        assert choice.fails == choice.results[FAILS] >= 0.0
    if choices:
        assert choices[0].action == solution.best(state)
        assert choices[0].value == pytest.approx(solution.value(state), abs=EXACT)
        assert choices[0].results == pytest.approx(solution.results(state), abs=EXACT)
    else:
        assert state.node is Node.ROLL


def test_solving_a_turn_later_gives_the_same_values() -> None:
    """A turn solved at its start has the same values and results as one solved later."""
    start = position(TURNS[4])
    solution = Solved(start, SCRAMBLED)
    for moves in (("112345",), ("112345", "reroll1"), ("112345", "reroll15", "36"), ("112345", "keep"),
                  ("112345", "queen-reroll"), ("112345", "keep", "queen-attack"), ("123456", "keep", "pushB1"),
                  ("112345", "keep", "move2")):  # fmt: skip
        state = start
        for move in moves:
            state = after(state, move)
        again = Solved(state, SCRAMBLED)
        assert solution.value(state) == pytest.approx(again.value(state), abs=EXACT)
        assert solution.values(state) == pytest.approx(again.values(state), abs=EXACT)
        assert solution.results(state) == pytest.approx(again.results(state), abs=EXACT)


def test_a_solution_estimates_its_size() -> None:
    """The estimated size is close to the allocated memory, for turns with few and with many states."""
    for text in (TURNS[0], TURNS[4]):
        start = position(text)
        state = after(start, start.rolls()[len(start.rolls()) // 2][0])
        knows_its_size(partial(swing_of, start), methodcaller("best", state))
