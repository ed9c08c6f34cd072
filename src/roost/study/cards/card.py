"""A card as data: sections with lines and tables, kept as JSON in the game's folder."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from roost.core.errors import UnsupportedError
from roost.core.faces import face_files, has_face
from roost.core.game import Game
from roost.core.notation import Json

FILE = "cards.json"
"""The file of a game's folder that holds its cards."""


class Size(StrEnum):
    """How much a card asks of its reader."""

    BEGINNER = "beginner"
    """At most eight lines."""
    EXPERT = "expert"
    """One page, with tables of points."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A feature lies between two bounds; one of them may be missing."""

    feature: str
    least: int | None = None
    most: int | None = None

    def holds(self, value: int) -> bool:
        """Whether the feature may have this value."""
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)


@dataclass(frozen=True, slots=True)
class Rule:
    """A line: where all conditions hold, and the advice is possible, it decides."""

    conditions: tuple[Condition, ...]
    advice: str


@dataclass(frozen=True, slots=True)
class Table:
    """The points of a choice by row and column; nothing where no choice can stand."""

    name: str
    points: tuple[tuple[int | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Section:
    """The advice of a card on one kind of decision: its lines in order, and then the choice with the most points."""

    decision: str
    rules: tuple[Rule, ...]
    tables: tuple[Table, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """A strategy card."""

    game: str
    size: Size
    sections: tuple[Section, ...]
    first: str = ""
    """The decision whose tables bring most beside the other card's lines: for whoever has little time."""

    def section(self, decision: str) -> Section | None:
        """The section about a kind of decision."""
        return next((section for section in self.sections if section.decision == decision), None)

    @property
    def lines(self) -> int:
        """How many lines it has, tables left out."""
        return sum(len(section.rules) + bool(section.tables) for section in self.sections)

    def to_json(self) -> list[Json]:
        """Its sections as JSON."""
        return [_section_json(section) for section in self.sections]

    @classmethod
    def from_json(cls, game: str, size: Size, sections: Iterable[Mapping[str, Any]], first: str = "") -> Card:
        """The card that :meth:`to_json` wrote."""
        return cls(game, size, tuple(map(_section, sections)), first)


def has_cards(kind: type[Game]) -> bool:
    """Whether a game has strategy cards."""
    return has_face(kind, "cards") and bool(face_files(kind, FILE))


@cache
def card_for(kind: type[Game], size: Size) -> Card:
    """The card of a game."""
    if not has_cards(kind):
        raise UnsupportedError(kind.name, "strategy card")
    held = json.loads(face_files(kind, FILE)[0].read_text(encoding="utf-8"))
    return Card.from_json(kind.name, size, held[size.value], held["first"] if size is Size.EXPERT else "")


def _section_json(section: Section) -> Json:
    rules: list[Json] = []
    for rule in section.rules:
        when: list[Json] = [[one.feature, one.least, one.most] for one in rule.conditions]
        rules.append({"when": when, "do": rule.advice})
    tables: dict[str, Json] = {table.name: [list(row) for row in table.points] for table in section.tables}
    return {"decision": section.decision, "rules": rules, "tables": tables}


def _section(held: Mapping[str, Any]) -> Section:
    rules = tuple(Rule(tuple(Condition(*one) for one in rule["when"]), rule["do"]) for rule in held["rules"])
    tables = tuple(Table(name, tuple(map(tuple, points))) for name, points in held["tables"].items())
    return Section(held["decision"], rules, tables)
