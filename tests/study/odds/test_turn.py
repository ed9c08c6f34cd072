"""Tests of the turn solver against an independent solver, simulated turns, and worse play."""

from collections import Counter
from functools import partial

import numpy as np
import pytest

import roost
from roost.core.moves import Action
from roost.core.state import Node, State
from roost.core.stream import Stream
from roost.games.set_aside import ROLL_ON, STOP, SetAside, SetAsideState
from roost.games.set_aside.adapters.graph import SetAsideGraph, turn_graph
from roost.games.set_aside.adapters.solution import Payoff, TurnSolution, payoff, solve_result, solve_turn
from roost.games.set_aside.adapters.sweep import solve
from roost.games.tiles import snatch, take
from roost.study.odds.choice import FAILS, swing
from rules import rule
from soak import tries
from study.odds.positions import SET_ASIDE_GAMES, random_positions
from study.odds.simulated import assert_as_likely
from study.odds.twin import Twin, exact_swing

pytestmark = pytest.mark.slow

EXACT = 1e-9
TWIN_POSITIONS = 200
TWIN_STRIDE = tries(5, 1)
SIMULATED_POSITIONS, SIMULATED_TURNS = tries(3, 10), tries(3_000, 20_000)


def place(text: str) -> SetAsideState:
    """Return a position from its text."""
    state = roost.position(text)
    assert isinstance(state, SetAsideState)
    return state


# -- against the independent solver ------------------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.parametrize("name", SET_ASIDE_GAMES)
def test_values_equal_an_independent_exact_solution(name: str) -> None:
    """At positions of random games, the values of the turn and of every action are exact."""
    for state in random_positions(name, TWIN_POSITIONS, "twin")[::TWIN_STRIDE]:
        twin = Twin(state, exact_swing(state), state.game.players - 1)
        solution = solve_turn(state, swing(state))
        assert solution.value(state) == pytest.approx(float(twin.value()), abs=EXACT), state
        expected = {action: float(value) for action, value in twin.values().items()}
        assert solution.values(state) == pytest.approx(expected, abs=EXACT), state


@pytest.mark.parametrize("name", SET_ASIDE_GAMES)
def test_the_positions_include_every_kind_of_node(name: str) -> None:
    """The compared positions include rolls, choices of symbols, and decisions to stop."""
    states = random_positions(name, TWIN_POSITIONS, "twin")
    assert {state.game.players for state in states} == set(states[0].game.player_range)
    kinds = Counter(_kind(state) for state in states)
    assert all(kinds[kind] >= 10 for kind in ("start", "roll", "symbols", "stop or roll")), kinds
    assert len(set(states)) == len(states)


def _kind(state: SetAsideState) -> str:
    node, aside, roll = state.turn
    if node is Node.ROLL:
        return "roll" if aside.roll.size else "start"
    if roll is not None:
        return "symbols"
    return "stop or roll" if ROLL_ON in state.actions() else "end"


# -- against simulated turns -------------------------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.parametrize("number", range(SIMULATED_POSITIONS))
@pytest.mark.parametrize("name", SET_ASIDE_GAMES)
def test_results_are_as_likely_as_in_simulated_turns(name: str, number: int) -> None:
    """In thousands of simulated turns, each result occurs as often as expected, within four standard errors."""
    state = random_positions(name, SIMULATED_POSITIONS, "simulated")[number]
    solution = solve_turn(state, swing(state))
    observed = _simulate(state, solution, SIMULATED_TURNS, Stream(f"turns/{name}/{number}"))
    assert_as_likely(observed, solution.results(state))


def _simulate(start: SetAsideState, solution: TurnSolution, turns: int, stream: Stream) -> Counter[Action]:
    """Count the results of turns that the solution plays; its moves are cached."""
    observed: Counter[Action] = Counter()
    cache: dict[object, SetAsideState | Action] = {}
    for _ in range(turns):
        state: SetAsideState | Action = start
        while isinstance(state, SetAsideState):
            turn, dice = state.turn, state.dice
            roll = None if dice is None else dice.draw(stream)
            key = turn, roll
            if key not in cache:
                move = solution.best(state) if roll is None else roll
                after = state.play(move).state
                if isinstance(move, Action) and move in state.claims():
                    cache[key] = move
                else:
                    cache[key] = after if isinstance(after, SetAsideState) and after.seat == start.seat else FAILS
            state = cache[key]
        observed[state] += 1
    return observed


# -- against worse play ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("name", SET_ASIDE_GAMES)
def test_no_other_play_is_worth_more(name: str, number: int) -> None:
    """Playing otherwise at random points of the turn never has a higher value, and mostly a lower one."""
    state = random_positions(name, 2, "perturbed")[number].turn_start()
    graph, aim = turn_graph(state.game.turn_dice), payoff(state, swing(state))
    best = TurnSolution(graph, aim).value(state)
    stream = Stream(f"perturbed/{name}/{number}")
    assert _play(graph, aim, stream, 0) == pytest.approx(best, abs=EXACT)
    perturbed = [_play(graph, aim, stream, often) for often in (1, 5, 20, 100) for _ in range(2)]
    assert max(perturbed) <= best + EXACT
    assert min(perturbed) < best - EXACT


def _play(graph: SetAsideGraph, aim: Payoff, stream: Stream, percent: int) -> float:
    """Return the value of a turn in which a percentage of the decisions is random and the rest are the best."""
    best, rolled = (values.tolist() for values in solve(graph, aim.end, aim.stop, aim.dead))
    value = [float(aim.end[e] if done else aim.stop[e]) for e, done in zip(graph.ending, graph.complete, strict=True)]
    shorter, child, chance = graph.shorter, graph.child, graph.chance
    for k in reversed(range(len(graph.rolling))):
        node, first, end = graph.rolling[k]
        total = float(aim.dead[graph.ending[node]] * graph.dead[k])
        offers: list[tuple[int, ...]] = [()]
        for outcome in range(first, end):
            offers.append((*offers[shorter[outcome]], child[outcome]))
            chosen = max(offers[-1], key=best.__getitem__)
            if percent and stream.below(100) < percent:
                chosen = stream.choice(offers[-1])
            total += chance[outcome] * value[chosen]
        stops = value[node] >= rolled[node]
        if percent and value[node] > -np.inf and stream.below(100) < percent:
            stops = bool(stream.below(2))
        value[node] = value[node] if stops and node else total
    return value[0]


# -- every seat --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SET_ASIDE_GAMES)
def test_expectations_of_all_seats_are_consistent(name: str) -> None:
    """The mover's expectation is the turn's value, and the expectations of all seats sum to one."""
    for state in random_positions(name, 20, "seats"):
        seat = state.seat
        assert seat is not None

        def shares(after: State) -> list[float]:
            points = [score + 1 for score in after.scores()]
            return [own / sum(points) for own in points]

        solution = solve_turn(state, lambda after: shares(after)[seat])  # noqa: B023 - used before the next round
        for action, value in ((None, solution.value(state)), *solution.values(state).items()):
            expected = solution.expect(state, shares, action)
            assert len(expected) == state.game.players
            assert expected[seat] == pytest.approx(value, abs=EXACT)
            assert sum(expected) == pytest.approx(1.0, abs=EXACT)


def test_a_rival_is_expected_to_lose_what_the_mover_snatches() -> None:
    state = place("heckmeck grill=21 A=- B=25 turn=A aside=5555w")
    solution = solve_turn(state, swing(state))
    assert solution.expect(state, lambda after: after.scores(), snatch(25, 1)) == (2.0, 0.0)
    assert solution.expect(state, lambda after: after.scores(), take(21)) == (1.0, 2.0)


# -- answers -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SET_ASIDE_GAMES)
def test_choices_are_sorted_and_consistent(name: str) -> None:
    """The best action comes first, values fall, chances sum to one, and the turn has the best action's value."""
    for state in random_positions(name, 100, "choices"):
        solution = solve_turn(state, swing(state))
        choices = solution.choices(state)
        assert {choice.action for choice in choices} == set(state.actions())
        if not choices:
            continue
        assert choices[0].action == solution.best(state)
        assert choices[0].value == solution.value(state)
        assert choices[0].results == solution.results(state)
        values = [choice.value for choice in choices]
        assert values == sorted(values, reverse=True)
        for choice in choices:
            assert sum(choice.results.values()) == pytest.approx(1.0, abs=1e-12)
            assert choice.fails == choice.results[FAILS] >= 0.0


@pytest.mark.parametrize("name", SET_ASIDE_GAMES)
def test_values_are_means_over_results(name: str) -> None:
    """The value of an action is the mean value of the results after it."""
    for state in random_positions(name, 50, "averages"):
        value = swing(state)
        solution = solve_turn(state, value)
        for choice in solution.choices(state):
            average = sum(
                chance * value((state.fail(()) if result is FAILS else state.claim(result)).state)
                for result, chance in choice.results.items()
            )
            assert average == pytest.approx(choice.value, abs=EXACT)


@pytest.mark.parametrize("name", SET_ASIDE_GAMES)
def test_totals_agree_with_results(name: str) -> None:
    """The value of an aim for a total is the sum of the chances of the totals that reach it."""
    for state in random_positions(name, 20, "totals"):
        for number in (5, 7, 24, 30):
            solution = solve_result(state, partial(_reached, number))
            totals = solution.totals(state)
            assert sum(totals.values()) == pytest.approx(1.0, abs=1e-12)
            reached = sum(chance for total, chance in totals.items() if total >= number)
            assert reached == pytest.approx(solution.value(state), abs=EXACT)


def _reached(number: int, total: int) -> float:
    return float(total >= number)


def test_one_solution_covers_the_whole_turn() -> None:
    """A turn solved at its start gives the same values at later states as a solution from there."""
    start = place("heckmeck grill=21-25,27-31,33,35 A=26,32 B=34,36 turn=A")
    solution = solve_turn(start, swing(start))
    for later in ("roll=1123445w", "aside=44", "aside=44 roll=next", "aside=44w roll=11235"):
        state = place(f"{start} {later}")
        fresh = solve_turn(state, swing(state))
        assert solution.value(state) == fresh.value(state)
        assert solution.values(state) == fresh.values(state)
        assert solution.results(state) == fresh.results(state)


# -- rules of the games ------------------------------------------------------------------------------------------------


@rule("SA-5", "HM-6")
def test_a_dead_roll_fails_the_turn() -> None:
    """With one die left that can only show a 5, the turn fails five times in six and costs the top tile."""
    state = place("heckmeck grill=21 A=36 B=- turn=A aside=1234www roll=next")
    solution = solve_turn(state, swing(state))
    assert solution.results(state) == pytest.approx({FAILS: 5 / 6, take(21): 1 / 6})
    assert solution.value(state) == pytest.approx(1 / 6 - 4 * 5 / 6)


@rule("SA-5", "JR-3")
def test_a_dead_roll_of_junior_keeps_the_result() -> None:
    """In Junior, a dead roll keeps the result, so rolling costs nothing once a tile is certain."""
    state = place("junior grill=4,9 A=- B=- turn=A aside=wwbb")
    solution = solve_turn(state, swing(state))
    results = solution.results(state, ROLL_ON)
    assert results[FAILS] == 0.0
    assert solution.value(state) >= solution.values(state)[take(4)]


@rule("BQ-3")
def test_barbecue_does_not_allow_stopping_on_an_invalid_result() -> None:
    """Without a valid result the solver has to roll, however bad that is."""
    state = place("barbecue grill=- A=- B=- turn=A aside=1234w")
    solution = solve_turn(state, swing(state))
    assert list(solution.values(state)) == [ROLL_ON]
    assert solution.best(state) is ROLL_ON


def test_ties_end_the_turn() -> None:
    """If rolling is worth exactly as much as stopping, the turn ends."""
    state = place("heckmeck grill=21 A=- B=- turn=A aside=1122")
    solution = solve_result(state, lambda total: 0.0)
    assert solution.values(state) == {ROLL_ON: 0.0, STOP: 0.0}
    assert solution.best(state) == STOP
    assert [choice.action for choice in solution.choices(state)] == [STOP, ROLL_ON]
    assert solution.results(state) == {FAILS: 1.0}


def test_among_equal_symbols_the_first_is_chosen() -> None:
    state = place("heckmeck grill=21 A=- B=- turn=A roll=1123455w")
    assert solve_result(state, lambda total: 0.0).best(state) == SetAside("1")


def test_a_claim_has_the_payoff_of_its_ending() -> None:
    """If only the total counts, a claim is worth the total of its ending."""
    state = place("heckmeck grill=21,24 A=- B=- turn=A aside=5555ww")
    solution = solve_result(state, float)
    assert solution.values(state)[take(24)] == 30.0
