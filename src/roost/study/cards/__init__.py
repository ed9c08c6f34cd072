"""Strategy cards: rules of thumb and small tables that a person can look up, found by a program from exact values.

A :class:`~roost.study.cards.card.Card` is a short list of lines for every kind of decision, and tables of points. It
can be printed (:mod:`roost.study.cards.printed_card`) and followed to the letter (:mod:`roost.study.cards.advice`).
How cards are found (``bench/cards.py``), and how strong they are: ``docs/strategy.md``.
"""

from roost.study.cards.advice import Advice, advise, follow
from roost.study.cards.card import Card, Condition, Rule, Section, Size, Table, card_for, has_cards

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
