"""Fitting: a card that exists is found again, and positions come with what every choice costs."""

import numpy as np

import roost
from line_fit import fit_lines
from point_fit import fit_points
from roost.core.registry import all_games
from roost.core.state import choose_at_random
from roost.study.cards import Card, Section, Size, card_for, follow
from roost.study.cards.card import Condition, Rule
from roost.study.cards.face import decision_at, decisions_of
from samples import Sample, gather
from study.bots.decisions import decisions

HECKMECK = all_games()["heckmeck"]


def taught(card: Card, decision: str, count: int) -> list[Sample]:
    """Decisions in which everything costs 1 but what a card chooses."""
    states = [state for state in decisions("heckmeck", 2, count) if decision_at(state) == decision]
    return [Sample(state, [float(action != follow(card, state)) for action in state.actions()]) for state in states]


def test_lines_are_found_again() -> None:
    """A list of two lines is learnt from what it does."""
    rules = (Rule((Condition("sum", 10, None),), "sum"), Rule((), "worms"), Rule((), "fewest"))
    card = Card("heckmeck", Size.BEGINNER, (Section("dice", rules),))
    found = fit_lines(taught(card, "dice", 600), decisions_of(HECKMECK)["dice"], 5)
    costs = [cost for _, cost in found]
    assert costs == sorted(costs, reverse=True)
    assert costs[0] > 0
    assert found[-1][1] == 0.0
    assert len(found[-1][0]) <= 4


def test_points_are_found_again() -> None:
    """Tables that choose as a card of tables does are learnt from what it does, none with a number below 0."""
    card, decision = card_for(HECKMECK, Size.EXPERT), decisions_of(HECKMECK)["dice"]
    samples = taught(card, "dice", 900)
    tables, costs = fit_points(samples, decision, decision.expert)
    assert costs.mean() < 0.08
    assert min(cell for table in tables for row in table.points for cell in row if cell is not None) == 0
    learnt = Card("heckmeck", Size.EXPERT, (Section("dice", (), tables),))
    chosen = [sample.costs[sample.state.actions().index(follow(learnt, sample.state))] for sample in samples]
    assert np.allclose(chosen, costs)


def test_positions_come_with_what_choices_cost() -> None:
    """The best choice costs nothing; every turn is walked through as often as asked, by the player who is studied."""
    game = roost.game("junior", players=2)
    samples = list(gather(game, choose_at_random, choose_at_random, "test", 0, 2, 2))
    assert {sample.state.seat for sample in samples} == {0, 1}
    assert all(min(sample.costs) == 0.0 and len(sample.costs) == len(sample.state.actions()) for sample in samples)
    assert list(gather(game, choose_at_random, choose_at_random, "test", 0, 2, 2)) == samples
