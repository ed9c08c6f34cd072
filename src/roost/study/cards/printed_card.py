"""A card in the words of a language: titles, lines and tables, for the page, the API, and the command line.

What is printed is the card itself: the tests make the same card of it again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from string import ascii_uppercase

from roost.core.registry import game_type
from roost.core.words import Messages
from roost.study.cards.card import Card, Condition, Section, Table
from roost.study.cards.face import Decision, decisions_of

EMPTY = "·"
"""Stands in a table where no choice can stand."""
STOP = "."
"""Ends the advice of a line."""


@dataclass(frozen=True, slots=True)
class CardLine:
    """A line: when it applies, and what it advises."""

    when: str
    advice: str


@dataclass(frozen=True, slots=True)
class CardRow:
    """A row of a table."""

    label: str
    cells: list[str]


@dataclass(frozen=True, slots=True)
class CardTable:
    """A table of points. Rows and columns that no choice can stand in are left out."""

    title: str
    columns: list[str]
    rows: list[CardRow]


@dataclass(frozen=True, slots=True)
class CardSection:
    """The advice of a card on one kind of decision."""

    title: str
    lines: list[CardLine]
    tables: list[CardTable]


@dataclass(frozen=True, slots=True)
class CardView:
    """A strategy card in words."""

    game: str
    size: str
    title: str
    how: str
    """The way to read it."""
    sections: list[CardSection]
    note: str
    """The meaning of its words, and what goes without saying."""


def print_card(card: Card, messages: Messages) -> CardView:
    """A card in the words of a language."""
    kind = game_type(card.game)
    words, letters = messages.of(kind), iter(ascii_uppercase)
    sections = [
        _print_section(section, decisions_of(kind)[section.decision], words, letters) for section in card.sections
    ]
    how = [words.say("card.sums" if card.first else "card.lines")]
    if card.first:
        how.append(words.say("card.first", section=words.say(f"card.section.{card.first}")))
    return CardView(
        card.game,
        card.size.value,
        words.say("card.title", title=kind.title, size=words.say(f"card.{card.size.value}")),
        " ".join(how),
        sections,
        words.say(f"card.note.{card.size.value}"),
    )


def _print_section(section: Section, decision: Decision, words: Messages, letters: Iterator[str]) -> CardSection:
    lines: list[CardLine] = []
    for rule in section.rules:
        is_last = rule is section.rules[-1] and not section.tables
        advice = words.say(f"card.advice.{section.decision}.{rule.advice}") + STOP
        clauses = [clause for one in rule.conditions for clause in _clauses(one, words)]
        if clauses:
            lines.append(CardLine(_question(clauses, words), capital(advice)))
        else:
            lines.append(CardLine(_lead(lines, is_last, words), advice))
    tables, used = [], []
    for table in section.tables:
        letter = next(letters)
        used.append(letter)
        tables.append(_print_table(table, letter, decision, words))
    if used:
        lines.append(CardLine(_lead(lines, True, words), words.say("card.add_up", tables=" + ".join(used)) + STOP))
    return CardSection(words.say(f"card.section.{section.decision}"), lines, tables)


def _lead(before: Sequence[object], is_last: bool, words: Messages) -> str:
    """The words in place of a question."""
    return words.say("card.if_possible" if not is_last else "card.otherwise" if before else "card.always")


def _question(clauses: Sequence[str], words: Messages) -> str:
    asked = reduce(lambda one, other: words.say("card.and", one=one, other=other), clauses)
    return words.say("card.asked", when=capital(asked))


def _clauses(condition: Condition, words: Messages) -> Iterator[str]:
    """A condition in words, a clause for each of its bounds."""
    of_feature = f"card.when.{condition.feature}"
    if (least := condition.least) is not None:
        some = words.say_if_known(f"{of_feature}.some") if least == 1 else None
        yield some or words.say(f"{of_feature}.least", n=least)
    if (most := condition.most) is not None:
        none = words.say_if_known(f"{of_feature}.none") if most == 0 else None
        yield none or words.say(f"{of_feature}.below", n=most + 1)


def capital(sentence: str) -> str:
    """The same with a capital letter at its beginning."""
    return sentence[:1].upper() + sentence[1:]


def _print_table(table: Table, letter: str, decision: Decision, words: Messages) -> CardTable:
    kind = decision.tables[table.name]
    title = words.say("card.table_title", letter=letter, title=words.say(f"card.table.{table.name}"))
    shown = [place for place in range(kind.columns.size) if any(row[place] is not None for row in table.points)]
    columns = [kind.columns.labels(words)[place] for place in shown]
    rows = []
    for label, row in zip(kind.rows.labels(words), table.points, strict=True):
        if any(cell is not None for cell in row):
            rows.append(CardRow(label, [EMPTY if row[place] is None else str(row[place]) for place in shown]))
    return CardTable(title, columns, rows)


def text_lines(printed: CardView) -> Iterator[str]:
    """The card as plain text, line by line."""
    yield printed.title
    yield printed.how
    number = 0
    for section in printed.sections:
        yield ""
        yield section.title
        for line in section.lines:
            number += 1
            yield f"{number}. {line.when} {line.advice}"
        for table in section.tables:
            yield ""
            yield table.title
            yield from _text_table(table)
    yield ""
    yield printed.note


def _text_table(table: CardTable) -> Iterator[str]:
    grid = [table.columns, *(row.cells for row in table.rows)]
    wide, widths = (
        max(len(row.label) for row in table.rows),
        [max(map(len, column)) for column in zip(*grid, strict=True)],
    )

    def line(label: str, cells: Sequence[str]) -> str:
        return f"{label:{wide}}  " + "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))

    yield line("", table.columns)
    for row in table.rows:
        yield line(row.label, row.cells)
