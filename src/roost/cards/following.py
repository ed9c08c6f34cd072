"""Following a card to the letter."""

from __future__ import annotations

from roost.cards.card import Card, Section
from roost.cards.face import Decision, decision_at, decisions_of
from roost.core.moves import Action
from roost.core.state import State

__all__ = ["follow", "points_of"]


def follow(card: Card, state: State) -> Action:
    """What the card chooses: the first line that fits, or else the choice with the most points."""
    name = decision_at(state)
    section = None if name is None else card.section(name)
    if name is None or section is None:
        return state.actions()[0]
    decision = decisions_of(type(state.game))[name]
    asked: dict[str, int] = {}
    for rule in section.rules:
        for condition in rule.conditions:
            feature = condition.feature
            if feature not in asked:
                asked[feature] = decision.features[feature].ask(state)
            if not condition.holds(asked[feature]):
                break
        else:
            advised = decision.advice[rule.advice](state)
            if advised is not None:
                return advised
    if not section.tables:
        return state.actions()[0]
    # On equal points the later choice wins: higher symbols stand later, and so do actions that end a turn.
    choices = decision.choices(state)
    return choices[max(reversed(list(choices)), key=lambda choice: points_of(section, decision, state, choice))]


def points_of(section: Section, decision: Decision, state: State, choice: object) -> int:
    """The points of one choice in all tables of a section."""
    total = 0
    for table in section.tables:
        place = decision.tables[table.name].place(state, choice)
        if place is not None:
            total += table.points[place[0]][place[1]] or 0
    return total
