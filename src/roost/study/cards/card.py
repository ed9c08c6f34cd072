"""Strategy cards as data: sections with rules and tables, stored as JSON in the game's folder."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from roost.core.adapters import adapter_files, has_adapter
from roost.core.errors import UnsupportedError
from roost.core.game import Game
from roost.core.notation import Json

FILE = "cards.json"
"""Name of the file with a game's cards, in the game's folder."""


class Size(StrEnum):
    """The sizes of a strategy card."""

    BEGINNER = "beginner"
    """A card with at most eight lines."""
    EXPERT = "expert"
    """A one-page card with tables of points."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A range of values for a feature; a bound that is None does not apply."""

    feature: str
    least: int | None = None
    most: int | None = None

    def holds(self, value: int) -> bool:
        """Whether a value is within the range."""
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)


@dataclass(frozen=True, slots=True)
class Rule:
    """A line of a card, which applies if all its conditions hold and its advice is possible."""

    conditions: tuple[Condition, ...]
    advice: str


@dataclass(frozen=True, slots=True)
class AdviceTable:
    """Points for a choice by row and column; None where no choice is possible."""

    name: str
    points: tuple[tuple[int | None, ...], ...]


@dataclass(frozen=True, slots=True)
class AdviceSection:
    """A card's advice on one kind of decision: rules in order, then tables to find the choice with the most points."""

    decision: str
    rules: tuple[Rule, ...]
    tables: tuple[AdviceTable, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """A strategy card of one size for one game, with a section per kind of decision."""

    game: str
    size: Size
    sections: tuple[AdviceSection, ...]
    first: str = ""
    """The decision for which tables improve on the other card's rules the most, for readers with little time."""

    def section(self, decision: str) -> AdviceSection | None:
        return next((section for section in self.sections if section.decision == decision), None)

    @property
    def lines(self) -> int:
        """Number of lines on the card, not counting tables."""
        return sum(len(section.rules) + bool(section.tables) for section in self.sections)

    def to_json(self) -> list[Json]:
        return [_section_json(section) for section in self.sections]

    @classmethod
    def from_json(cls, game: str, size: Size, sections: Iterable[Mapping[str, Any]], first: str = "") -> Card:
        return cls(game, size, tuple(map(_section, sections)), first)


def has_cards(kind: type[Game]) -> bool:
    """Whether a game has strategy cards."""
    return has_adapter(kind, "cards") and bool(adapter_files(kind, FILE))


@cache
def card_for(kind: type[Game], size: Size) -> Card:
    """Return a game's card of the given size."""
    if not has_cards(kind):
        raise UnsupportedError(kind.name, "strategy card")
    data = json.loads(adapter_files(kind, FILE)[0].read_text(encoding="utf-8"))
    return Card.from_json(kind.name, size, data[size.value], data["first"] if size is Size.EXPERT else "")


def _section_json(section: AdviceSection) -> Json:
    rules: list[Json] = []
    for rule in section.rules:
        when: list[Json] = [[condition.feature, condition.least, condition.most] for condition in rule.conditions]
        rules.append({"when": when, "do": rule.advice})
    tables: dict[str, Json] = {table.name: [list(row) for row in table.points] for table in section.tables}
    return {"decision": section.decision, "rules": rules, "tables": tables}


def _section(data: Mapping[str, Any]) -> AdviceSection:
    rules = tuple(Rule(tuple(Condition(*bounds) for bounds in rule["when"]), rule["do"]) for rule in data["rules"])
    tables = tuple(AdviceTable(name, tuple(map(tuple, points))) for name, points in data["tables"].items())
    return AdviceSection(data["decision"], rules, tables)
