"""Strategy cards: rules of thumb and small tables that a person can look up, found by a program from exact values.

A :class:`~roost.cards.card.Card` is a short list of lines for every kind of decision, and tables of points. It can be
printed (:mod:`roost.cards.wording`), read back from what is printed (:mod:`roost.cards.reading`) and followed to the
letter (:mod:`roost.cards.following`). How cards are found, and how strong they are: ``docs/strategy.md``.
"""

from roost.cards.card import Card, Condition, Rule, Section, Size, Table, card_for, has_cards
from roost.cards.following import Advice, advise, follow

__all__ = [
    "Advice",
    "Card",
    "Condition",
    "Rule",
    "Section",
    "Size",
    "Table",
    "advise",
    "card_for",
    "follow",
    "has_cards",
]
