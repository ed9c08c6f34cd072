"""Following a card to the letter."""

from typing import Any, NamedTuple

from roost.core.moves import Action
from roost.core.state import State
from roost.study.cards.card import Card, Section
from roost.study.cards.face import Decision, decision_at, decisions_of


class Advice(NamedTuple):
    """The choice of a card, and the line behind it."""

    action: Action
    section: int | None = None
    """The section that is about this decision; nothing where the first action goes without saying."""
    line: int = 0
    """The place of the line in its section, from 0; the line after the last rule sends the reader to the tables."""


def follow(card: Card, state: State) -> Action:
    """The card's choice: by the first line that fits, or else the one with the most points."""
    return advise(card, state).action


def advise(card: Card, state: State) -> Advice:
    """The same with the line that decides."""
    name = decision_at(state)
    found = next((place for place, section in enumerate(card.sections) if section.decision == name), None)
    if name is None or found is None:
        return Advice(state.actions()[0])
    section, decision = card.sections[found], decisions_of(type(state.game))[name]
    asked: dict[str, int] = {}
    for line, rule in enumerate(section.rules):
        for condition in rule.conditions:
            feature = condition.feature
            if feature not in asked:
                asked[feature] = decision.features[feature].ask(state)
            if not condition.holds(asked[feature]):
                break
        else:
            advised = decision.advice[rule.advice](state)
            if advised is not None:
                return Advice(advised, found, line)
    if not section.tables:
        return Advice(state.actions()[0])
    # On equal points the later choice wins: higher symbols stand later, and so do actions that end a turn.
    choices = decision.choices(state)
    best = max(reversed(list(choices)), key=lambda choice: points_of(section, decision, state, choice))
    return Advice(choices[best], found, len(section.rules))


def points_of(section: Section, decision: Decision, state: State, choice: Any) -> int:
    """The points of one choice in all tables of a section."""
    total = 0
    for table in section.tables:
        place = decision.tables[table.name].place(state, choice)
        if place is not None:
            total += table.points[place[0]][place[1]] or 0
    return total
