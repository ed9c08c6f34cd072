"""Tests of fitting cards: known cards are recovered, and positions come with the costs of their choices."""

import numpy as np

import roost
from line_fit import fit_lines
from point_fit import fit_points
from roost.core.registry import all_games
from roost.core.state import choose_at_random
from roost.study.cards import AdviceSection, Card, Size, card_for, follow
from roost.study.cards.adapter import decision_at, decisions_of
from roost.study.cards.card import Condition, Rule
from samples import Sample, gather
from study.bots.decisions import decisions

HECKMECK = all_games()["heckmeck"]


def taught(card: Card, decision: str, count: int) -> list[Sample]:
    """Return decisions where the card's choice costs 0 and every other choice costs 1."""
    states = [state for state in decisions("heckmeck", 2, count) if decision_at(state) == decision]
    return [Sample(state, [float(action != follow(card, state)) for action in state.actions()]) for state in states]


def test_lines_are_recovered() -> None:
    """A fit recovers a list of rules from its choices."""
    rules = (Rule((Condition("sum", 10, None),), "sum"), Rule((), "worms"), Rule((), "fewest"))
    card = Card("heckmeck", Size.BEGINNER, (AdviceSection("dice", rules),))
    fits = fit_lines(taught(card, "dice", 600), decisions_of(HECKMECK)["dice"], 5)
    costs = [cost for _, cost in fits]
    assert costs == sorted(costs, reverse=True)
    assert costs[0] > 0
    assert fits[-1][1] == 0.0
    assert len(fits[-1][0]) <= 4


def test_points_are_recovered() -> None:
    """A fit to the choices of a card with tables chooses almost like it, without negative points."""
    card, decision = card_for(HECKMECK, Size.EXPERT), decisions_of(HECKMECK)["dice"]
    samples = taught(card, "dice", 900)
    tables, costs = fit_points(samples, decision, decision.expert)
    assert costs.mean() < 0.08
    assert min(cell for table in tables for row in table.points for cell in row if cell is not None) == 0
    learnt = Card("heckmeck", Size.EXPERT, (AdviceSection("dice", (), tables),))
    chosen = [sample.costs[sample.state.actions().index(follow(learnt, sample.state))] for sample in samples]
    assert np.allclose(chosen, costs)


def test_positions_come_with_the_costs_of_choices() -> None:
    """The best choice costs 0, and the samples are reproducible and cover both seats."""
    game = roost.game("junior", players=2)
    samples = list(gather(game, choose_at_random, choose_at_random, "test", 0, 2, 2))
    assert {sample.state.seat for sample in samples} == {0, 1}
    assert all(min(sample.costs) == 0.0 and len(sample.costs) == len(sample.state.actions()) for sample in samples)
    assert list(gather(game, choose_at_random, choose_at_random, "test", 0, 2, 2)) == samples
