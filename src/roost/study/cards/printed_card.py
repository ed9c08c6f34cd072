"""A card as it is printed, in any language: titles, lines and tables, laid out by whoever shows them.

What is printed is the card itself: :mod:`roost.study.cards.reader` makes the same card of it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from typing import NamedTuple

from roost.core.registry import game_type
from roost.core.words import Messages
from roost.study.cards.card import Card, Condition, Rule, Section, Table
from roost.study.cards.face import Decision, decisions_of

__all__ = ["EMPTY", "PrintedCard", "PrintedSection", "PrintedTable", "print_card", "tell_condition", "text_lines"]

EMPTY = "·"
"""Stands in a table where no choice can stand."""
ARROW = "→"
"""Parts the conditions of a line from its advice."""
BETWEEN = "; "
"""Parts conditions from one another."""


class PrintedTable(NamedTuple):
    """A table of points. Rows and columns that no choice can stand in are left out."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    """Each row's label and its cells."""


class PrintedSection(NamedTuple):
    """What a card says about one kind of decision."""

    title: str
    lines: tuple[tuple[str, str], ...]
    """Each line's conditions and its advice."""
    tables: tuple[PrintedTable, ...]


class PrintedCard(NamedTuple):
    """A card in words."""

    title: str
    how: str
    """How it is read."""
    sections: tuple[PrintedSection, ...]
    note: str
    """What its words mean, and what goes without saying."""


def print_card(card: Card, messages: Messages) -> PrintedCard:
    """A card in the words of a language."""
    kind = game_type(card.game)
    words, letters = messages.of(kind), iter(ascii_uppercase)
    sections = tuple(
        _print_section(section, decisions_of(kind)[section.decision], words, letters) for section in card.sections
    )
    has_tables = any(section.tables for section in card.sections)
    return PrintedCard(
        words.say("card.title", title=kind.title, size=words.say(f"card.{card.size.value}")),
        words.say("card.sums" if has_tables else "card.lines"),
        sections,
        words.say(f"card.note.{card.size.value}"),
    )


def _print_section(section: Section, decision: Decision, words: Messages, letters: Iterator[str]) -> PrintedSection:
    lines: list[tuple[str, str]] = []
    for rule in section.rules:
        conditions = BETWEEN.join(tell_condition(one, decision, words) for one in rule.conditions)
        lines.append((conditions or _unconditional(lines, words), _advice(section, rule, words)))
    tables, used = [], []
    for table in section.tables:
        letter = next(letters)
        used.append(letter)
        tables.append(_print_table(table, letter, decision, words))
    if used:
        lines.append((_unconditional(lines, words), words.say("card.add_up", tables=" + ".join(used))))
    return PrintedSection(words.say(f"card.section.{section.decision}"), tuple(lines), tuple(tables))


def _unconditional(before: Sequence[object], words: Messages) -> str:
    """What stands in place of conditions."""
    return words.say("card.otherwise" if before else "card.always")


def _advice(section: Section, rule: Rule, words: Messages) -> str:
    return words.say(f"card.advice.{section.decision}.{rule.advice}")


def tell_condition(condition: Condition, decision: Decision, words: Messages) -> str:
    """A condition in words."""
    feature, least, most = words.say(f"card.feature.{condition.feature}"), condition.least, condition.most
    if decision.features[condition.feature].flag:
        return words.say("card.yes" if least else "card.no", feature=feature)
    if most == 0:
        return words.say("card.none", feature=feature)
    if least is None:
        return words.say("card.most", feature=feature, n=most)
    if most is None:
        return words.say("card.least", feature=feature, n=least)
    return words.say("card.between", feature=feature, least=least, most=most)


def _print_table(table: Table, letter: str, decision: Decision, words: Messages) -> PrintedTable:
    kind = decision.tables[table.name]
    title = words.say("card.table_title", letter=letter, title=words.say(f"card.table.{table.name}"))
    shown = [place for place in range(kind.columns.size) if any(row[place] is not None for row in table.points)]
    columns = tuple(kind.columns.labels(words)[place] for place in shown)
    rows = []
    for label, row in zip(kind.rows.labels(words), table.points, strict=True):
        if any(cell is not None for cell in row):
            rows.append((label, tuple(EMPTY if row[place] is None else str(row[place]) for place in shown)))
    return PrintedTable(title, columns, tuple(rows))


def text_lines(printed: PrintedCard) -> Iterator[str]:
    """The card as plain text, line by line."""
    yield printed.title
    yield printed.how
    number = 0
    for section in printed.sections:
        yield ""
        yield section.title
        for when, advice in section.lines:
            number += 1
            yield f"{number}. {when} {ARROW} {advice}"
        for table in section.tables:
            yield ""
            yield table.title
            yield from _text_table(table)
    yield ""
    yield printed.note


def _text_table(table: PrintedTable) -> Iterator[str]:
    wide = max(len(label) for label, _ in table.rows)
    widths = [
        max(len(table.columns[place]), *(len(cells[place]) for _, cells in table.rows))
        for place in range(len(table.columns))
    ]

    def line(label: str, cells: Sequence[str]) -> str:
        return f"{label:{wide}}  " + "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))

    yield line("", table.columns)
    for label, cells in table.rows:
        yield line(label, cells)
