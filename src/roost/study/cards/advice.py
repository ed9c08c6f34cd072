"""Follow a strategy card to the letter."""

from typing import Any, NamedTuple

from roost.core.moves import Action
from roost.core.state import State
from roost.study.cards.adapter import CardDecision, decision_at, decisions_of
from roost.study.cards.card import AdviceSection, Card


class Advice(NamedTuple):
    """A card's choice, with the line of the card that decided it."""

    action: Action
    section: int | None = None
    """Index of the card's section on this decision; None if the card has none, in which case the first action is
    played."""
    line: int = 0
    """Index of the line in its section, from 0; the line after the last rule stands for the tables."""


def follow(card: Card, state: State) -> Action:
    """Return the card's choice: the advice of the first rule that applies, or else the choice with the most points."""
    return advise(card, state).action


def advise(card: Card, state: State) -> Advice:
    """Return the card's choice, with the line of the card that decides it."""
    name = decision_at(state)
    place = next((i for i, section in enumerate(card.sections) if section.decision == name), None)
    if name is None or place is None:
        return Advice(state.actions()[0])
    section, decision = card.sections[place], decisions_of(type(state.game))[name]
    values: dict[str, int] = {}
    for line, rule in enumerate(section.rules):
        for condition in rule.conditions:
            feature = condition.feature
            if feature not in values:
                values[feature] = decision.features[feature].ask(state)
            if not condition.holds(values[feature]):
                break
        else:
            advised = decision.advice[rule.advice](state)
            if advised is not None:
                return Advice(advised, place, line)
    if not section.tables:
        return Advice(state.actions()[0])
    # If choices have equal points, the later one wins, because higher symbols and actions that end a turn come later.
    choices = decision.choices(state)
    best = max(reversed(list(choices)), key=lambda choice: points_of(section, decision, state, choice))
    return Advice(choices[best], place, len(section.rules))


def points_of(section: AdviceSection, decision: CardDecision, state: State, choice: Any) -> int:
    """Return a choice's total points over all tables of a section."""
    total = 0
    for table in section.tables:
        place = decision.tables[table.name].place(state, choice)
        if place is not None:
            total += table.points[place[0]][place[1]] or 0
    return total
