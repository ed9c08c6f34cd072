"""Strategy cards: rules of thumb and small tables that people can follow, fitted to exact values by a program.

A :class:`~roost.study.cards.card.Card` has a short list of rules and tables of points for each kind of decision. It can
be printed (:mod:`roost.study.cards.printed_card`) and followed to the letter (:mod:`roost.study.cards.advice`).
``docs/strategy.md`` explains how ``bench/cards.py`` fits cards and how strong they are.
"""

from roost.study.cards.advice import Advice, advise, follow
from roost.study.cards.card import AdviceSection, AdviceTable, Card, Condition, Rule, Size, card_for, has_cards

__all__ = [
    "Advice",
    "AdviceSection",
    "AdviceTable",
    "Card",
    "Condition",
    "Rule",
    "Size",
    "advise",
    "card_for",
    "follow",
    "has_cards",
]
