"""Bots and odds where NumPy and Numba are not installed: the same choices as the compiled ones, or a refusal."""

import json
import subprocess
import sys
from functools import cache
from typing import Any

import pytest

import roost
from games.picnic.positions import random_states
from roost.core.moves import Action
from roost.core.state import Node, State
from roost.core.stream import Stream
from roost.games.picnic.adapters import planned_odds
from roost.games.picnic.adapters.plain_turn import PlainPicnicSolution
from roost.games.set_aside.adapters import plain_sweep
from roost.games.set_aside.adapters.graph import turn_graph
from roost.games.set_aside.adapters.solution import TurnSolution, payoff, result_payoff
from roost.study.bots import bots_for
from roost.study.odds.choice import swing
from roost.study.odds.position import position_odds
from soak import tries
from study.odds.positions import SET_ASIDE_GAMES, random_positions

pytestmark = pytest.mark.slow

CLOSE = 1e-12
POSITIONS = tries(3, 300)
CLOSE_SHARES = 1e-6
"""Native networks compute in 32-bit floats."""
BOTS = ("chick", "pullet", "hen", "rooster", "fox", "card")
REFUSED = (("picnic", "fox"), ("heckmeck", "owl"))
"""Games and bots that need compiled code."""
PROGRAM = """
import json, sys
for library in ("numpy", "numba", "llvmlite"): sys.modules[library] = None
import roost
from roost.study.bots import why_not
positions, bots, refused = json.load(sys.stdin)
report = []
for text in positions:
    state = roost.position(text)
    odds = roost.odds(state)
    playing = [name for name in bots if odds.choices and name in roost.bots_for(type(state.game))]
    choices = {name: str(roost.bot(name).choose(state, roost.Stream(text))) for name in playing}
    hinted = odds.choices and state.game.name != "picnic"
    prospects = [[str(p.action), p.shares] for p in roost.hint(state).prospects] if hinted else []
    report.append([odds.value, [[str(c.action), c.value, c.fails] for c in odds.choices], choices, prospects])
sentences = []
start = roost.game("junior", players=2, start=0).opening()
picnic = roost.position("picnic board=-/-/-/-/-/- A=- B=- turn=A dice=112345")
for call in [lambda: roost.hint(picnic), lambda: roost.value(picnic), lambda: roost.model("heckmeck"),
             lambda: roost.statistics([], 1), lambda: roost.exact(start), lambda: roost.value(start, 2),
             lambda: roost.bot("owl"), lambda: roost.play_games("junior", 1), lambda: roost.arena]:
    try: call()
    except roost.RoostError as error: sentences.append(str(error))
    else: sentences.append("was not refused")
sentences += [why_not(bot, roost.all_games()[game]) for game, bot in refused]
print(json.dumps([report, {name: roost.bots_for(kind) for name, kind in roost.all_games().items()}, sentences]))
"""


@cache
def _alone() -> tuple[list[Any], dict[str, list[str]], list[str]]:
    """Return what a fresh interpreter without NumPy and Numba says about the positions."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=json.dumps([[str(state) for state in _positions()], BOTS, REFUSED]),
        capture_output=True,
        text=True,
        check=True,
    )
    report, bots, sentences = json.loads(done.stdout)
    return report, bots, sentences


@cache
def _positions() -> list[State]:
    set_aside = [state for name in SET_ASIDE_GAMES for state in random_positions(name, POSITIONS, "without NumPy")]
    return [*set_aside, *(state for state in random_states(POSITIONS, "without NumPy") if state.seat is not None)]


def test_odds_and_choices_equal_those_of_the_compiled_code() -> None:
    """Values differ by rounding alone, and each bot chooses the same action under the same rule for ties."""
    report, _, _ = _alone()
    for state, (value, choices, chosen, prospects) in zip(_positions(), report, strict=True):
        odds = position_odds(state)
        assert value == pytest.approx(odds.value, abs=CLOSE)
        expected = [[str(choice.action), choice.value, choice.fails] for choice in odds.choices]
        assert choices == [[action, *(pytest.approx(x, abs=CLOSE) for x in numbers)] for action, *numbers in expected]
        assert chosen == {name: str(roost.bot(name).choose(state, Stream(str(state)))) for name in chosen}
        hint = [[str(p.action), p.shares] for p in roost.hint(state).prospects] if prospects else []
        assert prospects == [[action, pytest.approx(shares, abs=CLOSE_SHARES)] for action, shares in hint]


def test_bots_that_need_compiled_code_are_refused_with_a_reason() -> None:
    """A refused bot is not listed, and never replaced by another one."""
    _, bots, sentences = _alone()
    for name, kind in roost.all_games().items():
        refused = {bot for game, bot in REFUSED if game == name} | {"owl"}
        assert bots[name] == [bot for bot in bots_for(kind) if bot not in refused]
    assert [text for text in sentences if "is not installed: " not in text or "[fast]" not in text] == []


@pytest.mark.parametrize("name", SET_ASIDE_GAMES)
def test_plain_and_compiled_solutions_agree(name: str) -> None:
    """Both give the same values, the same best choice and the same results, for swings and for totals."""
    for state in random_positions(name, POSITIONS, "plain"):
        graph = turn_graph(state.game.turn_dice)
        for aim in (payoff(state, swing(state)), result_payoff(state, lambda total: float(total >= 24))):
            compiled, plain = TurnSolution(graph, aim), TurnSolution(graph, aim, by=plain_sweep)
            assert plain.value(state) == pytest.approx(compiled.value(state), abs=CLOSE)
            assert _choices(plain, state) == _choices(compiled, state)
            assert plain.results(state) == pytest.approx(compiled.results(state), abs=CLOSE)


def test_plain_and_compiled_turns_of_picnic_agree() -> None:
    """Both plan the same turn: values, best choices, and each choice's results."""
    for state in random_states(POSITIONS, "plain"):
        if state.seat is None:
            continue
        compiled, plain = planned_odds.solve(state), PlainPicnicSolution(state)
        assert plain.value(state) == pytest.approx(compiled.value(state), abs=CLOSE)
        assert plain.results(state) == pytest.approx(compiled.results(state), abs=CLOSE)
        for choice, expected in zip(plain.choices(state), compiled.choices(state), strict=True):
            assert choice.action == expected.action
            assert choice.value == pytest.approx(expected.value, abs=CLOSE)
            assert choice.results == pytest.approx(expected.results, abs=CLOSE)


def _choices(solution: TurnSolution, state: State) -> list[tuple[Action, object]]:
    if state.node is not Node.DECIDE:
        return []
    choices = solution.choices(state)  # type: ignore[arg-type]  # all positions are of set-aside games
    assert choices[0].action == solution.best(state)  # type: ignore[arg-type]  # as above
    return [(choice.action, pytest.approx(choice.value, abs=CLOSE)) for choice in choices]
