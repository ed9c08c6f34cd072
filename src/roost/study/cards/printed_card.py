"""Print a strategy card in a language: titles, lines and tables, for the web page, the API and the command line.

The text is complete, as the tests prove by rebuilding the card from it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from string import ascii_uppercase

from roost.core.registry import game_type
from roost.core.words import Messages
from roost.study.cards.adapter import CardDecision, decisions_of
from roost.study.cards.card import AdviceSection, AdviceTable, Card, Condition

EMPTY = "·"
"""Cell text where no choice is possible."""
STOP = "."
"""End of the advice in a line."""


@dataclass(frozen=True, slots=True)
class CardLine:
    """A line of a printed card: its condition and its advice."""

    when: str
    advice: str


@dataclass(frozen=True, slots=True)
class CardRow:
    """A row of a printed table."""

    label: str
    cells: list[str]


@dataclass(frozen=True, slots=True)
class CardTable:
    """A printed table of points, without rows and columns in which no choice is possible."""

    title: str
    columns: list[str]
    rows: list[CardRow]


@dataclass(frozen=True, slots=True)
class CardSection:
    """The printed advice on one kind of decision."""

    title: str
    lines: list[CardLine]
    tables: list[CardTable]


@dataclass(frozen=True, slots=True)
class CardView:
    """A strategy card as text."""

    game: str
    size: str
    title: str
    how: str
    """Instructions for reading the card."""
    sections: list[CardSection]
    note: str
    """Explanation of the card's terms, and of decisions on which the card has no advice."""


def print_card(card: Card, messages: Messages) -> CardView:
    """Translate a card into the language of ``messages``."""
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


def _print_section(
    section: AdviceSection, decision: CardDecision, words: Messages, letters: Iterator[str]
) -> CardSection:
    lines: list[CardLine] = []
    for rule in section.rules:
        is_last = rule is section.rules[-1] and not section.tables
        advice = words.say(f"card.advice.{section.decision}.{rule.advice}") + STOP
        clauses = [clause for condition in rule.conditions for clause in _clauses(condition, words)]
        if clauses:
            lines.append(CardLine(_question(clauses, words), capital(advice)))
        else:
            lines.append(CardLine(_lead(lines, is_last, words), advice))
    tables, letters_used = [], []
    for table in section.tables:
        letter = next(letters)
        letters_used.append(letter)
        tables.append(_print_table(table, letter, decision, words))
    if letters_used:
        lines.append(
            CardLine(_lead(lines, True, words), words.say("card.add_up", tables=" + ".join(letters_used)) + STOP)
        )
    return CardSection(words.say(f"card.section.{section.decision}"), lines, tables)


def _lead(before: Sequence[object], is_last: bool, words: Messages) -> str:
    """Return the words for a line that has no condition."""
    return words.say("card.if_possible" if not is_last else "card.otherwise" if before else "card.always")


def _question(clauses: Sequence[str], words: Messages) -> str:
    question = reduce(lambda first, second: words.say("card.and", one=first, other=second), clauses)
    return words.say("card.asked", when=capital(question))


def _clauses(condition: Condition, words: Messages) -> Iterator[str]:
    """Describe a condition, with one clause for each of its bounds."""
    of_feature = f"card.when.{condition.feature}"
    if (least := condition.least) is not None:
        some = words.say_if_known(f"{of_feature}.some") if least == 1 else None
        yield some or words.say(f"{of_feature}.least", n=least)
    if (most := condition.most) is not None:
        none = words.say_if_known(f"{of_feature}.none") if most == 0 else None
        yield none or words.say(f"{of_feature}.below", n=most + 1)


def capital(sentence: str) -> str:
    """Capitalise the first letter of a sentence."""
    return sentence[:1].upper() + sentence[1:]


def _print_table(table: AdviceTable, letter: str, decision: CardDecision, words: Messages) -> CardTable:
    kind = decision.tables[table.name]
    title = words.say("card.table_title", letter=letter, title=words.say(f"card.table.{table.name}"))
    used_columns = [place for place in range(kind.columns.size) if any(row[place] is not None for row in table.points)]
    columns = [kind.columns.labels(words)[place] for place in used_columns]
    rows = []
    for label, row in zip(kind.rows.labels(words), table.points, strict=True):
        if any(cell is not None for cell in row):
            rows.append(CardRow(label, [EMPTY if row[place] is None else str(row[place]) for place in used_columns]))
    return CardTable(title, columns, rows)


def text_lines(printed: CardView) -> Iterator[str]:
    """Yield the lines of the card as plain text."""
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
