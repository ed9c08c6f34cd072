"""A reader of printed cards, to prove that the print is complete."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeVar

from roost.core.errors import NotationError, quote
from roost.core.game import Game
from roost.core.words import Messages
from roost.study.cards.adapter import CardDecision, PointsTable, decisions_of
from roost.study.cards.card import AdviceSection, AdviceTable, Card, Condition, Rule, Size
from roost.study.cards.printed_card import EMPTY, STOP, capital

_LINE = re.compile(r"\d+\. (?P<text>.+)")
_MARK = "\0"
"""Placeholder for the variable parts of a sentence from which a pattern is made."""
_CONDITIONS: dict[str, Callable[[str, int], Condition]] = {
    "least": lambda name, n: Condition(name, n, None),
    "below": lambda name, n: Condition(name, None, n - 1),
    "some": lambda name, n: Condition(name, 1, None),
    "none": lambda name, n: Condition(name, None, 0),
}
"""Conditions by form of sentence."""

_Value = TypeVar("_Value")


def read_card(text: str, kind: type[Game], messages: Messages) -> Card:
    """Read a game's card from text in the language of ``messages``."""
    words, decisions = messages.of(kind), decisions_of(kind)
    head, *blocks, note = [block.splitlines() for block in re.split(r"\n\s*\n", text.strip())]
    sizes = {words.say("card.title", title=kind.title, size=words.say(f"card.{size.value}")): size for size in Size}
    size = _known(sizes, head[0], "title")
    _known({words.say(f"card.note.{size.value}"): size}, " ".join(note), "note")
    names = {words.say(f"card.section.{name}"): name for name in decisions}
    firsts = [name for title, name in names.items() if head[1].endswith(words.say("card.first", section=title))]
    sections: list[AdviceSection] = []
    for first, *rest in blocks:
        if first in names:
            name = names[first]
            sections.append(AdviceSection(name, _rules(rest, name, decisions[name], words)))
            continue
        decision, rules, tables = sections[-1].decision, sections[-1].rules, sections[-1].tables
        tables = (*tables, _table(first, rest, decisions[decision], words))
        sections[-1] = AdviceSection(decision, rules, tables)
    return Card(kind.name, size, tuple(sections), *firsts)


def _rules(lines: Sequence[str], name: str, decision: CardDecision, words: Messages) -> tuple[Rule, ...]:
    """Read the rules of a section, without the last line if it only refers to the tables."""
    advice = {words.say(f"card.advice.{name}.{key}"): key for key in decision.advice}
    points = _pattern(words.say("card.add_up", tables=_MARK) + STOP, r"[A-Z]( \+ [A-Z])*")
    rules = []
    for line in lines:
        match = _LINE.fullmatch(line)
        if match is None:
            raise NotationError(f"{quote(line)} is not a line of this card", input=line)
        when, advised = _parted(match["text"], advice)
        if not points.search(match["text"]):
            rules.append(Rule(_conditions(when, decision, words), _known(advice, advised, "advice")))
    return tuple(rules)


def _parted(line: str, advice: Collection[str]) -> tuple[str, str]:
    """Split a line into its condition and its advice, which is empty if the line has none."""
    matches = [text for text in advice if line.removesuffix(STOP).endswith((f" {text}", f" {capital(text)}"))]
    longest = max(matches, key=len, default="")
    return line[: len(line) - len(f" {longest}{STOP}")], longest


def _conditions(text: str, decision: CardDecision, words: Messages) -> tuple[Condition, ...]:
    if text in [words.say(f"card.{lead}") for lead in ("otherwise", "if_possible", "always")]:
        return ()
    match = _pattern(words.say("card.asked", when=_MARK), "(.+)").fullmatch(text)
    joint = words.say("card.and", one=_MARK, other=_MARK).strip(_MARK)
    parts = [] if match is None else match[1].split(joint)
    return tuple(_condition(part, decision, words) for part in parts) if parts else (_condition(text, decision, words),)


def _condition(text: str, decision: CardDecision, words: Messages) -> Condition:
    for n in {0, *map(int, re.findall(r"\d+", text))}:
        for name in decision.features:
            for form, make in _CONDITIONS.items():
                sentence = words.say_if_known(f"card.when.{name}.{form}", n=n)
                if sentence is not None and capital(sentence) == capital(text):
                    return make(name, n)
    raise NotationError(f"{quote(text)} is not a condition of this card", input=text)


def _table(title: str, lines: Sequence[str], decision: CardDecision, words: Messages) -> AdviceTable:
    for name, kind in decision.tables.items():
        heading = words.say("card.table_title", letter=_MARK, title=words.say(f"card.table.{name}"))
        if _pattern(heading, "[A-Z]").fullmatch(title):
            return AdviceTable(name, _points(lines, kind, words))
    raise NotationError(f"{quote(title)} is not a table of this card", input=title)


def _points(lines: Sequence[str], kind: PointsTable, words: Messages) -> tuple[tuple[int | None, ...], ...]:
    """Read the numbers of a table; rows and columns that are not printed are empty."""
    rows, columns = (
        {label: place for place, label in enumerate(axis.labels(words))} for axis in (kind.rows, kind.columns)
    )
    head, *body = lines
    shown = [_known(columns, label, "column") for label in head.split()]
    points: list[list[int | None]] = [[None] * kind.columns.size for _ in rows]
    for line in body:
        label, *cells = line.rsplit(None, len(shown))
        row = points[_known(rows, label.strip(), "row")]
        for place, cell in zip(shown, cells, strict=True):
            row[place] = None if cell == EMPTY else int(cell)
    return tuple(map(tuple, points))


def _pattern(sentence: str, place: str) -> re.Pattern[str]:
    """Return a pattern for a sentence whose variable parts were filled with placeholders."""
    return re.compile(re.escape(sentence).replace(re.escape(_MARK), place))


def _known(known: Mapping[str, _Value], text: str, kind: str) -> _Value:
    if text not in known:
        raise NotationError(f"{quote(text)} is not a {kind} of this card", input=text)
    return known[text]
