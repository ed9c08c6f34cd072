"""Tests that published values are reproduced to every printed digit; their data file names the sources."""

import json
from collections import defaultdict
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import roost
from roost.games.heckmeck import HeckmeckState
from roost.games.set_aside import SetAside, SetAsideState, shared_turn_dice
from roost.games.set_aside.adapters.graph import turn_graph
from roost.games.set_aside.adapters.solution import solve_turn
from roost.games.set_aside.adapters.sweep import solve
from roost.games.tiles import Take
from roost.study.odds.aims import AtLeast
from roost.study.odds.choice import swing

PUBLISHED: dict[str, Any] = json.loads((Path(__file__).parents[2] / "data/published_values.json").read_text("utf-8"))
HECKMECK, JUNIOR = PUBLISHED["heckmeck"], PUBLISHED["junior"]


def place(text: str) -> SetAsideState:
    """Return a position from its text."""
    state = roost.position(text)
    assert isinstance(state, SetAsideState)
    return state


def test_every_published_value_has_a_source() -> None:
    """Every value in the data file has a source and a meaning."""
    for game in (HECKMECK, JUNIOR):
        assert all(entry["source"] and entry["meaning"] for entry in game.values())


AT_LEAST = [
    (name, int(number), best, unit, table["digits"])
    for name, table, unit in (("heckmeck", HECKMECK["at_least_percent"], 100), ("junior", JUNIOR["at_least"], 1))
    for number, best in table["values"].items()
]


@pytest.mark.parametrize(("name", "number", "best", "unit", "digits"), AT_LEAST)
def test_the_best_chance_of_reaching_a_total(name: str, number: int, best: float, unit: int, digits: int) -> None:
    """The chance of reaching a total equals the published chance to its last decimal."""
    opening = roost.game(name).opening()
    assert round(unit * AtLeast(number).solve(opening).value(opening), digits) == best


def test_the_expected_worms_of_the_first_turn() -> None:
    """The expected worms at the full grill agree to nine decimals."""
    state = place(HECKMECK["expected_worms"]["position"])
    assert solve_turn(state, swing(state)).value(state) == pytest.approx(HECKMECK["expected_worms"]["value"], abs=1e-9)


def test_the_last_die_is_worth_a_sixth_of_a_worm() -> None:
    """A single die that must show a worm is worth a sixth of a worm."""
    state = place(HECKMECK["last_die"]["position"])
    assert solve_turn(state, swing(state)).value(state) == pytest.approx(float(Fraction(HECKMECK["last_die"]["value"])))


@pytest.mark.parametrize(("dice", "points"), HECKMECK["expected_points"]["values"].items())
def test_the_expected_points_of_few_dice(dice: str, points: str) -> None:
    """With one and with two dice, the expected points are the published fractions."""
    graph = turn_graph(shared_turn_dice(roost.game("heckmeck").die, int(dice)))
    totals = np.array([0.0 if aside is None else aside.total for aside in graph.endings])
    _, rolled = solve(graph, totals, totals, np.zeros_like(totals))
    assert rolled[0] == pytest.approx(float(Fraction(points)), abs=1e-12)


def test_the_distribution_of_worms_won() -> None:
    """Under best play, a turn at the full grill wins each number of worms as often as published."""
    state = place(HECKMECK["worms_won_percent"]["position"])
    assert isinstance(state, HeckmeckState)
    won: defaultdict[str, float] = defaultdict(float)
    for result, chance in solve_turn(state, swing(state)).results(state).items():
        worms = state.game.worms_on(result.tile) if isinstance(result, Take) else 0
        won[str(worms)] += 100 * chance
    published = HECKMECK["worms_won_percent"]
    assert {worms: round(percent, published["digits"]) for worms, percent in won.items()} == published["values"]


def test_the_best_symbol_to_set_aside() -> None:
    """From the published roll the 4s are best, with the published value."""
    state = place(HECKMECK["best_symbol"]["position"])
    best = solve_turn(state, swing(state)).choices(state)[0]
    assert best.action == SetAside(HECKMECK["best_symbol"]["best"])
    assert round(best.value, 7) == HECKMECK["best_symbol"]["value"]
